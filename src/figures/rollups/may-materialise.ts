import type { DataContext } from '../../context.ts';
import type { Querier } from '../../platform/database/database.ts';
import { businessDateOf, clockAsOf } from '../../kernel/time/business-clock.ts';
import { addDays, laterOf } from '../../kernel/time/business-date.ts';
import type { BusinessDate, DatedRule, EpochMillis } from '../../kernel/time/types.ts';
import { listIndustries } from '../../platform/directory/store/industries.ts';
import {
  addUnmaterialisedDays,
  holdMaterialisedBefore,
  type UnmaterialisedDays,
  unmaterialisedDays,
  materialisedState,
  raiseMaterialisedBefore,
} from '../../ledger/store/materialised.ts';
import { addDueRollups } from '../store/upkeep.ts';

/**
 * Days that become due when they may be materialised. Earlier ones were sent late and are due once their marks are
 * answered.
 */
const MOST_DAYS_DUE = 40;

interface Materialisable {
  /** Business days before it may be materialised. */
  readonly before: BusinessDate;
  /** Days that were read live and have all ended: a refresh that covers them takes them back. */
  readonly ended: readonly UnmaterialisedDays[];
}

/** The earliest business day that runs in any industry; null while there is none. */
export const firstRunningDay = async (db: Querier, now: EpochMillis): Promise<BusinessDate | null> =>
  (await listIndustries(db, now)).map(({ clock }) => businessDateOf(clock, now)).sort()[0] ?? null;

/**
 * The day up to which rollups may be refreshed. A day may be materialised once it has ended for every industry, because
 * a materialised bucket no longer shows the hours of a running day. A day that was allowed once stays allowed. An
 * industry that came later and still has that day running is read live, see {@link keepRunningDaysLive}.
 * @param to the last day to refresh: clocks are read only where it lies beyond the allowed day
 */
export async function mayMaterialise({ database, clock }: DataContext, to: BusinessDate): Promise<Materialisable> {
  const known = await materialisedState(database);
  if (to < known.before && !known.hasUnmaterialisedDays) return { before: known.before, ended: [] };
  return database.transaction(async (transaction) => {
    const before = await holdMaterialisedBefore(transaction);
    const now = clock.now();
    const running = await firstRunningDay(transaction, now);
    if (running === null || running < before) return { before, ended: [] };
    if (running > before) {
      await raiseMaterialisedBefore(transaction, running);
      // All days become due, because a later one that is refreshed alone would hide them. A rollup is live only beyond
      // its newest bucket.
      await addDueRollups(transaction, laterOf(before, addDays(running, -MOST_DAYS_DUE)), addDays(running, -1));
    }
    return { before: laterOf(running, before), ended: await unmaterialisedDays(transaction) };
  });
}

/**
 * Has the running day of an industry read live where days of others are materialised already: a new industry farther
 * west, or one whose readings move to another clock. Called in the transaction that writes its clock, as the last
 * thing, because refreshes wait meanwhile.
 */
export async function keepRunningDaysLive(
  transaction: Querier,
  industryKey: number,
  rules: readonly DatedRule[],
  now: EpochMillis,
): Promise<void> {
  const running = businessDateOf(clockAsOf(rules, now), now);
  if (running < (await holdMaterialisedBefore(transaction)))
    await addUnmaterialisedDays(transaction, industryKey, running);
}
