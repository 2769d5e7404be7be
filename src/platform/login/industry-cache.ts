import { LRUCache } from 'lru-cache';
import { currentUntil, type Industry } from '../../kernel/industry/industry.ts';
import type { EpochMillis } from '../../kernel/time/types.ts';

/**
 * Industries held in memory, each with the version it was read at. Never served at another version than the one asked
 * for.
 */
export interface IndustryCache {
  /** null when the industry is gone. */
  get(industryId: string, version: string): Promise<Industry | null>;
}

/**
 * Industries in memory. Every request asks the database for its industry's version anyway (a column of the one look-up
 * it makes), so a change by any process is seen by the next request, without messages or waiting times. Concurrent
 * requests share one load. An industry is loaded again when a business date arrives from which a later declaration
 * counts.
 */
export function createIndustryCache(
  load: (industryId: string) => Promise<Industry | null>,
  now: () => EpochMillis,
  capacity = 200,
): IndustryCache {
  const held = new LRUCache<string, { version: string; industry: Promise<Industry | null>; until: EpochMillis }>({
    max: capacity,
  });
  return {
    get(industryId, version) {
      const found = held.get(industryId);
      if (found?.version === version && now() < found.until) return found.industry;
      const loadedAt = now();
      const entry = { version, industry: load(industryId), until: Infinity };
      held.set(industryId, entry);
      const forget = (): void => {
        if (held.peek(industryId) === entry) held.delete(industryId);
      };
      entry.industry.then((industry) => {
        if (industry === null) forget();
        else entry.until = currentUntil(industry, loadedAt);
      }, forget);
      return entry.industry;
    },
  };
}
