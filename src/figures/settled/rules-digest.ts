import { createHash } from 'node:crypto';
import { CATEGORY_GENERATIONS, type Industry } from '../../kernel/industry/industry.ts';
import { withRetired } from '../../kernel/industry/retired.ts';
import { ALGORITHM_VERSION } from '../rules/processors/registry.ts';

const KNOWN = new WeakMap<Industry, string>();

/**
 * Another one for everything but readings that decides documents: the algorithm, the clock, units with their versions,
 * meters and curves, and categories. All of the industry, because a change that decides nothing costs one run.
 */
export function rulesDigest(industry: Industry): string {
  const known = KNOWN.get(industry);
  if (known !== undefined) return known;
  const rules = {
    ...industry,
    // Maps would be written as {}. Retired units decide figures as well, whoever asks.
    units: [...withRetired(industry).units.values()],
    unitsEver: undefined,
    categories: CATEGORY_GENERATIONS.map((generation) => [...industry.categories[generation].values()]),
  };
  const digest = createHash('sha256')
    .update(JSON.stringify([ALGORITHM_VERSION, rules]))
    .digest('base64');
  KNOWN.set(industry, digest);
  return digest;
}
