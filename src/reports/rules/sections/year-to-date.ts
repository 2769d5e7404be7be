import { completenessOf, partsOfSpan } from '../../../kernel/document/completeness.ts';
import { toDisplay } from '../../../figures/rules/figures/display.ts';
import { dateText } from '../../../kernel/format/date-text.ts';
import { sumOrNull } from '../../../figures/rules/processors/numbers.ts';
import { missingCell, quantityCell } from '../cells.ts';
import type { Cell, Headline } from '../document.ts';
import type { ReportInput } from '../input.ts';
import { type ReportMeter, numberOf } from '../meters.ts';
import { columnOf, unitOfAll, type MeterColumn } from './meter-table.ts';

/* From the first of January to the last day of the period, in business days. */

/** A meter's year, with what it rests on. */
function yearOf(input: ReportInput, { shown, divisor }: ReportMeter) {
  const span = input.yearToDate?.spans.get(shown.unitId);
  return { value: toDisplay(numberOf(span?.figures?.value), divisor), parts: partsOfSpan(span) };
}

function yearCell(input: ReportInput, meters: readonly ReportMeter[], unit: string): Cell {
  const years = meters.map((meter) => yearOf(input, meter));
  return quantityCell({
    value: sumOrNull(years.map(({ value }) => value)),
    unit,
    basis: completenessOf(years.flatMap(({ parts }) => parts)),
    running: input.yearToDate?.isRunning === true,
  });
}

export const yearColumns = (input: ReportInput, meters: readonly ReportMeter[]): readonly MeterColumn[] =>
  input.yearToDate === null
    ? []
    : [
        {
          column: columnOf('year', 'Year to date', { unit: unitOfAll(meters), total: 'sum' }),
          of: (meter) => yearCell(input, [meter], meter.shown.siUnit),
          together: (parts) => {
            const unit = unitOfAll(parts);
            return unit === null ? missingCell('different units') : yearCell(input, parts, unit);
          },
        },
      ];

export function yearHeadline(input: ReportInput, meters: readonly ReportMeter[]): readonly Headline[] {
  const unit = unitOfAll(meters);
  const to = input.plan.days?.to;
  if (input.yearToDate === null || unit === null || to === undefined) return [];
  const year = to.slice(0, 4);
  const last = input.yearToDate.to;
  const comparedWith =
    last.slice(0, 4) === year ? `01 Jan to ${dateText(last)}` : `no business day of ${year} has begun yet`;
  return [
    {
      title: 'Year to date',
      value: yearCell(input, meters, unit),
      change: null,
      comparedWith,
      sparkline: null,
    },
  ];
}
