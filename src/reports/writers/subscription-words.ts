import type { Language } from '../../kernel/language.ts';
import { inertText, plainText } from '../../kernel/format/inert-text.ts';
import { ink, mailButton, mailFrame } from '../../kernel/format/mail-frame.ts';
import { REPORT_SERVICE_NAMES } from '../rules/service-names.ts';
import type { ReportService } from '../rules/terms.ts';
import type { MailContent } from './report-mail.ts';
import { filledText } from '../../kernel/format/message.ts';
import { catalogueOf } from '../../kernel/texts/catalogue.ts';

/* Words around subscriptions: the end of each mail, and the mail that asks an address outside. */

/** Last line of each mail of a subscription. */
export function footerWords(language: Language): { readonly words: string; readonly linkWords: string } {
  const { footer, footerLink } = catalogueOf(language).reportMail;
  return { words: footer, linkWords: footerLink };
}

interface Asked {
  readonly industryName: string;
  readonly service: ReportService;
  readonly addedByName: string;
  readonly link: string;
  readonly days: number;
}

function confirmWords({ service, link, days, industryName, addedByName }: Asked, language: Language) {
  const texts = catalogueOf(language).reportMail;
  const values = { industryName, addedByName, days, link, report: REPORT_SERVICE_NAMES[service][language] };
  const say = (text: string): string => filledText(text, values, language);
  return {
    subject: say(texts.confirmSubject),
    asks: say(texts.confirmAsks),
    confirm: texts.confirm,
    valid: say(texts.confirmValid),
    ignore: texts.confirmIgnore,
    button: say(texts.confirmButton),
  };
}

/** The mail that asks the owner of an address outside. */
export function confirmationMail(asked: Asked, language: Language): MailContent {
  const words = confirmWords(asked, language);
  const subject = plainText(words.subject).slice(0, 200);
  const paragraph = (text: string): string =>
    `<p class="c-ink" style="margin:0 0 16px;${ink('ink')};font-size:16px;line-height:22px;overflow-wrap:anywhere">${inertText(text)}</p>`;
  return {
    subject,
    text: `${[subject, '', plainText(words.asks), '', `${words.confirm}: ${asked.link}`, '', words.valid, words.ignore].join('\n')}\n`,
    html: mailFrame({
      subject,
      language,
      colour: 'water',
      card: [
        `<h1 class="c-ink" style="margin:0 0 12px;${ink('ink')};font-size:20px;line-height:28px;font-weight:600;overflow-wrap:anywhere">${inertText(subject)}</h1>`,
        paragraph(words.asks),
        mailButton({ link: asked.link, words: words.confirm, colour: 'water', margin: '4px 0 20px' }),
        paragraph(words.valid),
        `<p class="c-muted" style="margin:0;${ink('muted')};font-size:14px;line-height:20px">${inertText(words.ignore)}</p>`,
      ],
      footer: words.button,
    }),
  };
}
