import type { Context } from '../context.ts';
import type { QueueClient } from '../platform/queue/client.ts';
import { watchedIndustries } from './store/alert-rules.ts';
import { enqueueEvaluation } from './ask-for-evaluation.ts';

/** Asks for an evaluation of every industry of which something is watched: silence sends nothing, and time passes. */
export async function evaluateEverywhere({ database }: Pick<Context, 'database'>, queue: QueueClient): Promise<void> {
  for (const { industryId } of await watchedIndustries(database)) await enqueueEvaluation(queue, industryId);
}
