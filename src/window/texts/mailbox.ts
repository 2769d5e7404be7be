export const MAILBOX = {
  title: { en: 'Mails of this demonstration', hi: 'इस प्रदर्शन के मेल' },
  lead: {
    en: 'This demonstration mails nobody. All mails stay here, the newest first, as their readers would see them.',
    hi: 'यह प्रदर्शन किसी को मेल नहीं भेजता। सभी मेल यहीं रहते हैं, नए पहले, जैसे पाने वाला उन्हें देखता।',
  },
  none: { en: 'No mail has been sent yet.', hi: 'अभी कोई मेल नहीं भेजा गया।' },
  sentTo: { en: 'To {address}, {time}', hi: '{address} को, {time}' },
  files: { en: 'Files', hi: 'फ़ाइलें' },
  noSuchMail: { en: 'There is no such mail.', hi: 'ऐसा कोई मेल नहीं है।' },
} as const;
