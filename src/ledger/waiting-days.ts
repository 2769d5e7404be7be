import type { DataContext } from '../context.ts';
import { type Industry, unitIdsByKey } from '../kernel/industry/industry.ts';
import { businessDateOf } from '../kernel/time/business-clock.ts';
import type { BusinessDate, EpochMillis } from '../kernel/time/types.ts';
import { processedDays, waitingDays, waitingIndustries } from './store/ledger.ts';
import type { QueueClient } from '../platform/queue/client.ts';
import { findIndustry } from '../platform/directory/store/industries.ts';
import { enqueueRebuilds } from './ask-for-rebuilds.ts';

/** Sees to it that every stale day has a job. */
export async function sweepStaleDays({ database, clock }: DataContext, queue: QueueClient): Promise<void> {
  const now = clock.now();
  for (const { industryId, oldest, newest } of await waitingIndustries(database, runsSince(now))) {
    const industry = await findIndustry(database, industryId, now);
    if (industry !== null) await enqueueRebuilds(queue, industry, oldest === newest ? [oldest] : [oldest, newest], now);
  }
}

/**
 * Time for which the days that a run has marked are left to that run. Jobs help a longer run and find little to do;
 * days of a killed run are healed.
 */
const RUN_GRACE_MILLISECONDS = 5 * 60_000;

/** Marks that nothing but a run has set before this moment are nobody's any more. */
const runsSince = (now: EpochMillis): Date => new Date(now - RUN_GRACE_MILLISECONDS);

/** A stale day that has ended. */
export interface WaitingDay {
  readonly date: BusinessDate;
  /** Units to rebuild; null: all, because the day was never wholly processed. */
  readonly unitIds: ReadonlySet<string> | null;
  /** Number of unit-days of these days. */
  readonly unitDays: number;
  /** First of the marks that are to be answered. */
  readonly markedAt: Date;
  /** Another text after every mark that somebody else than a run sets. */
  readonly marks: string;
}

/** The days of an industry that wait for a rebuild, ascending. */
export async function waitingDaysOf({ database, clock }: DataContext, industry: Industry): Promise<WaitingDay[]> {
  const now = clock.now();
  const firstOpenDay = businessDateOf(industry.clock, now);
  const stale = await waitingDays(database, industry.industryKey, firstOpenDay, runsSince(now));
  const [first, last] = [stale[0], stale.at(-1)];
  if (first === undefined || last === undefined) return [];
  const processed = await processedDays(database, industry.industryKey, first.businessDate, last.businessDate);
  const unitIds = unitIdsByKey(industry.units.values());
  return stale.map(({ businessDate, unitKeys, markedAt, causes }) => {
    const marked = processed.has(businessDate) ? new Set(unitKeys.flatMap((key) => unitIds.get(key) ?? [])) : null;
    return {
      date: businessDate,
      unitIds: marked,
      unitDays: marked?.size ?? industry.units.size,
      markedAt,
      marks: JSON.stringify(causes),
    };
  });
}
