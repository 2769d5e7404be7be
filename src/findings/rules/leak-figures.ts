import { middleOf, quantile } from '../../kernel/statistics.ts';
import type { InsightDay } from './types.ts';
import { lowestStretchOf, measuredHours, type Usual } from './usual-days.ts';

/*
 * What leaks flows on when nothing else does. Three figures of each day look for it, in amounts per hour.
 * - quiet-hours: the day's excess over the usual, the hours that vary least counting most. It is the minimum night flow
 *   of the IWA's Water Loss Specialist Group (Farley and Trow, Losses in Water Distribution Networks, IWA Publishing
 *   2003), with the night learnt from the unit, because a works has its quiet hours when its shifts end.
 * - base-flow: what is left at no use when the day is drawn against the unit's usual day. A hot or busy day raises
 *   every hour in proportion, a leak raises all by the same.
 * - lowest-hours: the lowest three hours in a row. They find flow that never stops where use comes at any hour.
 */
export const LEAK_METHODS = ['base-flow', 'quiet-hours', 'lowest-hours'] as const;
export type LeakMethod = (typeof LEAK_METHODS)[number];

/** Of a unit that rests, hours are quiet that are below this share of its mean hour on nine days of ten. */
const QUIET_SHARE = 0.3;
/** No hour of the day is taken to vary less, as a share of the mean hour. */
const LEAST_DEVIATION_SHARE = 0.02;
/** Above this share of the hour in which a unit that rests usually runs, it is running and not leaking. */
export const RUNNING_SHARE = 0.45;
/** The same of a day on which this share of the hours is no higher than so many times the lowest. */
const EVEN_RUNNING_SHARE = 0.25;
const EVEN_SHARE = 0.8;
const EVEN_TIMES = 1.3;
/** A unit that runs or rests runs above this share of its running hour; what lies below may flow on while it rests. */
const RUN_SHARE = 0.8;
/** What lies on top of its runs makes them higher by this share of it at least. */
const ON_RUNS_SHARE = 0.5;
const LEAST_RUN_HOURS = 3;
/** Less than this share of the weights measured: nothing is said of the day. */
const LEAST_WEIGHT_SHARE = 0.6;
/** Hours of a unit whose day has no more shape than this are no line to draw. */
const LEAST_SHAPE = 0.02;

interface Sums {
  weight: number;
  x: number;
  y: number;
  xx: number;
  xy: number;
}

/** Sums over the measured hours of usual (x) and measured (y) flow; null where too little was measured. */
function weighted(day: InsightDay, { byHour, meanHour, rests }: Usual, quietOnly: boolean): Sums | null {
  const sums: Sums = { weight: 0, x: 0, y: 0, xx: 0, xy: 0 };
  let all = 0;
  byHour.forEach((usual, hour) => {
    if (usual === null || (quietOnly && rests && usual.high > QUIET_SHARE * meanHour)) return;
    const weight = 1 / Math.max(usual.deviation / meanHour, LEAST_DEVIATION_SHARE) ** 2;
    all += weight;
    const flow = day.hours[hour] ?? null;
    if (flow === null) return;
    sums.weight += weight;
    sums.x += weight * usual.median;
    sums.y += weight * flow;
    sums.xx += weight * usual.median ** 2;
    sums.xy += weight * usual.median * flow;
  });
  return sums.weight === 0 || sums.weight < LEAST_WEIGHT_SHARE * all ? null : sums;
}

function quietFlow(day: InsightDay, usual: Usual): number | null {
  const sums = weighted(day, usual, true);
  return sums === null ? null : (sums.y - sums.x) / sums.weight;
}

function baseFlow(day: InsightDay, usual: Usual): number | null {
  const sums = weighted(day, usual, false);
  if (sums === null) return null;
  const spread = sums.weight * sums.xx - sums.x ** 2;
  if (spread <= LEAST_SHAPE * (sums.weight * usual.meanHour) ** 2) return null;
  return (sums.xx * sums.y - sums.x * sums.xy) / spread;
}

/** A day through which a unit runs that usually rests says nothing of leaks: use would lie on top of a leak. */
function lowestHours(day: InsightDay, { rests, runsOrRests, runningHour }: Usual): number | null {
  const lowest = lowestStretchOf(day);
  if (lowest === null || !rests) return lowest;
  if (runsOrRests) return lowest > RUN_SHARE * runningHour ? null : lowest;
  const isEven = quantile(measuredHours(day), EVEN_SHARE) < EVEN_TIMES * lowest;
  return lowest > (isEven ? EVEN_RUNNING_SHARE : RUNNING_SHARE) * runningHour ? null : lowest;
}

/** Of a unit that runs or rests, whether it ran on these days, and by so much higher than usual. */
export function liesOnRuns(days: readonly InsightDay[], { runningHour }: Usual, excess: number): boolean {
  const runs = days.flatMap(measuredHours).filter((flow) => flow > RUN_SHARE * runningHour);
  return runs.length >= LEAST_RUN_HOURS && middleOf(runs) >= runningHour + ON_RUNS_SHARE * excess;
}

export const LEAK_FIGURES: Readonly<Record<LeakMethod, (day: InsightDay, usual: Usual) => number | null>> = {
  'base-flow': baseFlow,
  'quiet-hours': quietFlow,
  'lowest-hours': lowestHours,
};
