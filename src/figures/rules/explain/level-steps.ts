import type { DailyDocument } from '../../../kernel/document/types.ts';
import { milliUnitsPerCubicMetre } from '../../../kernel/measure/litres.ts';
import { standingAt, type VolumeCurve } from '../../../kernel/measure/volume-curve.ts';
import { numberOrNull } from '../processors/numbers.ts';
import { openingTank, type Tank } from '../processors/stock.ts';
import type { HourRollup, UnitDay } from '../processors/types.ts';
import { countText, numberText } from './number-text.ts';
import type { ExplainedStep } from './types.ts';

const levelText = (tank: Tank, reading: number | null, level: number | null): string => {
  if (reading === null) return 'no reading: no level';
  const { maxCapacity, volumeCurve } = tank;
  if (volumeCurve !== undefined) return curveText(volumeCurve, tank.siUnit, reading, level);
  if (maxCapacity === null) return `reading ${numberText(reading)} %; no maxCapacity is declared: no level`;
  return `maxCapacity ${numberText(maxCapacity)} × ${numberText(reading)} / 100 = ${numberText((maxCapacity * reading) / 100)}, truncated to 2 decimals: ${numberText(level)}`;
};

function curveText(curve: VolumeCurve, siUnit: string, reading: number, level: number | null): string {
  const { elevationMetres, volumeCubicMetres } = standingAt(curve, reading);
  const [bottom, top] = [curve[0]?.elevationMetres ?? 0, curve.at(-1)?.elevationMetres ?? 0];
  const perCubicMetre = milliUnitsPerCubicMetre(siUnit) ?? 0;
  return (
    `${numberText(reading)} % of the height from ${numberText(bottom)} to ${numberText(top)} m is ${numberText(elevationMetres)} m, `
    + `where the curve holds ${numberText(volumeCubicMetres)} m³; × ${numberText(perCubicMetre)} = ${numberText(volumeCubicMetres * perCubicMetre)}, `
    + `truncated to 2 decimals: ${numberText(level)}`
  );
}

/** Elevation and volume that a reading of a surveyed tank stands for; empty without a curve. */
function standingNumbers({ volumeCurve }: Tank, reading: number | null): ExplainedStep['numbers'] {
  if (volumeCurve === undefined) return {};
  return reading === null
    ? { elevationMetres: null, volumeCubicMetres: null }
    : { ...standingAt(volumeCurve, reading) };
}

/** Steps from a tank's readings to the levels of its hours and day. */
export function stockSteps(day: UnitDay, document: DailyDocument): readonly ExplainedStep[] {
  const { unit } = day;
  const { maxCapacity } = unit;
  const hourly = day.hours.map((rollup): ExplainedStep => {
    const entry = document.hourly[rollup.hour];
    const [level, opening] = [numberOrNull(entry?.y ?? null), entry?.y1 ?? null];
    return {
      rule: 'stock level',
      hour: rollup.hour,
      text: `closing: ${levelText(unit, rollup.lastValue, level)}; opening: ${levelText(unit, rollup.firstValue, opening)}`,
      numbers: {
        maxCapacity,
        closingReading: rollup.lastValue,
        ...standingNumbers(unit, rollup.lastValue),
        level,
        openingReading: rollup.firstValue,
        openingLevel: opening,
        percentage: entry?.percentage ?? null,
      },
    };
  });
  const closing = lastWithValue(day);
  const value = numberOrNull(document.value);
  const openingStock = document.meta.openingStock ?? 0;
  const opened = openingTank(day);
  return [
    ...hourly,
    {
      rule: 'closing stock',
      hour: null,
      numbers: {
        maxCapacity,
        reading: closing?.lastValue ?? null,
        ...standingNumbers(unit, closing?.lastValue ?? null),
        level: value,
        percentage: document.meta.percentage ?? null,
      },
      text:
        closing === null
          ? 'no reading in the day: no value'
          : `last level of the day, of hour ${closing.hour}: ${levelText(unit, closing.lastValue, value)}`,
    },
    {
      rule: 'opening stock',
      hour: null,
      numbers: {
        maxCapacity: opened.maxCapacity,
        reading: day.before.value,
        ...standingNumbers(opened, day.before.value),
        openingStock,
      },
      text:
        day.before.value === null
          ? 'no reading before the day: openingStock 0'
          : `last reading before the day: ${levelText(opened, day.before.value, openingStock)}`,
    },
  ];
}

/** Steps from a ground-water unit's readings to the levels of its hours and day. */
export function groundWaterSteps(day: UnitDay, document: DailyDocument): readonly ExplainedStep[] {
  const hourly = day.hours.map((rollup): ExplainedStep => {
    const level = numberOrNull(document.hourly[rollup.hour]?.y ?? null);
    return {
      rule: 'last reading',
      hour: rollup.hour,
      text: `last of ${countText(rollup.valueCount, 'reading')}: ${numberText(level)}`,
      numbers: { readings: rollup.valueCount, level },
    };
  });
  const levels = document.hourly.filter((entry) => entry.y !== null).length;
  const value = numberOrNull(document.value);
  const average = document.meta.average ?? 0;
  const closing = lastWithValue(day);
  return [
    ...hourly,
    {
      rule: 'last reading',
      hour: null,
      text:
        closing === null
          ? 'no reading in the day: no value'
          : `last reading of the day, of hour ${closing.hour}: ${numberText(value)}`,
      numbers: { level: value },
    },
    {
      rule: 'mean of hours',
      hour: null,
      text:
        levels === 0
          ? 'no hourly level: average 0'
          : `average of ${countText(levels, 'hourly level')}: ${numberText(average)}`,
      numbers: { hours: levels, average },
    },
  ];
}

const lastWithValue = (day: UnitDay): HourRollup | null =>
  day.hours.findLast((rollup) => rollup.lastValue !== null) ?? null;
