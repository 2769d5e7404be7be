import type { Language } from '../../kernel/language.ts';
import { inertText, plainText } from '../../kernel/format/inert-text.ts';
import { ink, mailButton, mailFrame } from '../../kernel/format/mail-frame.ts';
import { REPORT_SERVICE_NAMES } from '../rules/service-names.ts';
import type { ReportService } from '../rules/terms.ts';
import type { MailContent } from './report-mail.ts';

/* Words around subscriptions: the end of each mail, and the mail that asks an address outside. */

/** Last line of each mail of a subscription. */
export const FOOTER_WORDS: Readonly<Record<Language, { readonly words: string; readonly linkWords: string }>> = {
  en: { words: 'This report is mailed to you regularly.', linkWords: 'Stop these mails' },
  hi: { words: 'यह रिपोर्ट आपको नियमित रूप से भेजी जाती है।', linkWords: 'ये मेल बंद करें' },
};

interface Asked {
  readonly industryName: string;
  readonly service: ReportService;
  readonly addedByName: string;
  readonly link: string;
  readonly days: number;
}

const CONFIRM_WORDS = {
  en: {
    subject: ({ industryName }: Asked) => `Do you want reports of ${industryName}?`,
    asks: ({ addedByName, industryName, service }: Asked) =>
      `${addedByName} of ${industryName} wants to mail you the report "${REPORT_SERVICE_NAMES[service].en}" regularly. Nothing is sent before you confirm it.`,
    confirm: 'Yes, mail it to me',
    valid: ({ days }: Asked) => `The link works once, for ${days} days.`,
    ignore: 'If you do not want it, do nothing.',
    button: (link: string) => `Should the button do nothing, open ${link}`,
  },
  hi: {
    subject: ({ industryName }: Asked) => `क्या आप ${industryName} की रिपोर्ट चाहते हैं?`,
    asks: ({ addedByName, industryName, service }: Asked) =>
      `${industryName} से ${addedByName} आपको "${REPORT_SERVICE_NAMES[service].hi}" रिपोर्ट नियमित रूप से भेजना चाहते हैं। आपकी पुष्टि से पहले कुछ नहीं भेजा जाएगा।`,
    confirm: 'हाँ, मुझे भेजें',
    valid: ({ days }: Asked) => `यह लिंक एक बार, ${days} दिन तक काम करता है।`,
    ignore: 'यदि नहीं चाहते, तो कुछ न करें।',
    button: (link: string) => `बटन काम न करे तो यह खोलें: ${link}`,
  },
} as const satisfies Readonly<Record<Language, object>>;

/** The mail that asks the owner of an address outside. */
export function confirmationMail(asked: Asked, language: Language): MailContent {
  const words = CONFIRM_WORDS[language];
  const subject = plainText(words.subject(asked)).slice(0, 200);
  const paragraph = (text: string): string =>
    `<p class="c-ink" style="margin:0 0 16px;${ink('ink')};font-size:16px;line-height:22px;overflow-wrap:anywhere">${inertText(text)}</p>`;
  return {
    subject,
    text: `${[subject, '', plainText(words.asks(asked)), '', `${words.confirm}: ${asked.link}`, '', words.valid(asked), words.ignore].join('\n')}\n`,
    html: mailFrame({
      subject,
      language,
      colour: 'water',
      card: [
        `<h1 class="c-ink" style="margin:0 0 12px;${ink('ink')};font-size:20px;line-height:28px;font-weight:600;overflow-wrap:anywhere">${inertText(subject)}</h1>`,
        paragraph(words.asks(asked)),
        mailButton({ link: asked.link, words: words.confirm, colour: 'water', margin: '4px 0 20px' }),
        paragraph(words.valid(asked)),
        `<p class="c-muted" style="margin:0;${ink('muted')};font-size:14px;line-height:20px">${inertText(words.ignore)}</p>`,
      ],
      footer: words.button(asked.link),
    }),
  };
}
