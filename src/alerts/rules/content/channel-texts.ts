import { isoOf, isoOrNull } from '../../../kernel/time/iso.ts';
import type { AlertWords } from '../content.ts';
import { mailWords } from './catalogue-texts.ts';
import { inPlainSigns, shortened } from './figure-words.ts';
import type { JsonValue } from '../../../kernel/json.ts';
import type { AlertFacts } from '../facts.ts';

/*
 * The words in the form of each channel that shows text. src/alerts/writers/alert-mail.ts makes the html of mails.
 */

/** Signs of two parts of a text message, of 153 each; longer ones cost more than they tell. */
const LONGEST_SMS = 306;
/** Signs of four parts in another script, of 67 each. */
const LONGEST_SMS_OF_SCRIPT = 268;
/** Texts whose every sign is in the alphabet of text messages (GSM 7 bit), which has no `. */
const OF_ALPHABET = /^[\n\x20-_a-~£¥èéùìòÇØøÅåΔΦΓΛΩΠΨΣΘΞÆæßÉ¤¡ÄÖÑÜ§¿äöñüà€]*$/;
/** Signs of the alphabet that take the room of two. */
const OF_TWO = /[\^{}\\[~\]|€]/g;
const LONGEST_PUSH_BODY = 180;
const LONGEST_PUSH_TITLE = 100;
/** Most characters in a blank of an approved chat message. */
const LONGEST_BLANK = 250;

/** Plain text of a mail, with the content and order of its html. */
export const mailText = ({ language, action, subject, label, rows, link, footer }: AlertWords): string =>
  [
    action,
    '',
    `${label}: ${subject}`,
    '',
    ...rows.map(({ name, value }) => `${name}: ${value}`),
    ...(link === null ? [] : ['', mailWords(language, 'details', { link })]),
    '',
    footer,
    '',
  ].join('\n');

/** Text message: the fact, then as much of the action as fits. A link is never cut. */
export function smsText({ language, label, subject, brief, link }: AlertWords): string {
  const end = link === null ? '' : ` ${link}`;
  const fact = inPlainSigns(mailWords(language, 'sentence', { words: `${label}: ${subject}` }));
  const more = brief.map(inPlainSigns);
  const isOfAlphabet = [fact, ...more].every((text) => OF_ALPHABET.test(text));
  const signsOf = (text: string): number => text.length + (isOfAlphabet ? (text.match(OF_TWO)?.length ?? 0) : 0);
  const room = (isOfAlphabet ? LONGEST_SMS : LONGEST_SMS_OF_SCRIPT) - signsOf(end);
  // The ellipsis of a cut is of no alphabet, and longer in plain signs.
  const roomOfFact = room - 1 - (signsOf(fact) - [...fact].length);
  const kept = more.reduce(
    (text, sentence) => {
      const longer = `${text} ${sentence}`;
      return signsOf(longer) > room ? text : longer;
    },
    inPlainSigns(shortened(fact, roomOfFact)),
  );
  return `${kept}${end}`;
}

export const pushWords = ({
  label,
  subject,
  brief,
}: AlertWords): { readonly title: string; readonly body: string } => ({
  title: shortened(`${label}: ${subject}`, LONGEST_PUSH_TITLE),
  body: shortened(brief.join(' '), LONGEST_PUSH_BODY),
});

/** Blanks of the approved chat message: 1 how bad, 2 place, 3 fact, 4 what to do, 5 where to look. */
export const chatVariables = ({ label, place, fact, brief, link }: AlertWords): Readonly<Record<string, string>> => ({
  '1': label,
  '2': place,
  '3': shortened(fact, LONGEST_BLANK),
  '4': shortened(brief.join(' '), LONGEST_BLANK),
  // A blank must not be empty.
  '5': link ?? '–',
});

/** A chat message without an approved text. */
export const chatText = ({ label, subject, brief, link }: AlertWords): string =>
  [`${label}: ${subject}`, brief.join(' '), ...(link === null ? [] : [link])].join('\n');

/** An alert as programs read it: payload of the event `alert`, data of a push message and of a notification. */
export const alertPayload = (
  facts: AlertFacts,
  { subject, action }: AlertWords,
): Readonly<Record<string, JsonValue>> => ({
  alertId: facts.alertId,
  kind: facts.kind,
  alertType: facts.alertType,
  severity: facts.severity,
  industryId: facts.industryId,
  unitId: facts.unitId,
  unitName: facts.unitName,
  title: subject,
  message: action,
  value: facts.value,
  limit: facts.limit,
  unit: facts.unit,
  parameter: facts.parameter,
  since: isoOf(facts.since),
  until: isoOrNull(facts.until),
});
