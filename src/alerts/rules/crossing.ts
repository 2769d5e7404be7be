import { exactToBillionths, minus, times } from '../../kernel/measure/exact.ts';
import type { UnitAt } from '../../kernel/industry/unit-over-time.ts';
import type { Unit } from '../../kernel/measure/unit.ts';
import { HOUR_MS } from '../../kernel/time/durations.ts';
import type { EpochMillis } from '../../kernel/time/types.ts';
import { endsOfStandstill, noFlowSettings } from './conditions/still-days.ts';
import { inShownUnits } from './inputs.ts';
import { ratesOf } from './rates.ts';
import type { RuleDefinition } from './rule.ts';
import type { AlertInput, TotalPeriod, TotalsInput, WatchedDay, WatchedReading } from './types.ts';

/*
 * Totals are known at the last reading of an hour, of a month at the last one of a day. A batch of readings may have
 * passed the limit long before that, so the reading that did is looked for among those in between. So is the reading
 * that ends days without flow, because a day may have its total alone.
 */

/** Place where a period passes its limit: between the point before this one, or its start, and this one. */
interface Crossing {
  readonly period: TotalPeriod;
  /** Index of the first point that is above the limit. */
  readonly index: number;
  /** First instant, included. */
  readonly fromEpochMs: EpochMillis;
  readonly toEpochMs: EpochMillis;
}

/** Limit and crossings of a rule's input that nobody has looked at; of inputs without totals none. */
export function crossingsIn(
  input: AlertInput,
  { alertType, settings }: Pick<RuleDefinition, 'alertType' | 'settings'>,
  seen: EpochMillis,
): { readonly limit: number; readonly crossings: readonly Crossing[] } {
  const { limit } = settings;
  if (input.kind === 'totals' && typeof limit === 'number')
    return { limit, crossings: crossingsOf(input, limit, seen) };
  if (input.kind !== 'days' || alertType !== 'no_flow_n_days') return { limit: 0, crossings: [] };
  const own = noFlowSettings.parse(settings);
  const periods = endsOfStandstill(input, own, seen).map(totalOf);
  return { limit: own.upTo, crossings: crossingsOf({ periods }, own.upTo, seen) };
}

/** Course of a meter's day as that of its total. */
const totalOf = ({ startEpochMs, endEpochMs, points }: WatchedDay): TotalPeriod => ({
  startEpochMs,
  endEpochMs,
  points: points.flatMap(({ epochMs, total }) => (total === null ? [] : [{ epochMs, total }])),
});

/** The input with these periods, or their days, in place of its own periods of the same starts. */
export function withCrossed(input: AlertInput, crossed: ReadonlyMap<EpochMillis, TotalPeriod>): AlertInput {
  if (input.kind === 'totals')
    return { ...input, periods: input.periods.map((period) => crossed.get(period.startEpochMs) ?? period) };
  return input.kind === 'days' ? { ...input, days: input.days.map((day) => dayOf(day, crossed)) } : input;
}

function dayOf(day: WatchedDay, crossed: ReadonlyMap<EpochMillis, TotalPeriod>): WatchedDay {
  const points = crossed.get(day.startEpochMs)?.points;
  return points === undefined
    ? day
    : { ...day, points: points.map((one) => ({ ...one, lowest: null, highest: null })) };
}

/** Crossings that nobody has looked at. @param seen up to here everything was. */
export const crossingsOf = ({ periods }: Pick<TotalsInput, 'periods'>, limit: number, seen: EpochMillis): Crossing[] =>
  periods.flatMap((period) => {
    const index = period.points.findIndex(({ total }) => total > limit);
    const point = period.points[index];
    if (point === undefined || point.epochMs <= seen) return [];
    const before = period.points[index - 1];
    const fromEpochMs = before === undefined ? period.startEpochMs : before.epochMs + 1;
    return [{ period, index, fromEpochMs, toEpochMs: point.epochMs }];
  });

/**
 * Adds a point to the period, at the first reading above the limit. Readings share out the sum of the hour or day. The
 * period stays the same where they do not tell.
 * @param readings those of the crossing, and some before it.
 */
export function withReadingOf(
  { period, index, fromEpochMs }: Crossing,
  unitAt: UnitAt,
  readings: readonly WatchedReading[],
  limit: number,
): TotalPeriod {
  const point = period.points[index];
  if (point === undefined) return period;
  const [first] = readings;
  const rates = ratesOf(unitAt, readings).map(({ epochMs, perHour, overHours }) => ({
    epochMs,
    amount: perHour === null ? 0 : perHour * overHours,
  }));
  // A unit's very first reading has no rate, although its value counts in its hour.
  const ofFirst = first === undefined ? [] : [{ epochMs: first.epochMs, amount: inShownUnits(first.value) ?? 0 }];
  const passed = [
    ...ofFirst.map(({ epochMs, amount }) => ({ epochMs, amount: amount * unitAt(epochMs).flowFactor })),
    ...rates,
  ].filter(({ epochMs }) => epochMs >= fromEpochMs && epochMs <= point.epochMs);
  const all = passed.reduce((total, { amount }) => total + amount, 0);
  const before = period.points[index - 1]?.total ?? 0;
  const added = minus(point.total, before);
  if (all <= 0 || added <= 0) return period;
  let soFar = 0;
  for (const { epochMs, amount } of passed) {
    soFar += amount;
    const total = exactToBillionths(before + (added * soFar) / all);
    if (total <= limit || epochMs >= point.epochMs) continue;
    return { ...period, points: [...period.points.slice(0, index), { epochMs, total }, ...period.points.slice(index)] };
  }
  return period;
}

/** Milliseconds of readings before a crossing, so that its first reading has a rate. */
export const readingsBeforeMs = ({ dataUpdateFrequencySeconds }: Unit): number =>
  Math.max(HOUR_MS, times(dataUpdateFrequencySeconds, 3000));
