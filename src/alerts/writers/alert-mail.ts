import { ink, mailButton, mailFrame } from '../../kernel/format/mail-frame.ts';
import { catalogueOf } from '../../kernel/texts/catalogue.ts';
import { inertText } from '../../kernel/format/inert-text.ts';
import type { AlertWords, MessageRow } from '../rules/content.ts';
import { COLOURS } from '../../kernel/format/colours.ts';
import type { AssignedWords } from '../rules/content/assigned.ts';
import type { MorningWords } from '../rules/content/morning.ts';

const row = ({ name, value }: MessageRow): string =>
  `<tr>
<td class="c-muted line" style="padding:6px 12px 6px 0;border-top:1px solid ${COLOURS.line.light};${ink('muted')};font-size:14px;line-height:20px;vertical-align:top;width:30%">${inertText(name)}</td>
<td class="c-ink line" style="padding:6px 0;border-top:1px solid ${COLOURS.line.light};${ink('ink')};font-size:14px;line-height:20px;vertical-align:top;overflow-wrap:anywhere;font-variant-numeric:tabular-nums">${inertText(value)}</td>
</tr>`;

/** The HTML has the sentences of the plain text in their order: the advice comes first. */
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

const paragraph = (text: string, colour: Parameters<typeof ink>[0], style: string): string =>
  `<p class="c-${colour}" style="margin:0 0 8px;${ink(colour)};${style};overflow-wrap:anywhere">${inertText(text)}</p>`;

const BODY = 'font-size:16px;line-height:22px';

/** The HTML has the sentences of the plain text in their order: the advice comes first. */
export function assignedMailHtml(words: AssignedWords): string {
  const { language, subject, colour, action, label, place, fact, note, see, link, footer } = words;
  return mailFrame({
    language,
    subject,
    colour,
    card: [
      paragraph(action, 'ink', BODY),
      paragraph(label, colour, 'font-size:14px;line-height:20px;font-weight:600'),
      paragraph(place, 'ink', 'font-size:20px;line-height:28px;font-weight:600'),
      paragraph(fact, 'ink', BODY),
      ...(note === null ? [] : [paragraph(note, 'ink', `${BODY};white-space:pre-line`)]),
      link === null ? '' : mailButton({ link, words: see, colour: 'water', margin: '20px 0 0' }),
    ],
    footer,
  });
}

export const assignedMailText = ({ action, label, place, fact, note, see, link, footer }: AssignedWords): string =>
  [
    action,
    `${label}: ${place}\n${fact}`,
    ...(note === null ? [] : [note]),
    ...(link === null ? [] : [`${see}:\n${link}`]),
    footer,
  ].join('\n\n') + '\n';

type Entry = MorningWords['entries'][number];
type Pointer = MorningWords['pointers'][number];

const SMALL = 'font-size:14px;line-height:20px;overflow-wrap:anywhere';

/** A text that leads somewhere, or the text alone in a mail without links. */
const linked = ({ text, link }: Pointer): string =>
  link === null
    ? inertText(text)
    : `<a href="${inertText(link)}" class="c-water" style="${ink('water')}">${inertText(text)}</a>`;

const entryHtml = ({ label, colour, place, kind, sentence, days, link }: Entry): string =>
  `<tr><td class="line" style="padding:12px 0;border-top:1px solid ${COLOURS.line.light}">
<p class="c-ink" style="margin:0;${ink('ink')};font-size:16px;line-height:22px;font-weight:600;overflow-wrap:anywhere">${linked({ text: place, link })}</p>
<p class="c-ink" style="margin:2px 0;${ink('ink')};font-size:15px;line-height:21px;overflow-wrap:anywhere">${inertText(sentence)}</p>
<p style="margin:0;${SMALL}"><b class="c-${colour}" style="${ink(colour)};font-weight:600">${inertText(label)}</b> <span class="c-muted" style="${ink('muted')}">${inertText(`${kind}, ${days}`)}</span></p>
</td></tr>`;

const mutedHtml = (html: string): string =>
  `<p class="c-muted" style="margin:12px 0 0;${ink('muted')};${SMALL}">${html}</p>`;

/** The HTML has the sentences of the plain text in their order: the advice comes first. */
export function morningMailHtml(words: MorningWords): string {
  const { language, subject, action, heading, colour, entries, more, all, pointers, footer } = words;
  return mailFrame({
    language,
    subject,
    colour,
    card: [
      `<p class="c-ink" style="margin:0 0 4px;${ink('ink')};font-size:20px;line-height:28px;font-weight:600;overflow-wrap:anywhere">${inertText(action)}</p>`,
      `<h1 class="c-muted" style="margin:0 0 16px;${ink('muted')};font-size:14px;line-height:20px;font-weight:400;overflow-wrap:anywhere">${inertText(heading)}</h1>`,
      `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="width:100%">`,
      ...entries.map(entryHtml),
      `</table>`,
      ...(more === null ? [] : [mutedHtml(inertText(more))]),
      all.link === null ? '' : mailButton({ link: all.link, words: all.text, colour: 'water', margin: '8px 0 20px' }),
      ...pointers.map((pointer) => mutedHtml(linked(pointer))),
    ],
    footer,
  });
}

const pointerText = ({ text, link }: Pointer): string => (link === null ? text : `${text}:\n${link}`);

export const morningMailText = ({ action, heading, entries, more, all, pointers, footer }: MorningWords): string =>
  [
    action,
    heading,
    ...entries.map(({ label, place, kind, sentence, days, link }) =>
      [`${label}: ${place} (${kind}, ${days})`, sentence, ...(link === null ? [] : [link])].join('\n'),
    ),
    ...(more === null ? [] : [more]),
    ...[...(all.link === null ? [] : [all]), ...pointers].map(pointerText),
    footer,
  ].join('\n\n') + '\n';
