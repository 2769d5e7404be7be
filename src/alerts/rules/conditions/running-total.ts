import { strict } from '../../../kernel/field-kinds.ts';
import { minus } from '../../../kernel/measure/exact.ts';
import type { UnitGroup } from '../../../kernel/measure/unit.ts';
import type { Condition, Judged, TotalPeriod, TotalsInput } from '../types.ts';
import { condition, positiveFigure } from './condition.ts';

const WATER: readonly UnitGroup[] = ['FLOW', 'CONSUMPTION', 'VIRTUAL'];
const ENERGY: readonly UnitGroup[] = ['ENERGY'];

/** Kilolitres or kilowatt-hours, as the unit shows them. */
const settings = strict({ limit: positiveFigure });

const MINUTES = { hour: 60, day: 26 * 60, month: 32 * 24 * 60 } as const;

/** The sum of an hour, day or month so far passes a limit; the incident ends with the period. */
const runningTotal = (says: string, window: 'hour' | 'day' | 'month', groups: readonly UnitGroup[]): Condition =>
  condition({
    says,
    settings,
    defaults: { holdMinutes: 0, recoverMinutes: 0 },
    kinds: ['totals'],
    window,
    groups,
    lookBackMinutes: () => MINUTES[window],
    judge: judgeTotals,
  });

function judgeTotals({ periods, until }: TotalsInput, { limit }: { readonly limit: number }): Judged[] {
  const lookOf = (window: TotalPeriod, at: number, total: number | null): Judged => ({
    at,
    verdict: total === null ? 'unknown' : total > limit ? 'breach' : 'clear',
    value: total,
    limit,
    window: { startEpochMs: window.startEpochMs, endEpochMs: window.endEpochMs },
    excess: total === null || total <= limit ? null : minus(total, limit),
    afterSilence: false,
  });
  return periods.flatMap((period) => [
    ...period.points.map(({ epochMs, total }) => lookOf(period, epochMs, total)),
    ...(period.endEpochMs <= until ? [lookOf(period, period.endEpochMs, period.points.at(-1)?.total ?? null)] : []),
  ]);
}

export const RUNNING_TOTALS = {
  unit_threshold: runningTotal('Cumulative consumption is above the daily threshold', 'day', WATER),
  energy_daily_threshold: runningTotal('Energy of the day is above its limit', 'day', ENERGY),
  hourly_threshold: runningTotal('Consumption of the hour is above its limit', 'hour', WATER),
  monthly_threshold: runningTotal('The running total of the month is above its limit', 'month', WATER),
  energy_monthly_threshold: runningTotal('Energy of the month is above its limit', 'month', ENERGY),
  energy_threshold: runningTotal('Energy of the hour is above its limit', 'hour', ENERGY),
} as const;
