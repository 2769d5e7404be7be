import type { Industry } from '../../domain/industry/industry.ts';

/** Industries held in memory, each with the version it was read at. Never served at another version than the one asked for. */
export interface IndustryCache {
  /** null when the industry is gone. */
  get(industryId: string, version: string): Promise<Industry | null>;
}

/**
 * Every request asks the database for its industry's version anyway (a column of the one look-up it makes), so a change by any
 * process is seen by the next request, without messages or waiting times. Concurrent requests share one load.
 */
export function createIndustryCache(load: (industryId: string) => Promise<Industry | null>, capacity = 200): IndustryCache {
  const held = new Map<string, { version: string; industry: Promise<Industry | null> }>();
  return {
    get(industryId, version) {
      const found = held.get(industryId);
      if (found?.version === version) return found.industry;
      const entry = { version, industry: load(industryId) };
      // Set anew so that the oldest entry is the first one of the map.
      held.delete(industryId);
      held.set(industryId, entry);
      entry.industry.then(
        (industry) => { if (industry === null && held.get(industryId) === entry) held.delete(industryId); },
        () => { if (held.get(industryId) === entry) held.delete(industryId); },
      );
      const [oldest] = held.keys();
      if (held.size > capacity && oldest !== undefined) held.delete(oldest);
      return entry.industry;
    },
  };
}
