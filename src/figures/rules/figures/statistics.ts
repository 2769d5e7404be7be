import type { Figure } from '../../../kernel/document/types.ts';
import { maxOrNull, meanOrNull, minOrNull, sumOrNull } from '../processors/numbers.ts';
import { composeMeans, figuresByName } from '../processors/parameters.ts';

/** Over the buckets that have a figure; null when none has. Parameters (quality) have statistics of their own. */
export interface Statistics {
  readonly min: Figure;
  readonly max: Figure;
  readonly avg: Figure;
  readonly total: Figure;
}

type Parameters = Readonly<Record<string, number | null>>;

/**
 * @param figures figures of buckets as answers show them
 * @param addsUp whether a sum says anything. Spec gap: levels and parameter means do not add up, their total is null
 */
export function statisticsOf(figures: readonly Figure[], addsUp: boolean): Statistics {
  const parameters = figures.filter((figure): figure is Parameters => figure !== null && typeof figure === 'object');
  if (parameters.length > 0) return parameterStatistics(parameters);
  const numbers = figures.filter((figure) => typeof figure === 'number');
  return {
    min: minOrNull(numbers),
    max: maxOrNull(numbers),
    avg: meanOrNull(numbers),
    total: addsUp ? sumOrNull(numbers) : null,
  };
}

function parameterStatistics(buckets: readonly Parameters[]): Statistics {
  const names = new Set(buckets.flatMap(Object.keys));
  const extreme = (pick: (values: Iterable<number | null>) => number | null) =>
    figuresByName(names, (name) =>
      pick(buckets.map((bucket) => (Object.hasOwn(bucket, name) ? (bucket[name] ?? null) : null))),
    );
  return { min: extreme(minOrNull), max: extreme(maxOrNull), avg: composeMeans(buckets), total: null };
}
