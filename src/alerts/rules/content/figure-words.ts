import { durationText, figureText, neededDecimals } from '../../../kernel/format/figure-text.ts';
import { IANAZone } from 'luxon';
import type { Language } from '../../../kernel/language.ts';
import { dateText } from '../../../kernel/format/date-text.ts';
import { utcDateOf } from '../../../kernel/time/business-date.ts';
import { lettersOf, oneLine } from '../../../kernel/text.ts';
import { MINUTE_MS } from '../../../kernel/time/durations.ts';
import type { EpochMillis } from '../../../kernel/time/types.ts';
import { mailWords } from './catalogue-texts.ts';

/* The wording of figures in messages about alerts. */

const MOST_DECIMALS = 6;
const UNBROKEN_SPACE = '\u00a0';

/** A figure without zeros at its end, which tell nothing of a figure alone. */
const written = (value: number, decimals: number): string =>
  figureText(value, decimals).replace(/\.(\d*?)0+$/, (_, kept: string) => (kept === '' ? '' : `.${kept}`));

const withUnit = (figure: string, unit: string): string => (unit === '' ? figure : `${figure}${UNBROKEN_SPACE}${unit}`);

/** `1 235 KL` in one piece: three significant digits or more, no zeros at the end, a narrow space between thousands. */
export const quantityWords = (value: number, unit: string): string =>
  withUnit(written(value, neededDecimals(value)), unit);

/**
 * A value beside its limit, with so many digits that two figures which differ are not written alike: 100.04 beside 100.
 */
export function besideLimit(
  value: number,
  limit: number,
  unit: string,
): { readonly value: string; readonly limit: string } {
  let decimals = 0;
  const both = (): readonly [string, string] => [
    written(value, Math.max(decimals, neededDecimals(value))),
    written(limit, Math.max(decimals, neededDecimals(limit))),
  ];
  while (value !== limit && both()[0] === both()[1] && decimals < MOST_DECIMALS) decimals += 1;
  const [valueText, limitText] = both();
  return { value: withUnit(valueText, unit), limit: withUnit(limitText, unit) };
}

/** The instant as clocks of the zone show it, written as if it were UTC. */
const shownThere = (instant: EpochMillis, timezone: string): EpochMillis =>
  instant + IANAZone.create(timezone).offset(instant) * MINUTE_MS;

/** `14:20`, and `14:20 on 04 Jun 2026` where that is another day than `now`; both by clocks of the zone. */
export function localTimeWords(instant: EpochMillis, now: EpochMillis, timezone: string, language: Language): string {
  const there = shownThere(instant, timezone);
  const time = new Date(there).toISOString().slice(11, 16);
  const date = utcDateOf(there);
  return date === utcDateOf(shownThere(now, timezone))
    ? time
    : mailWords(language, 'timeOnDay', { time, date: dateText(date, language) });
}

/** `04 Jun 2026, 14:20 (Asia/Kolkata)` */
export function localInstantWords(instant: EpochMillis, timezone: string, language: Language): string {
  const there = shownThere(instant, timezone);
  return `${dateText(utcDateOf(there), language)}, ${new Date(there).toISOString().slice(11, 16)} (${timezone})`;
}

/** A length as everywhere, with spaces of text messages; less than a minute is `1 min`. */
export const durationWords = (milliseconds: number, language: Language): string =>
  durationText(Math.max(1, milliseconds / MINUTE_MS), language).replaceAll(UNBROKEN_SPACE, ' ');

const LONGEST_NAME = 80;

/** The text, cut with an ellipsis where it has more characters. No letter is parted from its signs. */
export function shortened(text: string, characters: number): string {
  if ([...text].length <= characters) return text;
  const kept: string[] = [];
  let room = characters - 1;
  for (const letter of lettersOf(text)) {
    room -= [...letter].length;
    if (room < 0) break;
    kept.push(letter);
  }
  return `${kept.join('').trimEnd()}…`;
}

/** A name that users typed, fit for a subject. */
export const nameWords = (name: string): string => shortened(oneLine(name), LONGEST_NAME);

/** Signs that are not in the alphabet of text messages and would halve what fits into one. */
const PLAIN_SIGNS: Readonly<Record<string, string>> = {
  '\u202f': ' ',
  '\u00a0': ' ',
  '\u2009': ' ',
  '\u2212': '-',
  '–': '-',
  '—': '-',
  '…': '..',
  '³': '3',
  '²': '2',
  '°': '',
  '·': '-',
  '’': "'",
  µ: 'u',
};

/** Text in signs of the alphabet of text messages, where it has one for them. Other scripts stay. */
export const inPlainSigns = (text: string): string =>
  text.replaceAll(/[\u202f\u00a0\u2009\u2212–—…³²°·’µ]/g, (sign) => PLAIN_SIGNS[sign] ?? sign);
