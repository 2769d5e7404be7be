export const WELCOME = {
  lead: {
    en: 'For industries that meter water, and the energy, quality and levels around it.',
    hi: 'उन उद्योगों के लिए जो पानी और उसके साथ ऊर्जा, गुणवत्ता और स्तर मापते हैं।',
  },
  late: {
    en: 'Readings that come late, twice or out of order put every figure right again within seconds.',
    hi: 'देर से, दोबारा या बेक्रम आई रीडिंग से हर आँकड़ा कुछ ही सेकंड में फिर सही हो जाता है।',
  },
  missing: {
    en: 'What was not measured is shown as missing, never as 0; what was estimated is marked.',
    hi: 'जो नहीं मापा गया वह 0 नहीं, "अनुपलब्ध" दिखता है; अनुमान चिह्नित होता है।',
  },
  why: {
    en: 'Every figure tells how it came about: its readings, its registers, its arithmetic.',
    hi: 'हर आँकड़ा बताता है कि वह कैसे बना: रीडिंग, रजिस्टर और गणना।',
  },
  apart: {
    en: 'Each industry sees its own data on its own clock, and nobody else’s.',
    hi: 'हर उद्योग अपनी घड़ी पर केवल अपना डेटा देखता है, किसी और का नहीं।',
  },
  picture: {
    en: 'The page Today: use by the hour beside what is usual, what needs attention, and each category.',
    hi: 'पेज "आज": सामान्य के साथ घंटेवार उपयोग, किस पर ध्यान दें, और हर श्रेणी।',
  },
  first: { en: 'What to look at first, as plant manager of Canterbury', hi: 'Canterbury के प्रबंधक के रूप में पहले क्या देखें' },
  firstToday: {
    en: 'Today: an open incident and a finding wait for somebody. Take one, or say that you have seen it.',
    hi: 'आज: एक खुली घटना और एक निष्कर्ष किसी की प्रतीक्षा में हैं। एक लें, या बताएँ कि आपने देख लिया।',
  },
  firstWhy: {
    en: 'Any figure of a unit leads to its readings and its arithmetic. A mark on the chart is somebody’s note.',
    hi: 'इकाई का हर आँकड़ा अपनी रीडिंग और गणना तक ले जाता है। चार्ट का निशान किसी की टिप्पणी है।',
  },
  firstBalance: {
    en: 'Balance: where the water went, and how sure that is.',
    hi: 'संतुलन: पानी कहाँ गया, और यह कितना निश्चित है।',
  },
  firstMails: {
    en: 'a report of the morning, and the note that late readings changed its figures.',
    hi: 'सुबह की रिपोर्ट, और यह सूचना कि देर से आई रीडिंग से उसके आँकड़े बदले।',
  },
  firstQuarantine: {
    en: 'Operations, Quarantine: readings of a meter that nobody has registered wait for a decision.',
    hi: 'संचालन, क्वारंटीन: ऐसे मीटर की रीडिंग जिसे किसी ने दर्ज नहीं किया, निर्णय की प्रतीक्षा में हैं।',
  },
  /** Above the inflow of the running day. */
  now: { en: '{industry}: water in so far today', hi: '{industry}: आज अब तक आया पानी' },
  firstUnits: {
    en: 'Units: change one and see beforehand which days that changes, or give its device a key. No operator is needed.',
    hi: 'इकाइयाँ: एक बदलें और पहले देखें कि कौन-से दिन बदलेंगे, या उसके उपकरण को कुंजी दें। संचालक की ज़रूरत नहीं।',
  },
  enter: { en: 'View it as', hi: 'इस रूप में देखें' },
  logIn: { en: 'Log in', hi: 'लॉग इन करें' },
  documents: { en: 'Documentation', hi: 'दस्तावेज़' },
  documentsLead: {
    en: 'Every operation with its parameters, examples and errors, to try in the browser.',
    hi: 'हर क्रिया अपने पैरामीटर, उदाहरण और त्रुटियों सहित, ब्राउज़र में आज़माने के लिए।',
  },
  sql: { en: 'Analysts ask in SQL', hi: 'विश्लेषक SQL में पूछते हैं' },
  sqlLead: {
    en: 'Read-only views hold the same figures. How to connect, and six worked queries:',
    hi: 'केवल-पठन व्यू में वही आँकड़े हैं। जुड़ने का तरीका और छह उदाहरण:',
  },
  sqlGuide: { en: 'Guide for analysts', hi: 'विश्लेषकों के लिए मार्गदर्शिका (अंग्रेज़ी में)' },
  health: { en: 'Health', hi: 'स्थिति' },
  ready: { en: 'Ready. The database answers.', hi: 'तैयार। डेटाबेस उत्तर दे रहा है।' },
  notReady: { en: 'Not ready.', hi: 'तैयार नहीं।' },
} as const;
