/** Pages on which the meter of a unit is replaced, and a unit is taken out of use and brought back. */
export const UNIT_METERS = {
  replaced: { en: 'The meter was replaced', hi: 'मीटर बदला गया' },
  title: { en: 'Meters of {unit}', hi: '{unit} के मीटर' },
  lead: {
    en: 'The hour of the exchange counts the old meter up to its last register and the new one from its first. Readings stay as they were sent.',
    hi: 'बदलाव का घंटा पुराने मीटर को उसके अंतिम रजिस्टर तक और नए को उसके पहले से गिनता है। रीडिंग जैसी आईं वैसी रहती हैं।',
  },
  when: { en: 'When', hi: 'कब' },
  whenMeans: { en: 'By the clocks of {zone}', hi: '{zone} की घड़ी से' },
  lastOfOld: { en: 'Last register of the old meter', hi: 'पुराने मीटर का अंतिम रजिस्टर' },
  firstOfNew: { en: 'First register of the new meter', hi: 'नए मीटर का पहला रजिस्टर' },
  registerMeans: {
    en: 'As it was read off. Empty: nobody wrote it down.',
    hi: 'जैसा पढ़ा गया। खाली: किसी ने नहीं लिखा।',
  },
  serial: { en: 'Number on the new meter', hi: 'नए मीटर पर संख्या' },
  register: { en: 'Register the exchange', hi: 'बदलाव दर्ज करें' },
  noRegister: {
    en: 'Units of this kind have no register.',
    hi: 'इस प्रकार की इकाइयों में रजिस्टर नहीं होता।',
  },
  registered: {
    en: 'Registered. {days, plural, one {{days} day is} other {{days} days are}} counted again.',
    hi: 'दर्ज हुआ। {days} दिन फिर गिने जा रहे हैं।',
  },
  withdrawn: {
    en: 'Taken back. {days, plural, one {{days} day is} other {{days} days are}} counted again.',
    hi: 'वापस लिया। {days} दिन फिर गिने जा रहे हैं।',
  },
  meters: { en: 'Meters, the first one on top', hi: 'मीटर, पहला ऊपर' },
  meter: { en: 'Meter', hi: 'मीटर' },
  firstMeter: { en: 'the first one', hi: 'पहला' },
  unnumbered: { en: 'without a number', hi: 'बिना संख्या' },
  from: { en: 'From', hi: 'से' },
  until: { en: 'Until', hi: 'तक' },
  first: { en: 'First register', hi: 'पहला रजिस्टर' },
  last: { en: 'Last register', hi: 'अंतिम रजिस्टर' },
  withdraw: { en: 'Take back', hi: 'वापस लें' },
  withdrawMeans: {
    en: 'As if the exchange had never been registered.',
    hi: 'मानो बदलाव कभी दर्ज ही न हुआ हो।',
  },
  retire: { en: 'Take out of use', hi: 'उपयोग बंद करें' },
  retireMeans: {
    en: 'From now on new readings are refused, and formulas count the unit as 0. Its readings, figures and categories stay, and it can be brought back.',
    hi: 'अब से नई रीडिंग नहीं ली जातीं और सूत्र इकाई को 0 गिनते हैं। रीडिंग, आँकड़े और श्रेणियाँ बनी रहती हैं, और इकाई वापस लाई जा सकती है।',
  },
  previewRetire: { en: 'What would change without it?', hi: 'इसके बिना क्या बदलेगा?' },
  restore: { en: 'Bring back into use', hi: 'फिर उपयोग में लाएँ' },
  restoreMeans: {
    en: 'The unit is out of use. Brought back it is what it was, and its processed days are counted again.',
    hi: 'इकाई उपयोग में नहीं है। वापस लाने पर वैसी ही होगी, और उसके गिने हुए दिन फिर गिने जाएँगे।',
  },
} as const;
