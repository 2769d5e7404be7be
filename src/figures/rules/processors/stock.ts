import type { DailyDocument, PeriodEntry } from '../../../kernel/document/types.ts';
import { dailyDocument, offlineOfLevelDay } from './daily.ts';
import { closingFieldsOf, hoursOfDay } from './hours.ts';
import { stockLevel, stockPercentage, type Tank } from './stock-level.ts';
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
