import { ratioOf } from '../../../kernel/measure/ratio.ts';
import { REGISTER_GROUPS } from '../../../kernel/measure/unit.ts';
import type { EpochMillis } from '../../../kernel/time/types.ts';
import type { RefusalCode } from '../reading.ts';
import { factorsOf, type MeterFileColumn, OWN_FIELDS } from './columns.ts';
import { type MeterFileUnit, unitNamed, type UnitNames, unitNamesOf } from './heads.ts';
import { instantsInOrder, type LocalTimeProblem, ZoneTimes } from './local-times.ts';
import { inThousandths, THOUSANDTHS } from '../measures.ts';
import { flagIn, NO_PARAMETERS_OBJECT, parametersIn } from '../parse-reading.ts';
import { isNothing, type MeterFileCell, numberIn } from './numbers.ts';
import { cellText, isBlankRow } from './table.ts';
import { whyUnturned } from '../stored-value.ts';
import { localMsOf } from './times.ts';
import type { MeterFileUnderstanding } from './understand.ts';

/** A row for the intake: a reading as senders write it, or a text with the reason why it is none. */
export type MeterFileRow =
  | { readonly row: Readonly<Record<string, unknown>>; readonly line: number }
  | {
      readonly text: string;
      readonly problem: string;
      readonly code: RefusalCode;
      readonly unitId?: string;
      readonly line: number;
    };

type TimeProblem = LocalTimeProblem | 'unreadable';

const TIME_PROBLEMS: Readonly<Record<TimeProblem, (text: string, zone: string) => string>> = {
  unreadable: (text) => `the time '${text}' cannot be read`,
  skipped: (text, zone) => `the time '${text}' does not exist in ${zone}: clocks go forward there`,
  'repeated, named once': (text, zone) =>
    `the time '${text}' exists twice in ${zone}, where clocks go back, and the file has it once: write it with its offset`,
  'repeated, out of order': (text, zone) =>
    `the time '${text}' exists twice in ${zone}, where clocks go back, and the order of the rows does not tell which one it is: write it with its offset`,
};

/** The instant of each row from the first with a time on. Local times are ordered by the meter that the row is of. */
function instantsOf({
  table,
  layout,
  columns,
  dateOrder,
  timezone,
}: MeterFileUnderstanding): (EpochMillis | TimeProblem)[] {
  const found: (EpochMillis | TimeProblem)[] = layout.times.map(() => 'unreadable');
  const local = new Map<string, { readonly at: number; readonly localMs: number }[]>();
  for (const [at, time] of layout.times.entries()) {
    const localMs = time === null ? null : localMsOf(time, dateOrder ?? 'dmy');
    if (time === null || localMs === null) continue;
    if (time.offsetMs !== null) {
      found[at] = localMs - time.offsetMs;
      continue;
    }
    const { unitColumn } = columns;
    const series = unitColumn === null ? '' : cellText(table.rows[layout.firstAt + at]?.[unitColumn]);
    const times = local.get(series);
    if (times === undefined) local.set(series, [{ at, localMs }]);
    else times.push({ at, localMs });
  }
  const zone = new ZoneTimes(timezone);
  for (const times of local.values()) {
    const instants = instantsInOrder(
      times.map(({ localMs }) => localMs),
      zone,
    );
    for (const [index, { at }] of times.entries()) found[at] = instants[index] ?? 'unreadable';
  }
  return found;
}

const FIELDS = { register: 'summedValue', interval: 'value' } as const;
const INVALID = { register: 'register_invalid', interval: 'value_invalid' } as const satisfies Record<
  string,
  RefusalCode
>;
const ROWS_PER_GROUP = 1000;
const AS_IT_IS = ratioOf(1);

/**
 * Takes the fields that a row of a readings file has beside its figures. Parameters are a reading by themselves.
 * @returns why the row is no reading; null: it is one.
 */
function takeFields(
  readings: Map<string, Record<string, unknown>>,
  { cells }: { readonly cells: readonly MeterFileCell[] },
  { columns }: MeterFileUnderstanding['columns'],
  newReading: () => Record<string, unknown> & { readonly unitId: string },
): string | null {
  for (const head of OWN_FIELDS) {
    const column = columns.find((one) => one.role === 'field' && one.head === head);
    const cell = column === undefined ? '' : (cells[column.number - 1] ?? '');
    if (isNothing(cell)) continue;
    const text = cellText(cell);
    if (head === 'params') {
      const params = parametersIn(text);
      if (params === undefined) return NO_PARAMETERS_OBJECT;
      const made = readings.size === 0 ? newReading() : null;
      if (made !== null) readings.set(made.unitId, made);
      for (const reading of readings.values()) reading['params'] = params;
    } else for (const reading of readings.values()) reading[head] = head === 'interpolated' ? flagIn(text) : text;
  }
  return null;
}

/** Readings of a row's cells, one for each unit, and refusals of cells that are none. */
function* readingsOf(
  { columns, decimal }: MeterFileUnderstanding,
  names: UnitNames,
  factorOf: ReturnType<typeof factorsOf>,
  row: {
    readonly cells: readonly MeterFileCell[];
    readonly instant: EpochMillis;
    readonly line: number;
    readonly text: string;
  },
): Generator<MeterFileRow> {
  const { cells, instant, line, text } = row;
  const createdOn = new Date(instant).toISOString();
  const readings = new Map<string, Record<string, unknown>>();
  const { unitColumn, measureColumn, isOwnForm } = columns;
  const nameOfRow = unitColumn === null ? null : cellText(cells[unitColumn]);
  const unitOf = (column: MeterFileColumn): MeterFileUnit | null =>
    nameOfRow === null ? (names.byId.get(column.unitId ?? '') ?? null) : unitNamed(names, nameOfRow);
  for (const column of columns.columns) {
    const { role, kind, number } = column;
    const cell = cells[number - 1] ?? '';
    if (role !== 'figures' || kind === null || isNothing(cell)) continue;
    const unit = unitOf(column);
    const unitId = unit?.unitId ?? nameOfRow ?? '';
    const refused = (code: RefusalCode, problem: string): MeterFileRow => ({
      text,
      problem,
      code,
      ...(unitId === '' ? {} : { unitId }),
      line,
    });
    if (unit === null) {
      yield refused('unit_unknown', `'${unitId.slice(0, 80)}' is not a unit of the industry`);
      continue;
    }
    const said = measureColumn === null ? '' : cellText(cells[measureColumn]);
    const measure = isNothing(said) ? column.measure : said;
    const isAsSent = isOwnForm && measure === THOUSANDTHS;
    const factor = isAsSent ? AS_IT_IS : measure === null ? 'other measure' : factorOf(measure, unit, instant);
    const figure = numberIn(cell, decimal ?? '.');
    if (figure === null) {
      yield refused(INVALID[kind], `'${cellText(cell).slice(0, 80)}' in column ${number} is not a number`);
    } else if (typeof factor === 'string') {
      yield refused(INVALID[kind], `'${(measure ?? '').slice(0, 40)}' ${whyUnturned(factor, unit)}`);
    } else {
      const reading = readings.get(unit.unitId) ?? { unitId: unit.unitId, createdOn };
      reading[REGISTER_GROUPS.includes(unit.group) ? FIELDS[kind] : 'value'] = inThousandths(figure, factor);
      readings.set(unit.unitId, reading);
    }
  }
  const problem = takeFields(readings, row, columns, () => {
    const unitId = unitNamed(names, nameOfRow ?? '')?.unitId ?? nameOfRow ?? '';
    return { unitId, createdOn };
  });
  if (problem !== null) return yield { text, problem, code: 'not_a_reading', line };
  for (const reading of readings.values()) yield { row: reading, line };
}

/**
 * The rows of a file that was understood, in groups, with their number in the file. A cell or time that is none is
 * refused by itself. Cells without anything are no readings.
 */
export function* meterFileRows(understood: MeterFileUnderstanding): Generator<MeterFileRow[]> {
  const { table, layout, timezone, units } = understood;
  const instants = instantsOf(understood);
  const names = unitNamesOf(units);
  const factorOf = factorsOf();
  let group: MeterFileRow[] = [];
  for (const [at, instant] of instants.entries()) {
    const cells = table.rows[layout.firstAt + at] ?? [];
    if (isBlankRow(cells)) continue;
    const line = layout.firstAt + at + 1;
    const text = cells.map((cell) => cellText(cell)).join(table.delimiter ?? ',');
    // The cells of a spreadsheet are never divided by a sign within them.
    const isDivided = table.delimiter !== null && !isBlankRow(cells.slice(layout.heads.length));
    if (isDivided) {
      const problem = `the row has more cells than the ${layout.heads.length} that the head names; a number with '${table.delimiter}' in it stands in quotes`;
      group.push({ text, problem, code: 'not_a_reading', line });
    } else if (typeof instant === 'number') {
      group.push(...readingsOf(understood, names, factorOf, { cells, instant, line, text }));
    } else {
      const { timeColumn, clockColumn } = layout;
      const written = [timeColumn, clockColumn].flatMap((column) => (column === null ? [] : cellText(cells[column])));
      const problem = TIME_PROBLEMS[instant](written.join(' ').slice(0, 80), timezone);
      group.push({ text, problem, code: 'instant_invalid', line });
    }
    if (group.length < ROWS_PER_GROUP) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}
