import { isoOf } from '../kernel/time/iso.ts';
import type { DataContext } from '../context.ts';
import type { Industry } from '../kernel/industry/industry.ts';
import type { EpochMillis } from '../kernel/time/types.ts';
import type { QueueClient } from '../platform/queue/client.ts';
import { nextDue } from './store/deliveries.ts';

export const DELIVER_MESSAGE_QUEUE = 'deliver-message';
export const DELIVER_MAIL_QUEUE = 'deliver-mail';

/** Wakes the sender of the industry's mails. Callers wait for the commit that wrote them. */
export const enqueueMails = (queue: QueueClient, { industryKey, industryId }: Industry): Promise<void> =>
  queue.send(DELIVER_MAIL_QUEUE, { industryKey }, { singletonKey: industryId });

/** Wakes the sender of the industry's messages. Callers wait for the commit that wrote transitions. */
export const enqueueMessages = (queue: QueueClient, industryId: string): Promise<void> =>
  queue.send(DELIVER_MESSAGE_QUEUE, { industryId }, { singletonKey: industryId });

const SECOND = 1_000;

/**
 * Wakes the sender when the next message becomes due, because a pause or quiet hours have ended. Messages of one second
 * share one job.
 * @param awaited time for which a job has waited already, which it does not ask for again. The sweep finds the message
 * where the clock of the queue is ahead.
 */
export async function enqueueWhenDue(
  { database, clock }: DataContext,
  queue: QueueClient,
  { industryKey, industryId }: Industry,
  awaited: EpochMillis | null,
): Promise<void> {
  const dueAt = await nextDue(database, industryKey, Math.max(clock.now(), awaited ?? 0));
  if (dueAt === null) return;
  const second = Math.ceil(dueAt / SECOND) * SECOND;
  await queue.send(
    DELIVER_MESSAGE_QUEUE,
    { industryId, awaited: second },
    { singletonKey: `${industryId} ${isoOf(second)}`, startAfter: new Date(second) },
  );
}
