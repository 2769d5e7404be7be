import type { Bound, Figure } from '../../../kernel/document/types.ts';
import { ownOf } from '../../../kernel/own-of.ts';
import { maxOrNull, meanOrNull, minOrNull } from '../processors/numbers.ts';
import { composeMeans, figuresByName, meansOrNull, type ParameterFigures } from '../processors/parameters.ts';

/**
 * Over the buckets that have a figure; null when none has. Parameters (quality) have statistics of their own. `min` is
 * never a figure with a bound, because there may have been more of it. Spec gap: an amount that still grows is neither
 * the lowest nor a part of the mean.
 */
export interface Statistics {
  readonly min: Figure;
  readonly max: Figure;
  readonly avg: Figure;
  readonly total: Figure;
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
 */
export function statisticsOf(buckets: readonly BoundedFigure[], total: number | null): Statistics {
  const figures = buckets.map(({ value }) => value);
  const parameters = figures.flatMap((figure) => meansOrNull(figure) ?? []);
  if (parameters.length > 0) return parameterStatistics(parameters);
  const numbers = figures.filter((figure) => typeof figure === 'number');
  const ended = buckets.filter(({ isGrowing }) => !isGrowing);
  return {
    min: minOrNull(ended.map(({ value, bound }) => (bound === null && typeof value === 'number' ? value : null))),
    max: maxOrNull(numbers),
    avg: meanOrNull(ended.map(({ value }) => value).filter((value) => typeof value === 'number')),
    total,
  };
}

function parameterStatistics(buckets: readonly ParameterFigures[]): Statistics {
  const names = new Set(buckets.flatMap(Object.keys));
  const extreme = (pick: (values: Iterable<number | null>) => number | null) =>
    figuresByName(names, (name) => pick(buckets.map((bucket) => ownOf(bucket, name) ?? null)));
  return { min: extreme(minOrNull), max: extreme(maxOrNull), avg: composeMeans(buckets), total: null };
}
