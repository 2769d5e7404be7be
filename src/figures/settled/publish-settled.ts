import type { Context } from '../../context.ts';
import type { QueueClient } from '../../platform/queue/client.ts';
import { reasonOf } from '../../kernel/reason-of.ts';
import { waitingEvents, writeSettledEvent } from '../store/settled-events.ts';
import type { Querier } from '../../platform/database/database.ts';
import type { Industry } from '../../kernel/industry/industry.ts';
import type { AnsweredDay } from '../../ledger/causes.ts';

/** Writes the event that days are settled, in the transaction that settles them: no crash can part the two. */
export const recordSettledEvent = async (
  transaction: Querier,
  { industryKey }: Industry,
  days: readonly AnsweredDay[],
  now: Date,
): Promise<void> => {
  await writeSettledEvent(transaction, industryKey, eachOnce(days), now);
};

/** Each day once, because parts of a run may answer the same day. */
function eachOnce(days: readonly AnsweredDay[]): AnsweredDay[] {
  return [...Map.groupBy(days, (day) => day.businessDate)].map(([businessDate, parts]) => {
    const marked = parts.filter((part) => part.markedAt !== null);
    const causes = new Set((marked.length > 0 ? marked : parts).flatMap((part) => part.causes));
    const instants = marked.flatMap((part) => part.markedAt?.getTime() ?? []);
    return {
      businessDate,
      causes: [...causes].sort(),
      markedAt: instants.length === 0 ? null : new Date(Math.min(...instants)),
    };
  });
}

const EVENTS_PER_LOOK = 500;

/** The queue of one consumer of settled days. */
export const daySettledQueue = (consumer: string): string => `day-settled.${consumer}`;

/**
 * Gives every event a job for each consumer that has not taken it. Called after a run, and every minute for events that
 * a killed process or a command without a queue has left. Never rejects: the events stay where they are.
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
