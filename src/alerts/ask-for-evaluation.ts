import type { QueueClient } from '../platform/queue/client.ts';

/** Rules of one industry are held against what is new. */
export const EVALUATE_QUEUE = 'evaluate-alerts';

interface EvaluateAlerts {
  readonly industryId: string;
}

/** One job waits per industry, however often it is asked for. */
export const enqueueEvaluation = (queue: QueueClient, industryId: string): Promise<void> => {
  const payload: EvaluateAlerts = { industryId };
  return queue.send(EVALUATE_QUEUE, payload, { singletonKey: industryId });
};
