import type { Context } from '../../context.ts';
import type { Querier } from '../../platform/database/database.ts';
import type { StaleUnit } from '../rules/provisioning/unit-plan.ts';
import { markProcessedSince } from '../../ledger/store/ledger.ts';

/** Marks the closed days of units whose figures change from a date on. Runs inside the transaction. */
export type MarkStale = (querier: Querier, industryKey: number, changes: readonly StaleUnit[]) => Promise<void>;

/**
 * Enters every processed day that a changed configuration reaches into the stale-day ledger. The caller asks for the
 * rebuild.
 */
export const markStaleDays =
  ({ clock }: Pick<Context, 'clock'>): MarkStale =>
  async (querier, industryKey, changes) => {
    await markProcessedSince(querier, industryKey, changes, 'configuration', new Date(clock.now()));
  };
