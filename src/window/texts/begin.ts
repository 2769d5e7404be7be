export const BEGIN = {
  title: { en: 'The first operator', hi: 'पहला संचालक' },
  link: { en: 'Make the first operator', hi: 'पहला संचालक बनाएँ' },
  lead: {
    en: 'This installation is empty. Its first operator sees to all industries, and adds the first one next.',
    hi: 'यह प्रणाली अभी खाली है। पहला संचालक सभी उद्योग सँभालता है और आगे पहला उद्योग जोड़ता है।',
  },
  code: { en: 'Code', hi: 'कोड' },
  codeMeans: {
    en: 'The service has printed it in its log when it started.',
    hi: 'सेवा ने शुरू होते समय इसे अपने लॉग में लिखा है।',
  },
  email: { en: 'E-mail address', hi: 'ई-मेल पता' },
  emailMeans: { en: 'For a forgotten password.', hi: 'भूले हुए पासवर्ड के लिए।' },
  username: { en: 'Username', hi: 'उपयोगकर्ता नाम' },
  usernameMeans: { en: '4 to 25 characters without blanks.', hi: 'बिना खाली जगह के 4 से 25 अक्षर।' },
  password: { en: 'Password', hi: 'पासवर्ड' },
  passwordMeans: { en: '5 to 30 characters without blanks.', hi: 'बिना खाली जगह के 5 से 30 अक्षर।' },
  submit: { en: 'Begin', hi: 'शुरू करें' },
} as const;
