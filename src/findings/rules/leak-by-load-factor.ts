import {
  type Added,
  addedBetween,
  type AddedHabits,
  addedHabitsOf,
  type HeightOfDay,
  heightOfDay,
} from './added-flow.ts';
import { followedLeak, type LeakAlarm } from './leak-alarm.ts';
import type { InsightDay } from './types.ts';
import { HABITS_RENEWED_DAYS, LEAST_HABIT_DAYS, MOST_USUAL_DAYS, renewed, type Usual } from './usual-days.ts';

/*
 * Leaks of units whose days have a height. Each day is fitted to the usual day, and the flow that is left at no use was
 * added to every hour. Three days are judged together.
 */

const DAYS = 3;
const MOST_UNKNOWN_DAYS = 2;
/** Deviations above zero that three days need together, and that any two of them need. */
const ENOUGH = 3.5;
const OTHERS_SHARE = 0.6;
const LEAST_SHARE_OF_USUAL_HOUR = 0.03;

const habitsBefore = renewed(
  (examples): AddedHabits | null => (examples.length < LEAST_HABIT_DAYS ? null : addedHabitsOf(examples)),
  MOST_USUAL_DAYS,
  HABITS_RENEWED_DAYS,
);

/** Height of a day; null: days of the unit have no height, or too little is known of this one. */
export function judgedHeight(
  days: readonly InsightDay[],
  index: number,
  taken: readonly boolean[],
): HeightOfDay | null {
  const [day, habits] = [days[index], habitsBefore(days, index, taken)];
  return day === undefined || habits === null ? null : heightOfDay(day, habits);
}

/**
 * Log likelihood ratio of the days from the first to the last, with a leak against without; null: they tell nothing.
 */
export function heightLikelihood(course: readonly (HeightOfDay | null)[], first: number, last: number): number | null {
  const added = addedBetween(course, first, last);
  return added === null ? null : Math.max(0, added.deviations) ** 2 / 2;
}

/** The last three known days; null: they are too far apart. */
function lastKnown(course: readonly (HeightOfDay | null)[], index: number): number[] | null {
  const known: number[] = [];
  for (let at = index; at > index - DAYS - MOST_UNKNOWN_DAYS && known.length < DAYS; at -= 1)
    if ((course[at] ?? null) !== null) known.unshift(at);
  return known.length < DAYS || known.at(-1) !== index ? null : known;
}

export function alarmByHeight(course: readonly (HeightOfDay | null)[], index: number, usual: Usual): LeakAlarm | null {
  const [newest, known] = [course[index] ?? null, lastKnown(course, index)];
  const first = known?.[0];
  if (newest === null || known === null || first === undefined) return null;
  const added = addedBetween(course, first, index);
  if (added === null || added.deviations < ENOUGH || added.perHour < LEAST_SHARE_OF_USUAL_HOUR * usual.meanHour)
    return null;
  const others = known.map((without) => addedBetween(course, first, index, without)?.deviations ?? 0);
  if (Math.min(...others) < OTHERS_SHARE * ENOUGH) return null;
  return followed(newest.habits, usual, { first, raised: index, added, course: course.slice(0, index + 1) });
}

interface Begun {
  readonly first: number;
  readonly raised: number;
  readonly added: Added;
  readonly course: (HeightOfDay | null)[];
}

const followed = (habits: AddedHabits, usual: Usual, { first, raised, added, course }: Begun): LeakAlarm =>
  followedLeak({
    usual,
    first,
    raised,
    saidBy: (day, index) => {
      const height = heightOfDay(day, habits);
      if (height === null) return null;
      course[index] = height;
      const own = addedBetween([height], 0, 0);
      if (own === null) return null;
      // The deviation is that of a normal variable.
      const expected = added.perHour / own.uncertain;
      return expected * own.deviations - expected ** 2 / 2;
    },
    told: (last) => {
      const { perHour, deviations } = addedBetween(course, first, last) ?? added;
      return { method: 'every-hour', perHour, deviations, evidence: { logTimesLikelier: deviations ** 2 / 2 } };
    },
  });
