import type { AlertWords, ColourName, MessageRow } from '../domain/alerts/content.ts';
import { COLOURS } from '../domain/look/colours.ts';
import { inertText } from './inert-text.ts';

/* A message as html of a mail: one column, styles inline, readable without pictures, and dark where its reader is. */

const FONT = "-apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Noto Sans Devanagari', Helvetica, Arial, sans-serif";

/** Colours of light paper stand inline, because many readers of mail know nothing else. */
const ink = (name: ColourName): string => `color:${COLOURS[name].light}`;
const ground = (name: ColourName): string => `background-color:${COLOURS[name].light}`;

const USED: readonly ColourName[] = Object.keys(COLOURS).filter((name): name is ColourName => name in COLOURS);
const DARK = [
  ...USED.map((name) => `.c-${name}{color:${COLOURS[name].dark}!important}`),
  ...USED.map((name) => `.g-${name}{background-color:${COLOURS[name].dark}!important}`),
  `.line{border-color:${COLOURS.line.dark}!important}`,
].join('');

const row = ({ name, value }: MessageRow): string =>
  `<tr>
<td class="c-muted line" style="padding:6px 12px 6px 0;border-top:1px solid ${COLOURS.line.light};${ink('muted')};font-size:14px;line-height:20px;vertical-align:top;width:30%">${inertText(name)}</td>
<td class="c-ink line" style="padding:6px 0;border-top:1px solid ${COLOURS.line.light};${ink('ink')};font-size:14px;line-height:20px;vertical-align:top;overflow-wrap:anywhere;font-variant-numeric:tabular-nums">${inertText(value)}</td>
</tr>`;

const button = (link: string, colour: ColourName): string =>
  `<p style="margin:20px 0 0"><a href="${inertText(link)}" class="g-${colour} c-paper" style="display:inline-block;padding:10px 16px;${ground(colour)};${ink('paper')};font-size:15px;line-height:20px;font-weight:600;text-decoration:none;border-radius:4px">Look at it</a></p>`;

/** The html says what the plain text says, in its order: first what to do. */
export function alertMailHtml({
  action,
  subject,
  place,
  fact,
  rows,
  label,
  labelColour,
  colour,
  link,
  footer,
}: AlertWords): string {
  return `<!doctype html>
<html lang="en">
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
<td class="g-${labelColour}" style="height:4px;line-height:4px;font-size:0;${ground(labelColour)};border-radius:6px 6px 0 0">&nbsp;</td></tr><tr><td style="padding:20px 20px 24px">
<p class="c-ink" style="margin:0 0 16px;${ink('ink')};font-size:16px;line-height:22px">${inertText(action)}</p>
<p class="c-${labelColour}" style="margin:0 0 4px;${ink(labelColour)};font-size:14px;line-height:20px;font-weight:600">${inertText(label)}</p>
<h1 class="c-ink" style="margin:0 0 4px;${ink('ink')};font-size:20px;line-height:28px;font-weight:600;overflow-wrap:anywhere">${inertText(place)}</h1>
<p class="c-${colour}" style="margin:0 0 16px;${ink(colour)};font-size:20px;line-height:28px;overflow-wrap:anywhere">${inertText(fact)}</p>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="width:100%">
${rows.map(row).join('\n')}
</table>
${link === null ? '' : button(link, 'water')}
</td></tr></table>
<p class="c-muted" style="max-width:600px;margin:12px auto 0;padding:0 12px;${ink('muted')};font-size:12px;line-height:17px;text-align:left;overflow-wrap:anywhere">${inertText(footer)}</p>
</td></tr></table>
</body>
</html>
`;
}
