import { type BucketPlace, bucketPlaces, BUCKET_NOUN } from '../buckets.ts';
import { levelCell, missingCell, quantityCell, textCell } from '../cells.ts';
import type { Cell, Column, Row, TableSection } from '../document.ts';
import type { ReportInput } from '../input.ts';
import { bucketFigures, type ReportMeter, meterCell, type MeterGroup, numberOf, togetherCell } from '../meters.ts';
import { columnOf, unitOfAll } from './meter-table.ts';

/* A row per hour, day, month or interval. */

const HEADS: Readonly<Record<keyof typeof BUCKET_NOUN, readonly [string, Column['kind']]>> = {
  hour: ['From', 'instant'],
  granule: ['From', 'instant'],
  day: ['Day', 'date'],
  month: ['Month', 'text'],
};

const headOf = (input: ReportInput): Column => {
  const [title, kind] = HEADS[input.plan.bucket];
  return columnOf('bucket', title, { kind });
};

const notBegun = (places: readonly BucketPlace[]): string | null =>
  places.some(({ state }) => state === 'not begun') ? 'What has not begun yet is left out.' : null;

/** Per bucket the totals of groups: the short table of the first layout. */
export function groupBucketTable(input: ReportInput, groups: readonly MeterGroup[]): readonly TableSection[] {
  const totals = groups.filter(({ hasTotal, figures }) => hasTotal && figures.siUnit !== null);
  if (totals.length === 0) return [];
  const places = bucketPlaces(input);
  const figures = totals.map(({ meters, adds }) => bucketFigures(meters, adds));
  const rows = places.flatMap(({ cell, state }, index): Row[] =>
    state === 'not begun'
      ? []
      : [
          {
            role: 'row',
            severity: null,
            cells: [
              cell,
              ...totals.map((group, at): Cell => {
                const figure = figures[at]?.[index];
                return quantityCell({
                  value: figure?.value ?? null,
                  unit: group.figures.siUnit ?? '',
                  basis: {
                    coverage: figure?.coverage ?? null,
                    estimatedShare: figure?.estimated === true ? shareIn(group.meters, index) : 0,
                  },
                  running: state === 'running',
                  atLeast: figure?.lacks === true,
                });
              }),
            ],
          },
        ],
  );
  if (rows.length < 2) return [];
  const noun = BUCKET_NOUN[input.plan.bucket];
  return [
    {
      kind: 'table',
      id: 'buckets',
      title: `Every ${noun}`,
      columns: [
        headOf(input),
        ...totals.map((group, at) =>
          columnOf(`group-${at}`, group.title, {
            unit: unitOfAll(group.meters),
            total: group.adds === 'mean' ? 'mean' : 'sum',
          }),
        ),
      ],
      rows: [
        ...rows,
        {
          role: 'total',
          severity: null,
          cells: [textCell('Total'), ...totals.map((group) => togetherCell(input, group.figures, group.meters))],
        },
      ],
      note: notBegun(places),
    },
  ];
}

const shareIn = (meters: readonly ReportMeter[], index: number): number =>
  Math.max(0, ...meters.map(({ shown }) => shown.data[index]?.estimatedShare ?? 0));

/** Units beside one another; more go into further tables, so that a page is wide enough. */
const MOST_COLUMNS = 7;

/** A column per unit: the second layout. `level`: figures are levels, which add up to nothing over time. */
export function matrixTables(
  input: ReportInput,
  group: MeterGroup,
  kind: 'quantity' | 'level' = 'quantity',
): readonly TableSection[] {
  const places = bucketPlaces(input);
  const { meters } = group;
  const pages = Math.ceil(meters.length / MOST_COLUMNS);
  return Array.from({ length: pages }, (_, page): TableSection => {
    const shown = meters.slice(page * MOST_COLUMNS, (page + 1) * MOST_COLUMNS);
    const part = pages > 1 ? ` (${page + 1} of ${pages})` : '';
    return {
      kind: 'table',
      id: `matrix-${group.title.toLowerCase().replaceAll(/\W+/g, '-')}${page === 0 ? '' : `-${page + 1}`}`,
      title: `${group.title}: every ${BUCKET_NOUN[input.plan.bucket]}${part}`,
      columns: [
        headOf(input),
        ...shown.map(({ shown: unit, area }) =>
          columnOf(unit.unitId, unit.unitName, {
            unit: unit.siUnit === '' ? null : unit.siUnit,
            kind,
            total: kind === 'level' ? 'last' : 'sum',
            group: area === group.title ? null : area,
          }),
        ),
      ],
      rows: [...bucketRows(places, shown, kind), totalRow(input, shown, kind)],
      note: notBegun(places),
    };
  });
}

const bucketRows = (
  places: readonly BucketPlace[],
  meters: readonly ReportMeter[],
  kind: 'quantity' | 'level',
): Row[] =>
  places.flatMap(({ cell, state }, index): Row[] =>
    state === 'not begun'
      ? []
      : [
          {
            role: 'row',
            severity: null,
            cells: [cell, ...meters.map((meter) => bucketCell(meter, index, state, kind))],
          },
        ],
  );

function bucketCell(
  { shown }: ReportMeter,
  index: number,
  state: BucketPlace['state'],
  kind: 'quantity' | 'level',
): Cell {
  const bucket = shown.data[index];
  if (bucket === undefined) return missingCell(shown.data.length === 0 ? 'no readings of its own' : null);
  const cellOf = kind === 'level' ? levelCell : quantityCell;
  return cellOf({
    value: numberOf(bucket.y),
    unit: shown.siUnit,
    basis: { coverage: bucket.coverage, estimatedShare: bucket.estimatedShare },
    running: state === 'running',
  });
}

function totalRow(input: ReportInput, meters: readonly ReportMeter[], kind: 'quantity' | 'level'): Row {
  const cells = meters.map((meter): Cell => {
    const cell = meterCell(input, meter);
    return kind === 'level' && cell.kind === 'quantity' ? { ...cell, kind: 'level' } : cell;
  });
  return { role: 'total', severity: null, cells: [textCell(kind === 'level' ? 'Last' : 'Total'), ...cells] };
}
