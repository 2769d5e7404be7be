import type { Context } from '../../context.ts';
import type { Industry } from '../../domain/industry/industry.ts';
import type { QueueClient } from '../../queue/client.ts';
import { reasonOf } from '../../reason-of.ts';
import { enqueueRebuilds } from './ask-for-rebuilds.ts';

/**
 * Days whose rebuild is asked for at once, the newest ones: what people look at. An import of years leaves the others to the
 * sweep of the stale-day ledger instead of waiting for thousands of jobs to be queued.
 */
const DAYS_REBUILT_AT_ONCE = 62;

/** Asks for the rebuild of closed days that readings changed. Never rejects: the readings are stored, whatever becomes of the job. */
export async function rebuildSoon({ log }: Pick<Context, 'log'>, queue: QueueClient, industry: Industry, dates: readonly string[]): Promise<void> {
  try {
    await enqueueRebuilds(queue, industry, dates.slice(-DAYS_REBUILT_AT_ONCE));
  } catch (error) {
    // The ledger has the days: the sweep asks for their rebuild within a minute.
    log.warn({ industry: industry.industryId, error: reasonOf(error) }, 'rebuilds could not be queued');
  }
}
