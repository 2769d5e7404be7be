import { setTimeout as delay } from 'node:timers/promises';
import type { Actor } from '../platform/login/rules/caller.ts';
import { NOT_IMPLEMENTED, readAlertRequest } from './rules/alert-request.ts';
import { entryOf } from './rules/audience.ts';
import type { RequestRecord } from './rules/incident-record.ts';
import { entriesOfUsers } from './rules/request-recipients.ts';
import type { Industry } from '../kernel/industry/industry.ts';
import type { QueueClient } from '../platform/queue/client.ts';
import { reasonOf } from '../kernel/reason-of.ts';
import { addToRecord } from './store/incident-writes.ts';
import { deliveriesOf, type DeliveryState, type TransitionKey } from './store/deliveries.ts';
import { enqueueWhenDue } from './enqueue-deliveries.ts';
import { checkRequest } from './check-request.ts';
import { type Delivering, deliverDue } from './deliver.ts';
import { recordRequest } from './record-request.ts';

/** The answer to POST /api/user/alerts. Spec gap: `problems`, and users who are not the industry's. */
interface AlertAnswer {
  readonly message: string;
  readonly status: 'Success';
  /** `channel:recipient` */
  readonly success: string[];
  readonly failed: string[];
  /** Failed entries with their reasons. */
  readonly problems: { readonly entry: string; readonly problem: string }[];
}

const COMPLETED = 'Alert processing completed';

/**
 * Dispatches an alert to the recipients that the request names, and waits for it. The same type, unit, alertType and
 * createdOn again tell only those who have no message yet, and give the first outcome of the others. Two processes at
 * the same moment share the messages to send, and both wait.
 * @throws ServiceError 400, 404 by the rules of the specification, User: alerts.
 */
export async function requestAlert(
  delivering: Delivering,
  queue: QueueClient,
  industry: Industry,
  body: unknown,
  by: Actor,
): Promise<AlertAnswer> {
  const answer = await dispatched(delivering, industry, body, by);
  // The sweep finds a message whose job could not be asked for.
  if (answer.failed.length > 0)
    await enqueueWhenDue(delivering.context, queue, industry, null).catch((error: unknown) =>
      delivering.context.log.warn({ industry: industry.industryId, error: reasonOf(error) }, 'no job for what waits'),
    );
  return answer;
}

async function dispatched(delivering: Delivering, industry: Industry, body: unknown, by: Actor): Promise<AlertAnswer> {
  const request = readAlertRequest(body, industry, delivering.context.clock.now());
  if (request === null) return { message: NOT_IMPLEMENTED, status: 'Success', success: [], failed: [], problems: [] };
  const checked = await checkRequest(delivering.context, industry, request);
  const { key, record, strangers } = await recordRequest(delivering.context, industry, { request, checked, by });
  const entries = entriesOfUsers(industry.industryId, request.userIds, record.told);
  const outcomes = await firstOutcomes(delivering, industry, key, { entries, record });
  const problems = [
    ...strangers.map((userId) => ({ entry: `user:${userId}`, problem: 'is not a user of this industry' })),
    ...entries.flatMap((entry) => {
      const problem = outcomes[entry] ?? null;
      return problem === null ? [] : [{ entry, problem }];
    }),
  ];
  return {
    message: COMPLETED,
    status: 'Success',
    success: entries.filter((entry) => (outcomes[entry] ?? null) === null),
    failed: problems.map(({ entry }) => entry),
    problems,
  };
}

const WAIT_MILLISECONDS = 50;
const LONGEST_WAIT_MILLISECONDS = 30_000;

/** Waits for its first attempt, here or in another process. */
const isOnItsWay = ({ state, attempts }: DeliveryState): boolean =>
  state === 'sending' || (state === 'queued' && attempts === 0);

/** What became of each message first; of a message that is under way, how it stands. */
async function firstOutcomes(
  delivering: Delivering,
  industry: Industry,
  key: TransitionKey,
  { entries, record }: { readonly entries: readonly string[]; readonly record: RequestRecord },
): Promise<RequestRecord['outcomes']> {
  const open = new Set(entries.filter((entry) => !Object.hasOwn(record.outcomes, entry)));
  if (open.size === 0) return record.outcomes;
  const { states, isComplete } = await sentStates(delivering, industry, key, open);
  const found = new Map(states.map((state) => [entryOf(state), state]));
  const outcomes = Object.fromEntries([...open].map((entry) => [entry, problemOf(found.get(entry))]));
  if (!isComplete) return { ...outcomes, ...record.outcomes };
  const { database } = delivering.context;
  return (await addToRecord(database, industry.industryKey, key.incidentKey, { told: {}, outcomes })).outcomes;
}

/**
 * Sends, and waits for what another process sends of it. A channel that is out of reach, or does not answer, is not
 * waited for.
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

/** null: it was sent. A postponed message counts as failed for the caller, who is told that it is tried again. */
function problemOf(delivery: DeliveryState | undefined): string | null {
  if (delivery === undefined) return 'Its outcome is not known any more';
  const { state, problem } = delivery;
  if (state === 'sent') return null;
  if (state === 'queued') return `${problem ?? 'The channel is out of reach'}; it is tried again`;
  return problem ?? (state === 'sending' ? 'Sent, not confirmed yet' : 'Not sent');
}
