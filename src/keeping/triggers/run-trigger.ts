import type { Context } from '../../context.ts';
import { ServiceError } from '../../kernel/errors.ts';
import type { QueueClient } from '../../platform/queue/client.ts';
import { processTime } from '../../figures/processing/batch.ts';
import type { BatchTrigger } from './push-trigger.ts';

/** Runs the batch that a trigger asks for, with the months and years around its day. */
export async function runTrigger(context: Context, queue: QueueClient, trigger: BatchTrigger): Promise<void> {
  const { industryId, time, source, purpose } = trigger;
  const line = { industry: industryId, time, source, purpose };
  try {
    const { days, written } = await processTime({ ...context, queue }, industryId, time, {
      // The trigger has an audit row of its own.
      by: null,
      daily: true,
      monthly: true,
      yearly: true,
      oldData: false,
      updateOnlyVirtual: false,
      write: true,
      unitIds: [],
    });
    context.log.info({ ...line, days, written }, 'triggered batch done');
  } catch (error) {
    // Trying again does not bring back an industry that is gone.
    if (!(error instanceof ServiceError)) throw error;
    context.log.warn({ ...line, why: error.message }, 'a trigger asked for what cannot be processed');
  }
}
