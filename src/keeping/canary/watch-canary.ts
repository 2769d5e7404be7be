import type { Context } from '../../context.ts';
import { reasonOf } from '../../kernel/reason-of.ts';
import { recordCanary } from '../store/canary.ts';
import { runCanary } from './run-canary.ts';

const CANARY_INDUSTRY = 'CANARY';
const CANARY_LOCK = 3;

/**
 * Runs the canary where it is switched on, one run at a time over all processes, and records its result for the
 * metrics. Every figure that differs is logged with both numbers.
 * @throws Error when the run was not completed
 */
export async function watchCanary(context: Context): Promise<void> {
  const { database, clock, config, log } = context;
  if (!config.canary) return;
  await database.tryWithLock(CANARY_LOCK, async () => {
    try {
      const mismatches = await runCanary(context, CANARY_INDUSTRY);
      for (const mismatch of mismatches) log.error({ ...mismatch }, 'the canary found another figure than expected');
      await recordCanary(database, new Date(clock.now()), mismatches, null);
    } catch (error) {
      await recordCanary(database, new Date(clock.now()), null, reasonOf(error));
      throw error;
    }
  });
}
