import { MINIMUM_FLOWS, LEAK_METHODS, type LeakMethod, RUNNING_SHARE } from './minimum-flows.ts';
import type { LeakAlarm } from './leak-alarm.ts';
import { mean, middleOf, usualRange } from '../../kernel/statistics.ts';
import { RESTING_SHARE, STRETCH_HOURS, type Usual } from './usual-days.ts';

/** A number of days in a row that are raised. A longer stretch finds a smaller leak. */
interface Stretch {
  readonly days: number;
  /** Least rise of their mean above the usual, in deviations of usual days. */
  readonly deviations: number;
  /** Least rise of their mean above the usual, as a share of the unit's mean hour. */
  readonly leastShare: number;
}
const STRETCHES: readonly Stretch[] = [
  { days: 2, deviations: 6, leastShare: 0.15 },
  { days: 3, deviations: 2.2, leastShare: 0.03 },
  { days: 7, deviations: 2, leastShare: 0.02 },
];
/** Least rise in deviations of as many usual days together. */
const DEVIATIONS_TOGETHER = 3.5;
/**
 * The same of an even unit, and its least share. Its level wanders, no hour of it shows a leak better than another, and
 * no figure can agree with another one by chance.
 */
const EVEN_DEVIATIONS_TOGETHER = 4.5;
const EVEN_LEAST_SHARE = 0.05;
/** Days that tell the usual value of a figure, at most and at least. */
const FIGURE_DAYS = 28;
const LEAST_FIGURE_DAYS = 7;
/**
 * Factor by which the days must exceed the highest earlier stretch of the same length, because busy days come together.
 */
const BEYOND_RECORD = 1.25;
const BEYOND_LOWEST = 2;
/** Days as high as these follow each other by chance once in so many times at most. */
const LEAST_TIMES = 400;
/** Share of the rise that the other figures must show, too. */
const AGREEING_SHARE = 0.7;
/** A leak ends before this many days in a row that keep less than a share of its excess. */
const DAYS_WITHOUT = 2;
const STILL_SHARE = 0.4;

/** Deviation of the lowest hours, as a share of the mean hour, below which they count as always still. */
const STILL_DEVIATION_SHARE = 0.01;
const BLIND_SHARE = 0.5;
/** Most that any usual day was above the usual when a leak shows that the meter counts in a few hours only. */
const UNCOUNTED_SHARE = 0.1;
/** Days of a stretch that may tell nothing. */
const MOST_UNKNOWN_DAYS = 2;

/** One figure by day; null: unknown. */
type Course = (number | null)[];
export type Courses = Readonly<Record<LeakMethod, Course>>;

interface Raise {
  readonly from: number;
  readonly excess: number;
  readonly level: number;
  readonly deviation: number;
  /** Deviation of the mean of as many usual days in a row: days that follow each other vary together. */
  readonly deviationTogether: number;
  readonly highestDay: number;
  readonly excesses: number[];
  /** Whether every day is above nine of ten usual days. Where these are alike, such days are rare, too. */
  readonly isSteady: boolean;
  /** Whether no earlier days in a row were as high together. */
  readonly isRecord: boolean;
}

/** Value that each number of days in a row had together, by their mean or by the lowest of them. */
function together(course: readonly number[], days: number, of: (values: readonly number[]) => number): number[] {
  return Array.from({ length: Math.max(0, course.length - days + 1) }, (_, from) =>
    of(course.slice(from, from + days)),
  );
}
const lowestOf = (values: readonly number[]): number => Math.min(...values);

/**
 * Whether days as high as the lowest of these are too rare to come in a row by chance, by the rule of succession. Used
 * where the usual days are alike, because a deviation of 0 bounds nothing.
 */
function isRare(recent: readonly number[], values: readonly number[]): boolean {
  const least = lowestOf(values);
  const asHigh = recent.filter((value) => value >= least).length;
  return ((recent.length + 2) / (asHigh + 1)) ** values.length >= LEAST_TIMES;
}

/** Rise of the last known days above the days before them; null: unknown. */
function raiseOf(
  course: Course,
  { days, mostUnknownDays }: { readonly days: number; readonly mostUnknownDays: number },
  index: number,
  taken: readonly boolean[],
): Raise | null {
  if (course[index] === null) return null;
  let from = index + 1;
  const values: number[] = [];
  while (values.length < days && from > Math.max(0, index + 1 - days - mostUnknownDays)) {
    from -= 1;
    const value = course[from] ?? null;
    if (value !== null) values.unshift(value);
  }
  if (values.length < days) return null;
  const before = course.slice(0, from).filter((value, at) => value !== null && taken[at] !== true);
  const recent = before.slice(-FIGURE_DAYS).filter((value) => value !== null);
  const range = usualRange(recent);
  if (range === null || range.count < LEAST_FIGURE_DAYS) return null;
  const means = together(recent, days, mean);
  return {
    from,
    excess: Math.min(mean(values), middleOf(values)) - range.median,
    level: range.median,
    deviation: range.deviation,
    deviationTogether: usualRange(means)?.deviation ?? 0,
    highestDay: Math.max(...recent) - range.median,
    excesses: values.map((value) => value - range.median),
    isSteady: values.every((value) => value > range.high) && (range.deviation > 0 || isRare(recent, values)),
    isRecord:
      mean(values) - range.median >= BEYOND_RECORD * (Math.max(...means) - range.median)
      || lowestOf(values) - range.median
        >= BEYOND_LOWEST * (Math.max(...together(recent, days, lowestOf)) - range.median),
  };
}

/**
 * Whether so many hours in a row show the leak. A meter with coarse steps counts a small one now and then, and the few
 * hours that are lowest are still all the same. The other hours of a still night show it beyond doubt.
 */
const isCounted = (
  method: LeakMethod,
  { excess, highestDay }: Raise,
  hours: number,
  { rests, leastFlow }: Usual,
): boolean =>
  method !== 'quiet-hours' || !rests || excess * hours >= leastFlow || highestDay > UNCOUNTED_SHARE * excess;

/**
 * Whether another figure denies the rise. A figure that varies too much to show so small a leak denies nothing. The
 * lowest hours always show it.
 */
function deniesRaise(method: LeakMethod, other: Raise, { excess }: Raise, isCountedInFew: boolean): boolean {
  if (method === 'lowest-hours' && !isCountedInFew) return false;
  if (method === 'lowest-hours') return other.excess < AGREEING_SHARE * excess;
  return other.deviation < BLIND_SHARE * excess && other.excess + other.deviation < AGREEING_SHARE * excess;
}

/** Whether the lowest hours were always still. No other figure is asked then. */
const isStill = (method: LeakMethod, { deviation }: Raise, { rests, meanHour }: Usual): boolean =>
  method === 'lowest-hours' && rests && deviation <= STILL_DEVIATION_SHARE * meanHour;

/** Facts of a day besides its figures. */
interface Asked {
  readonly index: number;
  readonly usual: Usual;
  readonly taken: readonly boolean[];
  /** Whether all hours from that day on deny such an excess. */
  readonly doesDeny: (from: number, excess: number) => boolean;
}

export function alarmByFigure(courses: Courses, { index, usual, taken, doesDeny }: Asked): LeakAlarm | null {
  for (const stretch of STRETCHES) {
    const raises = LEAK_METHODS.map((method) => ({
      method,
      raise: raiseOf(courses[method], { ...stretch, mostUnknownDays: MOST_UNKNOWN_DAYS }, index, taken),
    }));
    const lowest = raises.find(({ method }) => method === 'lowest-hours')?.raise ?? null;
    const doesRest = usual.rests || (lowest !== null && lowest.level <= RESTING_SHARE * usual.meanHour);
    // The lowest hours of a resting unit show every leak. When they do not, the unit has been running through.
    if (usual.rests && lowest === null) continue;
    for (const { method, raise } of raises) {
      if (raise === null || !isRaised(raise, stretch, usual)) continue;
      if (
        raises.some(
          (other) =>
            other.raise !== null
            && deniesRaise(other.method, other.raise, raise, isCounted(method, raise, STRETCH_HOURS, usual)),
        )
      )
        continue;
      if (!isStill(method, raise, usual) && isCounted(method, raise, 1, usual) && doesDeny(raise.from, raise.excess))
        continue;
      if (doesRest && raise.excess > Math.min(RUNNING_SHARE * usual.runningHour, usual.meanHour)) continue;
      return followed(method, begunBefore(courses[method], stretch, { index, usual, taken }) ?? raise, usual, index);
    }
  }
  return null;
}

/**
 * The raise with one more day at its beginning; null: the day before was as usual. Where nights were always still, two
 * days are too few to be sure, so the leak is found late and by another figure.
 */
function begunBefore(
  course: Course,
  { days }: Stretch,
  { index, usual, taken }: Pick<Asked, 'index' | 'usual' | 'taken'>,
): Raise | null {
  const longer = STRETCHES.find((stretch) => stretch.days === days + 1);
  if (longer === undefined) return null;
  const raise = raiseOf(course, { ...longer, mostUnknownDays: MOST_UNKNOWN_DAYS }, index, taken);
  return raise !== null && isRaised(raise, longer, usual) ? raise : null;
}

const isRaised = (
  { isSteady, isRecord, excess, deviation, deviationTogether }: Raise,
  { deviations, leastShare }: Stretch,
  { meanHour, isEven }: Usual,
): boolean => {
  const ofTogether = (isEven ? EVEN_DEVIATIONS_TOGETHER : DEVIATIONS_TOGETHER) * deviationTogether;
  const ofMean = (isEven ? Math.max(EVEN_LEAST_SHARE, leastShare) : leastShare) * meanHour;
  return isSteady && isRecord && excess >= Math.max(deviations * deviation, ofTogether, ofMean);
};

function followed(method: LeakMethod, { from, level, deviation, excesses }: Raise, usual: Usual, raised: number) {
  const seen = [...excesses];
  let below = 0;
  const alarm: LeakAlarm = {
    usual,
    first: from,
    raised,
    last: raised,
    hasEnded: false,
    follow: (day, index) => {
      const value = MINIMUM_FLOWS[method](day, usual);
      if (value === null) return;
      if (value - level < STILL_SHARE * middleOf(seen)) {
        below += 1;
        alarm.hasEnded = below >= DAYS_WITHOUT;
        return;
      }
      below = 0;
      alarm.last = index;
      seen.push(value - level);
    },
    told: () => {
      const perHour = middleOf(seen);
      return {
        method,
        perHour,
        deviations: perHour / Math.max(deviation, usual.meanHour / 100),
        evidence: { usualFigurePerHour: level, bandPerHour: deviation },
      };
    },
  };
  return alarm;
}
