import { IANAZone } from 'luxon';
import { ServiceError } from '../errors.ts';
import { dateOfDayNumber, dayNumberOf } from './business-date.ts';
import type { DayNumber } from './business-date.ts';
import { instantOfLocal } from './local-time.ts';
import { timeOfDayText } from './time-text.ts';
import type { BusinessClock, BusinessDate, DatedRule, DayRule, EpochMillis } from './types.ts';

const DAY_MS = 86_400_000;

/** The instants of one business day, `[startEpochMs, endEpochMs)`; 24 hours long except where clocks change or another rule begins to count. */
export interface DayWindow {
  readonly startEpochMs: EpochMillis;
  readonly endEpochMs: EpochMillis;
  readonly lengthSeconds: number;
}

/** Where an instant stands on a business clock. */
export interface BusinessPosition {
  readonly date: BusinessDate;
  readonly dayStartEpochMs: EpochMillis;
  /** Milliseconds since the day's start; reaches beyond 24 hours on a long day. */
  readonly elapsedMs: number;
  /** See {@link ClockReader.businessAt}. */
  readonly businessAt: string;
}

/**
 * One business clock for bulk use: it remembers day starts and the last day it was asked for, so that only the first instant
 * of a day costs zone arithmetic. Every method throws RangeError for an instant that is not a whole number of
 * milliseconds or whose business date is outside the years 1900 to 2200.
 */
export interface ClockReader {
  dayStart(date: BusinessDate): EpochMillis;
  dayWindow(date: BusinessDate): DayWindow;
  businessDateOf(instant: EpochMillis): BusinessDate;
  /**
   * Timestamp without time zone, as text: the business date and the time since the day's start, `yyyy-MM-dd HH:MM:SS.mmm`,
   * or `yyyy-MM-dd 23:59:59.999999` for whatever lies beyond 24 hours.
   */
  businessAt(instant: EpochMillis): string;
  locate(instant: EpochMillis): BusinessPosition;
}

interface Day {
  readonly date: BusinessDate;
  readonly startEpochMs: EpochMillis;
  readonly endEpochMs: EpochMillis;
}

const refusal = (field: string, value: unknown, allowed: string): ServiceError => {
  const shown = typeof value === 'string' || typeof value === 'object' ? JSON.stringify(value) : String(value);
  const problem = `is ${shown}, allowed is ${allowed}`;
  return new ServiceError(400, `'${field}' ${problem}`, [{ field, problem }]);
};

/**
 * Whether the name is an IANA zone that PostgreSQL reads the same way: `Area/Location`, or `UTC`. Other single words are
 * refused because PostgreSQL takes several (`CET`, `EST`, `MET`) for abbreviations of fixed offset, and `+05:30` because
 * PostgreSQL counts that west of Greenwich.
 */
export const isTimezone = (name: string): boolean =>
  (name === 'UTC' || /^[A-Za-z_]+(?:\/[A-Za-z0-9_+-]+)+$/.test(name)) && IANAZone.isValidZone(name);

/** Whether the text is a local time of day, `HH:MM:SS` from 00:00:00 to 23:59:59. */
export const isShiftStart = (text: string): boolean => /^(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d$/.test(text);

const checkShiftStart = (shiftStartAt: string): void => {
  if (!isShiftStart(shiftStartAt)) throw refusal('meta.shift.startAt', shiftStartAt, 'a local time HH:MM:SS');
};

/**
 * Days subtracted from the start of an industry's day: the industry's own whole number when it declares one; when it does not
 * (undefined or null), 1 for a shift that starts at 12:00 or later, else 0 (specification, industry document and batch).
 * @throws ServiceError 400 for any other value, a number written as text included: a data error is reported, never coerced.
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

/** A rule in its place among the others of a clock. */
interface Reign {
  readonly fromDay: DayNumber;
  /** Last day the rule counts for; Infinity for the newest rule. */
  readonly lastDay: DayNumber;
  /** Instants in `[beginsAtMs, endsAtMs)` are placed by the rule; empty where later rules begin before its first day does. */
  readonly beginsAtMs: EpochMillis;
  readonly endsAtMs: EpochMillis;
  readonly startOf: (dayNumber: DayNumber) => EpochMillis;
  /** Added to an instant, gives its day number but for the zone's offset. */
  readonly guessMs: number;
}

/**
 * The rules of a clock, newest first. A day begins by the rule of its date, but never after a later rule has begun to count: so
 * days tile time whatever the rules, and the last day before a change is as long as it takes.
 */
const reignsOf = (clock: BusinessClock): readonly Reign[] => {
  const reigns: Reign[] = [];
  const history = clock.history ?? [clock];
  for (const [index, rule] of history.toReversed().entries()) {
    const next = reigns.at(-1);
    const startOf = createDayStarts(rule);
    const fromDay = index === history.length - 1 || !('fromDate' in rule) ? -Infinity : dayNumberOf(rule.fromDate);
    const endsAtMs = next?.beginsAtMs ?? Infinity;
    reigns.push({
      fromDay, startOf, endsAtMs, lastDay: next === undefined ? Infinity : next.fromDay - 1,
      beginsAtMs: fromDay === -Infinity ? -Infinity : Math.min(startOf(fromDay), endsAtMs),
      guessMs: rule.daysOffset * DAY_MS - Date.parse(`1970-01-01T${rule.shiftStartAt}Z`),
    });
  }
  return reigns;
};

/**
 * @throws ServiceError 400 naming the field when a zone, shift start or days offset of the clock is not one.
 */
export const createClockReader = (clock: BusinessClock): ClockReader => {
  const reigns = reignsOf(clock);
  const reignWhere = (counts: (reign: Reign) => boolean): Reign => {
    const found = reigns.find(counts);
    if (found === undefined) throw new Error('The first rule of a clock counts from the beginning.');
    return found;
  };
  const startOf = (dayNumber: DayNumber): EpochMillis => {
    const reign = reignWhere(({ fromDay }) => fromDay <= dayNumber);
    return Math.min(reign.startOf(dayNumber), reign.endsAtMs);
  };
  let last: Day | undefined;

  const dayOf = (dayNumber: DayNumber): Day => ({
    date: dateOfDayNumber(dayNumber),
    startEpochMs: startOf(dayNumber),
    endEpochMs: startOf(dayNumber + 1),
  });

  const find = (instant: EpochMillis): Day => {
    const { guessMs, lastDay } = reignWhere(({ beginsAtMs }) => beginsAtMs <= instant);
    // Exact but for the zone's offset, which is under a day: at most a step away. A zone that jumped over a whole day has a day
    // of no length, which contains nothing and is passed by; so have the last days of a rule when the next one begins before them.
    let dayNumber = Math.min(Math.floor((instant + guessMs) / DAY_MS), lastDay);
    while (startOf(dayNumber) > instant) dayNumber -= 1;
    while (startOf(dayNumber + 1) <= instant) dayNumber += 1;
    return dayOf(dayNumber);
  };

  const dayAt = (instant: EpochMillis): Day => {
    if (!Number.isSafeInteger(instant)) throw new RangeError(`${instant} is not an instant in whole milliseconds`);
    if (last === undefined || instant < last.startEpochMs || instant >= last.endEpochMs) last = find(instant);
    return last;
  };

  const textAt = (day: Day, instant: EpochMillis): string => `${day.date} ${timeOfDayText(instant - day.startEpochMs)}`;

  return {
    dayStart: (date) => startOf(dayNumberOf(date)),
    dayWindow: (date) => {
      const { startEpochMs, endEpochMs } = dayOf(dayNumberOf(date));
      return { startEpochMs, endEpochMs, lengthSeconds: (endEpochMs - startEpochMs) / 1000 };
    },
    businessDateOf: (instant) => dayAt(instant).date,
    businessAt: (instant) => textAt(dayAt(instant), instant),
    locate: (instant) => {
      const day = dayAt(instant);
      return {
        date: day.date,
        dayStartEpochMs: day.startEpochMs,
        elapsedMs: instant - day.startEpochMs,
        businessAt: textAt(day, instant),
      };
    },
  };
};

const ruleText = ({ timezone, shiftStartAt, daysOffset }: DayRule): string => `${timezone} ${shiftStartAt} ${daysOffset}`;

/** Whether two rules begin every day at the same instant, as far as their declaration tells. */
export const sameRule = (a: DayRule, b: DayRule): boolean => ruleText(a) === ruleText(b);

/** The same text for two clocks that place every instant alike, whichever of their rules is in force today. */
export const clockIdentity = (clock: BusinessClock): string => clock.history === undefined
  ? ruleText(clock)
  : clock.history.map((rule) => `${rule.fromDate} ${ruleText(rule)}`).join('; ');

/** The rule by which a business date begins. */
export const ruleOn = (clock: BusinessClock, date: BusinessDate): DayRule =>
  clock.history?.findLast(({ fromDate }) => fromDate <= date) ?? clock.history?.[0] ?? clock;

const READERS_KEPT = 1000;
const readers = new Map<string, ClockReader>();

/** One reader per clock, so that single questions share the day starts; forgotten all at once beyond a bound. */
const readerOf = (clock: BusinessClock): ClockReader => {
  const key = clockIdentity(clock);
  const found = readers.get(key);
  if (found !== undefined) return found;
  const reader = createClockReader(clock);
  if (readers.size >= READERS_KEPT) readers.clear();
  readers.set(key, reader);
  return reader;
};

/**
 * Start of a business day: `date` and shift start, local in the clock's zone, minus daysOffset times 24 hours
 * (specification, Conventions 4).
 */
export const dayStart = (clock: BusinessClock, date: BusinessDate): EpochMillis => readerOf(clock).dayStart(date);

/** A business day's instants; it ends where the next one starts. */
export const dayWindow = (clock: BusinessClock, date: BusinessDate): DayWindow => readerOf(clock).dayWindow(date);

/** The business day that contains an instant. @throws RangeError as {@link ClockReader} says. */
export const businessDateOf = (clock: BusinessClock, instant: EpochMillis): BusinessDate => readerOf(clock).businessDateOf(instant);

/** An instant's position on the clock as text, see {@link ClockReader.businessAt}. @throws RangeError as {@link ClockReader} says. */
export const businessAt = (clock: BusinessClock, instant: EpochMillis): string => readerOf(clock).businessAt(instant);

/** The clock made of these rules, as {@link BusinessClock.history} lists them, with the one in force at an instant as today's. */
export function clockAsOf(rules: readonly DatedRule[], now: EpochMillis): BusinessClock {
  const [first] = rules;
  if (first === undefined) throw new Error('A clock has one rule at least.');
  const { timezone, shiftStartAt, daysOffset } = rules.length === 1 ? first : ruleOn({ ...first, history: rules }, businessDateOf({ ...first, history: rules }, now));
  return { timezone, shiftStartAt, daysOffset, ...(rules.length === 1 ? {} : { history: rules }) };
}
