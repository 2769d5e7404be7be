import { LRUCache } from 'lru-cache';
import { currentUntil, type Industry } from '../../kernel/industry/industry.ts';
import type { EpochMillis } from '../../kernel/time/types.ts';
import type { Querier } from '../database/database.ts';
import { findIndustry, industryVersion } from './store/industries.ts';

/**
 * Industries held in memory, each with the version it was read at. Never served at another version than the one asked
 * for.
 */
export interface IndustryCache {
  /** null when the industry is gone. */
  get(industryId: string, version: string): Promise<Industry | null>;
}

/** Units of all industries of a cache, 0.7 kB each in an industry of 1,000. */
const MOST_UNITS = 200_000;
/** An industry without units takes as much as one unit. */
const sizeOf = ({ units, unitsEver = units }: Industry): number => 1 + unitsEver.size;

interface HeldIndustry {
  readonly version: string;
  readonly industry: Promise<Industry | null>;
  /** From then on it is loaded again. */
  readonly until: EpochMillis;
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
  mostUnits = MOST_UNITS,
): IndustryCache {
  const held = new LRUCache<string, HeldIndustry>({ maxSize: mostUnits });
  return {
    get(industryId, version) {
      const found = held.get(industryId);
      if (found?.version === version && now() < found.until) return found.industry;
      const loadedAt = now();
      const entry: HeldIndustry = { version, industry: load(industryId), until: Infinity };
      // Its units are not known yet.
      held.set(industryId, entry, { size: 1 });
      const put = (industry: Industry | null): void => {
        // Another version may have been asked for meanwhile.
        if (held.peek(industryId) !== entry) return;
        if (industry === null) held.delete(industryId);
        else held.set(industryId, { ...entry, until: currentUntil(industry, loadedAt) }, { size: sizeOf(industry) });
      };
      entry.industry.then(put, () => put(null));
      return entry.industry;
    },
  };
}

/** The newest state of an industry; null: there is none of that id. */
export type FindHeldIndustry = (industryId: string) => Promise<Industry | null>;

/** Industries for jobs, which come back to the same ones each minute: the version is asked for, and little else. */
export function createHeldIndustries(database: Querier, now: () => EpochMillis): FindHeldIndustry {
  const cache = createIndustryCache((industryId) => findIndustry(database, industryId, now()), now);
  return async (industryId) => {
    const version = await industryVersion(database, industryId);
    return version === null ? null : cache.get(industryId, version);
  };
}
