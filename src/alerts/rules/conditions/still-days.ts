import { strict } from '../../../kernel/field-kinds.ts';
import { z } from 'zod';
import { minus } from '../../../kernel/measure/exact.ts';
import { maxOrNull, minOrNull } from '../../../figures/rules/processors/numbers.ts';
import type { EpochMillis } from '../../../kernel/time/types.ts';
import type { DayPoint, DaysInput, Judged, WatchedDay } from '../types.ts';
import { condition, lastInstantOf, lookAt, figureFromZero } from './condition.ts';

const MOST_DAYS = 60;
/** A day of which less was measured says nothing. */
const LEAST_COVERAGE = 0.5;
const days = z
  .int({ error: `a whole number of days from 1 to ${MOST_DAYS}` })
  .min(1, { error: `a whole number of days from 1 to ${MOST_DAYS}` })
  .max(MOST_DAYS, { error: `a whole number of days from 1 to ${MOST_DAYS}` })
  .default(3);
/** Number of days to look back, enough for days without data in between. */
const daysBack = (count: number): number => 2 * count + 7;
const minutesBack = ({ days: count }: { readonly days: number }): number => (daysBack(count) + 1) * 25 * 60;

const isMeasured = ({ coverage }: WatchedDay): boolean => coverage !== null && coverage >= LEAST_COVERAGE;

/** `upTo`: the highest total of a day without flow, in shown units. */
export const noFlowSettings = strict({ days, upTo: figureFromZero.default(0) });

type NoFlow = z.output<typeof noFlowSettings>;

/** The tests for flow and for standstill of a rule. */
function flowBy({ upTo }: Pick<NoFlow, 'upTo'>) {
  const hasFlowed = ({ total }: DayPoint): boolean => total !== null && Math.abs(total) > upTo;
  const isStill = (day: WatchedDay): boolean =>
    isMeasured(day) && day.points.at(-1)?.total !== null && !day.points.some(hasFlowed);
  return { hasFlowed, isStill };
}

/**
 * Days whose flow ends so many still days in a row. Of other days nobody asks when the flow began.
 * @param seen up to here everything was looked at; -Infinity: nothing was, so nothing lasts when these days begin.
 */
export function endsOfStandstill({ days: all }: DaysInput, own: NoFlow, seen: EpochMillis): readonly WatchedDay[] {
  const { hasFlowed, isStill } = flowBy(own);
  let stillDays = seen === -Infinity ? 0 : own.days;
  return all.filter((day) => {
    if (!day.points.some(hasFlowed)) {
      if (isStill(day)) stillDays += 1;
      return false;
    }
    const isEnd = stillDays >= own.days;
    stillDays = 0;
    return isEnd && day.startEpochMs > seen;
  });
}

function judgeNoFlow({ days: all, until }: DaysInput, own: NoFlow): Judged[] {
  const { hasFlowed, isStill } = flowBy(own);
  return all.flatMap((day, index): Judged[] => {
    // Once something has passed the day is none of standstill, however little of it was measured.
    const moved = day.points.find(hasFlowed);
    const last = day.points.at(-1);
    // The last reading lets a time of recovery pass.
    if (moved !== undefined)
      return [moved, ...(last === undefined || last === moved ? [] : [last])].map(({ epochMs }) =>
        lookAt(epochMs, 'clear', { value: 0, limit: own.days }),
      );
    if (day.endEpochMs > until) return [];
    if (!isStill(day)) return [lookAt(lastInstantOf(day), 'unknown', {})];
    const before = all.slice(Math.max(0, index - daysBack(own.days)), index + 1);
    const value = before.slice(before.findLastIndex(({ points }) => points.some(hasFlowed)) + 1).filter(isStill).length;
    return [lookAt(lastInstantOf(day), value >= own.days ? 'breach' : 'between', { value, limit: own.days })];
  });
}

/** `variation`: the most that a still level moves, in percentage points of the tank. */
const levelSettings = strict({ days, variation: figureFromZero.default(1) });

function judgeNoLevelVariation({ days: all, until }: DaysInput, own: z.output<typeof levelSettings>): Judged[] {
  const hasLevel = (day: WatchedDay): boolean => isMeasured(day) && (day.points.at(-1)?.lowest ?? null) !== null;
  return all.flatMap((day, index): Judged[] => {
    const earlier = all.slice(Math.max(0, index - daysBack(own.days)), index).filter(hasLevel);
    const others = own.days === 1 ? [] : earlier.slice(1 - own.days);
    const ends = others.flatMap(({ points }) => points.at(-1) ?? []);
    const moved = day.points.find((point) => (spread([...ends, point]) ?? 0) > own.variation);
    if (moved !== undefined)
      return [lookAt(moved.epochMs, 'clear', { value: spread([...ends, moved]), limit: own.variation })];
    if (day.endEpochMs > until) return [];
    if (!hasLevel(day)) return [lookAt(lastInstantOf(day), 'unknown', {})];
    const value = spread([...ends, ...day.points]);
    const isLong = others.length + 1 >= own.days;
    return [lookAt(lastInstantOf(day), isLong ? 'breach' : 'between', { value, limit: own.variation })];
  });
}

/** Difference between the highest and the lowest level. */
function spread(points: readonly DayPoint[]): number | null {
  const highest = maxOrNull(points.map((point) => point.highest));
  const lowest = minOrNull(points.map((point) => point.lowest));
  return highest === null || lowest === null ? null : minus(highest, lowest);
}

export const STILL_DAYS = {
  no_flow_n_days: condition({
    says: 'Nothing has passed for some days',
    settings: noFlowSettings,
    defaults: { holdMinutes: 0, recoverMinutes: 0 },
    kinds: ['days'],
    groups: ['FLOW', 'CONSUMPTION'],
    lookBackMinutes: minutesBack,
    judge: judgeNoFlow,
  }),
  no_level_variation_n_days: condition({
    says: 'The level has not moved for some days',
    settings: levelSettings,
    defaults: { holdMinutes: 0, recoverMinutes: 0 },
    kinds: ['days'],
    groups: ['STOCK', 'GROUND_WATER_LEVEL'],
    lookBackMinutes: minutesBack,
    judge: judgeNoLevelVariation,
  }),
} as const;
