import type { Context, WithQueue } from '../context.ts';
import type { Industry } from '../kernel/industry/industry.ts';
import { reasonOf } from '../kernel/reason-of.ts';
import { enqueueRebuilds } from './ask-for-rebuilds.ts';

/**
 * Asks for the rebuild of closed days that readings changed. Never rejects: the readings are stored, whatever becomes
 * of the job.
 */
export async function rebuildSoon(
  { log, clock, queue }: Pick<Context, 'log' | 'clock'> & WithQueue,
  industry: Industry,
  dates: readonly string[],
): Promise<void> {
  try {
    await enqueueRebuilds(queue, industry, dates, clock.now());
  } catch (error) {
    // The ledger has the days: the sweep asks for their rebuild within a minute.
    log.warn({ industry: industry.industryId, error: reasonOf(error) }, 'rebuilds could not be queued');
  }
}
