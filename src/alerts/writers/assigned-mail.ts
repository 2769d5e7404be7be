import { inertText } from '../../kernel/format/inert-text.ts';
import { ink, mailButton, mailFrame } from '../../kernel/format/mail-frame.ts';
import type { AssignedWords } from '../rules/content/assigned.ts';

const paragraph = (text: string, colour: Parameters<typeof ink>[0], style: string): string =>
  `<p class="c-${colour}" style="margin:0 0 8px;${ink(colour)};${style};overflow-wrap:anywhere">${inertText(text)}</p>`;

const BODY = 'font-size:16px;line-height:22px';

/** The html says what the plain text says, in its order: first what to do. */
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
