import type { DataContext } from '../../context.ts';
import { divisorFor, notOneOf } from '../rules/device-data/categories.ts';
import {
  bucketLengthMs,
  estimatedSpans,
  gapsOf,
  type InstantSpan,
  MOST_THINNED_MS,
  pointsOf,
  removedSpans,
} from '../rules/device-data/thinned.ts';
import { invalid } from '../../kernel/errors.ts';
import { toDisplay } from '../rules/figures/display.ts';
import { MOST_CUSTOM_DAYS } from '../rules/figures/span.ts';
import { type Industry, requireMeasuredUnit, type StoredUnit, unitAsOf } from '../../kernel/industry/industry.ts';
import { withRetired } from '../../kernel/industry/retired.ts';
import { times } from '../../kernel/measure/exact.ts';
import type { Unit } from '../../kernel/measure/unit.ts';
import { stockLevel } from '../rules/processors/stock.ts';
import { businessAt, businessDateOf, dayStart } from '../../kernel/time/business-clock.ts';
import { ASKED_YEARS, isAskedYear } from '../../kernel/time/business-date.ts';
import { writeIso } from '../../kernel/time/iso.ts';
import { sealedDays } from '../../ledger/store/seal.ts';
import { thinnedParameter, thinnedReadings } from '../store/thinned-readings.ts';

interface ThinnedRequest extends InstantSpan {
  readonly unitId: string;
  /** Most points of the line; one for each slot where there are fewer slots. */
  readonly points: number;
  readonly measure: 'value' | 'register';
  /** A named parameter in place of the measure; null: none, and the first one of a quality unit. */
  readonly parameter: string | null;
  readonly divisionFactor: number;
}

interface IsoSpan {
  readonly from: string;
  readonly to: string;
}

const isoOf = ({ fromEpochMs, toEpochMs }: InstantSpan): IsoSpan => ({
  from: writeIso(fromEpochMs),
  to: writeIso(toEpochMs),
});

/**
 * A unit's readings as a line of a few hundred points that shows every peak. Spec gap: an addition, because a year of
 * readings is 100,000 points.
 * @throws ServiceError 404 for a unit the industry does not have, 1403 for a virtual unit, a parameter that the unit
 * does not have, and a span that is empty or too long.
 */
export async function readThinned({ database, clock }: DataContext, industry: Industry, request: ThinnedRequest) {
  const stored = requireMeasuredUnit(withRetired(industry), request.unitId);
  const unit = stored.current;
  requireSpan(request);
  const parameter = parameterOf(unit, request.parameter);
  const { fromEpochMs } = request;
  // A gap ends now at the latest, and at the unit's retirement, because no reading is expected later.
  const until = Math.min(clock.now(), stored.retirement?.atEpochMs ?? Infinity);
  const toEpochMs = Math.max(fromEpochMs, Math.min(request.toEpochMs, until));
  const slotSeconds = unit.dataUpdateFrequencySeconds;
  const bucketMs = bucketLengthMs(request, request.points, slotSeconds);
  const span = {
    unitKey: stored.unitKey,
    fromAt: businessAt(industry.clock, fromEpochMs),
    toAt: businessAt(industry.clock, request.toEpochMs),
    fromEpochMs,
    toEpochMs: request.toEpochMs,
    bucketMs,
  };
  const buckets =
    parameter === null
      ? await thinnedReadings(database, span, request.measure)
      : await thinnedParameter(database, span, parameter);
  const sealed = await sealedDays(database, industry.industryKey);
  const removedMs = sealed.before === null ? null : dayStart(industry.clock, sealed.before);
  const removed = removedSpans(sealed, industry.clock, { fromEpochMs, toEpochMs });
  const gaps = gapsOf(buckets, { fromEpochMs, toEpochMs }, slotSeconds, removed);
  const ends = new Set(gaps.map((gap) => gap.fromEpochMs));
  const shown = figureOf(stored, industry, { ...request, parameter });
  return {
    unitId: unit.unitId,
    unitName: unit.displayName,
    siUnit: parameter === null ? unit.siUnit : (unit.params[parameter]?.siUnit ?? ''),
    measure: parameter === null ? request.measure : ('parameter' as const),
    parameter,
    ...isoOf(request),
    bucketSeconds: bucketMs / 1000,
    readings: buckets.reduce((sum, { readingCount }) => sum + readingCount, 0),
    estimated: buckets.reduce((sum, { estimatedCount }) => sum + estimatedCount, 0),
    points: buckets.flatMap((bucket, at) => {
      const points = pointsOf(bucket).map(({ epochMs, value }) => ({ x: writeIso(epochMs), y: shown(epochMs, value) }));
      const end = bucket.last.epochMs;
      const next = buckets[at + 1]?.first.epochMs ?? end;
      const isParted = ends.has(end) || removed.some((span) => span.fromEpochMs >= end && span.fromEpochMs < next);
      return isParted ? [...points, { x: writeIso(bucket.last.epochMs + 1), y: null }] : points;
    }),
    gaps: gaps.map(isoOf),
    estimatedSpans: estimatedSpans(buckets).map(isoOf),
    removed: removed.map(isoOf),
    removedBefore: removedMs !== null && removedMs > fromEpochMs ? writeIso(removedMs) : null,
  };
}

/** A reading as it is shown: by the version of the unit that counted on its day. */
function figureOf(
  stored: StoredUnit,
  industry: Industry,
  { parameter, measure, divisionFactor }: ThinnedRequest,
): (epochMs: number, value: number) => number | null {
  const unitAt = (epochMs: number): Unit =>
    stored.versions.length < 2 ? stored.current : unitAsOf(stored, businessDateOf(industry.clock, epochMs));
  return (epochMs, value) => {
    if (parameter !== null) return toDisplay(value, 1);
    const unit = unitAt(epochMs);
    const divisor = divisorFor(unit, unit, divisionFactor);
    if (unit.group === 'GROUND_WATER_LEVEL') return toDisplay(value, divisor);
    if (unit.group === 'STOCK' && measure === 'value') return toDisplay(stockLevel(unit, value), divisor);
    return toDisplay(times(value, unit.flowFactor), divisor);
  };
}

function requireSpan({ fromEpochMs, toEpochMs }: InstantSpan): void {
  for (const [field, epochMs] of [['from', fromEpochMs] as const, ['to', toEpochMs] as const]) {
    const at = new Date(epochMs);
    if (!isAskedYear(at.getUTCFullYear())) throw invalid(1403, field, `'${at.toISOString()}' is not of ${ASKED_YEARS}`);
  }
  if (toEpochMs <= fromEpochMs) throw invalid(1403, 'to', `'${writeIso(toEpochMs)}' is not after from`);
  if (toEpochMs - fromEpochMs > MOST_THINNED_MS)
    throw invalid(1403, 'to', `'${writeIso(toEpochMs)}' is more than ${MOST_CUSTOM_DAYS} days after from`);
}

function parameterOf(unit: Unit, asked: string | null): string | null {
  const known = Object.keys(unit.params);
  if (asked === null) return unit.group === 'QUALITY' ? (known[0] ?? null) : null;
  if (known.includes(asked)) return asked;
  throw invalid(1403, 'parameter', `'${asked}' ${notOneOf(new Set(known))}`);
}
