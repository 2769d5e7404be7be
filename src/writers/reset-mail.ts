import { COLOURS } from '../domain/look/colours.ts';
import { inertText } from './inert-text.ts';

/* The mail with the link for a forgotten password, in the look of the other mails. */

interface ResetWords {
  readonly username: string;
  readonly link: string;
  readonly minutes: number;
  readonly askedAt: string;
  readonly expiresAt: string;
}

export const RESET_SUBJECT = 'Set a new password';

const FONT = "-apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Noto Sans Devanagari', Helvetica, Arial, sans-serif";
type Name = 'paper' | 'panel' | 'ink' | 'muted' | 'water';
const USED: readonly Name[] = ['paper', 'panel', 'ink', 'muted', 'water'];
const ink = (name: Name): string => `color:${COLOURS[name].light}`;
const ground = (name: Name): string => `background-color:${COLOURS[name].light}`;
const DARK = [
  ...USED.map((name) => `.c-${name}{color:${COLOURS[name].dark}!important}`),
  ...USED.map((name) => `.g-${name}{background-color:${COLOURS[name].dark}!important}`),
  `.line{border-color:${COLOURS.line.dark}!important}`,
].join('');

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
export const resetMailHtml = (words: ResetWords): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${RESET_SUBJECT}</title>
<style>:root{color-scheme:light dark}@media (prefers-color-scheme:dark){${DARK}}</style>
</head>
<body class="g-panel" style="margin:0;padding:0;${ground('panel')};font-family:${FONT}">
<table role="presentation" class="g-panel" width="100%" cellpadding="0" cellspacing="0" style="${ground('panel')}"><tr><td align="center" style="padding:16px 8px">
<table role="presentation" class="g-paper line" cellpadding="0" cellspacing="0" style="width:100%;max-width:600px;${ground('paper')};border:1px solid ${COLOURS.line.light};border-collapse:separate;border-radius:6px;text-align:left"><tr>
<td class="g-water" style="height:4px;line-height:4px;font-size:0;${ground('water')};border-radius:6px 6px 0 0">&nbsp;</td></tr><tr><td style="padding:20px 20px 24px">
<h1 class="c-ink" style="margin:0 0 12px;${ink('ink')};font-size:20px;line-height:28px;font-weight:600">${RESET_SUBJECT}</h1>
${paragraph(askedFor(words))}
<p style="margin:4px 0 20px"><a href="${inertText(words.link)}" class="g-water c-paper" style="display:inline-block;padding:10px 16px;${ground('water')};${ink('paper')};font-size:15px;line-height:20px;font-weight:600;text-decoration:none;border-radius:4px">Set a new password</a></p>
${paragraph(validFor(words))}
<p class="c-muted" style="margin:0;${ink('muted')};font-size:14px;line-height:20px">${inertText(IGNORE)}</p>
</td></tr></table>
<p class="c-muted" style="max-width:600px;margin:12px auto 0;padding:0 12px;${ink('muted')};font-size:12px;line-height:17px;text-align:left;overflow-wrap:anywhere">Should the button do nothing, open ${inertText(words.link)}</p>
</td></tr></table>
</body>
</html>
`;
