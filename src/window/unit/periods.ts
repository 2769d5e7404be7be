import type { FigureRow } from '../../figures/rules/figures/figure-rows.ts';
import { GROUP_OF_STANDARD_CATEGORY } from '../../kernel/measure/unit.ts';
import { addMonths, firstOfNextYear } from '../../kernel/time/business-date.ts';
import { HOUR_MS } from '../../kernel/time/durations.ts';
import type { BusinessDate } from '../../kernel/time/types.ts';
import { explainAddress, unitAddress } from '../dates.ts';
import type { Visit } from '../page.ts';
import { periodNames, type ShownSpan, type SpanType } from './span.ts';

/** One hour, day, month or year of the unit, with its parameters where it has some. */
export interface UnitPeriod {
  readonly date: BusinessDate;
  readonly startMs: number;
  readonly short: string;
  readonly long: string;
  /** The main figure. Of a quality unit null where its parameters tell, and else the row that has no figure. */
  readonly row: FigureRow | null;
  readonly parameters: ReadonlyMap<string, FigureRow>;
  readonly hasBegun: boolean;
  readonly isRunning: boolean;
  /** Address of the explanation of its figure, or of the next finer figures. */
  readonly address: string | null;
}

/**
 * Whether a period lacks a figure that was expected. In an hour that runs none may be expected yet. A formula that
 * fails lacks its figure, whatever was expected of others.
 */
export function lacksFigure({ hasBegun }: Pick<UnitPeriod, 'hasBegun'>, row: FigureRow | null): boolean {
  if (!hasBegun || row === null) return hasBegun;
  const isComputed = GROUP_OF_STANDARD_CATEGORY[row.standardCategoryId] === 'VIRTUAL';
  return row.value === null && (row.coverage !== null || isComputed);
}

/**
 * The row of a parameter. Where none of a unit's parameters was measured, the row that says how much was expected;
 * null: neither is known.
 */
export const rowOfParameter = ({ row, parameters }: UnitPeriod, name: string): FigureRow | null =>
  parameters.get(name) ?? (row?.value === null ? row : null);

/** The page behind a figure: an hour and a day are explained, a month and a year are the sum of their parts. */
function addressOf(type: SpanType, unitId: string, date: BusinessDate, hour: number): string {
  switch (type) {
    case 'HOUR':
      return explainAddress(unitId, date, hour);
    case 'DAY':
      return explainAddress(unitId, date);
    case 'MONTH':
      return unitAddress(unitId, 'DAY', date);
    case 'YEAR':
      return unitAddress(unitId, 'MONTH', date);
  }
}

function hasToday(type: SpanType, date: BusinessDate, today: BusinessDate): boolean {
  switch (type) {
    case 'HOUR':
    case 'DAY':
      return date === today;
    case 'MONTH':
      return date <= today && today < addMonths(date, 1);
    case 'YEAR':
      return date <= today && today < firstOfNextYear(date);
  }
}

/** Rows of GET /api/user/figures, of one day or of several, gathered by period. */
export function periodsOf(
  rows: readonly FigureRow[],
  { type }: ShownSpan,
  { clock: { timezone, today }, language, nowMs }: Pick<Visit, 'clock' | 'language' | 'nowMs'>,
): readonly UnitPeriod[] {
  const periods = [...Map.groupBy(rows, ({ start }) => start)];
  // An hour is counted from the beginning of its own day.
  const firstOfDay = new Map(periods.map(([, [row]], at) => [row?.date, at] as const).toReversed());
  return periods.map(([start, of], at) => {
    const [first] = of;
    if (first === undefined) throw new Error('A period has a row.');
    const { date, unitId } = first;
    const startMs = Date.parse(start);
    const hasBegun = startMs <= nowMs;
    const hour = at - (firstOfDay.get(date) ?? 0);
    const isRunning = hasBegun && hasToday(type, date, today) && (type !== 'HOUR' || nowMs - startMs < HOUR_MS);
    return {
      date,
      startMs,
      ...periodNames(type, { date, startMs, timezone, language }),
      row: of.find(({ parameter }) => parameter === null) ?? null,
      parameters: new Map(of.flatMap((row) => (row.parameter === null ? [] : [[row.parameter, row] as const]))),
      hasBegun,
      isRunning,
      address: hasBegun ? addressOf(type, unitId, date, hour) : null,
    };
  });
}
