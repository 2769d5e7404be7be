import type { Context } from '../../context.ts';
import type { QueueClient } from '../../platform/queue/client.ts';
import { reasonOf } from '../../kernel/reason-of.ts';
import { waitingEvents } from '../store/settled-events.ts';

const EVENTS_PER_LOOK = 500;

/** The queue of one consumer of settled days. */
export const daySettledQueue = (consumer: string): string => `day-settled.${consumer}`;

/**
 * Sees to it that every event has a job for each consumer that has not taken it. Called after a run, and every minute
 * for what a killed process or a command without a queue has left. Never rejects: the events stay where they are.
 * @param eventsPerLook of each consumer, the oldest first
 */
export async function publishSettled(
  { database, log }: Pick<Context, 'database' | 'log'>,
  queue: QueueClient,
  eventsPerLook = EVENTS_PER_LOOK,
): Promise<void> {
  try {
    for (const { consumer, ...event } of await waitingEvents(database, eventsPerLook)) {
      await queue.send(daySettledQueue(consumer), event, { singletonKey: String(event.eventKey) });
    }
  } catch (error) {
    log.warn({ error: reasonOf(error) }, 'settled days could not be published');
  }
}
