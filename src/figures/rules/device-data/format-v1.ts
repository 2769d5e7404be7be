import type { Bound, Figure, PeriodEntry, Unheard } from '../../../kernel/document/types.ts';
import { times } from '../../../kernel/measure/exact.ts';
import type { Unit, UnitGroup } from '../../../kernel/measure/unit.ts';
import { maxOrNull, meanOrNull, minOrNull, numberOrNull } from '../processors/numbers.ts';
import {
  ALIKE,
  composeMeans,
  figuresByName,
  meansAmong,
  type ParameterFigures,
  type Unlike,
} from '../processors/parameters.ts';
import { stockLevel } from '../processors/stock.ts';
import { ownOf } from '../../../kernel/own-of.ts';
import type { EpochMillis } from '../../../kernel/time/types.ts';
import { boundOf, type Completeness, completenessOf, partsOfSpan } from '../../../kernel/document/completeness.ts';
import { figureToDisplay, parametersToDisplay, toDisplay, unheardToDisplay } from '../figures/display.ts';
import { partOfBucket, type UnitSpan } from '../figures/unit-span.ts';
import type { NewestReading } from '../latest/latest-reading.ts';

type ReadingStatus = 'ok' | 'estimated' | 'missing' | 'upcoming';

interface V1Reading {
  /** ISO 8601 UTC start of the bucket. */
  readonly timestamp: string;
  readonly value: Figure;
  readonly unit: string;
  readonly status: ReadingStatus;
  /** Genuine slots / expected slots; null when none was expected yet. */
  readonly coverage: number | null;
  /** Estimated readings / readings; null without readings. */
  readonly estimatedShare: number | null;
  /** Side of the value on which the truth lies; absent: enough was measured, or it is a level or mean. */
  readonly bound?: Bound;
}

/** A unit's newest reading. */
interface V1Latest {
  readonly timestamp: string;
  /** Interval value or level; parameters of quality units. */
  readonly value: Figure;
  readonly register: number | null;
  readonly unit: string;
  readonly status: ReadingStatus;
}

/**
 * Over the buckets that have a figure; null when none has. Parameters (quality) have statistics of their own. `min` is
 * never a figure with a bound, because there may have been more of it. Spec gap: an amount that still grows is neither
 * the lowest nor a part of the mean.
 */
interface Statistics {
  readonly min: Figure;
  readonly max: Figure;
  readonly avg: Figure;
  readonly total: Figure;
}

export interface V1Unit {
  readonly unitId: string;
  readonly unitName: string;
  /** standardCategoryId of the unit. */
  readonly categoryType: string;
  readonly readings: readonly V1Reading[];
  /** Statistics with the measured share of the span. */
  readonly statistics: Statistics & Completeness;
  /** The amount that passed and is in no figure of the span, divided; absent: none. */
  readonly unheard?: Unheard;
  /** Present when it was asked for; null when the unit never sent anything. */
  readonly latest?: V1Latest | null;
}

/**
 * Spec gap: the statuses are not listed. 'upcoming': the bucket has not begun. 'missing': it has no figure.
 * 'estimated': part of the figure was booked in slots without a genuine reading (estimated values, register jumps
 * across a gap), or no slot has one. 'ok': all others.
 */
export const statusOf = (
  { x, y, offlineValue, coverage }: Pick<PeriodEntry, 'x' | 'y' | 'offlineValue' | 'coverage'>,
  now: EpochMillis,
): ReadingStatus => {
  if (y === null) return Date.parse(x) > now ? 'upcoming' : 'missing';
  return (offlineValue ?? 0) !== 0 || coverage === 0 ? 'estimated' : 'ok';
};

const ADDS_UP: ReadonlySet<UnitGroup> = new Set<UnitGroup>(['FLOW', 'CONSUMPTION', 'ENERGY', 'VIRTUAL']);

/** The present, and the instant at which a span ends. */
interface Progress {
  readonly now: EpochMillis;
  readonly endEpochMs: EpochMillis;
}

/**
 * v1 divides every number, ground-water levels too (specification, Versioning); parameters are in units of their own.
 */
export function formatV1Unit(span: UnitSpan, divisionFactor: number, { now, endEpochMs }: Progress): V1Unit {
  const { unit, entries, figures } = span;
  const hasTotal = ADDS_UP.has(unit.group);
  // Hours of a formula over a tank tell the day up to them.
  const isAmount = hasTotal && span.hoursAddUp !== false;
  const buckets = entries.map((entry, index) => {
    const next = entries[index + 1];
    return {
      entry,
      value: figureToDisplay(entry.y, divisionFactor),
      bound: boundOf(partOfBucket(unit, entry)),
      isGrowing: isAmount && (next === undefined ? endEpochMs : Date.parse(next.x)) > now,
    };
  });
  const total = hasTotal ? toDisplay(numberOrNull(figures?.value), divisionFactor) : null;
  return {
    unitId: unit.unitId,
    unitName: unit.displayName,
    categoryType: unit.standardCategoryId,
    readings: buckets.map(({ entry, value, bound }) => ({
      timestamp: entry.x,
      value,
      unit: unit.siUnit,
      status: statusOf(entry, now),
      coverage: entry.coverage,
      estimatedShare: entry.estimatedShare ?? null,
      ...(bound === null || value === null ? {} : { bound }),
    })),
    statistics: {
      ...statisticsOf(buckets, total, span.unlike ?? ALIKE),
      ...completenessOf(partsOfSpan(span)),
    },
    ...unheardToDisplay(figures?.meta.unheard, divisionFactor),
  };
}

interface BoundedFigure {
  /** As answers show it. */
  readonly value: Figure;
  readonly bound: Bound | null;
  /** An amount whose bucket has not ended. */
  readonly isGrowing: boolean;
}

/**
 * @param total the figure of all buckets together, which is not the sum of a formula's hours. Spec gap: levels and
 * parameter means do not add up, their total is null
 * @param unlike parameters that had several units of measure, so that their figures are not compared
 */
function statisticsOf(buckets: readonly BoundedFigure[], total: number | null, unlike: Unlike): Statistics {
  const parameters = meansAmong(buckets.map(({ value }) => value));
  if (parameters.length > 0) return parameterStatistics(parameters, unlike);
  const ended = buckets.filter(({ isGrowing }) => !isGrowing);
  return {
    min: minOrNull(ended.map(({ value, bound }) => (bound === null ? numberOrNull(value) : null))),
    max: maxOrNull(buckets.map(({ value }) => numberOrNull(value))),
    avg: meanOrNull(ended.map(({ value }) => numberOrNull(value))),
    total,
  };
}

function parameterStatistics(buckets: readonly ParameterFigures[], unlike: Unlike): Statistics {
  const names = new Set(buckets.flatMap(Object.keys));
  const extreme = (pick: (values: Iterable<number | null>) => number | null) =>
    figuresByName(names, (name) =>
      unlike.has(name) ? null : pick(buckets.map((bucket) => ownOf(bucket, name) ?? null)),
    );
  return { min: extreme(minOrNull), max: extreme(maxOrNull), avg: composeMeans(buckets, unlike), total: null };
}

/** The newest reading with meter multiplier or tank capacity applied, divided. */
export function formatLatest(unit: Unit, reading: NewestReading, divisionFactor: number): V1Latest {
  const counted = (raw: number | null): number | null =>
    raw === null ? null : toDisplay(times(raw, unit.flowFactor), divisionFactor);
  const common = {
    timestamp: reading.createdOn.toISOString(),
    unit: unit.siUnit,
    status: reading.estimated ? ('estimated' as const) : ('ok' as const),
  };
  switch (unit.group) {
    case 'STOCK':
      return {
        ...common,
        value: toDisplay(stockLevel(unit, reading.value), divisionFactor),
        register: null,
      };
    case 'GROUND_WATER_LEVEL':
      return { ...common, value: toDisplay(reading.value, divisionFactor), register: null };
    case 'QUALITY':
      return {
        ...common,
        value: reading.parameters === null ? null : parametersToDisplay(reading.parameters),
        register: null,
      };
    default:
      return { ...common, value: counted(reading.value), register: counted(reading.register) };
  }
}
