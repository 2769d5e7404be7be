import { toDisplay } from '../../figures/display.ts';
import { dateText } from '../../look/date-text.ts';
import { sumOrNull } from '../../processors/numbers.ts';
import { missingCell } from '../cells.ts';
import type { Headline } from '../document.ts';
import type { ReportInput } from '../input.ts';
import { type ReportMeter, numberOf, plainCell } from '../meters.ts';
import { columnOf, unitOfAll, type MeterColumn } from './meter-table.ts';

/* From the first of January to the last day of the period. */

const yearOf = (input: ReportInput, { shown, divisor }: ReportMeter): number | null =>
  toDisplay(numberOf(input.yearToDate?.get(shown.unitId)?.figures?.value), divisor);

export const yearColumns = (input: ReportInput, meters: readonly ReportMeter[]): readonly MeterColumn[] =>
  input.yearToDate === null
    ? []
    : [
        {
          column: columnOf('year', 'Year to date', { unit: unitOfAll(meters), total: 'sum' }),
          of: (meter) => plainCell(yearOf(input, meter), meter.shown.siUnit),
          together: (parts) => {
            const unit = unitOfAll(parts);
            return unit === null
              ? missingCell('different units')
              : plainCell(sumOrNull(parts.map((meter) => yearOf(input, meter))), unit);
          },
        },
      ];

export function yearHeadline(input: ReportInput, meters: readonly ReportMeter[]): readonly Headline[] {
  const unit = unitOfAll(meters);
  const to = input.plan.days?.to;
  if (input.yearToDate === null || unit === null || to === undefined) return [];
  const value = plainCell(sumOrNull(meters.map((meter) => yearOf(input, meter))), unit);
  return [{ title: 'Year to date', value, change: null, comparedWith: `01 Jan to ${dateText(to)}`, sparkline: null }];
}
