export const MAILS = {
  title: { en: 'Your mails', hi: 'आपके मेल' },
  lead: {
    en: 'Every morning the service tells by mail what it has found: silent devices, tanks nearly empty or full, quality outside its bounds, registers that run backwards, losses in the balance. Without findings there is no mail.',
    hi: 'हर सुबह सेवा मेल से बताती है कि क्या मिला: मौन उपकरण, लगभग खाली या भरी टंकियाँ, सीमा से बाहर गुणवत्ता, उलटे चलते रजिस्टर, संतुलन में हानि। कुछ न मिले तो मेल नहीं आता।',
  },
  recipients: { en: 'It goes to {addresses}.', hi: 'यह {addresses} पर जाता है।' },
  morningMail: { en: 'Send me the morning mail', hi: 'मुझे सुबह का मेल भेजें' },
  language: { en: 'Language of the mail', hi: 'मेल की भाषा' },
  save: { en: 'Save', hi: 'सहेजें' },
  way: { en: 'Your mails: the morning mail and its language', hi: 'आपके मेल: सुबह का मेल और उसकी भाषा' },
  saved: { en: 'Saved.', hi: 'सहेजा गया।' },
} as const;
