import { inertText } from '../../kernel/format/inert-text.ts';
import { ink, mailButton, mailFrame } from '../../kernel/format/mail-frame.ts';

/* The mail with the link for a forgotten password, in the look of the other mails. */

interface ResetWords {
  readonly username: string;
  readonly link: string;
  readonly minutes: number;
  readonly askedAt: string;
  readonly expiresAt: string;
}

export const RESET_SUBJECT = 'Set a new password';

const askedFor = ({ username, askedAt }: ResetWords): string =>
  `Somebody asked for a new password of the account ${username} on ${askedAt}. If it was you, open this link:`;
const validFor = ({ minutes, expiresAt }: ResetWords): string =>
  `The link works once, for ${minutes} minutes, until ${expiresAt}. Your sessions on all devices end with it.`;
const IGNORE = 'If it was not you, do nothing. The password stays as it is, and nobody gets to see this link but you.';

export const resetMailText = (words: ResetWords): string =>
  [RESET_SUBJECT, '', askedFor(words), '', words.link, '', validFor(words), '', IGNORE, ''].join('\n');

const paragraph = (text: string): string =>
  `<p class="c-ink" style="margin:0 0 16px;${ink('ink')};font-size:16px;line-height:22px;overflow-wrap:anywhere">${inertText(text)}</p>`;

/** The html says what the plain text says, in its order. */
export const resetMailHtml = (words: ResetWords): string =>
  mailFrame({
    subject: RESET_SUBJECT,
    colour: 'water',
    card: [
      `<h1 class="c-ink" style="margin:0 0 12px;${ink('ink')};font-size:20px;line-height:28px;font-weight:600">${RESET_SUBJECT}</h1>`,
      paragraph(askedFor(words)),
      mailButton({ link: words.link, words: 'Set a new password', colour: 'water', margin: '4px 0 20px' }),
      paragraph(validFor(words)),
      `<p class="c-muted" style="margin:0;${ink('muted')};font-size:14px;line-height:20px">${inertText(IGNORE)}</p>`,
    ],
    footer: `Should the button do nothing, open ${words.link}`,
  });
