import { decimalsFor } from '../../../kernel/format/figure-text.ts';
import { isMeasured, missingCell, percentCell, textCell } from '../cells.ts';
import type { Cell, Column, Row, TableSection } from '../document.ts';
import type { ReportInput } from '../input.ts';
import { changeOf, type ReportMeter, meterCell, type MeterGroup, togetherCell } from '../meters.ts';
import { namesIn, type ReportTexts, reportTextsOf } from '../report-texts.ts';

/* Tables with a row per unit, with the totals that deviceDataV2 shows: the first layout. */

/** A column of such a table, with the cell of one unit and that of several units together. */
export interface MeterColumn {
  readonly column: Column;
  readonly of: (meter: ReportMeter) => Cell;
  readonly together: (
    meters: readonly ReportMeter[],
    figures: MeterGroup['figures'] | MeterGroup['areas'][number]['figures'],
  ) => Cell;
}

export const columnOf = (id: string, title: string, part: Partial<Column> = {}): Column => ({
  id,
  title,
  unit: null,
  kind: 'quantity',
  decimals: null,
  total: 'none',
  group: null,
  ...part,
});

/** The notes below a table as one text; null: there are none. */
export function notesOf(notes: readonly (string | null)[]): string | null {
  const given = notes.filter((note) => note !== null);
  return given.length === 0 ? null : given.join(' ');
}

const EMPTY = textCell('');
export const noTotal = (): Cell => EMPTY;

/** Common unit of all meters; null where they differ. */
export const unitOfAll = (meters: readonly ReportMeter[]): string | null => {
  const units = new Set(meters.map(({ shown }) => shown.siUnit));
  const [unit] = units;
  return units.size === 1 && unit !== undefined && unit !== '' ? unit : null;
};

export const totalColumn = (input: ReportInput, meters: readonly ReportMeter[], title: string): MeterColumn => ({
  column: columnOf('total', title, { unit: unitOfAll(meters), total: 'sum' }),
  of: (meter) => meterCell(input, meter),
  together: (parts, figures) => togetherCell(input, figures, parts),
});

export const hasNegative = (meters: readonly ReportMeter[]): boolean =>
  meters.some(({ shown }) => typeof shown.value === 'number' && shown.value < 0);

/** Names of units in several areas. Each counts once in the total, so the rows above the total come to more. */
export function unitsListedTwice({ areas, meters }: MeterGroup): readonly string[] {
  const times = new Map<string, number>();
  for (const { shown } of areas.flatMap((area) => area.meters))
    times.set(shown.unitId, (times.get(shown.unitId) ?? 0) + 1);
  return meters.flatMap(({ shown }) => ((times.get(shown.unitId) ?? 0) > 1 ? [shown.unitName] : []));
}

export const twiceNote = (t: ReportTexts, names: readonly string[]): string | null =>
  names.length === 0 ? null : t('inSeveralAreas', { names: namesIn(t, names) });

/** Share of the group's total. Empty when the total is missing, 0, or has parts of both signs. */
export function shareColumn(input: ReportInput, { figures, meters }: MeterGroup): MeterColumn {
  const whole = figures.value;
  const isWhole = !hasNegative(meters);
  const share = (cell: Cell): Cell =>
    percentCell(isMeasured(cell) && whole !== null && whole > 0 && isWhole ? cell.value / whole : null);
  return {
    column: columnOf('share', reportTextsOf(input)('share'), { kind: 'percent', decimals: 1 }),
    of: (meter) => share(meterCell(input, meter)),
    together: (parts, sum) => share(togetherCell(input, sum, parts)),
  };
}

/** A column for each period that some meter can be compared with. Cells without a comparison stay empty. */
export const changeColumns = (input: ReportInput, meters: readonly ReportMeter[]): readonly MeterColumn[] =>
  (['previous', 'lastYear'] as const).flatMap((which): MeterColumn[] => {
    const changeCell = (parts: readonly ReportMeter[], formerIds: readonly string[] = []): Cell => {
      const cell = changeOf(input, parts, input[which], formerIds);
      return cell.kind === 'change' ? cell : missingCell();
    };
    if (meters.every((meter) => changeCell([meter]).kind !== 'change')) return [];
    return [
      {
        column: columnOf(which, reportTextsOf(input)(which === 'previous' ? 'before' : 'yearAgo'), {
          kind: 'change',
          group: reportTextsOf(input)('changeAgainst'),
        }),
        of: (meter) => changeCell([meter]),
        together: (parts, { formerIds }) => changeCell(parts, formerIds),
      },
    ];
  });

/** A group with only some of its meters. */
export const narrowed = (group: MeterGroup, meters: readonly ReportMeter[]): MeterGroup => ({
  ...group,
  meters,
  areas: group.areas.flatMap((area) => {
    const own = area.meters.filter((meter) => meters.includes(meter));
    return own.length === 0 ? [] : [{ ...area, meters: own }];
  }),
});

export const measuredColumn = (t: ReportTexts): MeterColumn => ({
  column: columnOf('measured', t('measured'), { kind: 'percent', decimals: 1 }),
  of: ({ shown }) => percentCell(shown.coverage),
  together: (_, { coverage }) => percentCell(coverage),
});

const MOST_NAMED = 1;
/** Most columns beside that of the area, because a page has no room for another. */
const MOST_BESIDE_AREA = 5;

/** Units by sub-category, with sums where a sub-category has several, and the group's total. */
export function meterTable(
  t: ReportTexts,
  group: MeterGroup,
  columns: readonly MeterColumn[],
  {
    title,
    note = null,
    id = 'meters',
  }: { readonly title: string; readonly note?: string | null; readonly id?: string },
): TableSection {
  const { areas, meters, hasTotal, figures } = group;
  const twice = hasTotal && meters.length > MOST_NAMED ? unitsListedTwice(group) : [];
  const showsAreas = columns.length <= MOST_BESIDE_AREA && areas.some(({ name }) => name !== group.title);
  const names = (name: string, area: string): Cell[] => [textCell(name), ...(showsAreas ? [textCell(area)] : [])];
  const rowOf = (meter: ReportMeter): Row => ({
    role: 'row',
    severity: null,
    cells: [...names(meter.shown.unitName, meter.area), ...columns.map(({ of }) => of(meter))],
  });
  const sumOf = (
    role: Row['role'],
    label: Cell[],
    parts: readonly ReportMeter[],
    sum: Parameters<MeterColumn['together']>[1],
  ): Row => ({
    role,
    ...('id' in sum ? { key: sum.id } : {}),
    severity: null,
    cells: [...label, ...columns.map(({ together }) => together(parts, sum))],
  });
  return {
    kind: 'table',
    id: `${id}-${group.id}`,
    title,
    columns: [
      columnOf('name', t('unit'), { kind: 'text' }),
      ...(showsAreas ? [columnOf('area', t('area'), { kind: 'text' })] : []),
      ...columns.map(({ column }) => (twice.length === 0 ? column : { ...column, total: 'none' as const })),
    ],
    rows: [
      ...areas.flatMap((area) => [
        ...area.meters.map(rowOf),
        ...(hasTotal && areas.length > 1 && area.meters.length > MOST_NAMED
          ? [sumOf('subtotal', names(area.name, ''), area.meters, area.figures)]
          : []),
      ]),
      ...(hasTotal && meters.length > MOST_NAMED ? [sumOf('total', names(t('total'), ''), meters, figures)] : []),
    ],
    note: notesOf([note, twiceNote(t, twice)]),
  };
}

interface Shared {
  /** Columns that are read against one another. */
  readonly ids: readonly string[];
  /** Columns whose figures decide; absent: all. The length of a register says nothing about precision. */
  readonly deciding?: readonly string[];
  /** True when rows have units of their own. */
  readonly isAcrossUnits?: boolean;
}

/**
 * A table whose named columns share their decimals, because one column is the difference of the others. Rows decide,
 * and not their totals.
 */
export function withSharedDecimals(
  table: TableSection,
  { ids, deciding = ids, isAcrossUnits = false }: Shared,
): TableSection {
  const { columns, rows } = table;
  const isShared = columns.map(
    ({ id, unit, kind }) => ids.includes(id) && kind !== 'change' && (unit !== null || isAcrossUnits),
  );
  const valuesOf = (role: Row['role'], of: readonly string[]): readonly number[] =>
    rows
      .filter((row) => row.role === role)
      .flatMap(({ cells }) =>
        cells.flatMap((cell, at) =>
          isShared[at] === true && of.includes(columns[at]?.id ?? '') && isMeasured(cell) ? [cell.value] : [],
        ),
      );
  const figures = [valuesOf('row', deciding), valuesOf('row', ids), valuesOf('total', ids)];
  const decimals = decimalsFor(figures.find(({ length }) => length > 0) ?? []);
  return { ...table, columns: columns.map((column, at) => (isShared[at] === true ? { ...column, decimals } : column)) };
}
