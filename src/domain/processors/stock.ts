import type { DailyDocument, PeriodEntry } from '../document/types.ts';
import { dailyDocument, offlineOfLevelDay } from './daily.ts';
import { closingFieldsOf, hoursOfDay } from './hours.ts';
import { stockLevel, stockPercentage } from './stock-level.ts';
import type { UnitDay } from './types.ts';

/**
 * Daily document of a STOCK unit (specification, Processors): `value` is the last level of the day in milli-units, hourly `y`
 * the closing and `y1` the opening level of the hour. openingStock is the level of the last reading before the day.
 */
export function processStockDay(input: UnitDay): DailyDocument {
  const { maxCapacity } = input.unit;
  const hours = hoursOfDay(input);
  const hourly = hours.map((hour): PeriodEntry => {
    const closing = hour.rollup?.lastValue ?? null;
    const level = stockLevel(maxCapacity, closing);
    return {
      x: hour.x,
      y: level,
      y1: stockLevel(maxCapacity, hour.rollup?.firstValue ?? null),
      percentage: stockPercentage(level, closing),
      ...closingFieldsOf(hour),
    };
  });
  const closing = input.hours.findLast((rollup) => rollup.lastValue !== null)?.lastValue ?? null;
  const value = stockLevel(maxCapacity, closing);
  return dailyDocument(input, hours, {
    value,
    hourly,
    meta: {
      maxCapacity,
      percentage: stockPercentage(value, closing),
      openingStock: stockLevel(input.before.maxCapacity ?? maxCapacity, input.before.value) ?? 0,
      ...offlineOfLevelDay(input, hours),
    },
  });
}
