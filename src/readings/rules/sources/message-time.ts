import { DateTime } from 'luxon';
import { MINUTE_MS } from '../../../kernel/time/durations.ts';
import { parseInstant } from '../../../kernel/time/instant.ts';
import type { EpochMillis } from '../../../kernel/time/types.ts';
import { shortenedText } from '../json-text.ts';

/** 'iso': a text; the others: a number since 1970. */
export const TIME_FORMS = ['iso', 'seconds', 'milliseconds', 'microseconds', 'nanoseconds'] as const;
/** How many of a form a millisecond has. */
const IN_A_MILLISECOND = { milliseconds: 1, microseconds: 1000, nanoseconds: 1_000_000 } as const;

export interface TimePlace {
  readonly place: string;
  readonly form: (typeof TIME_FORMS)[number];
  /** Zone of a text without an offset; null: every text has one. */
  readonly timezone: string | null;
}

const LOCAL = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?$/;
const SLASHED = /^(\d{4})\/(\d\d)\/(\d\d)(?=[T ])/;
const COMPACT = /^(\d{4})(\d\d)(\d\d)[T ]?(\d\d)(\d\d)(\d\d)(\d{3})?(?=Z|[+-]|$)/;
/** `2026/01/15 06:05`, `20260115T060500Z` and `20260115060500250` with the signs of ISO 8601. */
const withSigns = (text: string): string =>
  text
    .replace(SLASHED, '$1-$2-$3')
    .replace(COMPACT, '$1-$2-$3T$4:$5:$6.$7')
    .replace(/\.(?=Z|[+-]|$)/, '');

/** Numbers of another form lead beyond. A reading has narrower bounds, and names them. */
const END_OF_DATES: EpochMillis = Date.UTC(10_000, 0, 1);

/** The instant that a message names, or why it names none. */
export function instantOfText(given: unknown, { form, timezone }: TimePlace): EpochMillis | string {
  if (form !== 'iso') {
    const count = typeof given === 'number' || (typeof given === 'string' && given !== '') ? Number(given) : Number.NaN;
    const instant = Math.floor(form === 'seconds' ? count * 1000 : count / IN_A_MILLISECOND[form]);
    return instant >= 0 && instant < END_OF_DATES
      ? instant
      : `is ${shortenedText(given)}, allowed is a number of ${form} since 1970`;
  }
  const text = typeof given === 'string' ? withSigns(given) : '';
  const instant = parseInstant(text);
  if (instant !== null) return instant;
  if (!LOCAL.test(text)) return `is ${shortenedText(given)}, allowed is an ISO 8601 text such as 2026-01-15T06:05:00Z`;
  return timezone === null
    ? `is '${text}' without an offset, and the source names no time zone`
    : localInstant(text.replace(' ', 'T'), timezone);
}

/** A local time that the clocks of the zone show twice, or never, names no instant. */
function localInstant(text: string, timezone: string): EpochMillis | string {
  const local = DateTime.fromISO(text, { zone: timezone });
  if (!local.isValid) return `is '${text}', and there is no such time`;
  // 24:00 is how many meters write the end of a day, which is shown as the next one.
  const isEndOfDay = text.slice(11, 16) === '24:00';
  if (!isEndOfDay && local.toFormat("yyyy-MM-dd'T'HH:mm") !== text.slice(0, 16))
    return `is '${text}', which the clocks of ${timezone} leave out`;
  return local.getPossibleOffsets().length > 1
    ? `is '${text}', which the clocks of ${timezone} show twice; send it with an offset`
    : local.toMillis();
}

/** A frame of a device with its figures, and the instant that its reading has. */
export type KnownFrame = readonly [frame: string, at: EpochMillis];

/** Copies of a frame come within seconds. A device that was restarted counts from 0 again, minutes later. */
const COPIES_WITHIN_MILLISECONDS = 2 * MINUTE_MS;
const MOST_FRAMES = 32;

/**
 * The instant of a frame's reading. A copy, as two gateways or a sender's second try make it, has the instant of the
 * copy that came first, so that both are one reading.
 */
export function instantOfFrame(
  known: readonly KnownFrame[],
  frame: string,
  at: EpochMillis,
): { readonly at: EpochMillis; readonly known: readonly KnownFrame[] } {
  const copy = known.find(([of, then]) => of === frame && Math.abs(then - at) <= COPIES_WITHIN_MILLISECONDS);
  return copy === undefined
    ? { at, known: [...known, [frame, at] as const].slice(-MOST_FRAMES) }
    : { at: copy[1], known };
}
