import type { QueueClient } from '../../queue/client.ts';

export const DELIVER_MESSAGE_QUEUE = 'deliver-message';

/** Wakes whoever sends the industry's messages. Call it after the commit that wrote transitions. */
export const askToDeliver = (queue: QueueClient, industryId: string): Promise<void> =>
  queue.send(DELIVER_MESSAGE_QUEUE, { industryId }, { singletonKey: industryId });
