import { exact } from '../../../kernel/measure/exact.ts';
import { milliUnitsPerCubicMetre } from '../../../kernel/measure/litres.ts';
import { multiplied, ratioOf } from '../../../kernel/measure/ratio.ts';
import type { Unit } from '../../../kernel/measure/unit.ts';
import { standingAt, type VolumeCurve } from '../../../kernel/measure/volume-curve.ts';
import type { DailyDocument, PeriodEntry } from '../../../kernel/document/types.ts';
import { dailyDocument } from './daily.ts';
import { offlineOfLevelDay } from './offline-of-day.ts';
import { closingFieldsOf, hoursOfDay } from './hours.ts';
import type { UnitDay } from './types.ts';

/**
 * Daily document of a STOCK unit (specification, User: batch processing, processors): `value` is the last level of the
 * day in milli-units, hourly `y` the closing and `y1` the opening level of the hour. openingStock is the level that the
 * last reading before the day closed with.
 */
export function processStockDay(input: UnitDay): DailyDocument {
  const { unit } = input;
  const hours = hoursOfDay(input);
  const hourly = hours.map((hour): PeriodEntry => {
    const closing = hour.rollup?.lastValue ?? null;
    const level = stockLevel(unit, closing);
    return {
      x: hour.x,
      y: level,
      y1: stockLevel(unit, hour.rollup?.firstValue ?? null),
      percentage: stockPercentage(level, closing),
      ...closingFieldsOf(hour),
    };
  });
  const closing = input.hours.findLast((rollup) => rollup.lastValue !== null)?.lastValue ?? null;
  const value = stockLevel(unit, closing);
  return dailyDocument(input, hours, {
    value,
    hourly,
    meta: {
      maxCapacity: unit.maxCapacity,
      percentage: stockPercentage(value, closing),
      openingStock: stockLevel(openingTank(input), input.before.value) ?? 0,
      ...offlineOfLevelDay(input, hours),
    },
  });
}

/**
 * The tank by which the last reading before the day is a level. Spec gap: that of the day, where it was read before any
 * capacity was declared.
 */
export const openingTank = ({ unit, before: { maxCapacity = null, volumeCurve } }: UnitDay): Tank =>
  maxCapacity === null
    ? unit
    : { siUnit: unit.siUnit, maxCapacity, ...(volumeCurve === undefined ? {} : { volumeCurve }) };

/** The fields of a tank that turn a reading into a level. */
export type Tank = Pick<Unit, 'siUnit' | 'maxCapacity' | 'volumeCurve'>;

/** Roughly four units in the last place: what a product of doubles can be off by. */
const PRODUCT_NOISE_SHARE = 4 * Number.EPSILON;
const FULL_PERCENT = 100;

/**
 * Level of a tank in milli-units: capacity * percent / 100, or what the curve of the tank holds at that height;
 * truncated to 2 decimals towards zero. The truncation is decimal: 10000 * 0.29 / 100 is 29.00 although the doubles
 * give 28.999999999999996.
 *
 * Spec gap: without a capacity there is no level; the reading alone is then reported as percentage.
 *
 * @param percent the raw reading, 0 to 100; null when missing
 * @returns null when either is missing
 */
export function stockLevel({ siUnit, maxCapacity, volumeCurve }: Tank, percent: number | null): number | null {
  if (percent === null) return null;
  if (volumeCurve !== undefined) return volumeInMilliUnits(volumeCurve, siUnit, percent);
  return maxCapacity === null ? null : truncatedProduct(maxCapacity, percent);
}

/**
 * Capacity times percent is hundredths. Their product is taken of the decimals, because in doubles that of a reservoir
 * is as near to a whole number as its noise.
 */
function truncatedProduct(maxCapacity: number, percent: number): number {
  // Digits of a reading beyond its millionths are noise, which its sender has added.
  if (exact(percent) !== percent) return truncated(maxCapacity * percent);
  const { numerator, denominator } = multiplied(ratioOf(maxCapacity), ratioOf(percent));
  // BigInt divides towards 0, and has no -0.
  return Number(numerator / denominator) / 100;
}

/** The content of a full surveyed tank, in milli-units; null: siUnit is no volume. */
export const capacityOfCurve = (curve: VolumeCurve, siUnit: string): number | null =>
  volumeInMilliUnits(curve, siUnit, FULL_PERCENT);

function volumeInMilliUnits(curve: VolumeCurve, siUnit: string, percent: number): number | null {
  const perCubicMetre = milliUnitsPerCubicMetre(siUnit);
  return perCubicMetre === null
    ? null
    : truncated(standingAt(curve, percent).volumeCubicMetres * perCubicMetre * FULL_PERCENT);
}

/** Hundredths, computed in doubles, as a number of 2 decimals. */
function truncated(hundredths: number): number {
  const nearest = Math.round(hundredths);
  const isWhole = Math.abs(hundredths - nearest) <= PRODUCT_NOISE_SHARE * Math.abs(hundredths);
  // The sum with 0 turns the -0 of small negative readings into 0.
  return (isWhole ? nearest : Math.trunc(hundredths)) / 100 + 0;
}

/**
 * Percentage beside a level: the reading itself, null when the level is 0 (specification, User: batch processing,
 * processors).
 */
const stockPercentage = (level: number | null, percent: number | null): number | null =>
  level === 0 || percent === null ? null : exact(percent);
