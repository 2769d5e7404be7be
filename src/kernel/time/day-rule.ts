import { IANAZone } from 'luxon';
import { ServiceError } from '../errors.ts';
import { type DayNumber, dayNumberOf } from './business-date.ts';
import { DAY_MS } from './durations.ts';
import { instantOfLocal } from './shift-starts.ts';
import type { BusinessClock, DayRule, EpochMillis } from './types.ts';

const refusal = (field: string, value: unknown, allowed: string): ServiceError => {
  const shown = typeof value === 'string' || typeof value === 'object' ? JSON.stringify(value) : String(value);
  const problem = `is ${shown}, allowed is ${allowed}`;
  return new ServiceError(400, `'${field}' ${problem}`, [{ field, problem }]);
};

/** Zones that exist. Each sender's clock asks, and the runtime takes a millisecond to answer. */
const knownZones = new Set<string>();
/** More than there are. Names in other capitals than the database's are zones, too. */
const MOST_KNOWN = 1000;

/**
 * Whether PostgreSQL reads the name as the same IANA zone: `Area/Location`, or `UTC`. Other single words are refused,
 * because PostgreSQL takes `CET`, `EST` and `MET` for fixed offsets. `+05:30` is refused, because PostgreSQL counts it
 * westwards.
 */
export function isTimezone(name: string): boolean {
  if (knownZones.has(name)) return true;
  const isZone = (name === 'UTC' || /^[A-Za-z_]+(?:\/[A-Za-z0-9_+-]+)+$/.test(name)) && IANAZone.isValidZone(name);
  if (isZone && knownZones.size < MOST_KNOWN) knownZones.add(name);
  return isZone;
}

/** Whether the text is a local time of day, `HH:MM:SS` from 00:00:00 to 23:59:59. */
export const isShiftStart = (text: string): boolean => /^(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d$/.test(text);

const checkShiftStart = (shiftStartAt: string): void => {
  if (!isShiftStart(shiftStartAt)) throw refusal('meta.shift.startAt', shiftStartAt, 'a local time HH:MM:SS');
};

/**
 * Days subtracted from the start of an industry's day (specification, Industry; User: batch processing). An industry
 * may declare its own whole number. Without one (undefined or null) it is 1 for a shift that starts at 12:00 or later,
 * else 0.
 * @throws ServiceError 400 for any other value, also for a number written as text, because a data error is reported.
 */
export const daysOffsetOf = (declared: unknown, shiftStartAt: string): number => {
  checkShiftStart(shiftStartAt);
  if (declared === undefined || declared === null) return shiftStartAt >= '12:00:00' ? 1 : 0;
  if (typeof declared === 'number' && Number.isSafeInteger(declared)) return declared;
  throw refusal('daysOffset', declared, 'a whole number of days');
};

/** Day starts of one rule, each computed once. Days are numbered from 1970-01-01. */
const createDayStarts = ({ timezone, shiftStartAt, daysOffset }: DayRule): ((dayNumber: DayNumber) => EpochMillis) => {
  if (!isTimezone(timezone)) throw refusal('meta.timezone', timezone, "an IANA zone 'Area/Location' or 'UTC'");
  checkShiftStart(shiftStartAt);
  if (!Number.isSafeInteger(daysOffset)) throw refusal('daysOffset', daysOffset, 'a whole number of days');
  const zone = IANAZone.create(timezone);
  const shiftMs = Date.parse(`1970-01-01T${shiftStartAt}Z`);
  const known = new Map<DayNumber, EpochMillis>();
  return (dayNumber) => {
    const found = known.get(dayNumber);
    if (found !== undefined) return found;
    const start = instantOfLocal(zone, dayNumber * DAY_MS + shiftMs) - daysOffset * DAY_MS;
    known.set(dayNumber, start);
    return start;
  };
};

const ruleText = ({ timezone, shiftStartAt, daysOffset }: DayRule): string =>
  `${timezone} ${shiftStartAt} ${daysOffset}`;

/** Whether two rules begin every day at the same instant, as far as their declaration tells. */
export const sameRule = (a: DayRule, b: DayRule): boolean => ruleText(a) === ruleText(b);

/** A key that is the same for two clocks that place every instant alike, whichever rule is in force today. */
export const clockIdentity = (clock: BusinessClock): string =>
  clock.history === undefined
    ? ruleText(clock)
    : clock.history.map((rule) => `${rule.fromDate} ${ruleText(rule)}`).join('; ');

/** The time for which one rule of a clock counts, with that rule. */
export interface ClockPeriod {
  readonly fromDay: DayNumber;
  /** Last day the rule counts for; Infinity for the newest rule. */
  readonly lastDay: DayNumber;
  /**
   * The rule places instants in `[beginsAtMs, endsAtMs)`. That span is empty when a later rule begins before this one's
   * first day.
   */
  readonly beginsAtMs: EpochMillis;
  readonly endsAtMs: EpochMillis;
  readonly startOf: (dayNumber: DayNumber) => EpochMillis;
  /** Added to an instant before dividing by the length of a day. What is left to correct is the zone's offset. */
  readonly guessMs: number;
}

/**
 * The rules of a clock, newest first. A day begins by the rule of its date, but never after a later rule has begun. So
 * days tile time, whatever the rules are. The last day before a change is longer or shorter for once, because it fills
 * what is left.
 */
export const clockPeriodsOf = (clock: BusinessClock): readonly ClockPeriod[] => {
  const periods: ClockPeriod[] = [];
  const history = clock.history ?? [clock];
  for (const [index, rule] of history.toReversed().entries()) {
    const next = periods.at(-1);
    const startOf = createDayStarts(rule);
    const fromDay = index === history.length - 1 || !('fromDate' in rule) ? -Infinity : dayNumberOf(rule.fromDate);
    const endsAtMs = next?.beginsAtMs ?? Infinity;
    periods.push({
      fromDay,
      startOf,
      endsAtMs,
      lastDay: next === undefined ? Infinity : next.fromDay - 1,
      beginsAtMs: fromDay === -Infinity ? -Infinity : Math.min(startOf(fromDay), endsAtMs),
      guessMs: rule.daysOffset * DAY_MS - Date.parse(`1970-01-01T${rule.shiftStartAt}Z`),
    });
  }
  return periods;
};
