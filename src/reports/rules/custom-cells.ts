import { boundOfAll, completenessOf, partsOfSpan } from '../../kernel/document/completeness.ts';
import type { Bound } from '../../kernel/document/types.ts';
import { partUpTo } from '../../figures/rules/figures/unit-span.ts';
import { maxOrNull, meanOrNull, minOrNull, numberOrNull, sumOrNull } from '../../figures/rules/processors/numbers.ts';
import { isDrive, savedCell } from './builders/energy.ts';
import { bucketPlaces, perBucket } from './buckets.ts';
import { asLevel, durationCell, levelCell, missingCell, percentCell, quantityCell, withoutReason } from './cells.ts';
import type { CustomLayout, Threshold } from './custom-body.ts';
import type { CustomColumn } from './custom-columns.ts';
import type { Cell, Column } from './document.ts';
import type { ReportInput, SpanSet } from './input.ts';
import {
  changeOf,
  hadFormer,
  isRunning,
  type ReportMeter,
  type MeterGroup,
  plainCell,
  registerCell,
  whyMissing,
} from './meters.ts';
import { comparedBuckets, figureUpTo } from './progress.ts';
import { endedValues } from './sections/bucket-chart.ts';
import {
  columnOf,
  measuredColumn,
  type MeterColumn,
  noTotal,
  shareColumn,
  totalColumn,
  unitOfAll,
} from './sections/meter-table.ts';
import { capacityOf, fullnessOf, gainCell, heldCell, openingOf } from './tanks.ts';
import { type ReportTextKey, type ReportTexts, reportTextsOf } from './report-texts.ts';

/** The threshold of a unit: its own, or else the one for all units. */
export const customThreshold = (
  thresholds: readonly Threshold[],
  unitId: string,
  parameter: string | null = null,
): Threshold | null => {
  const fitting = thresholds.filter((threshold) => threshold.parameter === parameter);
  return fitting.find((one) => one.unitId === unitId) ?? fitting.find((one) => one.unitId === null) ?? null;
};

/**
 * The limit that a figure is surely beyond; null when it is within its limits, unknown, or a bound that may lie on the
 * other side of the limit.
 */
export function beyondSide(
  value: number | null,
  { above, below }: Pick<Threshold, 'above' | 'below'>,
  bound: Bound | null = null,
): 'above' | 'below' | null {
  if (value === null) return null;
  if (above !== null && value > above && (bound === null || bound === 'at least')) return 'above';
  return below !== null && value < below && (bound === null || bound === 'at most') ? 'below' : null;
}

export type Kind = 'amount' | 'level';

interface ColumnRequest {
  readonly input: ReportInput;
  readonly group: MeterGroup;
  readonly layout: CustomLayout;
  readonly kind: Kind;
  readonly valueTitle: string;
}

/** Columns that a body asks for, in its order. */
export const customColumns = (request: ColumnRequest): readonly MeterColumn[] =>
  request.layout.columns
    // Overlapping units have no total, so they have no share of it.
    .filter((name) => name !== 'share' || request.group.hasTotal)
    .filter((name) => !isOfNoPeriod(name, request))
    .map((name) => COLUMNS[name](request));

/** True for a column about another period, when the report compares with none. */
export const isOfNoPeriod = (name: CustomColumn, { input, kind }: Pick<ColumnRequest, 'input' | 'kind'>): boolean => {
  const period = kind === 'level' ? undefined : PERIOD_OF[name];
  return period !== undefined && input[period] === null;
};
const PERIOD_OF: Partial<Record<CustomColumn, 'previous' | 'lastYear'>> = {
  previous: 'previous',
  change: 'previous',
  lastYear: 'lastYear',
  changeLastYear: 'lastYear',
};

type Make = (request: ColumnRequest) => MeterColumn;

/** A column without totals. */
const plain =
  (
    id: string,
    title: ReportTextKey,
    part: (t: ReportTexts) => Partial<Column>,
    of: (meter: ReportMeter, request: ColumnRequest) => Cell,
  ): Make =>
  (request) => {
    const t = reportTextsOf(request.input);
    const own = part(t);
    return {
      column: columnOf(id, t(title), { unit: needsUnit(own) ? unitOfAll(request.group.meters) : null, ...own }),
      of: (meter) => of(meter, request),
      together: noTotal,
    };
  };
/** A column of levels or of their changes, which add up to a level of several units. */
const summed =
  (
    id: string,
    title: ReportTextKey,
    kind: 'level' | 'quantity',
    cellOf: (input: ReportInput, meters: readonly ReportMeter[]) => Cell,
  ): Make =>
  ({ input, group }) => {
    const unit = unitOfAll(group.meters);
    const adds = group.adds === 'sum' && unit !== null;
    return {
      column: columnOf(id, reportTextsOf(input)(title), { unit, kind, total: adds ? 'sum' : 'none' }),
      of: (meter) => cellOf(input, [meter]),
      together: (meters) => (adds ? cellOf(input, meters) : noTotal()),
    };
  };
const needsUnit = ({ kind = 'quantity' }: Partial<Column>): boolean => kind === 'quantity' || kind === 'level';

const asKind = (cell: Cell, kind: Kind): Cell => (kind === 'level' ? asLevel(cell) : cell);

/**
 * Values of fully measured buckets, because a partly measured one may have been more: it cannot be the lowest, and
 * would make a mean too small.
 */
const wholeValues = (input: ReportInput, meter: ReportMeter): readonly (number | null)[] =>
  endedValues(input, meter).map((value, index) => (meter.shown.data[index]?.bound === undefined ? value : null));

const ofBuckets =
  (id: string, title: ReportTextKey, of: (meter: ReportMeter, request: ColumnRequest) => Cell): Make =>
  (request) =>
    plain(
      id,
      title,
      () => ({ kind: request.kind === 'level' ? 'level' : 'quantity', group: perBucket(request.input) }),
      of,
    )(request);

const meanCell = (meter: ReportMeter, { input, kind }: ColumnRequest): Cell =>
  asKind(plainCell(meanOrNull(wholeValues(input, meter)), meter.shown.siUnit), kind);

/** The highest or lowest bucket. */
const extremeCell =
  (pick: typeof maxOrNull, valuesOf: typeof endedValues) =>
  (meter: ReportMeter, { input, kind }: ColumnRequest): Cell => {
    const values = valuesOf(input, meter);
    return bucketCell(meter, kind, indexOf(values, pick(values)));
  };

/** A figure's place among the figures of buckets; undefined: there is no figure. */
const indexOf = (values: readonly (number | null)[], figure: number | null): number | undefined =>
  figure === null ? undefined : values.indexOf(figure);

/** The figure of one bucket, with its completeness. */
function bucketCell({ shown }: ReportMeter, kind: Kind, index: number | undefined): Cell {
  const bucket = index === undefined ? undefined : shown.data[index];
  if (bucket === undefined) return missingCell();
  const cellOf = kind === 'level' ? levelCell : quantityCell;
  return cellOf({ value: numberOrNull(bucket.y), unit: shown.siUnit, basis: bucket });
}

const peakAt: Make = (request) => {
  const places = bucketPlaces(request.input);
  const kind = places[0]?.cell.kind ?? 'instant';
  return plain(
    'peakAt',
    'highestAtHead',
    () => ({ kind, group: perBucket(request.input) }),
    (meter, { input }) => {
      const values = endedValues(input, meter);
      const index = indexOf(values, maxOrNull(values));
      return index === undefined ? missingCell() : (places[index]?.cell ?? missingCell());
    },
  )(request);
};

/** Number of buckets that are compared with another period; undefined: both whole, or there is none. */
const bucketsWith = (input: ReportInput, other: SpanSet | null): number | undefined =>
  input.period === null || other === null ? undefined : comparedBuckets(input, input.period, other);

/** The figure of another period, up to the buckets that have ended in this one. */
const figureIn = (input: ReportInput, { span, divisor }: ReportMeter, other: SpanSet | null): number | null => {
  const found = other?.spans.get(span.unit.unitId);
  return found === undefined || input.period === null ? null : figureUpTo(found, divisor, bucketsWith(input, other));
};

/** Why several meters have no figure in another period, though they may have some each; null: they have one. */
function whyNoneIn(input: ReportInput, meters: readonly ReportMeter[], other: SpanSet | null): Cell | null {
  const spans = meters.flatMap((meter) => {
    const found = other?.spans.get(meter.span.unit.unitId);
    return found === undefined ? [] : [{ found, hasFigure: figureIn(input, meter, other) !== null }];
  });
  // A part of a period is compared, and a meter has figures of whole days alone.
  if (bucketsWith(input, other) !== undefined && spans.some(({ found }) => found.hoursAddUp === false))
    return missingCell();
  const hasFailed = spans.some(({ found, hasFigure }) => !hasFigure && found.figures?.provenance.failed === true);
  return hasFailed ? missingCell('formula failed') : null;
}

/**
 * Share of slots measured in the buckets that `figureIn` adds up, because other buckets of a running period say nothing
 * about it.
 */
function measuredIn(input: ReportInput, meters: readonly ReportMeter[], other: SpanSet | null) {
  const spans = meters.flatMap(({ span }) => other?.spans.get(span.unit.unitId) ?? []);
  const buckets = bucketsWith(input, other);
  if (buckets === undefined) return completenessOf(spans.flatMap(partsOfSpan));
  return completenessOf(spans.map((span) => partUpTo(span, buckets)));
}

const figureOf = ({ shown }: ReportMeter): number | null => numberOrNull(shown.value);

/** The bound that the figure is beyond; the upper bound when it is beyond none. */
const limitOf = (meter: ReportMeter, { thresholds }: CustomLayout): number | null => {
  const found = customThreshold(thresholds, meter.shown.unitId);
  if (found === null) return null;
  const side = beyondSide(figureOf(meter), found, meter.shown.bound);
  return side === null ? (found.above ?? found.below) : found[side];
};

/** Figures of another period, with the share of it that was measured. */
const compared =
  (id: 'previous' | 'lastYear', title: ReportTextKey): Make =>
  ({ input, group }) => {
    const unit = unitOfAll(group.meters);
    const adds = group.adds === 'sum' && unit !== null;
    const measuredOf = (meters: readonly ReportMeter[]) => measuredIn(input, meters, input[id]);
    return {
      column: columnOf(id, reportTextsOf(input)(title), { unit, total: adds ? 'sum' : 'none' }),
      of: (meter) =>
        quantityCell({
          value: figureIn(input, meter, input[id]),
          unit: meter.shown.siUnit,
          basis: measuredOf([meter]),
        }),
      together: (meters, { formerIds }) => {
        if (!adds) return noTotal();
        const other = input[id];
        const [values, basis] = [meters.map((meter) => figureIn(input, meter, other)), measuredOf(meters)];
        // No row has what units had that were retired since.
        const least = hadFormer(meters, other, formerIds, bucketsWith(input, other)) ? 'at least' : null;
        const bound = boundOfAll([least, basis.bound]);
        return whyNoneIn(input, meters, other) ?? quantityCell({ value: sumOrNull(values), unit, basis, bound });
      },
    };
  };

const changed =
  (id: CustomColumn, title: ReportTextKey, which: 'previous' | 'lastYear'): Make =>
  (request) => ({
    column: columnOf(id, reportTextsOf(request.input)(title), { kind: 'change' }),
    of: (meter) => withoutReason(changeOf(request.input, [meter], request.input[which])),
    together: (meters, { formerIds }) =>
      withoutReason(changeOf(request.input, meters, request.input[which], formerIds)),
  });

const value: Make = ({ input, group, kind, valueTitle }) => {
  const column = totalColumn(input, group.meters, valueTitle);
  if (kind === 'amount') return column;
  return {
    column: { ...column.column, kind: 'level' },
    of: (meter) =>
      levelCell({
        value: figureOf(meter),
        unit: meter.shown.siUnit,
        basis: meter.shown,
        running: isRunning(input),
        why: whyMissing(meter.span),
      }),
    together: (meters, figures) => asLevel(column.together(meters, figures)),
  };
};

/** Change of a level within the period, or of an amount against the period before. */
const change: Make = (request) =>
  request.kind === 'amount'
    ? changed('change', 'change', 'previous')(request)
    : summed('change', 'gained', 'quantity', gainCell)(request);

const COLUMNS: Readonly<Record<CustomColumn, Make>> = {
  value,
  change,
  share: ({ input, group }) => shareColumn(input, group),
  mean: ofBuckets('mean', 'mean', meanCell),
  peak: ofBuckets('peak', 'highest', extremeCell(maxOrNull, endedValues)),
  highest: ofBuckets('highest', 'highest', extremeCell(maxOrNull, endedValues)),
  lowest: ofBuckets('lowest', 'lowest', extremeCell(minOrNull, wholeValues)),
  peakAt,
  previous: compared('previous', 'previousHead'),
  lastYear: compared('lastYear', 'yearAgo'),
  changeLastYear: changed('changeLastYear', 'changeInYear', 'lastYear'),
  initialRegister: plain(
    'initialRegister',
    'opening',
    (t) => ({ group: t('register') }),
    (meter) => registerCell(meter, 'ir'),
  ),
  finalRegister: plain(
    'finalRegister',
    'closing',
    (t) => ({ group: t('register') }),
    (meter) => registerCell(meter, 'fr'),
  ),
  limit: plain(
    'limit',
    'limit',
    () => ({}),
    (meter, { layout }) => plainCell(limitOf(meter, layout), meter.shown.siUnit),
  ),
  ofLimit: plain(
    'ofLimit',
    'ofLimit',
    () => ({ kind: 'percent', decimals: 1 }),
    (meter, { layout }) => {
      const [figure, limit] = [figureOf(meter), limitOf(meter, layout)];
      return percentCell(figure === null || limit === null || limit <= 0 ? null : figure / limit);
    },
  ),
  coverage: ({ input }) => measuredColumn(reportTextsOf(input)),
  estimatedShare: plain(
    'estimatedShare',
    'estimated',
    () => ({ kind: 'percent', decimals: 1 }),
    ({ shown }) => percentCell(shown.estimatedShare),
  ),
  offlineTime: plain(
    'offlineTime',
    'notMeasured',
    () => ({ kind: 'duration' }),
    ({ span }) => durationCell(span.figures?.meta.offlineDuration ?? null),
  ),
  energySaved: ({ input }) => ({
    column: columnOf('energySaved', reportTextsOf(input)('saved'), { unit: 'kWh', total: 'sum' }),
    of: (meter) => savedCell(input, [meter]),
    together: (meters) => savedCell(input, meters),
  }),
  savedCoverage: plain(
    'savedCoverage',
    'savingKnown',
    () => ({ kind: 'percent', decimals: 1 }),
    (meter) => percentCell(isDrive(meter) ? (meter.span.figures?.meta.energySavedCoverage ?? null) : null),
  ),
  opening: summed('opening', 'opening', 'level', (_, meters) => heldCell(openingOf, meters)),
  percentage: plain(
    'percentage',
    'full',
    () => ({ kind: 'percent', decimals: 1 }),
    (meter) => percentCell(fullnessOf(meter)),
  ),
  capacity: summed('capacity', 'capacity', 'level', (_, meters) => heldCell(capacityOf, meters)),
  low: noQuality,
  high: noQuality,
  outside: noQuality,
};

/** Columns of parameters have rows of their own, so no column function serves them, see builders/custom-quality.ts. */
function noQuality(): never {
  throw new Error('The body of a report of units has no columns of parameters.');
}
