export const LOGIN = {
  title: { en: 'Log in', hi: 'लॉग इन' },
  username: { en: 'Username or e-mail address', hi: 'उपयोगकर्ता नाम या ई-मेल' },
  password: { en: 'Password', hi: 'पासवर्ड' },
  submit: { en: 'Log in', hi: 'लॉग इन करें' },
  forgotten: {
    en: 'A forgotten password is reset by a link that is mailed.',
    hi: 'भूला हुआ पासवर्ड मेल में भेजे लिंक से बदला जाता है।',
  },
  over: {
    en: 'You were logged out. Log in to come back to where you were.',
    hi: 'आप लॉग आउट हो गए। वहीं लौटने के लिए लॉग इन करें।',
  },
} as const;
