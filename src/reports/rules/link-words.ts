import type { Language } from '../../kernel/language.ts';

interface About {
  readonly industryName: string;
  readonly address: string;
  /** Name of the report in the language of the page. */
  readonly report: string;
}

/** Words of the pages behind links in mails. */
export interface LinkWords {
  readonly about: (about: About) => string;
  readonly endTitle: string;
  readonly end: string;
  readonly ended: string;
  readonly confirmTitle: string;
  readonly confirm: string;
  readonly confirmed: string;
  readonly overTitle: string;
  readonly over: string;
}

export const LINK_WORDS: Readonly<Record<Language, LinkWords>> = {
  en: {
    about: ({ industryName, address, report }) => `Report "${report}" of ${industryName}, to ${address}.`,
    endTitle: 'Stop these mails?',
    end: 'Stop the mails',
    ended: 'The mails have ended',
    confirmTitle: 'Have this report mailed?',
    confirm: 'Yes, mail it to me',
    confirmed: 'The report will be mailed',
    overTitle: 'This link is not valid any more',
    over: 'A link to confirm works once and for three days. A link that ends mails works for as long as there are any.',
  },
  hi: {
    about: ({ industryName, address, report }) => `${industryName} की रिपोर्ट "${report}", ${address} के लिए।`,
    endTitle: 'क्या ये मेल बंद करें?',
    end: 'मेल बंद करें',
    ended: 'मेल बंद हो गईं',
    confirmTitle: 'क्या यह रिपोर्ट भेजी जाए?',
    confirm: 'हाँ, मुझे भेजें',
    confirmed: 'रिपोर्ट भेजी जाएगी',
    overTitle: 'यह लिंक अब मान्य नहीं है',
    over: 'पुष्टि का लिंक एक बार और तीन दिन तक चलता है। मेल बंद करने का लिंक तब तक चलता है जब तक मेल आती हैं।',
  },
};
