import type { Context } from '../../context.ts';
import { markProcessedSince } from '../../store/ledger.ts';
import type { MarkStale } from './provision-industry.ts';

/**
 * Enters every processed day that a changed configuration reaches into the stale-day ledger; the rebuild is for others
 * to start.
 */
export const markStaleDays =
  (context: Context): MarkStale =>
  async (querier, industryKey, changes) => {
    await markProcessedSince(querier, industryKey, changes, 'configuration', new Date(context.clock.now()));
  };
