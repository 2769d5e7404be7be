import { ink, mailButton, mailFrame } from '../../kernel/format/mail-frame.ts';
import { catalogueOf } from '../../kernel/texts/catalogue.ts';
import { inertText } from '../../kernel/format/inert-text.ts';
import type { AlertWords, MessageRow } from '../rules/content.ts';
import { COLOURS } from '../../kernel/format/colours.ts';

const row = ({ name, value }: MessageRow): string =>
  `<tr>
<td class="c-muted line" style="padding:6px 12px 6px 0;border-top:1px solid ${COLOURS.line.light};${ink('muted')};font-size:14px;line-height:20px;vertical-align:top;width:30%">${inertText(name)}</td>
<td class="c-ink line" style="padding:6px 0;border-top:1px solid ${COLOURS.line.light};${ink('ink')};font-size:14px;line-height:20px;vertical-align:top;overflow-wrap:anywhere;font-variant-numeric:tabular-nums">${inertText(value)}</td>
</tr>`;

/** The html says what the plain text says, in its order: first what to do. */
export function alertMailHtml({
  language,
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
  return mailFrame({
    language,
    subject,
    colour: labelColour,
    card: [
      `<p class="c-ink" style="margin:0 0 16px;${ink('ink')};font-size:16px;line-height:22px">${inertText(action)}</p>`,
      `<p class="c-${labelColour}" style="margin:0 0 4px;${ink(labelColour)};font-size:14px;line-height:20px;font-weight:600">${inertText(label)}</p>`,
      `<h1 class="c-ink" style="margin:0 0 4px;${ink('ink')};font-size:20px;line-height:28px;font-weight:600;overflow-wrap:anywhere">${inertText(place)}</h1>`,
      `<p class="c-${colour}" style="margin:0 0 16px;${ink(colour)};font-size:20px;line-height:28px;overflow-wrap:anywhere">${inertText(fact)}</p>`,
      `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="width:100%">`,
      ...rows.map(row),
      `</table>`,
      link === null
        ? ''
        : mailButton({ link, words: catalogueOf(language).assignedMail.see, colour: 'water', margin: '20px 0 0' }),
    ],
    footer,
  });
}
