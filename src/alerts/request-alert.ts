import { setTimeout as delay } from 'node:timers/promises';
import type { Actor } from '../platform/login/rules/caller.ts';
import { NOT_IMPLEMENTED, readAlertRequest } from './rules/alert-request.ts';
import { entryOf } from './rules/audience.ts';
import type { RequestRecord } from './rules/incident-record.ts';
import type { Industry } from '../kernel/industry/industry.ts';
import { ownOf } from '../kernel/own-of.ts';
import type { QueueClient } from '../platform/queue/client.ts';
import { reasonOf } from '../kernel/reason-of.ts';
import { addToRecord } from './store/incident-writes.ts';
import { deliveriesOf, type DeliveryState, type TransitionKey } from './store/deliveries.ts';
import { enqueueWhenDue } from './enqueue-deliveries.ts';
import { checkRequest } from './check-request.ts';
import { type Delivering, deliverDue } from './deliver-messages.ts';
import { recordRequest } from './record-request.ts';

const DONE = { status: 'Success' } as const;
const COMPLETED = 'Alert processing completed';

/**
 * Dispatches an alert to the recipients that the request names, and waits until their messages are sent. A request with
 * the same type, unit, alertType and createdOn repeats the alert: recipients who have no message yet are told, unless
 * the alert is over, and the answer gives the first outcome of the other messages. Two processes that work on the same
 * alert share the messages to send. Each waits for the messages of its own recipients.
 * @throws ServiceError 400 and 404 by the rules of the specification, User: alerts.
 */
export async function requestAlert(
  delivering: Delivering,
  queue: QueueClient,
  industry: Industry,
  body: unknown,
  by: Actor,
) {
  const answer = await dispatched(delivering, industry, body, by);
  // If the job cannot be queued, the sweep finds the message.
  if (answer.failed.length > 0)
    await enqueueWhenDue(delivering.context, queue, industry, null).catch((error: unknown) =>
      delivering.context.log.warn({ industry: industry.industryId, error: reasonOf(error) }, 'no job for what waits'),
    );
  return answer;
}

async function dispatched(delivering: Delivering, industry: Industry, body: unknown, by: Actor) {
  const request = readAlertRequest(body, industry, delivering.context.clock.now());
  if (request === null) return { ...DONE, message: NOT_IMPLEMENTED, success: [], failed: [], problems: [] };
  const checked = await checkRequest(delivering.context, industry, request);
  const recorded = await recordRequest(delivering.context, industry, { request, checked, by });
  const { entries, unknownUserIds, tooLateUserIds } = recorded;
  const outcomes = await firstOutcomes(delivering, industry, recorded);
  const outcomeOf = (entry: string): string | null => {
    const outcome = ownOf(outcomes, entry);
    return outcome === undefined ? problemOf(undefined) : outcome;
  };
  const problems = [
    ...untold(unknownUserIds, 'is not a user of this industry'),
    ...untold(tooLateUserIds, 'is not told, because the alert is over'),
    ...entries.flatMap((entry) => {
      const problem = outcomeOf(entry);
      return problem === null ? [] : [{ entry, problem }];
    }),
  ];
  return {
    ...DONE,
    message: COMPLETED,
    success: entries.filter((entry) => outcomeOf(entry) === null),
    failed: problems.map(({ entry }) => entry),
    problems,
  };
}

const untold = (userIds: readonly string[], problem: string) =>
  userIds.map((userId) => ({ entry: `user:${userId}`, problem }));

const WAIT_MILLISECONDS = 50;
const LONGEST_WAIT_MILLISECONDS = 30_000;

/** The first attempt of the message has not ended, in this process or in another one. */
const isOnItsWay = ({ state, attempts }: DeliveryState): boolean =>
  state === 'sending' || (state === 'queued' && attempts === 0);

/** The first outcome of each message. A message that is not sent in time has its present state instead. */
async function firstOutcomes(
  delivering: Delivering,
  industry: Industry,
  { key, entries, outcomes: known }: Awaited<ReturnType<typeof recordRequest>>,
): Promise<RequestRecord['outcomes']> {
  const open = new Set(entries.filter((entry) => ownOf(known, entry) === undefined));
  if (open.size === 0) return known;
  const { states, isComplete } = await sentStates(delivering, industry, key, open);
  const found = new Map(states.map((state) => [entryOf(state), state]));
  const outcomes = Object.fromEntries([...open].map((entry) => [entry, problemOf(found.get(entry))]));
  if (!isComplete) return { ...outcomes, ...known };
  const { database } = delivering.context;
  return (await addToRecord(database, industry.industryKey, key.incidentKey, { told: {}, outcomes })).outcomes;
}

/**
 * Sends the messages, and waits for those that another process is sending. It does not wait for a
 * channel that is out of reach or does not answer.
 * @returns `isComplete` false: a message was still on its way when the wait was over
 */
async function sentStates(
  delivering: Delivering,
  industry: Industry,
  key: TransitionKey,
  entries: ReadonlySet<string>,
): Promise<{ readonly states: readonly DeliveryState[]; readonly isComplete: boolean }> {
  for (let waited = 0; ; waited += WAIT_MILLISECONDS) {
    await deliverDue(delivering, industry, key);
    const all = await deliveriesOf(delivering.context.database, industry.industryKey, key);
    const states = all.filter((state) => entries.has(entryOf(state)));
    const outOfReach = new Set(
      states.filter((one) => isPutOff(one) || one.state === 'unconfirmed').map(({ channel }) => channel),
    );
    const isComplete = !states.some((state) => isOnItsWay(state) && !outOfReach.has(state.channel));
    if (isComplete || waited >= LONGEST_WAIT_MILLISECONDS) return { states, isComplete };
    await delay(WAIT_MILLISECONDS);
  }
}

const isPutOff = ({ state, attempts }: DeliveryState): boolean => state === 'queued' && attempts > 0;

/**
 * Why a message was not sent; null: the message was sent. A postponed message counts as failed, and the caller learns
 * that the message is tried again.
 */
function problemOf(delivery: DeliveryState | undefined): string | null {
  if (delivery === undefined) return 'The outcome of this message is not known any more';
  const { state, problem } = delivery;
  if (state === 'sent') return null;
  if (state === 'queued') return `${problem ?? 'The channel is out of reach'}; it is tried again`;
  return problem ?? (state === 'sending' ? 'Sent, not confirmed yet' : 'Not sent');
}
