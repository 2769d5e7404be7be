/** Texts of annotations: lists, marks on charts, and the form. */
export const ANNOTATIONS = {
  title: { en: 'Annotations', hi: 'टिप्पणियाँ' },
  ofDay: { en: 'Annotations of the day', hi: 'दिन की टिप्पणियाँ' },
  lead: {
    en: 'Numbers are the marks on the chart.',
    hi: 'संख्याएँ चार्ट के निशान हैं।',
  },
  more: {
    en: 'Only the first {count} are listed.',
    hi: 'केवल पहली {count} सूची में हैं।',
  },
  wholeSite: { en: 'Whole site', hi: 'पूरा स्थल' },
  by: { en: 'by {user}', hi: '{user} द्वारा' },
  change: { en: 'Change', hi: 'बदलें' },
  add: { en: 'Add an annotation', hi: 'टिप्पणी जोड़ें' },
  changeTitle: { en: 'Change an annotation', hi: 'टिप्पणी बदलें' },
  about: { en: 'About', hi: 'किसके बारे में' },
  from: { en: 'When', hi: 'कब' },
  fromMeans: { en: 'By the clocks of {zone}', hi: '{zone} की घड़ी से' },
  to: { en: 'Until', hi: 'कब तक' },
  toMeans: { en: 'Empty: a moment', hi: 'खाली: एक क्षण' },
  text: { en: 'What happened', hi: 'क्या हुआ' },
  textMeans: {
    en: 'Up to {count} characters. Everybody of the industry reads it, and reports print it.',
    hi: 'अधिकतम {count} अक्षर। उद्योग के सब लोग इसे पढ़ते हैं, और रिपोर्ट में छपती है।',
  },
  save: { en: 'Save the annotation', hi: 'टिप्पणी सहेजें' },
  withdraw: { en: 'Withdraw', hi: 'वापस लें' },
  withdrawMeans: {
    en: 'It is shown nowhere any more. The audit keeps what it said.',
    hi: 'फिर कहीं नहीं दिखेगी। क्या लिखा था, यह लेखा में रहता है।',
  },
  mayNot: {
    en: 'Annotations are written by people who may handle alerts and findings.',
    hi: 'टिप्पणी वे लोग लिखते हैं जो चेतावनियाँ संभाल सकते हैं।',
  },
  back: { en: 'Back', hi: 'वापस' },
} as const;
