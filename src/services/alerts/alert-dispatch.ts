import type { Actor } from '../../domain/access/actor.ts';
import type { Industry } from '../../domain/industry/industry.ts';
import { reasonOf } from '../../reason-of.ts';
import type { QueueClient } from '../../queue/client.ts';
import { askWhenDue } from './ask-to-deliver.ts';
import type { Delivering } from './deliver.ts';
import { type AlertAnswer, requestAlert } from './request-alert.ts';

/** Alerts that are dispatched because somebody asks for it. */
export interface DispatchService {
  /**
   * Sends an alert to the recipients that the request names, and waits for it; once for the same request.
   * @throws ServiceError 400, 404 by the rules of the specification, User: alerts
   */
  request(industry: Industry, body: unknown, by: Actor): Promise<AlertAnswer>;
}

export const createDispatch = (delivering: Delivering, queue: QueueClient): DispatchService => ({
  async request(industry, body, by) {
    const answer = await requestAlert(delivering, industry, body, by);
    // What is asked for in vain is found by the sweep.
    if (answer.failed.length > 0)
      await askWhenDue(delivering.context, queue, industry, null).catch((error: unknown) =>
        delivering.context.log.warn({ industry: industry.industryId, error: reasonOf(error) }, 'no job for what waits'),
      );
    return answer;
  },
});
