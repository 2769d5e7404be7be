import type { Context } from '../../context.ts';
import type { QueueClient } from '../../queue/client.ts';
import { findIndustry } from '../../store/industries.ts';
import { allStaleDays } from '../../store/ledger.ts';
import { enqueueRebuilds } from './ask-for-rebuilds.ts';

const DAYS_PER_SWEEP = 500;
/** How long the days that a run has marked are left to it. A longer run is helped by jobs, which find little to do; a killed one is healed. */
const RUN_GRACE_MILLISECONDS = 5 * 60_000;

/** Sees to it that every stale day has its job; the oldest marks first. */
export async function sweepStaleDays(context: Context, queue: QueueClient): Promise<void> {
  const byIndustry = Map.groupBy(await allStaleDays(context.database, DAYS_PER_SWEEP, new Date(context.clock.now() - RUN_GRACE_MILLISECONDS)), (day) => day.industryId);
  for (const [industryId, days] of byIndustry) {
    const industry = await findIndustry(context.database, industryId, context.clock.now());
    if (industry !== null) await enqueueRebuilds(queue, industry, days.map((day) => day.businessDate));
  }
}
