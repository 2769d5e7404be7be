import { expect } from 'vitest';
import { ServiceError } from '../../../src/kernel/errors.ts';
import { parseGraph } from '../../../src/balance/rules/parse-graph.ts';
import { plant } from './plant.ts';

/** The industry whose graph is posted. */
export const works = plant({
  units: { M1: {}, M2: {}, TANK: { category: 'STOCK_CATEGORY' } },
  categoriesV2: { ID_SOURCE: { subCategories: { BORES: ['M1', 'M2'] } } },
});

export const edge = (source: string, target: string) => ({ id: `${source}-${target}`, source, target });

/** Field and problem of every mistake. */
export function mistakes(body: unknown): Record<string, string> {
  try {
    parseGraph(body, works);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    expect(error.code).toBe(1430);
    return Object.fromEntries(error.details.map(({ field, problem }) => [field, problem]));
  }
  return {};
}

export const mistakesOf = (nodes: readonly unknown[], more: Record<string, unknown> = {}) =>
  mistakes({ nodes, edges: [], ...more });

export const virtual = (id: string, meta: Record<string, unknown> = {}) => ({ id, nodeType: 'virtualNode', meta });
