import { middleOf } from '../../kernel/statistics.ts';
import { followedLeak, type LeakAlarm } from './leak-alarm.ts';
import { type PumpExcess, type PumpHabits, pumpExcess, pumpHabitsOf } from './pump-days.ts';
import type { InsightDay } from './types.ts';
import { LEAST_USUAL_DAYS, MOST_USUAL_DAYS, renewed, type Usual } from './usual-days.ts';

/*
 * Leaks of units that run or rest. Two days must show the leak, in the flow of their rest or in the height of their
 * runs.
 */

const DAYS = 2;
/** Days among which these are. A day that was throttled or not measured says nothing. */
const AMONG_DAYS = 4;
/**
 * Least excess that shows a leak. At rest: in deviations of usual days, and as a share of the mean hour. In runs: in
 * deviations, and as a share of the running hour.
 */
const REST_DEVIATIONS = 4;
const LEAST_REST_SHARE = 0.03;
const RUN_DEVIATIONS = 3.5;
const LEAST_RUN_SHARE = 0.03;
/** Factor by which the days must exceed the highest two days in a row of the past weeks. */
const BEYOND_RECORD = 1.25;
/** A day with less than this share of the leak denies it. A run that is lower by a share of the usual is throttled. */
const STILL_SHARE = 0.4;
const THROTTLED_SHARE = 0.05;
/** Share of a leak by which the flow of a rest may differ from it when the leak is as large as a throttled run. */
const LIKE_SHARE = 0.25;
/** Evidence of a day for the leak, and against it: two such days in a row end it. */
const SAID_FOR = 1;
const SAID_AGAINST = -2;

const habitsBefore = renewed(
  (examples): PumpHabits | null => (examples.length < LEAST_USUAL_DAYS ? null : pumpHabitsOf(examples)),
  MOST_USUAL_DAYS,
);

/** Excess that a day shows; null: it tells nothing. Its rest is asked first, because nothing else is in it. */
function shownBy({ run, rest, meanRest }: PumpExcess, { runningHour }: PumpHabits): number | null {
  if (rest !== null) return meanRest;
  return run === null || run < -THROTTLED_SHARE * runningHour ? null : run;
}

/** Whether a day shows a leak, beyond what usual days and the highest two of them show. */
function showsLeak({ run, rest, meanRest }: PumpExcess, habits: PumpHabits, { meanHour }: Usual): boolean {
  if (rest !== null && habits.rest !== null)
    return (
      rest > REST_DEVIATIONS * habits.rest.deviation
      && (meanRest ?? 0) >= LEAST_REST_SHARE * meanHour
      && rest >= BEYOND_RECORD * habits.rest.highestPair
    );
  if (run === null || habits.run === null) return false;
  return (
    run >= Math.max(RUN_DEVIATIONS * habits.run.deviation, LEAST_RUN_SHARE * habits.runningHour)
    && run >= BEYOND_RECORD * habits.run.highestPair
  );
}

/** Facts of a day besides the unit's days. */
interface Asked {
  readonly index: number;
  readonly usual: Usual;
  /** Days that are no examples. */
  readonly taken: readonly boolean[];
  /** Days that may show a leak. */
  readonly judged: readonly boolean[];
}

export function alarmByRuns(days: readonly InsightDay[], { index, usual, taken, judged }: Asked): LeakAlarm | null {
  const from = Math.max(0, index + 1 - AMONG_DAYS);
  // Days that are judged together are no examples of each other.
  const habits = habitsBefore(days, from, taken);
  if (habits === null) return null;
  const seen: { readonly at: number; readonly excess: number; readonly isLeak: boolean }[] = [];
  for (let at = from; at <= index; at += 1) {
    if (judged[at] !== true) continue;
    const own = pumpExcess(days, at, habits);
    const excess = shownBy(own, habits);
    if (excess !== null) seen.push({ at, excess, isLeak: showsLeak(own, habits, usual) });
  }
  const leaking = seen.filter(({ isLeak }) => isLeak).slice(-DAYS);
  const [first, newest] = [leaking[0], leaking.at(-1)];
  if (first === undefined || leaking.length < DAYS || newest?.at !== index) return null;
  const perHour = middleOf(leaking.map(({ excess }) => excess));
  // More than the whole use is a run of another height.
  if (perHour > usual.meanHour) return null;
  if (seen.some(({ at, excess }) => at > first.at && excess < STILL_SHARE * perHour)) return null;
  return followed(days, habits, usual, {
    first: first.at,
    raised: index,
    excesses: leaking.map(({ excess }) => excess),
  });
}

const isLike = (flow: number | null, perHour: number): boolean =>
  flow !== null && Math.abs(flow - perHour) <= LIKE_SHARE * perHour;

interface Begun {
  readonly first: number;
  readonly raised: number;
  readonly excesses: readonly number[];
}

function followed(days: readonly InsightDay[], habits: PumpHabits, usual: Usual, { first, raised, excesses }: Begun) {
  const seen = [...excesses];
  return followedLeak({
    usual,
    first,
    raised,
    saidBy: (_day, index) => {
      const own = pumpExcess(days, index, habits);
      const excess = shownBy(own, habits);
      if (excess === null) return isLike(own.runFlow, middleOf(seen)) ? SAID_FOR : null;
      if (excess < STILL_SHARE * middleOf(seen)) return SAID_AGAINST;
      seen.push(excess);
      return SAID_FOR;
    },
    told: () => {
      const perHour = middleOf(seen);
      const deviation = Math.max(habits.rest?.deviation ?? 0, habits.run?.deviation ?? 0, usual.meanHour / 100);
      return {
        method: 'runs-and-rests',
        perHour,
        deviations: perHour / deviation,
        evidence: { usualRunPerHour: habits.runningHour, bandPerHour: deviation },
      };
    },
  });
}
