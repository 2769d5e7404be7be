import { divisorFor } from '../../figures/rules/device-data/categories.ts';
import { boundOf } from '../../kernel/document/completeness.ts';
import { partOfBucket, type UnitSpan } from '../../figures/rules/figures/unit-span.ts';
import { maxOrNull, minOrNull } from '../../figures/rules/processors/numbers.ts';
import { MAD_TO_DEVIATION, median, medianAndDistance } from '../../kernel/statistics.ts';
import type { ReportInput } from './input.ts';
import { progressOf, shownBuckets } from './progress.ts';
import { fullnessOfBuckets } from './tanks.ts';

/** A deviation of a unit that its other hours or days do not explain. */
export type Anomaly =
  | {
      /** One bucket stands far above the others. */
      readonly kind: 'spike';
      readonly span: UnitSpan;
      readonly bucket: number;
      readonly value: number;
      readonly usual: number;
    }
  /** A water meter that did not stop in any hour of a day, although it ran low. */
  | { readonly kind: 'never-stopped'; readonly span: UnitSpan; readonly lowest: number }
  /** A tank that was nearly empty or nearly full. */
  | { readonly kind: 'tank'; readonly span: UnitSpan; readonly bucket: number; readonly share: number };

/** Robust bounds: this many scaled median deviations above the median, and at least this many times the median. */
const DEVIATIONS = 6;
const TIMES = 3;
const MIN_BUCKETS = 8;
/** Share of the report's largest figure below which a spike is not mentioned. */
const NEWS_SHARE = 0.01;
/**
 * Share of the median that the lowest hour must reach at most. A flow that never stops and hardly varies is a process,
 * not a leak.
 */
const LEAK_SHARE = 0.5;
const LOW_LEVEL = 0.1;
const HIGH_LEVEL = 0.95;

/**
 * Anomalies, by rules that use nothing but the figures of the period. Spec gap: the specification has no rules for
 * them. A spike is an hour (or day) above three times the median, above six median deviations from it, and above one
 * hundredth of the largest figure. A water meter never stopped when every hour of a whole day counted something, and
 * the lowest at most half the median. A tank is low below 10 % and high above 95 %.
 */
export function anomaliesOf(input: ReportInput): readonly Anomaly[] {
  const { period, units, request } = input;
  if (period === null) return [];
  const { endedBuckets } = progressOf(input, period);
  const spans = units.flatMap(({ unitId }) => period.spans.get(unitId) ?? []);
  const courses = spans.map((span) => {
    const { unit } = span;
    const divisor = divisorFor({ standardCategoryId: unit.standardCategoryId }, unit, request.divisionFactor);
    return { span, values: shownBuckets(span, divisor).slice(0, endedBuckets) };
  });
  const largest = new Map<string, number>();
  for (const { span, values } of courses)
    largest.set(span.unit.siUnit, Math.max(largest.get(span.unit.siUnit) ?? 0, maxOrNull(values) ?? 0));
  return courses.flatMap(({ span, values }): readonly Anomaly[] => {
    const { group, siUnit } = span.unit;
    if (group === 'STOCK') return tankAnomalies(span);
    if (group !== 'FLOW' && group !== 'CONSUMPTION' && group !== 'ENERGY') return [];
    const stopped = period.bucket === 'hour' && group !== 'ENERGY' ? neverStopped(span, values) : [];
    return [...spikeIn(span, values, (largest.get(siUnit) ?? 0) * NEWS_SHARE), ...stopped];
  });
}

function spikeIn(span: UnitSpan, values: readonly (number | null)[], worthTelling: number): readonly Anomaly[] {
  const known = values.filter((value) => value !== null);
  if (known.length < MIN_BUCKETS) return [];
  const { median: usual, distance } = medianAndDistance(known);
  const deviation = MAD_TO_DEVIATION * distance;
  const highest = maxOrNull(known) ?? 0;
  // A meter that mostly stands still has no usual flow, and every flow would be a spike.
  if (usual <= 0 || highest < worthTelling || highest <= usual * TIMES || highest <= usual + deviation * DEVIATIONS)
    return [];
  return [{ kind: 'spike', span, bucket: values.indexOf(highest), value: highest, usual }];
}

function neverStopped(span: UnitSpan, values: readonly (number | null)[]): readonly Anomaly[] {
  const known = values.filter((value) => value !== null);
  if (known.length === 0 || known.length < span.entries.length || known.some((value) => value <= 0)) return [];
  // A bucket that was measured in part may have had more, so it is never the lowest.
  const isWhole = span.entries.map((entry) => boundOf(partOfBucket(span.unit, entry)) === null);
  const lowest = minOrNull(values.map((value, index) => (isWhole[index] === true ? value : null)));
  const usual = median(known);
  return lowest !== null && lowest <= usual * LEAK_SHARE ? [{ kind: 'never-stopped', span, lowest }] : [];
}

function tankAnomalies(span: UnitSpan): readonly Anomaly[] {
  const levels = fullnessOfBuckets(span).flatMap((share, bucket) => (share === null ? [] : [{ bucket, share }]));
  const [first, ...others] = levels;
  if (first === undefined) return [];
  const lowest = others.reduce((worst, level) => (level.share < worst.share ? level : worst), first);
  const highest = others.reduce((worst, level) => (level.share > worst.share ? level : worst), first);
  return [
    ...(lowest.share < LOW_LEVEL ? [{ kind: 'tank' as const, span, ...lowest }] : []),
    ...(highest.share > HIGH_LEVEL ? [{ kind: 'tank' as const, span, ...highest }] : []),
  ];
}
