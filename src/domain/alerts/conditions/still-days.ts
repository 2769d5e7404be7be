import { z } from 'zod';
import { minus } from '../../measure/exact.ts';
import { atLeastZero, strict } from '../../provisioning/fields.ts';
import type { DaysInput, Judged, WatchedDay } from '../types.ts';
import { condition, lookAt } from './condition.ts';

const MOST_DAYS = 60;
/** A day of which less was measured says nothing. */
const LEAST_COVERAGE = 0.5;
const days = z
  .int({ error: `a whole number of days from 1 to ${MOST_DAYS}` })
  .min(1, { error: `a whole number of days from 1 to ${MOST_DAYS}` })
  .max(MOST_DAYS, { error: `a whole number of days from 1 to ${MOST_DAYS}` })
  .default(3);
/** So many days back are looked at, so that days without data in between do not hide the others. */
const daysBack = (count: number): number => 2 * count + 7;
const minutesBack = ({ days: count }: { readonly days: number }): number => (daysBack(count) + 1) * 25 * 60;

const isMeasured = ({ coverage }: WatchedDay): boolean => coverage !== null && coverage >= LEAST_COVERAGE;

/** A look at each day that has ended, and at the running one as far as it has come. */
function judgeDays(
  { days: all, until }: DaysInput,
  lookOf: (index: number, hasEnded: boolean) => Judged | null,
): Judged[] {
  return all.flatMap((day, index) => lookOf(index, day.endEpochMs <= until) ?? []);
}

/** `upTo`: what counts as nothing, shown units a day. */
const noFlowSettings = strict({ days, upTo: atLeastZero.default(0) });

function judgeNoFlow(input: DaysInput, own: z.output<typeof noFlowSettings>): Judged[] {
  const isStill = ({ total }: WatchedDay): boolean => total !== null && Math.abs(total) <= own.upTo;
  return judgeDays(input, (index, hasEnded) => {
    const day = input.days[index];
    if (day === undefined) return null;
    // Once something has passed, the day is no day of standstill any more, however little of it was measured.
    if (day.total !== null && !isStill(day))
      return lookAt(hasEnded ? day.endEpochMs : (day.lastEpochMs ?? day.startEpochMs), 'clear', {
        value: 0,
        limit: own.days,
      });
    if (!hasEnded) return null;
    if (!isMeasured(day) || day.total === null) return lookAt(day.endEpochMs, 'unknown', {});
    const before = input.days.slice(Math.max(0, index - daysBack(own.days)), index + 1);
    const flowed = before.findLastIndex((other) => other.total !== null && !isStill(other));
    const value = before.slice(flowed + 1).filter((other) => isMeasured(other) && isStill(other)).length;
    return lookAt(day.endEpochMs, value >= own.days ? 'breach' : 'between', { value, limit: own.days });
  });
}

/** `variation`: what counts as none, in percentage points of the tank. */
const levelSettings = strict({ days, variation: atLeastZero.default(1) });

function judgeNoLevelVariation(input: DaysInput, own: z.output<typeof levelSettings>): Judged[] {
  return judgeDays(input, (index, hasEnded) => {
    const day = input.days[index];
    if (day === undefined || day.lowest === null || day.highest === null)
      return hasEnded && day !== undefined ? lookAt(day.endEpochMs, 'unknown', {}) : null;
    const measured = input.days
      .slice(Math.max(0, index - daysBack(own.days)), index)
      .filter((other) => isMeasured(other) && other.lowest !== null && other.highest !== null)
      .slice(1 - own.days || Infinity);
    const together = [...measured, day];
    const value = minus(
      Math.max(...together.map(({ highest }) => highest ?? -Infinity)),
      Math.min(...together.map(({ lowest }) => lowest ?? Infinity)),
    );
    const told = { value, limit: own.variation };
    if (value > own.variation)
      return lookAt(hasEnded ? day.endEpochMs : (day.lastEpochMs ?? day.startEpochMs), 'clear', told);
    if (!hasEnded) return null;
    if (!isMeasured(day)) return lookAt(day.endEpochMs, 'unknown', {});
    return lookAt(day.endEpochMs, together.length >= own.days ? 'breach' : 'between', told);
  });
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
