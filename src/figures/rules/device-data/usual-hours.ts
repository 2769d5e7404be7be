import { mean, quantile } from '../../../kernel/statistics.ts';
import type { Category, Industry } from '../../../kernel/industry/industry.ts';
import { formatterOf, unitsOf } from './categories.ts';
import { shownCategories, sideOf } from './overview.ts';

/*
 * Usual use of a category by the hour: the same weekday of earlier weeks, the middle of them and the band in which
 * eight of ten lie.
 */

/** Figures by hour of a day, a list for each unit; a unit without a document has none. */
export type HoursOfUnits = ReadonlyMap<number, readonly (number | null)[]>;

/** Where figures of earlier days lie; null: too few of them are known. */
export interface UsualBand {
  readonly low: number | null;
  readonly middle: number | null;
  readonly high: number | null;
  /** Days that it rests on. */
  readonly days: number;
}

/** Fewer days say nothing about what is usual. */
const LEAST_DAYS = 4;
/** Share of the usual use whose meters must be heard, because a sum without a large meter is no example. */
const LEAST_MEASURED_SHARE = 0.95;
const [LOW, HIGH] = [0.1, 0.9];

function bandOf(values: readonly number[]): UsualBand {
  const days = values.length;
  if (days < LEAST_DAYS) return { low: null, middle: null, high: null, days };
  return { low: quantile(values, LOW), middle: quantile(values, 0.5), high: quantile(values, HIGH), days };
}

/** Examples of usual use: what earlier days used by the hour, and the share of each unit in it. */
export interface UsualExamples {
  /** How much of the usual use each unit has, from 0 to 1. */
  readonly weights: ReadonlyMap<number, number>;
  /** Use of every hour of each of these days; null: too much of the usual use was not measured. */
  readonly sumsOfDays: readonly (readonly (number | null)[])[];
}

/** Works with pauses, because a site has a thousand meters and eight days of each. */
export function* examplesInSteps(
  days: readonly HoursOfUnits[],
  hourCount: number,
): Generator<void, UsualExamples, void> {
  const weights = yield* weightsInSteps(days);
  const sumsOfDays: (number | null)[][] = [];
  for (const day of days) {
    const sums: (number | null)[] = [];
    for (let hour = 0; hour < hourCount; hour += 1) {
      sums.push(measuredShare(day, weights, hour) < LEAST_MEASURED_SHARE ? null : sumOfHour(day, hour));
      yield;
    }
    sumsOfDays.push(sums);
  }
  return { weights, sumsOfDays };
}

function* weightsInSteps(days: readonly HoursOfUnits[]): Generator<void, ReadonlyMap<number, number>, void> {
  const means = new Map<number, number>();
  for (const unitKey of new Set(days.flatMap((day) => [...day.keys()]))) {
    const known = days.flatMap((day) => (day.get(unitKey) ?? []).filter((figure) => figure !== null));
    means.set(unitKey, Math.abs(mean(known)));
    yield;
  }
  const all = [...means.values()].reduce((sum, one) => sum + one, 0);
  return new Map([...means].map(([unitKey, of]) => [unitKey, all === 0 ? 0 : of / all]));
}

/** Share of the usual use whose meters have a figure in an hour. */
const measuredShare = (day: HoursOfUnits, weights: ReadonlyMap<number, number>, hour: number): number => {
  let missing = 0;
  for (const [unitKey, weight] of weights) if ((day.get(unitKey)?.[hour] ?? null) === null) missing += weight;
  return 1 - missing;
};

function sumOfHour(day: HoursOfUnits, hour: number): number | null {
  const known = [...day.values()].flatMap((figures) => figures[hour] ?? []);
  return known.length === 0 ? null : known.reduce((sum, figure) => sum + figure, 0);
}

interface UsualUse {
  readonly hours: readonly (UsualBand & { readonly measuredShare: number | null })[];
  /** Of the hours that are compared together. */
  readonly total: UsualBand;
}

/**
 * @param day whose hours are told how whole they are
 * @param wholeHours hours that have ended; null: all
 */
export function usualUse(
  { weights, sumsOfDays }: UsualExamples,
  day: HoursOfUnits,
  { hourCount, wholeHours }: { readonly hourCount: number; readonly wholeHours: number | null },
): UsualUse {
  const totals = sumsOfDays.flatMap((sums) => {
    const compared = sums.slice(0, wholeHours ?? hourCount);
    const known = compared.filter((figure) => figure !== null);
    return known.length < compared.length || known.length === 0 ? [] : known.reduce((sum, figure) => sum + figure, 0);
  });
  return {
    hours: Array.from({ length: hourCount }, (_, hour) => ({
      ...bandOf(sumsOfDays.flatMap((sums) => sums[hour] ?? [])),
      measuredShare: weights.size === 0 ? null : measuredShare(day, weights, hour),
    })),
    total: bandOf(totals),
  };
}

const ORDER = ['out', 'in', 'energy', 'other'] as const;

/**
 * The category by which a day is judged first: what was used, else what came in; null: none adds up amounts.
 * @param ofWholeDays units whose hours do not add up (unitsOfWholeDays); a category with one of them has no usual hours
 */
export function mainCategory(industry: Industry, ofWholeDays: ReadonlySet<string>): Category | null {
  const amounts = shownCategories(industry).filter((category) => {
    const unitIds = unitsOf(industry, [category]);
    if (unitIds.some((unitId) => ofWholeDays.has(unitId))) return false;
    const units = new Set(unitIds.map((unitId) => industry.units.get(unitId)?.current.siUnit));
    return ['flow', 'energy', 'multi-energy'].includes(formatterOf(category.standardCategoryId)) && units.size === 1;
  });
  const ranks = amounts.map((category) => ORDER.findIndex((side) => side === sideOf(category)));
  return amounts[ranks.indexOf(Math.min(...ranks))] ?? null;
}
