import { completenessOf } from '../../figures/completeness.ts';
import { toDisplay } from '../../figures/display.ts';
import { dateText } from '../../look/date-text.ts';
import { sumOrNull } from '../../processors/numbers.ts';
import { earlierOf } from '../../time/business-date.ts';
import type { BusinessDate } from '../../time/types.ts';
import { missingCell, quantityCell } from '../cells.ts';
import type { Cell, Headline } from '../document.ts';
import type { ReportInput } from '../input.ts';
import { isRunning, MOST_WHOLE, type ReportMeter, numberOf } from '../meters.ts';
import { columnOf, unitOfAll, type MeterColumn } from './meter-table.ts';

/* From the first of January to the last day of the period. */

/** A meter's year, with what it rests on. */
function yearOf(input: ReportInput, { shown, divisor }: ReportMeter) {
  const figures = input.yearToDate?.get(shown.unitId)?.figures ?? null;
  const parts = figures === null ? [] : [figures.provenance];
  return { value: toDisplay(numberOf(figures?.value), divisor), parts, coverage: completenessOf(parts).coverage };
}

/** `isTotal`: it is "at least" where a meter has no figure or a good part of one is missing. */
function yearCell(input: ReportInput, meters: readonly ReportMeter[], unit: string, isTotal: boolean): Cell {
  const years = meters.map((meter) => yearOf(input, meter));
  return quantityCell({
    value: sumOrNull(years.map(({ value }) => value)),
    unit,
    basis: completenessOf(years.flatMap(({ parts }) => parts)),
    running: isRunning(input),
    atLeast: isTotal && years.some(({ value, coverage }) => value === null || (coverage ?? 1) < MOST_WHOLE),
  });
}

export const yearColumns = (input: ReportInput, meters: readonly ReportMeter[]): readonly MeterColumn[] =>
  input.yearToDate === null
    ? []
    : [
        {
          column: columnOf('year', 'Year to date', { unit: unitOfAll(meters), total: 'sum' }),
          of: (meter) => yearCell(input, [meter], meter.shown.siUnit, false),
          together: (parts) => {
            const unit = unitOfAll(parts);
            return unit === null ? missingCell('different units') : yearCell(input, parts, unit, true);
          },
        },
      ];

export function yearHeadline(input: ReportInput, meters: readonly ReportMeter[]): readonly Headline[] {
  const unit = unitOfAll(meters);
  const to = input.plan.days?.to;
  if (input.yearToDate === null || unit === null || to === undefined) return [];
  const comparedWith = `01 Jan to ${dateText(lastDayOf(input, to))}`;
  return [
    {
      title: 'Year to date',
      value: yearCell(input, meters, unit, true),
      change: null,
      comparedWith,
      sparkline: null,
    },
  ];
}

/** A period that runs has come as far as the running day. */
const lastDayOf = ({ today }: ReportInput, to: BusinessDate): BusinessDate =>
  today.slice(0, 4) === to.slice(0, 4) ? earlierOf(to, today) : to;
