export const BROWSERS = {
  title: { en: 'On this device', hi: 'इस उपकरण पर' },
  lead: {
    en: 'This device can show incidents as they happen, also while the window is closed. It shows the place, the kind and the time, and no figures. Logging out ends it.',
    hi: 'यह उपकरण घटनाएँ होते ही दिखा सकता है, विंडो बंद होने पर भी। यह स्थान, प्रकार और समय दिखाता है, आँकड़े नहीं। लॉग आउट से यह बंद होता है।',
  },
  which: { en: 'Show', hi: 'दिखाएँ' },
  onlyCritical: { en: 'Critical incidents alone', hi: 'केवल गंभीर घटनाएँ' },
  fromSeverity: { en: '{severity} and worse', hi: '{severity} और उससे गंभीर' },
  on: { en: 'Show on this device', hi: 'इस उपकरण पर दिखाएँ' },
  needs: {
    en: 'This browser can show none here: it needs scripts, https and push messages. On an iPhone put the window on the home screen first.',
    hi: 'यह ब्राउज़र यहाँ नहीं दिखा सकता: स्क्रिप्ट, https और पुश संदेश चाहिए। iPhone पर पहले विंडो को होम स्क्रीन पर रखें।',
  },
  denied: {
    en: 'The browser does not allow it. Allow notifications of this address in its settings, then try again.',
    hi: 'ब्राउज़र अनुमति नहीं देता। उसकी सेटिंग में इस पते की सूचनाओं की अनुमति दें, फिर कोशिश करें।',
  },
  failed: { en: 'It could not be switched on: {problem}', hi: 'चालू नहीं हो सका: {problem}' },
  listed: { en: 'Devices that show incidents to you', hi: 'उपकरण जो आपको घटनाएँ दिखाते हैं' },
  since: { en: 'since {time}', hi: '{time} से' },
  present: { en: 'this device', hi: 'यह उपकरण' },
  test: { en: 'Send a test', hi: 'परीक्षण भेजें' },
  off: { en: 'Switch off', hi: 'बंद करें' },
  tested: { en: 'The test was sent. It arrives within a minute.', hi: 'परीक्षण भेजा गया। एक मिनट में पहुँचता है।' },
  switchedOff: { en: 'The device shows nothing any more.', hi: 'उपकरण अब कुछ नहीं दिखाता।' },
} as const;
