import { divisorFor, formatterOf } from '../../figures/rules/device-data/categories.ts';
import {
  type CategoryFigures,
  formatCategory,
  type SubCategoryObject,
} from '../../figures/rules/device-data/format-category.ts';
import type { UnitObject } from '../../figures/rules/device-data/format-unit.ts';
import {
  COMPARABLE_COVERAGE,
  type Completeness,
  completenessOf,
  type MeasuredPart,
} from '../../kernel/document/completeness.ts';
import { coverageOf } from '../../kernel/document/provenance.ts';
import { LEVEL_GROUPS } from '../../kernel/measure/unit.ts';
import { toDisplay } from '../../figures/rules/figures/display.ts';
import { partOfBucket, partUpTo, type UnitSpan } from '../../figures/rules/figures/unit-span.ts';
import type { Industry, SubCategory } from '../../kernel/industry/industry.ts';
import { meanOrNull, numberOrNull, sumOrNull } from '../../figures/rules/processors/numbers.ts';
import { changeCell, missingCell, quantityCell } from './cells.ts';
import type { Cell, MissingReason } from './document.ts';
import type { ReportInput, SpanSet } from './input.ts';
import { comparedBuckets, figureUpTo, progressOf } from './progress.ts';
import type { UnitGrouping } from './service-units.ts';
import { groupTitleIn, reportTextsOf } from './report-texts.ts';

/** One unit of a report, shown as deviceDataV2 shows it. */
export interface ReportMeter {
  readonly shown: UnitObject;
  readonly span: UnitSpan;
  /** Name of the unit's sub-category. */
  readonly area: string;
  readonly divisor: number;
}

/** Units that are listed and that the period does not have, because they were retired before. Others may have them. */
interface Former {
  readonly formerIds: readonly string[];
}

interface MeterArea {
  readonly name: string;
  readonly meters: readonly ReportMeter[];
  readonly figures: SubCategoryObject & Former;
}

/** Units in one group, with the figures that deviceDataV2 gives for them together. */
export interface MeterGroup {
  /** Title in English. */
  readonly name: string;
  /** Part of the ids of its tables and charts, the same in every language. */
  readonly id: string;
  readonly title: string;
  readonly hasTotal: boolean;
  readonly figures: CategoryFigures & Former;
  readonly areas: readonly MeterArea[];
  /** Units of the group, each once. */
  readonly meters: readonly ReportMeter[];
  /** Rule that joins figures of several units. Levels of wells have a mean. */
  readonly adds: 'sum' | 'mean';
}

const NOTHING: ReadonlyMap<string, UnitSpan> = new Map();

const slugOf = (name: string): string => name.toLowerCase().replaceAll(/\W+/g, '-');

/** Groups that have a unit in the report. */
export function meterGroups(
  { request, period }: Pick<ReportInput, 'request' | 'period'>,
  groupings: readonly UnitGrouping[],
): readonly MeterGroup[] {
  const spans = period?.spans ?? NOTHING;
  const t = reportTextsOf({ request });
  return groupings.flatMap(({ title: name, category, hasTotal }) => {
    const title = groupTitleIn(t, name);
    // The only area of a group has the name of the group.
    const areaOf = (displayName: string): string => (displayName === name ? title : displayName);
    const shown = formatCategory(category, spans, { divisionFactor: request.divisionFactor, energyDetail: true });
    const formerOf = ({ units }: SubCategory): readonly string[] => units.filter((unitId) => !spans.has(unitId));
    const areas = shown.subCategories.flatMap((subCategory, at): MeterArea[] => {
      const areaName = areaOf(subCategory.displayName);
      const meters = subCategory.units.flatMap((unit): ReportMeter[] => {
        const span = spans.get(unit.unitId);
        const divisor = span === undefined ? 1 : divisorFor(category, span.unit, request.divisionFactor);
        return span === undefined ? [] : [{ shown: unit, span, area: areaName, divisor }];
      });
      const formerIds = category.subCategories.slice(at, at + 1).flatMap(formerOf);
      return meters.length === 0 ? [] : [{ name: areaName, meters, figures: { ...subCategory, formerIds } }];
    });
    const meters = [
      ...new Map(areas.flatMap((area) => area.meters.map((meter) => [meter.shown.unitId, meter]))).values(),
    ];
    const figures = { ...shown, formerIds: category.subCategories.flatMap(formerOf) };
    const adds = formatterOf(category.standardCategoryId) === 'ground-water' ? 'mean' : 'sum';
    return meters.length === 0 ? [] : [{ name, id: slugOf(name), title, hasTotal, figures, areas, meters, adds }];
  });
}

/** Ids of units that groupings name and the industry has, each once. */
export const unitIdsOf = ({ units }: Pick<Industry, 'units'>, groupings: readonly UnitGrouping[]): readonly string[] =>
  [
    ...new Set(groupings.flatMap(({ category }) => category.subCategories.flatMap((subCategory) => subCategory.units))),
  ].filter((unitId) => units.has(unitId));

/** True while some of the period is still to come. */
export const isRunning = (input: ReportInput): boolean =>
  input.period !== null && progressOf(input, input.period).isRunning;

/** A unit's figure of the whole period. */
export function meterCell(input: ReportInput, { shown, span }: ReportMeter): Cell {
  return quantityCell({
    value: numberOrNull(shown.value),
    unit: shown.siUnit,
    basis: { ...shown, ...(span.figures?.provenance.provisional === true ? { provisional: true } : {}) },
    running: isRunning(input),
    why: whyMissing(span),
  });
}

/** Reason for a missing figure. */
export function whyMissing({ unit, figures }: UnitSpan): MissingReason {
  if (figures === null) return 'not begun';
  if (figures.provenance.failed === true) return 'formula failed';
  return unit.group === 'VIRTUAL' ? 'no operand has data' : 'no reading';
}

export type Together = Omit<MeterGroup['figures'], 'subCategories'>;

/** The figure of several units. */
export const togetherCell = (input: ReportInput, figures: Together, meters: readonly ReportMeter[]): Cell =>
  quantityCell({
    value: figures.value,
    unit: figures.siUnit ?? '',
    basis: {
      ...figures,
      ...(meters.some(({ span }) => span.figures?.provenance.provisional === true) ? { provisional: true } : {}),
    },
    running: isRunning(input),
    why: figures.siUnit === null ? 'different units' : hasFailed(meters) ? 'formula failed' : 'no reading',
  });

/** A total with a formula that failed has no figure. */
const hasFailed = (meters: readonly ReportMeter[]): boolean =>
  meters.some(({ span }) => span.figures?.provenance.failed === true);

/**
 * Change of meters against another period. A running period is compared up to the buckets that have ended. A figure
 * with a meter that cannot be compared has no change, because the change would be of other meters. Neither has one
 * with a formula that failed, because there is no such figure.
 * @param formerIds units that the figure of the other period has and this one does not, because they were retired
 */
export function changeOf(
  input: ReportInput,
  meters: readonly ReportMeter[],
  other: SpanSet | null,
  formerIds: readonly string[] = [],
): Cell {
  const { period } = input;
  const [first] = meters;
  if (period === null || other === null || first === undefined) return missingCell();
  if (!areAlike(meters)) return missingCell('different units');
  if (hasFailed(meters)) return missingCell('formula failed');
  const buckets = comparedBuckets(input, period, other);
  if (buckets === 0) return missingCell('nothing has ended yet');
  const pairs = meters.flatMap(({ span, divisor }) => {
    const before = other.spans.get(span.unit.unitId);
    if (before === undefined || !isComparable(span, buckets) || !isComparable(before, buckets)) return [];
    const [now, then] = [figureUpTo(span, divisor, buckets), figureUpTo(before, divisor, buckets)];
    return now === null || then === null ? [] : [{ now, then }];
  });
  if (pairs.length === 0) return missingCell('nothing to compare with');
  const inFigure = meters.filter(({ shown }) => shown.value !== null).length;
  if (pairs.length < inFigure || hadFormer(meters, other, formerIds, buckets))
    return missingCell('not all can be compared');
  return changeCell(
    sumOrNull(pairs.map(({ now }) => now)),
    sumOrNull(pairs.map(({ then }) => then)),
    first.shown.siUnit,
  );
}

const isLevel = ({ unit: { group } }: UnitSpan): boolean => LEVEL_GROUPS.includes(group);

/**
 * Whether a unit that was retired since had a figure in another period, which is in its total and in no pair. A
 * sub-category of bores may list an observation well, whose level is in no volume.
 */
export const hadFormer = (
  meters: readonly ReportMeter[],
  other: SpanSet | null,
  formerIds: readonly string[],
  buckets?: number,
): boolean =>
  formerIds.some((unitId) => {
    const before = other?.spans.get(unitId);
    return (
      before !== undefined
      && meters.some(({ span }) => isLevel(span) === isLevel(before))
      && figureUpTo(before, 1, buckets) !== null
    );
  });

/**
 * True when enough of the span was measured for a comparison.
 * @param buckets compared buckets; absent: the whole span
 */
export const isComparable = (span: UnitSpan, buckets?: number): boolean => {
  const compared = buckets === undefined ? span.figures?.provenance : partUpTo(span, buckets);
  return compared !== undefined && (coverageOf(compared) ?? 0) >= COMPARABLE_COVERAGE;
};

/** True when all units are measured alike, because unlike figures are not added up. */
export const areAlike = (meters: readonly ReportMeter[]): boolean =>
  meters.every(({ shown }) => shown.siUnit === meters[0]?.shown.siUnit);

/** True for a unit with buckets. Virtual units have figures of whole days and none of minutes. */
export const hasBuckets = ({ shown }: ReportMeter): boolean => shown.data.length > 0;

/** A figure of several units per bucket, with its completeness. */
export interface BucketFigure extends Completeness {
  readonly value: number | null;
  /** True when a unit that was expected to send has no figure. Units without buckets do not count. */
  readonly lacks: boolean;
}

/**
 * Sums per group, because headlines, chart and tables show the same ones. Sums of a thousand meters are a third of a
 * report's time.
 */
const ADDED_UP = new WeakMap<readonly ReportMeter[], Partial<Record<MeterGroup['adds'], readonly BucketFigure[]>>>();

export function bucketFigures(meters: readonly ReportMeter[], adds: MeterGroup['adds']): readonly BucketFigure[] {
  const kept = ADDED_UP.get(meters) ?? {};
  const figures = (kept[adds] ??= addedUp(meters, adds));
  ADDED_UP.set(meters, kept);
  return figures;
}

function addedUp(meters: readonly ReportMeter[], adds: MeterGroup['adds']): readonly BucketFigure[] {
  const count = Math.max(0, ...meters.map(({ shown }) => shown.data.length));
  const adding = !areAlike(meters) ? () => null : adds === 'mean' ? meanOrNull : sumOrNull;
  return Array.from({ length: count }, (_, index): BucketFigure => {
    const values: (number | null)[] = [];
    const parts: MeasuredPart[] = [];
    let lacking = false;
    for (const { shown, span } of meters) {
      const [bucket, entry] = [shown.data[index], span.entries[index]];
      if (bucket === undefined || entry === undefined) continue;
      const value = numberOrNull(bucket.y);
      values.push(value);
      parts.push(partOfBucket(span.unit, entry));
      lacking ||= value === null && bucket.coverage !== null;
    }
    const value = parts.some(({ failed }) => failed === true) ? null : adding(values);
    return { value, ...completenessOf(parts, value === null ? 'nothing' : adds), lacks: lacking };
  });
}

/** A figure of a unit that is no total, such as a limit or an opening level. */
export const plainCell = (value: number | null | undefined, unit: string): Cell =>
  quantityCell({ value: value ?? null, unit, basis: null });

/** Opening or closing register of a unit. */
export const registerCell = ({ span: { figures }, shown, divisor }: ReportMeter, which: 'ir' | 'fr'): Cell =>
  plainCell(toDisplay(figures?.meta[which] ?? null, divisor), shown.siUnit);
