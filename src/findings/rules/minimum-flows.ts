import { quantile } from '../../kernel/statistics.ts';
import type { InsightDay } from './types.ts';
import { lowestStretchOf, measuredHours, type Usual } from './usual-days.ts';

/*
 * A leak flows on when nothing else does. Three figures of each day look for it, in amounts per hour:
 * - quiet-hours: the day's excess over the usual, with hours that vary least counting most. This is the minimum night
 * flow of the IWA's Water Loss Specialist Group (Farley and Trow, Losses in Water Distribution Networks, IWA Publishing
 * 2003). The night is learnt from the unit, because a works has its quiet hours when its shifts end.
 * - base-flow: the flow left at no use when the day is fitted to the unit's usual day. A hot or busy day raises every
 * hour in proportion, a leak raises all by the same amount.
 * - lowest-hours: the lowest three hours in a row. They show flow that never stops, where use comes at any hour.
 */
export const LEAK_METHODS = ['base-flow', 'quiet-hours', 'lowest-hours'] as const;
export type LeakMethod = (typeof LEAK_METHODS)[number];

/** Share of the mean hour below which an hour of a resting unit is quiet, when it holds on nine days of ten. */
const QUIET_SHARE = 0.3;
/** Least deviation of an hour, as a share of the mean hour. */
const LEAST_DEVIATION_SHARE = 0.02;
/** Share of a resting unit's usual running hour above which it is running, not leaking. */
export const RUNNING_SHARE = 0.45;
/** The share on a day with even flow: most of its hours are no higher than a few times the lowest. */
const EVEN_RUNNING_SHARE = 0.25;
const EVEN_SHARE = 0.8;
const EVEN_TIMES = 1.3;
/** Share of the weights that must be measured for a day to tell anything. */
const LEAST_WEIGHT_SHARE = 0.6;
/** Variation of the usual hours below which no line can be fitted to a day. */
const LEAST_SHAPE = 0.02;

interface Sums {
  weight: number;
  x: number;
  y: number;
  xx: number;
  xy: number;
}

/** Sums over the measured hours of usual (x) and measured (y) flow; null when too little was measured. */
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

/** Lowest hours of a day. A day through which a resting unit runs tells nothing, because its use would hide a leak. */
function lowestHours(day: InsightDay, { rests, runningHour }: Usual): number | null {
  const lowest = lowestStretchOf(day);
  if (lowest === null || !rests) return lowest;
  const isEven = quantile(measuredHours(day), EVEN_SHARE) < EVEN_TIMES * lowest;
  return lowest > (isEven ? EVEN_RUNNING_SHARE : RUNNING_SHARE) * runningHour ? null : lowest;
}

export const MINIMUM_FLOWS: Readonly<Record<LeakMethod, (day: InsightDay, usual: Usual) => number | null>> = {
  'base-flow': baseFlow,
  'quiet-hours': quietFlow,
  'lowest-hours': lowestHours,
};
