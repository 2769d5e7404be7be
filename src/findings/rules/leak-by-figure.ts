import { LEAK_FIGURES, LEAK_METHODS, type LeakMethod, liesOnRuns, RUNNING_SHARE } from './leak-figures.ts';
import type { LeakAlarm } from './leak-alarm.ts';
import { mean, middleOf, usualRange } from '../../kernel/statistics.ts';
import type { InsightDay } from './types.ts';
import { RESTING_SHARE, type Usual } from './usual-days.ts';

/** So many days in a row are raised; the longer stretch finds the smaller leak. */
interface Stretch {
  readonly days: number;
  /** Deviations of a usual day that their mean lies above the usual. */
  readonly deviations: number;
  /** Share of the unit's mean hour that their mean lies above the usual, at least. */
  readonly leastShare: number;
}
const STRETCHES: readonly Stretch[] = [
  { days: 2, deviations: 6, leastShare: 0.15 },
  { days: 3, deviations: 2.2, leastShare: 0.03 },
  { days: 7, deviations: 2, leastShare: 0.02 },
];
/** The usual of a figure is that of so many days, and of no fewer than the least. */
const FIGURE_DAYS = 28;
const LEAST_FIGURE_DAYS = 7;
/** It is also so many times what as many days in a row have reached before, because busy days come together. */
const BEYOND_RECORD = 1.25;
const BEYOND_LOWEST = 2;
/** What one figure says, the others say at least to this share. */
const AGREEING_SHARE = 0.7;
/** A leak has ended before so many days in a row that keep less than this share of its excess. */
const DAYS_WITHOUT = 2;
const STILL_SHARE = 0.4;

/** Lowest hours that vary by less than this share of the mean hour are still. */
const STILL_DEVIATION_SHARE = 0.01;
const BLIND_SHARE = 0.5;
/** Days of a stretch that may say nothing. */
const MOST_UNKNOWN_DAYS = 2;
/** A unit that runs or rests runs through so many days at most between two that say something. */
const MOST_RUNNING_DAYS = 7;
/** Of a unit that runs or rests, more than this share of a run may be a run itself. */
const MOST_REST_SHARE = 0.25;

/** One figure of each day; null: not known. */
type Course = (number | null)[];
export type Courses = Readonly<Record<LeakMethod, Course>>;

interface Raise {
  readonly from: number;
  readonly excess: number;
  readonly level: number;
  readonly deviation: number;
  readonly excesses: number[];
  /** Every day is above what nine of ten usual days are. */
  readonly isSteady: boolean;
  /** So many days in a row have never lain as high together. */
  readonly isRecord: boolean;
}

/** The highest that so many days in a row have lain together: by their mean, or by the lowest of them. */
function highestTogether(course: readonly number[], days: number, together: (values: readonly number[]) => number) {
  let highest = -Infinity;
  for (let from = 0; from + days <= course.length; from += 1)
    highest = Math.max(highest, together(course.slice(from, from + days)));
  return highest;
}
const lowestOf = (values: readonly number[]): number => Math.min(...values);

/** How far the last known days lie above the days before them; null: not known. */
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
  return {
    from,
    excess: Math.min(mean(values), middleOf(values)) - range.median,
    level: range.median,
    deviation: range.deviation,
    excesses: values.map((value) => value - range.median),
    isSteady: values.every((value) => value > range.high),
    isRecord:
      mean(values) - range.median >= BEYOND_RECORD * (highestTogether(recent, days, mean) - range.median)
      || lowestOf(values) - range.median >= BEYOND_LOWEST * (highestTogether(recent, days, lowestOf) - range.median),
  };
}

/** A figure that varies too much to see so small a leak denies nothing. The lowest hours always see it. */
function deniesRaise(method: LeakMethod, other: Raise, { excess }: Raise): boolean {
  if (method === 'lowest-hours') return other.excess < AGREEING_SHARE * excess;
  return other.deviation < BLIND_SHARE * excess && other.excess + other.deviation < AGREEING_SHARE * excess;
}

/** Where the lowest hours were always still, nothing else is asked. */
const isStill = (method: LeakMethod, { deviation }: Raise, { rests, meanHour }: Usual): boolean =>
  method === 'lowest-hours' && rests && deviation <= STILL_DEVIATION_SHARE * meanHour;

/** What is asked of a day besides its figures. */
interface Asked {
  readonly days: readonly InsightDay[];
  readonly index: number;
  readonly usual: Usual;
  readonly taken: readonly boolean[];
  /** Whether all hours from that day on deny such an excess. */
  readonly doesDeny: (from: number, excess: number) => boolean;
}

export const alarmByFigure = (courses: Courses, asked: Asked): LeakAlarm | null =>
  asked.usual.runsOrRests ? alarmOfRests(courses, asked) : alarmOfAny(courses, asked);

/** Of a unit that runs or rests the lowest hours see every leak, and the other figures tell how long it ran. */
function alarmOfRests(courses: Courses, { days, index, usual, taken }: Asked): LeakAlarm | null {
  const all = courses['lowest-hours'];
  const most = MOST_REST_SHARE * usual.runningHour;
  const rests = all.map((lowest) => (lowest === null || lowest > most ? null : lowest));
  for (const stretch of STRETCHES)
    for (const course of [rests, all]) {
      const raise = raiseOf(course, { ...stretch, mostUnknownDays: MOST_RUNNING_DAYS }, index, taken);
      if (raise === null || !isRaised(raise, stretch, usual)) continue;
      // What is more than a part of a run is a run that is throttled, unless it lies on top of the other runs, too.
      if (course === all && !liesOnRuns(days.slice(raise.from, index + 1), usual, raise.excess)) continue;
      return followed('lowest-hours', raise, usual, index);
    }
  return null;
}

function alarmOfAny(courses: Courses, { index, usual, taken, doesDeny }: Asked): LeakAlarm | null {
  for (const stretch of STRETCHES) {
    const raises = LEAK_METHODS.map((method) => ({
      method,
      raise: raiseOf(courses[method], { ...stretch, mostUnknownDays: MOST_UNKNOWN_DAYS }, index, taken),
    }));
    const lowest = raises.find(({ method }) => method === 'lowest-hours')?.raise ?? null;
    const doesRest = usual.rests || (lowest !== null && lowest.level <= RESTING_SHARE * usual.meanHour);
    // Of a unit that rests the lowest hours see every leak: where they are silent, it has been running through.
    if (usual.rests && lowest === null) continue;
    for (const { method, raise } of raises) {
      if (raise === null || !isRaised(raise, stretch, usual)) continue;
      if (raises.some((other) => other.raise !== null && deniesRaise(other.method, other.raise, raise))) continue;
      if (!isStill(method, raise, usual) && doesDeny(raise.from, raise.excess)) continue;
      if (doesRest && raise.excess > Math.min(RUNNING_SHARE * usual.runningHour, usual.meanHour)) continue;
      return followed(method, raise, usual, index);
    }
  }
  return null;
}

const isRaised = (
  { isSteady, isRecord, excess, deviation }: Raise,
  { deviations, leastShare }: Stretch,
  { meanHour }: Usual,
): boolean => isSteady && isRecord && excess >= Math.max(deviations * deviation, leastShare * meanHour);

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
      const value = LEAK_FIGURES[method](day, usual);
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
