import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Actor } from '../platform/login/rules/caller.ts';
import { type AlertRequest, NOT_IMPLEMENTED, readAlertRequest } from './rules/alert-request.ts';
import { audienceOfUsers } from './rules/audience.ts';
import type { Checked } from './rules/facts.ts';
import type { Incident, NewIncident } from './rules/incident-record.ts';
import type { Industry } from '../kernel/industry/industry.ts';
import type { QueueClient } from '../platform/queue/client.ts';
import { reasonOf } from '../kernel/reason-of.ts';
import { writeAudit } from '../platform/audit/store/audit.ts';
import { keepFirstResult, endRequests } from './store/incident-writes.ts';
import { deliveriesOf, type DeliveryState, takeTransition, type TransitionKey } from './store/deliveries.ts';
import { addIncident, findRequestIncident, incidentsByKey } from './store/incidents.ts';
import { findRecipients } from './store/recipients.ts';
import { enqueueWhenDue } from './enqueue-deliveries.ts';
import { checkRequest } from './check-request.ts';
import { type Delivering, deliverDue } from './deliver.ts';
import { writeMessages } from './compose-deliveries.ts';

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
 * createdOn again give the first answer and send nothing. Two processes at the same moment share the messages to send,
 * and both wait.
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
  const incident = await recordRequest(delivering, industry, { request, checked, by });
  if (incident.result !== null) return { ...COMPLETED_WITHOUT_NEWS, ...incident.result };
  const key = { incidentKey: incident.incidentKey, ordinal: 1 };
  const { states, isComplete } = await sentStates(delivering, industry, key);
  const result = resultOf(states, incident);
  if (!isComplete) return { ...COMPLETED_WITHOUT_NEWS, ...result };
  return {
    ...COMPLETED_WITHOUT_NEWS,
    ...(await keepFirstResult(delivering.context.database, industry.industryKey, incident.incidentKey, result)),
  };
}

const COMPLETED_WITHOUT_NEWS: AlertAnswer = {
  message: COMPLETED,
  status: 'Success',
  success: [],
  failed: [],
  problems: [],
};

/** A request with what readings say of it. */
interface Asked {
  readonly request: AlertRequest;
  readonly checked: Checked;
  readonly by: Actor;
}

const storedCheck = (checked: Checked): Readonly<Record<string, unknown>> =>
  checked.verdict === 'unchecked' ? checked : { ...checked, at: new Date(checked.at).toISOString() };

/** Writes incident, messages and notification in one transaction, or finds those of an equal request. */
const recordRequest = ({ context }: Delivering, industry: Industry, asked: Asked): Promise<Incident> =>
  context.database.transaction(async (transaction) => {
    const { request, by } = asked;
    const { industryKey } = industry;
    const now = context.clock.now();
    const recipients = await findRecipients(transaction, industryKey, request.userIds);
    const known = new Set(recipients.map(({ userId }) => userId));
    const unknownUserIds = request.userIds.filter((userId) => !known.has(userId));
    const incidentKey = await addIncident(transaction, industryKey, incidentOf(asked, unknownUserIds, now));
    // The request may tell the end of another, or be over itself.
    await endRequests(transaction, industryKey, now);
    const { createdOn, type, alertType, unit } = request;
    const incident =
      incidentKey === null
        ? createdOn === null
          ? null
          : await findRequestIncident(transaction, industryKey, { type, alertType, createdOn, unitKey: unit.unitKey })
        : ((await incidentsByKey(transaction, industryKey, [incidentKey])).get(incidentKey) ?? null);
    if (incident === null) throw new Error('An alert that was asked for is neither new nor known.');
    if (incidentKey === null) return incident;
    await writeAudit(transaction, {
      at: now,
      actor: by,
      industryKey,
      verb: 'alert.dispatch',
      subject: incident.incidentId,
      before: null,
      after: { alertType, type, unitId: unit.current.unitId, recipients: recipients.length },
    });
    const key = { incidentKey, ordinal: 1 };
    await takeTransition(transaction, industryKey, key, now);
    // Empty recipients dispatch nothing, the web channel neither (specification, User: alerts, rule 6).
    if (request.userIds.length > 0)
      await writeMessages(transaction, context, {
        industry,
        incident,
        key,
        kind: 'fired',
        detail: {},
        audience: audienceOfUsers(industry.industryId, recipients, context.config.phoneCountryCode),
        rule: null,
      });
    return incident;
  });

function incidentOf({ request, checked, by }: Asked, unknownUserIds: readonly string[], now: number): NewIncident {
  const openedAt = request.createdOn ?? now;
  return {
    incidentId: randomUUID(),
    ruleKey: null,
    origin: 'request',
    alertType: request.alertType,
    type: request.type,
    unitKey: request.unit.unitKey,
    windowStart: null,
    severity: request.severity,
    title: checked.verdict === 'denied' ? request.deniedTitle : request.title,
    description: request.description,
    state: request.isOver ? 'recovered' : 'open',
    isLate: false,
    openedAt,
    detectedAt: now,
    closedAt: request.isOver ? openedAt : null,
    value: request.value,
    peak: null,
    limit: request.limit,
    unitText: request.unitText,
    parameter: request.parameter,
    litres: null,
    evidence: { meta: request.meta, unknownUserIds, reportedBy: by.userId, checked: storedCheck(checked) },
    requestCreatedOn: request.createdOn,
  };
}

const WAIT_MILLISECONDS = 50;
const LONGEST_WAIT_MILLISECONDS = 30_000;

/** Waits for its first attempt, here or in another process. */
const isOnItsWay = ({ state, attempts }: DeliveryState): boolean =>
  state === 'sending' || (state === 'queued' && attempts === 0);

/**
 * Sends, and waits for what another process sends of it. A channel that is out of reach, or does not answer, is not
 * waited for.
 */
async function sentStates(
  delivering: Delivering,
  industry: Industry,
  key: TransitionKey,
): Promise<{ readonly states: readonly DeliveryState[]; readonly isComplete: boolean }> {
  for (let waited = 0; ; waited += WAIT_MILLISECONDS) {
    await deliverDue(delivering, industry, key);
    const states = await deliveriesOf(delivering.context.database, industry.industryKey, key);
    const outOfReach = new Set(
      states.filter((one) => isPutOff(one) || one.state === 'unconfirmed').map(({ channel }) => channel),
    );
    const isComplete = !states.some((state) => isOnItsWay(state) && !outOfReach.has(state.channel));
    if (isComplete || waited >= LONGEST_WAIT_MILLISECONDS) return { states, isComplete };
    await delay(WAIT_MILLISECONDS);
  }
}

const isPutOff = ({ state, attempts }: DeliveryState): boolean => state === 'queued' && attempts > 0;

/** A postponed message counts as failed for the caller, who is told that it is tried again. */
function resultOf(
  states: readonly DeliveryState[],
  { evidence }: Incident,
): Pick<AlertAnswer, 'success' | 'failed' | 'problems'> {
  const entryOf = ({ channel, recipient }: DeliveryState): string => `${channel}:${recipient}`;
  const unknown = evidence['unknownUserIds'];
  const strangers = Array.isArray(unknown) ? unknown.map(String) : [];
  const problems = [
    ...strangers.map((userId) => ({ entry: `user:${userId}`, problem: 'is not a user of this industry' })),
    ...states
      .filter(({ state }) => state !== 'sent')
      .map((state) => ({ entry: entryOf(state), problem: problemOf(state) })),
  ];
  return {
    success: states.filter(({ state }) => state === 'sent').map(entryOf),
    failed: problems.map(({ entry }) => entry),
    problems,
  };
}

function problemOf({ state, problem }: DeliveryState): string {
  if (state === 'queued') return `${problem ?? 'The channel is out of reach'}; it is tried again`;
  return problem ?? (state === 'sending' ? 'Sent, not confirmed yet' : 'Not sent');
}
