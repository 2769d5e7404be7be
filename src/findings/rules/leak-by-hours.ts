import { ADDED_SHARES, habitsOf, type HourHabits, likelihoodByDay } from './hour-habits.ts';
import { followedLeak, type LeakAlarm } from './leak-alarm.ts';
import { mean, middleOf } from '../../kernel/statistics.ts';
import type { InsightDay } from './types.ts';
import {
  HABITS_RENEWED_DAYS,
  LEAST_HABIT_DAYS,
  measuredHours,
  MOST_USUAL_DAYS,
  renewed,
  type Usual,
} from './usual-days.ts';

/*
 * Leaks by single hours. A leak adds the same to every hour, so all hours of three days are used. Each hour's past
 * tells how much likelier it is with an addition than without. The logarithms are added up, as in Wald's sequential
 * test.
 */

const DAYS = 3;
const MOST_UNKNOWN_DAYS = 2;
/**
 * Least log likelihood ratio of three days: 104 times as likely after eight weeks of examples, 300 times after three.
 */
const ENOUGH = 4;
const ENOUGH_BY_EXAMPLE = 36;
/** Least evidence of each single day. */
const LEAST_OF_DAY = -1;
/** Most that one day may exceed the middle one by, because a night of work is no leak. */
const MOST_ABOVE_MIDDLE = 3;

interface Habits {
  readonly byHour: HourHabits;
  /** Least evidence of three days together. */
  readonly enough: number;
}

const habitsBefore = renewed(
  (examples): Habits | null => {
    if (examples.length < LEAST_HABIT_DAYS) return null;
    const meanHour = mean(examples.flatMap(measuredHours));
    if (meanHour <= 0) return null;
    return { byHour: habitsOf(examples, meanHour), enough: ENOUGH + ENOUGH_BY_EXAMPLE / examples.length };
  },
  MOST_USUAL_DAYS,
  HABITS_RENEWED_DAYS,
);

/** Evidence of one day's hours, by added share. */
export interface DayLikelihood {
  readonly habits: Habits;
  readonly byShare: readonly number[];
}

/** Evidence of a day; null: too little is known of the unit or of the day. */
export function likelihoodOf(
  days: readonly InsightDay[],
  index: number,
  taken: readonly boolean[],
): DayLikelihood | null {
  const [day, habits] = [days[index], habitsBefore(days, index, taken)];
  const byShare = day === undefined || habits === null ? null : likelihoodByDay(day, habits.byHour);
  return habits === null || byShare === null ? null : { habits, byShare };
}

const bestOf = (sums: readonly number[]): number =>
  sums.reduce((best, sum, at) => (sum > (sums[best] ?? 0) ? at : best), 0);

/** Evidence of the days from the first to the last for water that flows on; null: they tell nothing. */
export function likelihoodBetween(
  course: readonly (DayLikelihood | null)[],
  first: number,
  last: number,
): number | null {
  const said = course.slice(first, last + 1).filter((one) => one !== null);
  if (said.length === 0) return null;
  return Math.max(...ADDED_SHARES.map((_share, at) => said.reduce((sum, { byShare }) => sum + (byShare[at] ?? 0), 0)));
}

export function alarmByHours(course: readonly (DayLikelihood | null)[], index: number, usual: Usual): LeakAlarm | null {
  const newest = course[index] ?? null;
  if (newest === null) return null;
  let first = index + 1;
  const said: DayLikelihood[] = [];
  while (said.length < DAYS && first > Math.max(0, index + 1 - DAYS - MOST_UNKNOWN_DAYS)) {
    first -= 1;
    const one = course[first] ?? null;
    if (one !== null) said.push(one);
  }
  if (said.length < DAYS) return null;
  const together = ADDED_SHARES.map((_share, at) => {
    const each = said.map(({ byShare }) => byShare[at] ?? 0);
    if (Math.min(...each) < LEAST_OF_DAY) return -Infinity;
    const most = middleOf(each) + MOST_ABOVE_MIDDLE;
    return each.reduce((sum, one) => sum + Math.min(one, most), 0);
  });
  const score = Math.max(...together);
  if (score < newest.habits.enough) return null;
  const sums = ADDED_SHARES.map((_share, at) => said.reduce((sum, { byShare }) => sum + (byShare[at] ?? 0), 0));
  return followed(newest.habits, usual, { first, raised: index, sums, share: bestOf(together) });
}

interface Begun {
  readonly first: number;
  readonly raised: number;
  readonly sums: number[];
  /** Index of the added share by which the leak is followed. */
  readonly share: number;
}

const followed = (habits: Habits, usual: Usual, { first, raised, sums, share }: Begun): LeakAlarm =>
  followedLeak({
    usual,
    first,
    raised,
    saidBy: (day) => {
      const said = likelihoodByDay(day, habits.byHour);
      if (said === null) return null;
      const own = said[share] ?? 0;
      if (own > 0) said.forEach((one, at) => (sums[at] = (sums[at] ?? 0) + one));
      return own;
    },
    told: () => {
      const best = bestOf(sums);
      const logTimesLikelier = sums[best] ?? 0;
      return {
        method: 'every-hour',
        perHour: (ADDED_SHARES[best] ?? 0) * habits.byHour.meanHour,
        // The deviation is that of a normal variable with the same log likelihood ratio.
        deviations: Math.sqrt(2 * Math.max(0, logTimesLikelier)),
        evidence: { logTimesLikelier },
      };
    },
  });
