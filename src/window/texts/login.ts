export const LOGIN = {
  title: { en: 'Log in', hi: 'लॉग इन' },
  username: { en: 'Username or e-mail address', hi: 'उपयोगकर्ता नाम या ई-मेल' },
  password: { en: 'Password', hi: 'पासवर्ड' },
  submit: { en: 'Log in', hi: 'लॉग इन करें' },
  forgotten: { en: 'Forgotten password', hi: 'पासवर्ड भूल गए' },
  forgottenLead: {
    en: 'A link is mailed to your address. It works once, for 30 minutes, and your password stays until you use it.',
    hi: 'आपके पते पर लिंक भेजा जाता है। वह एक बार, 30 मिनट तक चलता है, और तब तक पासवर्ड वही रहता है।',
  },
  sendLink: { en: 'Mail me a link', hi: 'लिंक मेल करें' },
  linkSent: {
    en: 'If there is such an account, a link is on its way to its e-mail address.',
    hi: 'यदि ऐसा खाता है, तो उसके ई-मेल पते पर लिंक भेजा जा रहा है।',
  },
  backToLogin: { en: 'Back to the login', hi: 'लॉग इन पर वापस' },
  over: {
    en: 'You were logged out. Log in to come back to where you were.',
    hi: 'आप लॉग आउट हो गए। वहीं लौटने के लिए लॉग इन करें।',
  },
} as const;
