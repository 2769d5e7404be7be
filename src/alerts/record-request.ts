import { isoOf } from '../kernel/time/iso.ts';
import { randomUUID } from 'node:crypto';
import type { Context } from '../context.ts';
import type { Actor } from '../platform/login/rules/caller.ts';
import type { Querier } from '../platform/database/database.ts';
import type { AlertRequest } from './rules/alert-request.ts';
import { entryOf } from './rules/audience.ts';
import type { Checked } from './rules/facts.ts';
import { type NewIncident, NO_RECORD, type RequestRecord } from './rules/incident-record.ts';
import { entriesOfUsers, recipientsToTell } from './rules/request-recipients.ts';
import type { Industry } from '../kernel/industry/industry.ts';
import { ownOf } from '../kernel/own-of.ts';
import { writeAudit } from '../platform/audit/store/audit.ts';
import { addIncident, addToRecord, endRequests, type HeldRequest, holdRequest } from './store/incident-writes.ts';
import { incidentsByKey } from './store/incidents.ts';
import { addDeliveries, deliveriesOf, takeTransition, type TransitionKey } from './store/deliveries.ts';
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
  checked.verdict === 'unchecked' ? checked : { ...checked, at: isoOf(checked.at) };

interface Recorded {
  readonly key: TransitionKey;
  /** Entries of the messages of the request's recipients. */
  readonly entries: readonly string[];
  readonly outcomes: RequestRecord['outcomes'];
  /** userIds of the request whom the industry does not have, and who were told nothing. */
  readonly unknownUserIds: readonly string[];
  /** userIds of users who have an address, and who were not told because the alert is over. */
  readonly tooLateUserIds: readonly string[];
}

/** Records an incident with its messages and notification, or adds messages to the incident of an equal request. */
export const recordRequest = (context: Recording, industry: Industry, asked: Asked): Promise<Recorded> =>
  context.database.transaction(async (transaction) => {
    const { request, by } = asked;
    const { industryKey, industryId } = industry;
    const now = context.clock.now();
    const users = await findRecipients(transaction, industryKey, request.userIds);
    const known = new Set(users.map(({ userId }) => userId));
    const unknownUserIds = request.userIds.filter((userId) => !known.has(userId));
    const added = await addIncident(transaction, industryKey, incidentOf(asked, unknownUserIds, now));
    const { incidentKey, record: before } =
      added === null
        ? await holdEqualRequest(transaction, industryKey, request)
        : { incidentKey: added, record: NO_RECORD };
    // The request may tell the end of another alert, or be so old that its own alert is over.
    await endRequests(transaction, industryKey, now);
    const incident = (await incidentsByKey(transaction, industryKey, [incidentKey])).get(incidentKey);
    if (incident === undefined) throw new Error('The incident of a request is gone.');
    const key = { incidentKey, ordinal: 1 };
    const sent = [
      ...(await deliveriesOf(transaction, industryKey, key)).map(entryOf),
      ...Object.values(before.told).flat(),
      ...Object.keys(before.outcomes),
    ];
    // An alert that tells an end, such as a device that is back online, cannot be over itself.
    const isEnded = added === null && !request.isOver && incident.state !== 'open';
    const toTell = recipientsToTell(
      {
        industryId,
        users: request.userIds.length === 0 ? null : users,
        countryCode: context.config.phoneCountryCode,
        isEnded,
      },
      before.told,
      sent,
    );
    const { audience } = toTell;
    if (added !== null || audience.length > 0)
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
    if (added !== null) await takeTransition(transaction, industryKey, key, now);
    // Somebody asked for these messages, so they wait for no quiet hours and are not counted.
    const messages = audience.map((one) => ({ ...one, isLimited: false, digestDeliveryKey: null, dueAt: now }));
    await addDeliveries(transaction, industryKey, key, messages, now);
    // The first message to open pages brings the notification.
    if (audience.some(({ channel }) => channel === 'web'))
      await writeNotification(transaction, context, { industry, incident, kind: 'fired', detail: {} });
    if (Object.keys(toTell.told).length > 0)
      await addToRecord(transaction, industryKey, incidentKey, { told: toTell.told, outcomes: {} });
    const told = { ...toTell.told, ...before.told };
    return {
      key,
      entries: entriesOfUsers(request.userIds, told, [...sent, ...audience.map(entryOf)]),
      outcomes: before.outcomes,
      unknownUserIds: unknownUserIds.filter((userId) => ownOf(told, userId) === undefined),
      tooLateUserIds: toTell.tooLateUserIds,
    };
  });

/** The incident that an equal request has recorded. */
async function holdEqualRequest(
  transaction: Querier,
  industryKey: number,
  { createdOn, type, alertType, unit: { unitKey } }: AlertRequest,
): Promise<HeldRequest> {
  const held =
    createdOn === null ? null : await holdRequest(transaction, industryKey, { type, alertType, createdOn, unitKey });
  if (held === null) throw new Error('A requested alert is neither new nor known.');
  return held;
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
    threshold: request.threshold,
    unitText: request.unitText,
    parameter: request.parameter,
    litres: null,
    evidence: { meta: request.meta, unknownUserIds, reportedBy: by.userId, checked: storedCheck(checked) },
    requestCreatedOn: request.createdOn,
  };
}
