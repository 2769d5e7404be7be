import { dateOfDayNumber, type DayNumber, dayNumberOf } from './business-date.ts';
import { clockIdentity, type ClockPeriod, clockPeriodsOf } from './day-rule.ts';
import { DAY_MS, HOUR_MS } from './durations.ts';
import { timeOfDayText } from './iso.ts';
import type { BusinessClock, BusinessDate, DatedRule, DayRule, EpochMillis } from './types.ts';

/**
 * The instants of one business day, `[startEpochMs, endEpochMs)`; 24 hours long except where clocks change or another
 * rule begins to count.
 */
export interface DayWindow {
  readonly startEpochMs: EpochMillis;
  readonly endEpochMs: EpochMillis;
  readonly lengthSeconds: number;
}

/** The clock by which a time is read where no industry, and so no zone, is known. */
export const UTC_CLOCK: BusinessClock = { timezone: 'UTC', shiftStartAt: '00:00:00', daysOffset: 0 };

/** Where an instant stands on a business clock. */
export interface BusinessPosition {
  readonly date: BusinessDate;
  /** The position of {@link ClockReader.businessAt}, in microseconds since 1970-01-01 00:00:00 of that clock. */
  readonly businessMicroseconds: number;
}

/**
 * One business clock for bulk use: it remembers day starts and the last day it was asked for, so that only the first
 * instant of a day costs zone arithmetic. Every method throws RangeError for an instant that is not a whole number of
 * milliseconds or whose business date is outside the years 1900 to 2200.
 */
export interface ClockReader {
  dayStart(date: BusinessDate): EpochMillis;
  dayWindow(date: BusinessDate): DayWindow;
  businessDateOf(instant: EpochMillis): BusinessDate;
  /**
   * Timestamp without time zone, as text: the business date and the time since the day's start, `yyyy-MM-dd
   * HH:MM:SS.mmm`, or `yyyy-MM-dd 23:59:59.999999` for whatever lies beyond 24 hours.
   */
  businessAt(instant: EpochMillis): string;
  locate(instant: EpochMillis): BusinessPosition;
}

interface Day {
  readonly date: BusinessDate;
  readonly startEpochMs: EpochMillis;
  readonly endEpochMs: EpochMillis;
  /** Its midnight, see {@link BusinessPosition}. */
  readonly firstMicroseconds: number;
}

/** Position of the last microsecond in a day. */
const LAST_MICROSECOND = DAY_MS * 1000 - 1;

/**
 * @throws ServiceError 400 naming the field when a zone, shift start or days offset of the clock is not one.
 */
export const createClockReader = (clock: BusinessClock): ClockReader => {
  const periods = clockPeriodsOf(clock);
  const periodWhere = (counts: (period: ClockPeriod) => boolean): ClockPeriod => {
    const found = periods.find(counts);
    if (found === undefined) throw new Error('The first rule of a clock counts from the beginning.');
    return found;
  };
  const startOf = (dayNumber: DayNumber): EpochMillis => {
    const period = periodWhere(({ fromDay }) => fromDay <= dayNumber);
    return Math.min(period.startOf(dayNumber), period.endsAtMs);
  };
  let last: Day | undefined;

  const dayOf = (dayNumber: DayNumber): Day => ({
    date: dateOfDayNumber(dayNumber),
    startEpochMs: startOf(dayNumber),
    endEpochMs: startOf(dayNumber + 1),
    firstMicroseconds: dayNumber * DAY_MS * 1000,
  });

  const find = (instant: EpochMillis): Day => {
    const { guessMs, lastDay } = periodWhere(({ beginsAtMs }) => beginsAtMs <= instant);
    // Exact but for the zone's offset, which is under a day: at most a step away. A zone that jumped over a whole day
    // has a day of no length, which contains nothing and is passed by; so have the last days of a rule when the next
    // one begins before them.
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
        businessMicroseconds: day.firstMicroseconds + Math.min((instant - day.startEpochMs) * 1000, LAST_MICROSECOND),
      };
    },
  };
};

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

/** Whole hours of a day that have ended by then. null: the day is over, and all of its hours with it. */
export const endedHours = (
  { startEpochMs, endEpochMs }: Pick<DayWindow, 'startEpochMs' | 'endEpochMs'>,
  now: EpochMillis,
): number | null => (now >= endEpochMs ? null : Math.max(0, Math.floor((now - startEpochMs) / HOUR_MS)));

/**
 * End of the hour of a day that runs; null: the day is over. Readings of later hours, which a device with a clock ahead
 * has sent, count once these hours have begun, so that a day is what its hours tell.
 */
export function endOfRunningHour(window: DayWindow, now: EpochMillis): EpochMillis | null {
  const ended = endedHours(window, now);
  return ended === null ? null : window.startEpochMs + (ended + 1) * HOUR_MS;
}

/** The business day that contains an instant. @throws RangeError as {@link ClockReader} says. */
export const businessDateOf = (clock: BusinessClock, instant: EpochMillis): BusinessDate =>
  readerOf(clock).businessDateOf(instant);

/**
 * An instant's position on the clock as text, see {@link ClockReader.businessAt}. @throws RangeError as {@link
 * ClockReader} says.
 */
export const businessAt = (clock: BusinessClock, instant: EpochMillis): string => readerOf(clock).businessAt(instant);

/**
 * The clock made of these rules, as {@link BusinessClock.history} lists them, with the one in force at an instant as
 * today's.
 */
export function clockAsOf(rules: readonly DatedRule[], now: EpochMillis): BusinessClock {
  const [first] = rules;
  if (first === undefined) throw new Error('A clock has one rule at least.');
  const { timezone, shiftStartAt, daysOffset } =
    rules.length === 1
      ? first
      : ruleOn({ ...first, history: rules }, businessDateOf({ ...first, history: rules }, now));
  return { timezone, shiftStartAt, daysOffset, ...(rules.length === 1 ? {} : { history: rules }) };
}
