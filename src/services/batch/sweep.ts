import type { Context } from '../../context.ts';
import type { QueueClient } from '../../queue/client.ts';
import { findIndustry } from '../../store/industries.ts';
import { allStaleDays } from '../../store/ledger.ts';
import { enqueueRebuilds } from './rebuild-queue.ts';

const DAYS_PER_SWEEP = 500;

/** Sees to it that every stale day has its job; the oldest marks first. */
export async function sweepStaleDays(context: Context, queue: QueueClient): Promise<void> {
  const byIndustry = Map.groupBy(await allStaleDays(context.database, DAYS_PER_SWEEP), (day) => day.industryId);
  for (const [industryId, days] of byIndustry) {
    const industry = await findIndustry(context.database, industryId, context.clock.now());
    if (industry !== null) await enqueueRebuilds(queue, industry, days.map((day) => day.businessDate));
  }
}
