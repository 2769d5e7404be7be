import { ServiceError } from '../../../kernel/errors.ts';
import { isTimezone } from '../../../kernel/time/day-rule.ts';
import { FIGURE_KINDS, type FigureKind } from './heads.ts';
import { measureNamed, METER_FILE_MEASURES } from '../measures.ts';
import type { DecimalSign } from './numbers.ts';
import { DATE_ORDERS, type DateOrder } from './times.ts';

/** Choices of a person for one column, by its number in the file. */
export interface ColumnChoice {
  /** null: the column is left out. */
  readonly unitId: string | null;
  readonly measure: string | null;
  readonly kind: FigureKind | null;
}

/** Choices of a person for a file. A choice that is null is read from the file. */
export interface MeterFileChoices {
  readonly timezone: string | null;
  readonly dateOrder: DateOrder | null;
  readonly decimal: DecimalSign | null;
  /** Of columns whose head names none. */
  readonly measure: string | null;
  readonly kind: FigureKind | null;
  readonly columns: ReadonlyMap<number, ColumnChoice>;
}

/** The choices as a command or a request writes them. */
export type WrittenChoices = Readonly<
  Partial<Record<'timezone' | 'dateOrder' | 'decimal' | 'measure' | 'kind' | 'columns', string | undefined>>
>;

const DECIMALS = { point: '.', comma: ',' } as const;
export const DECIMAL_NAMES = Object.keys(DECIMALS);

const refused = (field: string, value: string, allowed: string): ServiceError => {
  const problem = `is '${value.slice(0, 80)}', allowed is ${allowed}`;
  return new ServiceError(1430, `'${field}' ${problem}`, [{ field, problem }]);
};

function oneOf<T extends string>(field: string, value: string | undefined, allowed: readonly T[]): T | null {
  if (value === undefined || value === '') return null;
  const found = allowed.find((one) => one === value);
  if (found === undefined) throw refused(field, value, allowed.join(', '));
  return found;
}

/** The measure of a level or a temperature: a unit's own word for it. */
const OWN_MEASURE = /^[\p{L}%°µ][\p{L}\p{M}\p{N}%°³²/·. -]{0,19}$/u;

function measureOf(field: string, value: string | undefined): string | null {
  if (value === undefined || value === '') return null;
  const named = measureNamed(value);
  if (typeof named === 'string') return named;
  if (named !== null) throw refused(field, value, named.either);
  if (!OWN_MEASURE.test(value))
    throw refused(field, value, `${METER_FILE_MEASURES.join(', ')}, or the unit's own measure`);
  return value;
}

const COLUMN_FORM = 'NUMBER=UNIT:MEASURE:KIND, or NUMBER=- for a column to leave out, several with ; between them';

/** `2=INLET:m3:register;3=-`; measure and kind may lack. */
function columnsOf(text: string | undefined): MeterFileChoices['columns'] {
  const columns = new Map<number, ColumnChoice>();
  for (const part of (text ?? '').split(';').filter((one) => one.trim() !== '')) {
    const match = /^\s*(\d{1,3})=([^:]*)(?::([^:]*))?(?::([^:]*))?$/.exec(part);
    const [, number, unitId = '', measure, kind] = match ?? [];
    if (match === null || number === undefined) throw refused('columns', part, COLUMN_FORM);
    if (columns.has(Number(number))) throw refused('columns', part, 'each column once');
    const isLeftOut = unitId.trim() === '-';
    columns.set(Number(number), {
      unitId: isLeftOut ? null : unitId.trim(),
      measure: measureOf('columns', measure?.trim()),
      kind: oneOf('columns', kind?.trim(), FIGURE_KINDS),
    });
  }
  return columns;
}

/** @throws ServiceError 1430 naming the choice, its value and what is allowed. */
export function readChoices(written: WrittenChoices): MeterFileChoices {
  const { timezone, decimal } = written;
  if (timezone !== undefined && timezone !== '' && !isTimezone(timezone))
    throw refused('timezone', timezone, 'a name of the IANA time zone database, e.g. Asia/Kolkata or Etc/GMT-1');
  const sign = oneOf('decimal', decimal, ['point', 'comma']);
  return {
    timezone: timezone === undefined || timezone === '' ? null : timezone,
    dateOrder: oneOf('dateOrder', written.dateOrder, DATE_ORDERS),
    decimal: sign === null ? null : DECIMALS[sign],
    measure: measureOf('measure', written.measure),
    kind: oneOf('kind', written.kind, FIGURE_KINDS),
    columns: columnsOf(written.columns),
  };
}
