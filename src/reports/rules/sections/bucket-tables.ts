import { numberOrNull } from '../../../figures/rules/processors/numbers.ts';
import { completenessOf } from '../../../kernel/document/completeness.ts';
import { partOfBucket } from '../../../figures/rules/figures/unit-span.ts';
import { inBatches } from '../../../kernel/in-batches.ts';
import { type BucketPlace, bucketPlaces } from '../buckets.ts';
import { asLevel, levelCell, missingCell, quantityCell, textCell } from '../cells.ts';
import type { Cell, Column, Row, TableSection } from '../document.ts';
import type { Bucket, ReportInput } from '../input.ts';
import { bucketFigures, hasBuckets, type ReportMeter, meterCell, type MeterGroup, togetherCell } from '../meters.ts';
import { columnOf, meterTable, narrowed, noTotal, notesOf, unitOfAll } from './meter-table.ts';
import { unheardNote } from './unheard.ts';
import { addsUp, clampedNote, mayDiffer, wholeLabel, wholeNote } from './whole-of-formula.ts';
import { namesIn, type ReportTextKey, reportTextsOf } from '../report-texts.ts';

/* Tables with a row per hour, day, month or interval. */

const HEADS = {
  hour: ['from', 'instant'],
  granule: ['from', 'instant'],
  day: ['dayHead', 'date'],
  month: ['monthHead', 'text'],
} as const satisfies Readonly<Record<Bucket, readonly [ReportTextKey, Column['kind']]>>;
/** Titles of a table with all buckets. */
const EVERY = { hour: 'everyHour', day: 'everyDay', month: 'everyMonth', granule: 'everyGranule' } as const;

const headOf = (input: ReportInput): Column => {
  const [title, kind] = HEADS[input.plan.bucket];
  return columnOf('bucket', reportTextsOf(input)(title), { kind });
};

/** Note below a table, about rows left out, meters that do not add up, and water that is in no total. */
function noteOf(
  input: ReportInput,
  meters: readonly ReportMeter[],
  notAdding: readonly string[],
  withoutBuckets: readonly string[],
): string | null {
  const t = reportTextsOf(input);
  return notesOf([
    bucketPlaces(input).some(({ state }) => state === 'not begun') ? t('notBegunLeftOut') : null,
    wholeNote(input, notAdding) ?? clampedNote(input, meters),
    withoutBuckets.length === 0 ? null : t('wholeDaysAlone', { names: namesIn(t, withoutBuckets) }),
    unheardNote(input, meters),
  ]);
}

/** Totals of groups per bucket: the short table of the first layout. */
export function groupBucketTable(input: ReportInput, groups: readonly MeterGroup[]): readonly TableSection[] {
  const totals = groups.filter(({ hasTotal, figures }) => hasTotal && figures.siUnit !== null);
  if (totals.length === 0) return [];
  const places = bucketPlaces(input);
  const figures = totals.map(({ meters, adds }) => bucketFigures(meters, adds));
  const rows = begunRows(places, (index, state) =>
    totals.map((group, at): Cell => {
      const figure = figures[at]?.[index];
      return quantityCell({
        value: figure?.value ?? null,
        unit: group.figures.siUnit ?? '',
        basis: figure ?? null,
        running: state === 'running',
      });
    }),
  );
  if (rows.length < 2) return [];
  const add = totals.map(
    ({ meters, figures: whole, adds }, at) =>
      adds === 'mean'
      || !mayDiffer(input, meters)
      || addsUp(
        whole.value,
        (figures[at] ?? []).map(({ value }) => value),
      ),
  );
  return [
    {
      kind: 'table',
      id: 'buckets',
      title: reportTextsOf(input)(EVERY[input.plan.bucket]),
      columns: [
        headOf(input),
        ...totals.map((group, at) =>
          columnOf(`group-${at}`, group.title, {
            unit: unitOfAll(group.meters),
            total: group.adds === 'mean' ? 'mean' : add[at] === true ? 'sum' : 'none',
          }),
        ),
      ],
      rows: [
        ...rows,
        {
          role: 'total',
          severity: null,
          cells: [
            textCell(
              wholeLabel(
                input,
                totals.flatMap(({ meters }) => meters),
                add.every((one) => one),
              ),
            ),
            ...totals.map((group) => togetherCell(input, group.figures, group.meters)),
          ],
        },
      ],
      note: noteOf(
        input,
        totals.flatMap(({ meters }) => meters),
        totals.flatMap(({ title }, at) => (add[at] === true ? [] : [title])),
        [...new Set(totals.flatMap(({ meters }) => namesOf(meters.filter((meter) => !hasBuckets(meter)))))],
      ),
    },
  ];
}

const namesOf = (meters: readonly ReportMeter[]): readonly string[] => meters.map(({ shown }) => shown.unitName);

/** Columns of figures in a table. More go into further tables, because a page has no more room. */
export const MOST_FIGURE_COLUMNS = 7;

/** A column per unit: the second layout. `level`: figures are levels, which do not add up over time. */
export function matrixTables(
  input: ReportInput,
  group: MeterGroup,
  kind: 'quantity' | 'level' = 'quantity',
): readonly TableSection[] {
  const t = reportTextsOf(input);
  const places = bucketPlaces(input);
  const meters = group.meters.filter(hasBuckets);
  const left = group.meters.filter((meter) => !hasBuckets(meter));
  const pages = [...inBatches(meters, MOST_FIGURE_COLUMNS)];
  const tables = pages.map((shown, page): TableSection => {
    const title = t('groupEvery', { title: group.title, noun: t(input.plan.bucket) });
    const notAdding = new Set(kind === 'level' ? [] : shown.filter((meter) => !isSumOfBuckets(input, meter)));
    return {
      kind: 'table',
      id: `matrix-${group.id}${page === 0 ? '' : `-${page + 1}`}`,
      title: pages.length > 1 ? t('partOf', { title, part: page + 1, parts: pages.length }) : title,
      columns: [
        headOf(input),
        ...shown.map((meter) =>
          columnOf(meter.shown.unitId, meter.shown.unitName, {
            unit: meter.shown.siUnit === '' ? null : meter.shown.siUnit,
            kind,
            total: kind === 'level' ? 'last' : notAdding.has(meter) ? 'none' : 'sum',
            group: meter.area === group.title ? null : meter.area,
          }),
        ),
      ],
      rows: [
        ...begunRows(places, (index, state) => shown.map((meter) => bucketCell(meter, index, state, kind))),
        totalRow(input, shown, kind, notAdding.size === 0),
      ],
      note: noteOf(
        input,
        shown,
        [...notAdding].map((meter) => meter.shown.unitName),
        namesOf(left),
      ),
    };
  });
  return left.length === 0 ? tables : [...tables, wholesTable(input, narrowed(group, left), kind)];
}

/** Figures of units without buckets, whose columns would otherwise be empty. */
const wholesTable = (input: ReportInput, group: MeterGroup, kind: 'quantity' | 'level'): TableSection =>
  meterTable(
    reportTextsOf(input),
    { ...group, hasTotal: false },
    [
      {
        column: columnOf('total', reportTextsOf(input)('ofPeriod'), { unit: unitOfAll(group.meters), kind }),
        of: (meter) => wholeCell(input, meter, kind),
        together: noTotal,
      },
    ],
    {
      id: 'wholes',
      title: reportTextsOf(input)('groupWholeDays', { title: group.title }),
      note: notesOf([clampedNote(input, group.meters), unheardNote(input, group.meters)]),
    },
  );

function wholeCell(input: ReportInput, meter: ReportMeter, kind: 'quantity' | 'level'): Cell {
  const cell = meterCell(input, meter);
  return kind === 'level' ? asLevel(cell) : cell;
}

const isSumOfBuckets = (input: ReportInput, meter: ReportMeter): boolean =>
  !mayDiffer(input, [meter])
  || addsUp(
    numberOrNull(meter.shown.value),
    meter.shown.data.map(({ y }) => numberOrNull(y)),
  );

/** A row for each bucket that has begun. */
export const begunRows = (
  places: readonly BucketPlace[],
  cellsOf: (index: number, state: BucketPlace['state']) => readonly Cell[],
): readonly Row[] =>
  places.flatMap(({ cell, state }, index): Row[] =>
    state === 'not begun' ? [] : [{ role: 'row', severity: null, cells: [cell, ...cellsOf(index, state)] }],
  );

function bucketCell(
  { shown, span }: ReportMeter,
  index: number,
  state: BucketPlace['state'],
  kind: 'quantity' | 'level',
): Cell {
  const [bucket, entry] = [shown.data[index], span.entries[index]];
  if (bucket === undefined || entry === undefined) return missingCell();
  const cellOf = kind === 'level' ? levelCell : quantityCell;
  return cellOf({
    value: numberOrNull(bucket.y),
    unit: shown.siUnit,
    basis: completenessOf([partOfBucket(span.unit, entry)]),
    running: state === 'running',
  });
}

function totalRow(input: ReportInput, meters: readonly ReportMeter[], kind: 'quantity' | 'level', isSum: boolean): Row {
  const cells = meters.map((meter) => wholeCell(input, meter, kind));
  const label = kind === 'level' ? reportTextsOf(input)('last') : wholeLabel(input, meters, isSum);
  return { role: 'total', severity: null, cells: [textCell(label), ...cells] };
}
