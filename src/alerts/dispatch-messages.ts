import { LONGEST_SENDING_MS, MESSAGE_KEPT_MS } from '../kernel/time/durations.ts';
import type { EpochMillis } from '../kernel/time/types.ts';
import { reasonOf } from '../kernel/reason-of.ts';
import type { QueueClient } from '../platform/queue/client.ts';
import { failOverdue, giveUpSending, industriesWithMessages, undispatchedTransitions } from './store/deliveries.ts';
import { endRequests } from './store/incident-writes.ts';
import { findNewestIndustry } from '../platform/directory/find-newest-industry.ts';
import { enqueueMessages, enqueueWhenDue } from './enqueue-deliveries.ts';
import { type Delivering, deliverDue, logUndeliverable } from './deliver-messages.ts';
import { composeDeliveries } from './compose-deliveries.ts';

/** Few, so that the first messages of a storm leave while the others are composed. */
const TRANSITIONS_AT_ONCE = 50;
const MESSAGES_AT_ONCE = 200;

/**
 * Composes messages of new transitions, and sends all due messages. A later job is asked for the rest.
 * @param awaited the instant that a job has waited for
 */
export async function dispatchIndustry(
  delivering: Delivering,
  queue: QueueClient,
  industryId: string,
  awaited: EpochMillis | null = null,
): Promise<void> {
  const { context } = delivering;
  const industry = await findNewestIndustry(context, industryId);
  if (industry === null) return;
  let failure: unknown = null;
  const failed = new Set<number>();
  for (;;) {
    const keys = await undispatchedTransitions(context.database, industry.industryKey, {
      leftAlone: [...failed],
      limit: TRANSITIONS_AT_ONCE,
    });
    let [composed, messages] = [0, 0];
    for (const key of keys) {
      if (messages >= MESSAGES_AT_ONCE) break;
      composed += 1;
      // The end of an incident is told to those who were told of its beginning.
      if (failed.has(key.incidentKey)) continue;
      try {
        messages += await composeDeliveries(context, industry, key);
      } catch (error) {
        // A message that cannot be composed does not hold up those of other incidents.
        context.log.error({ industry: industryId, ...key, error: reasonOf(error) }, 'messages could not be composed');
        failure = error;
        failed.add(key.incidentKey);
      }
    }
    await deliverDue(delivering, industry, null);
    // The rest of many transitions is composed here, because no job asks for it again.
    if (composed < TRANSITIONS_AT_ONCE && composed === keys.length) break;
  }
  await enqueueWhenDue(context, queue, industry, awaited);
  if (failure !== null) throw failure;
}

/**
 * A message that a killed process was sending is given up, because nobody knows whether it left; it is not sent again.
 * Industries with anything to send get a job: pauses and quiet hours end, and processes are killed before they ask.
 * Alerts that came by request end.
 */
export async function sweepMessages({ context, countMessage }: Delivering, queue: QueueClient): Promise<void> {
  const { database, clock, log } = context;
  const now = clock.now();
  const unconfirmed = await giveUpSending(database, {
    now,
    before: now - LONGEST_SENDING_MS,
    problem: 'Sent, not confirmed: the process that sent it ended',
  });
  const overdue = await failOverdue(database, {
    now,
    before: now - MESSAGE_KEPT_MS,
    problem: 'It could not be sent for six hours',
  });
  for (const { channel } of overdue) countMessage?.(channel, 'overdue');
  await logUndeliverable(context, overdue);
  if (unconfirmed.length + overdue.length > 0)
    log.warn({ unconfirmed: unconfirmed.length, overdue: overdue.length }, 'messages given up');
  for (const industryId of await industriesWithMessages(database, now)) await enqueueMessages(queue, industryId);
  await endRequests(database, null, now);
}
