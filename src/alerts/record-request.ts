import { randomUUID } from 'node:crypto';
import type { Context } from '../context.ts';
import type { Actor } from '../platform/login/rules/caller.ts';
import type { Querier } from '../platform/database/database.ts';
import type { AlertRequest } from './rules/alert-request.ts';
import { entryOf } from './rules/audience.ts';
import type { Checked } from './rules/facts.ts';
import { type Incident, type NewIncident, NO_RECORD, type RequestRecord } from './rules/incident-record.ts';
import { entriesOfUsers, recipientsToTell } from './rules/request-recipients.ts';
import type { Industry } from '../kernel/industry/industry.ts';
import { ownOf } from '../kernel/own-of.ts';
import { writeAudit } from '../platform/audit/store/audit.ts';
import { addToRecord, endRequests } from './store/incident-writes.ts';
import { addDeliveries, deliveriesOf, takeTransition, type TransitionKey } from './store/deliveries.ts';
import { addIncident, holdRequestIncident, incidentsByKey, type RequestedIncident } from './store/incidents.ts';
import { findRecipients } from './store/recipients.ts';
import { writeNotification } from './compose-deliveries.ts';

type Recording = Pick<Context, 'database' | 'clock' | 'config'>;

/** A request, and whether the readings confirm the claim of the request. */
interface Asked {
  readonly request: AlertRequest;
  readonly checked: Checked;
  readonly by: Actor;
}

const storedCheck = (checked: Checked): Readonly<Record<string, unknown>> =>
  checked.verdict === 'unchecked' ? checked : { ...checked, at: new Date(checked.at).toISOString() };

interface Recorded {
  readonly key: TransitionKey;
  /** Entries of the messages of the request's recipients. */
  readonly entries: readonly string[];
  readonly outcomes: RequestRecord['outcomes'];
  /** userIds of the request whom the industry does not have, and who were told nothing. */
  readonly unknownUserIds: readonly string[];
  /** userIds that were named only when the alert was over, and who were told nothing. */
  readonly lateUserIds: readonly string[];
}

/**
 * A repetition tells nobody of an alert that is over. An alert that tells an end, such as a device that is back online,
 * is recorded as over from its start, and is told all the same.
 */
const isOver = ({ state, openedAt, closedAt }: Incident): boolean => state !== 'open' && closedAt !== openedAt;

/** Records an incident with its messages and notification, or adds messages to the incident of an equal request. */
export const recordRequest = (context: Recording, industry: Industry, asked: Asked): Promise<Recorded> =>
  context.database.transaction(async (transaction) => {
    const { request, by } = asked;
    const { industryKey, industryId } = industry;
    const now = context.clock.now();
    const users = await findRecipients(transaction, industryKey, request.userIds);
    const known = new Set(users.map(({ userId }) => userId));
    const unknownUserIds = request.userIds.filter((userId) => !known.has(userId));
    const incidentKey = await addIncident(transaction, industryKey, incidentOf(asked, unknownUserIds, now));
    // The request may tell the end of another alert, or be so old that its own alert is over.
    await endRequests(transaction, industryKey, now);
    const { incident, record: before } = await requestedIncident(transaction, industryKey, request, incidentKey);
    const key = { incidentKey: incident.incidentKey, ordinal: 1 };
    const sent = [
      ...(await deliveriesOf(transaction, industryKey, key)).map(entryOf),
      ...Object.values(before.told).flat(),
      ...Object.keys(before.outcomes),
    ];
    const isLate = incidentKey === null && isOver(incident);
    const toTell = recipientsToTell(
      {
        industryId,
        users: request.userIds.length === 0 ? null : users,
        countryCode: context.config.phoneCountryCode,
        isOver: isLate,
      },
      before.told,
      sent,
    );
    const { audience } = toTell;
    if (incidentKey !== null || audience.length > 0)
      await writeAudit(transaction, {
        at: now,
        actor: by,
        industryKey,
        verb: 'alert.dispatch',
        subject: incident.incidentId,
        before: null,
        after: {
          alertType: request.alertType,
          type: request.type,
          unitId: request.unit.current.unitId,
          recipients: users.filter(({ userId }) => ownOf(before.told, userId) === undefined).length,
        },
      });
    if (incidentKey !== null) await takeTransition(transaction, industryKey, key, now);
    // Somebody asked for these messages, so they wait for no quiet hours and are not counted.
    const messages = audience.map((one) => ({ ...one, isLimited: false, digestDeliveryKey: null, dueAt: now }));
    await addDeliveries(transaction, industryKey, key, messages, now);
    // The first message to open pages brings the notification.
    if (audience.some(({ channel }) => channel === 'web'))
      await writeNotification(transaction, context, { industry, incident, kind: 'fired', detail: {} });
    const record = await addToRecord(transaction, industryKey, incident.incidentKey, {
      told: toTell.told,
      outcomes: {},
    });
    const untold = request.userIds.filter((userId) => ownOf(record.told, userId) === undefined);
    return {
      key,
      entries: entriesOfUsers(request.userIds, record.told, [...sent, ...audience.map(entryOf)]),
      outcomes: record.outcomes,
      unknownUserIds: untold.filter((userId) => !known.has(userId)),
      lateUserIds: isLate ? untold.filter((userId) => known.has(userId)) : [],
    };
  });

/** The new incident of a request. If there is none, the incident that an equal request has recorded. */
async function requestedIncident(
  transaction: Querier,
  industryKey: number,
  { createdOn, type, alertType, unit: { unitKey } }: AlertRequest,
  incidentKey: number | null,
): Promise<RequestedIncident> {
  if (incidentKey !== null) {
    const incident = (await incidentsByKey(transaction, industryKey, [incidentKey])).get(incidentKey);
    if (incident !== undefined) return { incident, record: NO_RECORD };
  } else if (createdOn !== null) {
    const held = await holdRequestIncident(transaction, industryKey, { type, alertType, createdOn, unitKey });
    if (held !== null) return held;
  }
  throw new Error('A requested alert is neither new nor known.');
}

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
