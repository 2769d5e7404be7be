import { ServiceError } from '../../../kernel/errors.ts';
import type { Ratio } from '../../../kernel/measure/ratio.ts';
import { scaleOfReadings } from '../../../kernel/measure/reading-scale.ts';
import { REGISTER_GROUPS } from '../../../kernel/measure/unit.ts';
import type { EpochMillis } from '../../../kernel/time/types.ts';
import type { ColumnChoice, MeterFileChoices } from './choices.ts';
import {
  type FigureKind,
  type MeterFileUnit,
  namesMeasureColumn,
  namesUnitColumn,
  ownMeasuresOf,
  readHead,
  unitNamed,
  unitNamesOf,
} from './heads.ts';
import { measureNamed, thousandthsIn, THOUSANDTHS } from '../measures.ts';
import { capacityAt, factorOfValues, type TankCapacity, type Unturned, whyUnturned } from '../stored-value.ts';
import { looksLikeNumber, type MeterFileCell } from './numbers.ts';
import { cellText, filledCells, type MeterFileLayout, type MeterFileTable } from './table.ts';

type ColumnRole = 'time' | 'time of day' | 'unit' | 'measure' | 'figures' | 'field' | 'left out';
type QuestionTopic = 'dateOrder' | 'decimal' | 'unit' | 'measure' | 'kind' | 'column';

/** A question that the file leaves open. Nothing is stored before a person has answered it. */
export interface MeterFileQuestion {
  readonly about: QuestionTopic;
  /** Number of the column; null: the whole file. */
  readonly column: number | null;
  readonly problem: string;
}

/** A column as it was understood. */
export interface MeterFileColumn {
  /** From 1, as people count. */
  readonly number: number;
  readonly head: string;
  readonly role: ColumnRole;
  /** Of figures, where the file has a column for each meter. */
  readonly unitId: string | null;
  readonly measure: string | null;
  readonly kind: FigureKind | null;
  /** Why it is left out; null: it is not, or somebody chose so. */
  readonly leftOut: string | null;
}

/** The columns of a file, and what has to be asked of them. */
export interface ReadColumns {
  readonly columns: readonly MeterFileColumn[];
  readonly questions: readonly MeterFileQuestion[];
  /** Place of the column that names the meter of a row; null: a column is a meter. */
  readonly unitColumn: number | null;
  readonly measureColumn: number | null;
  /** The columns are those of a readings file, whose thousandths are values as readings have them, of tanks, too. */
  readonly isOwnForm: boolean;
}

const LOOKED_AT_CELLS = 200;

const column = (at: number, head: string, role: ColumnRole, more: Partial<MeterFileColumn> = {}): MeterFileColumn => ({
  number: at + 1,
  head,
  role,
  unitId: null,
  measure: null,
  kind: null,
  leftOut: null,
  ...more,
});

/** Whether most of what is looked at in a column is so. */
function mostly(
  table: MeterFileTable,
  layout: MeterFileLayout,
  at: number,
  isSo: (cell: string | number) => boolean,
): boolean {
  const cells = filledCells(table, layout, at).take(LOOKED_AT_CELLS).toArray();
  return cells.length > 0 && cells.filter(isSo).length * 2 > cells.length;
}

/** Quality has parameters, and virtual units are computed. */
const TAKES_NO_COLUMN: Readonly<Partial<Record<MeterFileUnit['group'], string>>> = {
  VIRTUAL: 'is a virtual unit: its figures are computed, it takes no readings',
  QUALITY: 'measures quality, whose readings name parameters: send them with the columns of a readings file',
};

interface Meant {
  readonly measure: string | null;
  readonly kind: FigureKind | null;
  readonly questions: readonly MeterFileQuestion[];
}

const factorOf = (measure: string, { siUnit, group }: MeterFileUnit, capacity: TankCapacity | null) =>
  factorOfValues(measure, { siUnit, scale: scaleOfReadings(group), capacity });

/** Why no amount of a measure is a value of the unit, whichever capacity it had; null: some are. */
function neverTurned(measure: string, unit: MeterFileUnit): string | null {
  const capacities = unit.capacities.length === 0 ? [null] : unit.capacities;
  const whys = capacities.map((capacity) => factorOf(measure, unit, capacity)).filter((one) => typeof one === 'string');
  const [why] = whys.length < capacities.length ? [] : whys.slice(-1);
  return why === undefined ? null : `${measure} ${whyUnturned(why, unit)}`;
}

/** Measure and kind of a column's figures: by its choice, its head, or what was said of all. */
function meantBy(
  number: number,
  said: { readonly measure: string | null; readonly either: string | null; readonly kind: FigureKind | null },
  unit: MeterFileUnit | null,
  hasMeasureColumn: boolean,
): Meant {
  const questions: MeterFileQuestion[] = [];
  const ask = (about: QuestionTopic, problem: string): void => {
    questions.push({ about, column: number, problem });
  };
  const { measure } = said;
  if (measure === null && !hasMeasureColumn)
    ask(
      'measure',
      said.either === null ? 'the file does not say what it is measured in' : `the measure is ${said.either}`,
    );
  const why = measure === null || unit === null ? null : neverTurned(measure, unit);
  if (why !== null) ask('measure', why);
  const hasRegister = unit === null || REGISTER_GROUPS.includes(unit.group);
  const kind = hasRegister ? said.kind : 'interval';
  if (kind === null) ask('kind', 'is it the register of the meter, or what passed in each interval?');
  return { measure, kind, questions };
}

/** Columns that the readings CSV has, whose meaning is fixed. */
const OWN_COLUMNS: ReadonlyMap<string, FigureKind> = new Map([
  ['value', 'interval'],
  ['summedvalue', 'register'],
]);

/**
 * Columns of a readings file beside its figures, each a field of the reading by its own name. Parameters come first,
 * because they may be all of the reading that has the others.
 */
export const OWN_FIELDS: ReadonlySet<string> = new Set(['params', 'interpolated', 'offlinePeriod']);

interface Asked {
  readonly table: MeterFileTable;
  readonly layout: MeterFileLayout;
  readonly choices: MeterFileChoices;
  readonly units: readonly MeterFileUnit[];
}

function chosenUnit(choice: ColumnChoice | undefined, units: readonly MeterFileUnit[]): MeterFileUnit | null {
  if (choice === undefined || choice.unitId === null || choice.unitId === '') return null;
  const unit = units.find(({ unitId }) => unitId === choice.unitId);
  if (unit !== undefined) return unit;
  const problem = `'${choice.unitId.slice(0, 80)}' is not a unit of the industry`;
  throw new ServiceError(1430, `columns: ${problem}`, [{ field: 'columns', problem }]);
}

/**
 * Role, unit, measure and kind of each column of a file.
 * @throws ServiceError 1430 for a choice of a column or unit that is not there.
 */
export function readColumns({ table, layout, choices, units }: Asked): ReadColumns {
  const { heads, timeColumn, clockColumn } = layout;
  const names = unitNamesOf(units);
  const ownMeasures = ownMeasuresOf(units);
  for (const number of choices.columns.keys())
    if (number < 1 || number > heads.length)
      throw new ServiceError(1430, `columns: there is no column ${number}, the file has ${heads.length}`, [
        { field: 'columns', problem: `there is no column ${number}` },
      ]);
  const places = heads.map((_, at) => at).filter((at) => at !== timeColumn && at !== clockColumn);
  const isOpen = (at: number): boolean => !choices.columns.has(at + 1);
  const unitColumn =
    places.find((at) => isOpen(at) && namesUnitColumn(heads[at] ?? ''))
    ?? places.find((at) => isOpen(at) && mostly(table, layout, at, (cell) => unitNamed(names, cellText(cell)) !== null))
    ?? null;
  const isMeasure = (cell: MeterFileCell): boolean =>
    measureNamed(cellText(cell)) !== null || units.some(({ siUnit }) => thousandthsIn(cellText(cell), siUnit) !== null);
  const measureColumn =
    places.find(
      (at) => isOpen(at) && namesMeasureColumn(heads[at] ?? '') && filledCells(table, layout, at).some(isMeasure),
    ) ?? null;
  const isOwnForm = heads[timeColumn] === 'createdOn' && unitColumn !== null && heads[unitColumn] === 'unitId';
  const questions: MeterFileQuestion[] = [];
  const taken = new Map<string, number>();

  const figures = (at: number, head: string): MeterFileColumn => {
    const number = at + 1;
    const choice = choices.columns.get(number);
    if (choice?.unitId === null) return column(at, head, 'left out');
    const read = readHead(head, names, ownMeasures);
    // A column that is named for a unit is of its figures, however many of them cannot be read.
    const hasNumbers =
      mostly(table, layout, at, looksLikeNumber)
      || (read.unit !== null && filledCells(table, layout, at).some((cell) => looksLikeNumber(cell)));
    if (choice === undefined && !hasNumbers) return column(at, head, 'left out', { leftOut: 'holds no numbers' });
    const ownKind = isOwnForm ? OWN_COLUMNS.get(head.toLowerCase()) : undefined;
    const unit = unitColumn === null ? (chosenUnit(choice, units) ?? read.unit) : null;
    const noColumn = unit === null ? undefined : TAKES_NO_COLUMN[unit.group];
    if (unit !== null && noColumn !== undefined)
      return column(at, head, 'left out', { leftOut: `${unit.unitId} ${noColumn}` });
    const said = {
      measure: choice?.measure ?? (ownKind === undefined ? null : THOUSANDTHS) ?? read.measure ?? choices.measure,
      either: read.either,
      kind: choice?.kind ?? ownKind ?? read.kind ?? choices.kind,
    };
    const { measure, kind, questions: asked } = meantBy(number, said, unit, measureColumn !== null);
    if (unitColumn === null && unit === null)
      questions.push({ about: 'unit', column: number, problem: 'names no unit of the industry' });
    questions.push(...asked);
    const key = `${unit?.unitId ?? ''} ${kind}`;
    const other = taken.get(key);
    if (other !== undefined && kind !== null && (unit !== null || unitColumn !== null))
      questions.push({ about: 'column', column: number, problem: `holds the same as column ${other}; leave one out` });
    else taken.set(key, number);
    return column(at, head, 'figures', { unitId: unit?.unitId ?? null, measure, kind });
  };

  const columns = heads.map((head, at): MeterFileColumn => {
    if (at === timeColumn) return column(at, head, 'time');
    if (at === clockColumn) return column(at, head, 'time of day');
    if (at === unitColumn) return column(at, head, 'unit');
    if (at === measureColumn) return column(at, head, 'measure');
    if (isOwnForm && isOpen(at) && OWN_FIELDS.has(head)) return column(at, head, 'field');
    return figures(at, head);
  });
  if (!columns.some(({ role, head }) => role === 'figures' || (role === 'field' && head === 'params')))
    throw new ServiceError(1430, 'No column of the file holds figures of a meter.');
  return { columns, questions, unitColumn, measureColumn, isOwnForm };
}

/** By the measure, the unit and its capacity then; kept, because rows ask for the same few. */
export function factorsOf(): (measure: string, unit: MeterFileUnit, atMs: EpochMillis) => Ratio | Unturned {
  const known = new Map<string, Ratio | Unturned>();
  return (measure, unit, atMs) => {
    const capacity = capacityAt(unit, atMs);
    const key = `${unit.unitId} ${capacity?.fromMs ?? ''} ${measure}`;
    const found = known.get(key);
    if (found !== undefined) return found;
    const factor = factorOf(measure, unit, capacity);
    known.set(key, factor);
    return factor;
  };
}
