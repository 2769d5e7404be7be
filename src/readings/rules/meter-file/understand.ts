import type { EpochMillis } from '../../../kernel/time/types.ts';
import { MAX_FUTURE_MILLISECONDS } from '../reading.ts';
import type { MeterFileChoices } from './choices.ts';
import { type MeterFileColumn, type MeterFileQuestion, type ReadColumns, readColumns } from './columns.ts';
import type { MeterFileUnit } from './heads.ts';
import { type DecimalSign, decimalSignIn } from './numbers.ts';
import { filledCells, layoutOf, type MeterFileLayout, type MeterFileTable } from './table.ts';
import { DATE_ORDERS, type DateOrder, localMsOf } from './times.ts';

/** A file as it was understood, with all that is needed to make readings of it. */
export interface MeterFileUnderstanding {
  readonly table: MeterFileTable;
  readonly layout: MeterFileLayout;
  readonly columns: ReadColumns;
  readonly units: readonly MeterFileUnit[];
  /** null: no number has a decimal sign. */
  readonly decimal: DecimalSign | null;
  /** null: years of four digits come first or months have names. */
  readonly dateOrder: DateOrder | null;
  /** The zone of times without offset. */
  readonly timezone: string;
  readonly hasLocalTimes: boolean;
  readonly questions: readonly MeterFileQuestion[];
}

interface Found<T> {
  readonly value: T | null;
  readonly question: MeterFileQuestion | null;
}

const FIRST_OF_DATES: Readonly<Record<DateOrder, string>> = {
  dmy: 'the day first',
  mdy: 'the month first',
  ymd: 'the year first',
};

/**
 * Whether all dates may begin with a year of two digits: `26-01-13`. One that is a day of the past in another order
 * alone shows that they do not. A date that is none in any order shows nothing.
 */
function mayBeYearFirst(times: MeterFileLayout['times'], nowMs: EpochMillis): boolean {
  let someAre = false;
  for (const time of times) {
    if (time === null) continue;
    const isPast = (order: DateOrder): boolean => {
      const localMs = localMsOf(time, order);
      return localMs !== null && localMs <= nowMs + MAX_FUTURE_MILLISECONDS;
    };
    if (isPast('ymd')) someAre = true;
    else if (isPast('dmy') || isPast('mdy')) return false;
  }
  return someAre;
}

/** The order of day, month and year that all dates of the file show, or a question. */
function dateOrderOf({ times }: MeterFileLayout, chosen: DateOrder | null, nowMs: EpochMillis): Found<DateOrder> {
  const orders = new Set(times.flatMap((time) => time?.order ?? []));
  if (orders.size === 0) return { value: null, question: null };
  if (chosen !== null) return { value: chosen, question: null };
  const possible = DATE_ORDERS.filter((order) =>
    order === 'ymd' ? mayBeYearFirst(times, nowMs) : !orders.has(order === 'dmy' ? 'mdy' : 'dmy'),
  );
  const [order = null] = possible;
  if (possible.length === 1) return { value: order, question: null };
  const problem =
    order === null
      ? 'some dates have the day first, others the month'
      : `every date can be read with ${possible.map((one) => FIRST_OF_DATES[one]).join(' or ')}`;
  return { value: null, question: { about: 'dateOrder', column: null, problem } };
}

const isFigures = ({ role }: MeterFileColumn): boolean => role === 'figures';

/**
 * The decimal sign that all numbers of the file show, or a question. Where fields are separated by commas, a point
 * alone is the decimal sign: a file of decimal commas would not be separated so.
 */
function decimalOf(
  table: MeterFileTable,
  layout: MeterFileLayout,
  columns: readonly MeterFileColumn[],
  chosen: DecimalSign | null,
): Found<DecimalSign> {
  if (chosen !== null) return { value: chosen, question: null };
  const signs = new Set<DecimalSign | 'either'>();
  let undecided = '';
  for (const { number } of columns.filter(isFigures)) {
    for (const cell of filledCells(table, layout, number - 1)) {
      const sign = decimalSignIn(cell);
      if (sign === 'either') undecided ||= String(cell).trim();
      if (sign !== null) signs.add(sign);
    }
  }
  const [points, commas] = [signs.has('.'), signs.has(',')];
  if (points !== commas) return { value: points ? '.' : ',', question: null };
  if (points) {
    const problem = 'some numbers have a decimal point, others a decimal comma';
    return { value: null, question: { about: 'decimal', column: null, problem } };
  }
  if (undecided === '') return { value: null, question: null };
  if (table.delimiter === ',' && !undecided.includes(',')) return { value: '.', question: null };
  const problem = `'${undecided.slice(0, 40)}' can be read with thousands or with decimals, as all numbers of the file`;
  return { value: null, question: { about: 'decimal', column: null, problem } };
}

/**
 * Understands the file of a meter, a gateway or a spreadsheet. What the file does not tell becomes a question, and is
 * never guessed.
 * @throws ServiceError 1430 for a file without times, heads or figures, and for choices that do not fit it.
 */
export function understandMeterFile(
  table: MeterFileTable,
  choices: MeterFileChoices,
  industry: { readonly units: readonly MeterFileUnit[]; readonly timezone: string; readonly nowMs: EpochMillis },
): MeterFileUnderstanding {
  const layout = layoutOf(table);
  const columns = readColumns({ table, layout, choices, units: industry.units });
  const order = dateOrderOf(layout, choices.dateOrder, industry.nowMs);
  const decimal = decimalOf(table, layout, columns.columns, choices.decimal);
  return {
    table,
    layout,
    columns,
    units: industry.units,
    decimal: decimal.value,
    dateOrder: order.value,
    timezone: choices.timezone ?? industry.timezone,
    hasLocalTimes: layout.times.some((time) => time?.offsetMs === null),
    questions: [order.question ?? [], decimal.question ?? [], ...columns.questions].flat(),
  };
}
