import type { DataContext } from '../context.ts';
import type { QueueClient } from '../platform/queue/client.ts';
import { findIndustry } from '../platform/directory/store/industries.ts';
import { waitingIndustries } from './store/ledger.ts';
import { enqueueRebuilds } from './ask-for-rebuilds.ts';
import { runsSince } from './waiting-days.ts';

/** Sees to it that every stale day has a job. */
export async function sweepStaleDays({ database, clock }: DataContext, queue: QueueClient): Promise<void> {
  const now = clock.now();
  for (const { industryId, oldest, newest } of await waitingIndustries(database, runsSince(now))) {
    const industry = await findIndustry(database, industryId, now);
    if (industry !== null) await enqueueRebuilds(queue, industry, oldest === newest ? [oldest] : [oldest, newest], now);
  }
}
