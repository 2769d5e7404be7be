import { HOURS_OF_DAY } from '../../kernel/time/durations.ts';
import { daysBetween } from '../../kernel/time/business-date.ts';
import { mean, middleOf, MAD_TO_DEVIATION, quantile } from '../../kernel/statistics.ts';
import type { InsightDay } from './types.ts';
import { lowestStretchOf, measuredHours } from './usual-days.ts';

/*
 * Days of a unit that either runs or rests, like a pump that a person starts and stops. A leak shows in both: the rest
 * is not still any more, and a run is higher than runs have been at its age. The age counts, because a water table
 * falls while a bore runs.
 */

/** Share of the running hour above which an hour belongs to a run. A lower flow may go on while the unit rests. */
const RUN_SHARE = 0.25;
/** The share of a pump that was never throttled: nearly all of its hours with flow are as high as a whole run. */
const STEADY_RUN_SHARE = 0.35;
const NEARLY_ALL = 0.05;
const REST_HOURS = 3;
const LEAST_RUN_HOURS = 6;
/** Share of the lowest flow by which runs on top of it must be higher than runs usually are. */
const ON_RUNS_SHARE = 0.5;
/** Factor on the longest time without rest beyond which a flow below this share of a run is no throttled run. */
const BEYOND_LONGEST = 1.25;
const WHOLE_RUN_SHARE = 0.8;
/** Days before one through which the beginning of its first run is looked for. */
const MOST_DAYS_OF_RUN = 14;
/** Ages in hours at which another class begins. Runs are compared within a class. */
const AGES: readonly number[] = [1, 2, 4, 8, 16, 24, 36, 48, 72, 96];
const HOURS_OF_CLASS = 5;
/** Standard deviations between the median and the ninetieth percentile of what is normally distributed. */
const DEVIATIONS_TO_90 = 1.2816;

/** Facts of one day. Hours at either end of a run are partly run and partly rest, and are left out. */
interface PumpDay {
  readonly runs: readonly { readonly flow: number; readonly age: number }[];
  /** Lowest mean of some hours of rest in a row, and the mean of all of them; null: it did not rest so long. */
  readonly lowestRest: number | null;
  readonly meanRest: number | null;
  /** Hours without rest up to the end of the day. */
  readonly restless: number;
}

/** Usual heights of runs and flow of rests. */
export interface PumpHabits {
  readonly runningHour: number;
  /** Flow above which an hour belongs to a run. */
  readonly leastRun: number;
  /** Most hours without rest. */
  readonly longest: number;
  /** Flow of a run by class of age; null: no run has become so old. */
  readonly heights: readonly (number | null)[];
  readonly run: UsualExcess | null;
  readonly rest: UsualExcess | null;
}

/** Where days usually lie, and how far above the usual two days in a row have been. */
interface UsualExcess {
  readonly median: number;
  readonly deviation: number;
  readonly highestPair: number;
}

const classOf = (age: number): number => AGES.findLastIndex((from) => age >= from);
const isRunning = (flow: number | null | undefined, leastRun: number): boolean => (flow ?? 0) > leastRun;

/** Hours for which the unit has been running when the day begins. */
function ageAtStart(days: readonly InsightDay[], index: number, leastRun: number): number {
  let age = 0;
  for (let at = index - 1; at >= Math.max(0, index - MOST_DAYS_OF_RUN); at -= 1) {
    const [day, next] = [days[at], days[at + 1]];
    if (day === undefined || next === undefined || daysBetween(day.date, next.date) !== 1) return age;
    for (const flow of day.hours.toReversed()) {
      if (!isRunning(flow, leastRun)) return age;
      age += 1;
    }
  }
  return age;
}

function pumpDayOf(days: readonly InsightDay[], index: number, leastRun: number): PumpDay {
  const hours = days[index]?.hours ?? [];
  const runs: { flow: number; age: number }[] = [];
  const rest: number[] = [];
  let age = ageAtStart(days, index, leastRun);
  let isBesideRun = age > 0;
  let [lowestRest, inRow] = [null as number | null, [] as number[]];
  hours.forEach((flow, hour) => {
    const next = hours[hour + 1];
    const [runsNow, runsNext] = [isRunning(flow, leastRun), isRunning(next, leastRun)];
    if (flow === null) [age, isBesideRun, inRow] = [0, true, []];
    else if (runsNow) {
      if (age > 0 && (next === undefined || runsNext)) runs.push({ flow, age });
      [age, isBesideRun, inRow] = [age + 1, true, []];
    } else {
      if (!isBesideRun && !runsNext) {
        rest.push(flow);
        inRow = [...inRow, flow].slice(-REST_HOURS);
        if (inRow.length === REST_HOURS) lowestRest = Math.min(lowestRest ?? Infinity, mean(inRow));
      } else inRow = [];
      [age, isBesideRun] = [0, false];
    }
  });
  return {
    runs,
    lowestRest,
    meanRest: lowestRest === null ? null : mean(rest),
    restless: age,
  };
}

/**
 * Flow of a day without rest that is no run; null: it may be one. A leak that is as large as a throttled run differs
 * from it by the runs of the day, which lie on top of it, or by lasting longer than any run.
 */
function flowUnderRuns(
  day: InsightDay,
  { restless }: PumpDay,
  { runningHour, leastRun, longest }: PumpHabits,
): number | null {
  const lowest = lowestStretchOf(day);
  if (lowest === null || lowest <= leastRun) return null;
  const highest = measuredHours(day).toSorted((a, b) => b - a)[REST_HOURS - 1] ?? 0;
  const isUnder = highest >= runningHour + ON_RUNS_SHARE * lowest;
  const isLonger =
    restless >= Math.max(HOURS_OF_DAY, BEYOND_LONGEST * longest) && lowest <= WHOLE_RUN_SHARE * runningHour;
  return isUnder || isLonger ? lowest : null;
}

/** Usual excess of days in order; null: too few of them are known. */
function usualExcess(values: readonly (number | null)[], least: number): UsualExcess | null {
  const known = values.filter((value) => value !== null);
  if (known.length < least) return null;
  const median = middleOf(known);
  const distance = middleOf(known.map((value) => Math.abs(value - median)));
  const above = (quantile(known, 0.9) - median) / DEVIATIONS_TO_90;
  const pairs = known.slice(1).map((value, before) => Math.min(value, known[before] ?? value));
  return {
    median,
    // Runs that were throttled are far below, and say nothing about how far a run may be above.
    deviation: Math.max(MAD_TO_DEVIATION * distance, above),
    highestPair: Math.max(...pairs) - median,
  };
}

/** Height of a day's runs above the usual at their age; null: it ran too little. */
function heightOfRuns({ runs }: PumpDay, heights: PumpHabits['heights']): number | null {
  const off = runs.flatMap(({ flow, age }) => {
    const usual = heights[classOf(age)] ?? null;
    return usual === null ? [] : flow - usual;
  });
  return off.length < LEAST_RUN_HOURS ? null : middleOf(off);
}

const LEAST_RESTS = 5;
const LEAST_RUNS = 7;

export function pumpHabitsOf(examples: readonly InsightDay[]): PumpHabits | null {
  const flows = examples.flatMap(measuredHours).filter((flow) => flow > 0);
  if (flows.length === 0) return null;
  const runningHour = quantile(flows, 0.8);
  const isThrottled = quantile(flows, NEARLY_ALL) < WHOLE_RUN_SHARE * runningHour;
  const leastRun = (isThrottled ? RUN_SHARE : STEADY_RUN_SHARE) * runningHour;
  const days = examples.map((_day, index) => pumpDayOf(examples, index, leastRun));
  const byAge = Map.groupBy(
    days.flatMap(({ runs }) => runs),
    ({ age }) => classOf(age),
  );
  let last: number | null = null;
  const heights = AGES.map((_from, at) => {
    const own = (byAge.get(at) ?? []).map(({ flow }) => flow);
    if (own.length >= HOURS_OF_CLASS) last = middleOf(own);
    return last;
  });
  return {
    runningHour,
    leastRun,
    longest: Math.max(...days.flatMap(({ runs }) => runs.map(({ age }) => age + 1))),
    heights,
    run: usualExcess(
      days.map((day) => heightOfRuns(day, heights)),
      LEAST_RUNS,
    ),
    rest: usualExcess(
      days.map(({ lowestRest }) => lowestRest),
      LEAST_RESTS,
    ),
  };
}

/** Flow of a day above the usual, in its runs and in its rest; null: it did not run or rest for long enough. */
export interface PumpExcess {
  readonly run: number | null;
  /** Flow of its runs. Rest with a large leak is taken for a run. */
  readonly runFlow: number | null;
  readonly rest: number | null;
  readonly meanRest: number | null;
}

export function pumpExcess(days: readonly InsightDay[], index: number, habits: PumpHabits): PumpExcess {
  const day = pumpDayOf(days, index, habits.leastRun);
  const run = heightOfRuns(day, habits.heights);
  const own = days[index];
  const under = own === undefined || habits.rest === null ? null : flowUnderRuns(own, day, habits);
  if (under !== null) return { run, runFlow: under, rest: under, meanRest: under };
  return {
    run: run === null || habits.run === null ? null : run - habits.run.median,
    runFlow: day.runs.length < LEAST_RUN_HOURS ? null : middleOf(day.runs.map(({ flow }) => flow)),
    rest: day.lowestRest === null || habits.rest === null ? null : day.lowestRest - habits.rest.median,
    meanRest: day.meanRest === null || habits.rest === null ? null : day.meanRest - habits.rest.median,
  };
}
