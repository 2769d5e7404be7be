import { COLOURS } from './colours.ts';
import type { Language } from '../language.ts';
import { inertText } from './inert-text.ts';

/* What mails with one message share: a card, styles inline, readable without pictures, and dark where its reader is. */

const FONT = "-apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Noto Sans Devanagari', Helvetica, Arial, sans-serif";

type MailColour = keyof typeof COLOURS;

/** Colours of light paper stand inline, because many readers of mail know nothing else. */
export const ink = (name: MailColour): string => `color:${COLOURS[name].light}`;
const ground = (name: MailColour): string => `background-color:${COLOURS[name].light}`;

const USED = Object.keys(COLOURS).filter((name): name is MailColour => name in COLOURS);
const DARK = [
  ...USED.map((name) => `.c-${name}{color:${COLOURS[name].dark}!important}`),
  ...USED.map((name) => `.g-${name}{background-color:${COLOURS[name].dark}!important}`),
  `.line{border-color:${COLOURS.line.dark}!important}`,
].join('');

interface Button {
  readonly link: string;
  readonly words: string;
  readonly colour: MailColour;
  /** As a style has it. */
  readonly margin: string;
}

export const mailButton = ({ link, words, colour, margin }: Button): string =>
  `<p style="margin:${margin}"><a href="${inertText(link)}" class="g-${colour} c-paper" style="display:inline-block;padding:10px 16px;${ground(colour)};${ink('paper')};font-size:15px;line-height:20px;font-weight:600;text-decoration:none;border-radius:4px">${inertText(words)}</a></p>`;

interface Framed {
  readonly subject: string;
  /** Colour of the bar above the card. */
  readonly colour: MailColour;
  /** Lines of html, inert already. */
  readonly card: readonly string[];
  /** Below the card. */
  readonly footer: string;
  /** Absent: English. */
  readonly language?: Language;
}

/** A whole page of a mail. */
export const mailFrame = ({ subject, colour, card, footer, language = 'en' }: Framed): string => `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${inertText(subject)}</title>
<style>:root{color-scheme:light dark}@media (prefers-color-scheme:dark){${DARK}}</style>
</head>
<body class="g-panel" style="margin:0;padding:0;${ground('panel')};font-family:${FONT}">
<table role="presentation" class="g-panel" width="100%" cellpadding="0" cellspacing="0" style="${ground('panel')}"><tr><td align="center" style="padding:16px 8px">
<table role="presentation" class="g-paper line" cellpadding="0" cellspacing="0" style="width:100%;max-width:600px;${ground('paper')};border:1px solid ${COLOURS.line.light};border-collapse:separate;border-radius:6px;text-align:left"><tr>
<td class="g-${colour}" style="height:4px;line-height:4px;font-size:0;${ground(colour)};border-radius:6px 6px 0 0">&nbsp;</td></tr><tr><td style="padding:20px 20px 24px">
${card.join('\n')}
</td></tr></table>
<p class="c-muted" style="max-width:600px;margin:12px auto 0;padding:0 12px;${ink('muted')};font-size:12px;line-height:17px;text-align:left;overflow-wrap:anywhere">${inertText(footer)}</p>
</td></tr></table>
</body>
</html>
`;
