import { isoOf } from '../kernel/time/iso.ts';
import type { Context, DataContext } from '../context.ts';
import { invalid } from '../kernel/errors.ts';
import type { Industry } from '../kernel/industry/industry.ts';
import type { JsonValue } from '../kernel/json.ts';
import { problem, refusal } from '../kernel/problems.ts';
import { DAY_MS } from '../kernel/time/durations.ts';
import type { EpochMillis } from '../kernel/time/types.ts';
import { writeAudit } from '../platform/audit/store/audit.ts';
import type { Querier } from '../platform/database/database.ts';
import { requireAssignee } from '../platform/directory/assignees.ts';
import { broadcastWebEvent } from '../platform/live/publish.ts';
import { industryChannel } from '../platform/live/rules/web-event.ts';
import type { AuditVerb } from '../platform/login/rules/audit-verbs.ts';
import type { Actor } from '../platform/login/rules/caller.ts';
import type { QueueClient } from '../platform/queue/client.ts';
import { enqueueMails } from './enqueue-deliveries.ts';
import { requireAlertId, unknownAlert } from './manage-rules.ts';
import { claimWords, titleIn } from './rules/content/title.ts';
import { resolveByHand } from './rules/incident.ts';
import type { TransitionKind } from './rules/incident-record.ts';
import { categoryOf } from './rules/listing.ts';
import { findAlert, type FoundIncident } from './store/alert-listings.ts';
import { findRuleState, saveRuleStates, touchEvaluation } from './store/evaluations.ts';
import {
  acknowledgeIncident,
  addTransitions,
  assignIncident,
  closeIncidents,
  snoozeIncident,
} from './store/incident-writes.ts';
import { holdIncident } from './store/incidents.ts';
import { tellAssignee } from './tell-assignee.ts';

/*
 * Acts of people on an incident, as on a finding. Each is one transaction with a transition and a row of the audit,
 * tells open pages of the industry, and gives the incident as it is afterwards.
 */

interface Noted {
  readonly kind: TransitionKind;
  readonly verb: Extract<AuditVerb, `alert.${string}`>;
  /** Words and ids of the act, for its history. */
  readonly detail: Readonly<Record<string, JsonValue>>;
}

/** @returns null: the act changes nothing, and leaves nothing behind */
type Act = (transaction: Querier, incident: FoundIncident, at: EpochMillis) => Promise<Noted | null>;

interface Asked {
  readonly alertId: string;
}

/**
 * Waits for an evaluation that is writing, so that neither overwrites the other.
 * @param mayBeOver whether the act makes sense once the incident is over
 * @throws ServiceError 404 for an id of which the industry has no incident; 400 when it is over
 */
const handled = (
  { database, clock }: DataContext,
  industry: Industry,
  actor: Actor,
  { alertId, mayBeOver }: Asked & { readonly mayBeOver: boolean },
  handle: Act,
): Promise<FoundIncident> =>
  database.transaction(async (transaction) => {
    const { industryKey, industryId } = industry;
    const incidentId = requireAlertId(alertId);
    const at = clock.now();
    const found = async (): Promise<FoundIncident> => {
      const incident = await findAlert(transaction, industry, incidentId);
      if (incident === null) throw unknownAlert(alertId);
      return incident;
    };
    await touchEvaluation(transaction, industryKey, at);
    await holdIncident(transaction, industryKey, incidentId);
    const incident = await found();
    if (incident.state !== 'open' && !mayBeOver)
      throw invalid(400, 'alertId', `'${alertId}' is ${incident.state}, allowed is an alert that is open`);
    const noted = await handle(transaction, incident, at);
    if (noted === null) return incident;
    const { kind, verb, detail } = noted;
    const { userId } = actor;
    const { incidentKey } = incident;
    await addTransitions(transaction, industryKey, [
      { incidentKey, kind, at, recordedAt: at, actorUserId: userId, detail, isTold: false },
    ]);
    await writeAudit(transaction, { at, actor, industryKey, verb, subject: incidentId, before: null, after: detail });
    const now = await found();
    const payload = { alertId: incidentId, kind, userId, assigneeId: now.assigneeId };
    await broadcastWebEvent(transaction, { channel: industryChannel(industryId), name: 'alert', payload });
    return now;
  });

/** The detail of an act: the text under its name, or nothing where no text was given. */
const given = (name: 'note' | 'reason', text: string | null) => (text === null ? {} : { [name]: text });

const comment = (text: string): Noted => ({ kind: 'commented', verb: 'alert.comment', detail: { text } });

/**
 * Acknowledges an alert, so that nobody else is called. The first acknowledgement counts; the note of a later one
 * becomes a comment.
 * @throws ServiceError as {@link handled}
 */
export const acknowledgeAlert = (
  context: DataContext,
  industry: Industry,
  actor: Actor,
  { alertId, note }: Asked & { readonly note: string | null },
): Promise<FoundIncident> =>
  handled(context, industry, actor, { alertId, mayBeOver: false }, async (transaction, incident, at) => {
    if (incident.acknowledgedAt !== null) return note === null ? null : comment(note);
    const { incidentKey } = incident;
    await acknowledgeIncident(transaction, industry.industryKey, incidentKey, { at, by: actor.userId });
    return { kind: 'acknowledged', verb: 'alert.acknowledge', detail: given('note', note) };
  });

/**
 * Assigns an alert to a person, who is mailed; null takes the alert from its assignee.
 * @throws ServiceError as {@link handled}; 404 for nobody of the industry, 400 for one who is disabled
 */
export async function assignAlertAndTell(
  context: Pick<Context, 'database' | 'clock' | 'config'>,
  queue: QueueClient,
  industry: Industry,
  actor: Actor,
  { alertId, assigneeId, note }: Asked & { readonly assigneeId: string | null; readonly note: string | null },
): Promise<FoundIncident> {
  const assigned = await handled(context, industry, actor, { alertId, mayBeOver: true }, async (transaction, found) => {
    if (found.assigneeId === assigneeId) return note === null ? null : comment(note);
    const { incidentKey, incidentId, severity, unitId, unitName, title, alertType, parameter, report } = found;
    const assignee = assigneeId === null ? null : await requireAssignee(transaction, industry, assigneeId);
    await assignIncident(transaction, industry.industryKey, incidentKey, assigneeId);
    if (assigneeId !== null && assignee !== null)
      await tellAssignee(transaction, context, industry, actor, {
        ...{ assigneeId, assignee, note, severity, incidentKey },
        unitName: unitName ?? unitId,
        fact: (language) => claimWords(titleIn(language, title, { alertType, parameter }), report, language),
        path: `/app/alerts/incident?id=${incidentId}`,
        category: categoryOf(alertType),
        data: { alertId: incidentId, alertType, unitId },
      });
    return {
      kind: assigneeId === null ? 'unassigned' : 'assigned',
      verb: 'alert.assign',
      detail: { assigneeId: assigneeId ?? found.assigneeId, ...given('note', note) },
    };
  });
  if (assigneeId !== null) await enqueueMails(queue, industry);
  return assigned;
}

/** Adds a comment to the history of an alert, also of one that is over. @throws ServiceError as {@link handled} */
export const commentOnAlert = (
  context: DataContext,
  industry: Industry,
  actor: Actor,
  { alertId, text }: Asked & { readonly text: string },
): Promise<FoundIncident> => handled(context, industry, actor, { alertId, mayBeOver: true }, async () => comment(text));

const MOST_SNOOZED_DAYS = 30;

/** Snoozes an alert until an instant. @throws ServiceError as {@link handled}; 1430 for one beyond the next 30 days */
export const snoozeAlert = (
  context: DataContext,
  industry: Industry,
  actor: Actor,
  { alertId, until }: Asked & { readonly until: EpochMillis },
): Promise<FoundIncident> =>
  handled(context, industry, actor, { alertId, mayBeOver: false }, async (transaction, { incidentKey }, at) => {
    const shown = isoOf(until);
    if (until <= at || until > at + MOST_SNOOZED_DAYS * DAY_MS)
      throw refusal([problem(['until'], shown, `an instant within the next ${MOST_SNOOZED_DAYS} days`)]);
    await snoozeIncident(transaction, industry.industryKey, incidentKey, until);
    return { kind: 'snoozed', verb: 'alert.snooze', detail: { until: shown } };
  });

/**
 * Resolves an alert. While the condition lasts the rule fires again after its hold time.
 * @throws ServiceError as {@link handled}
 */
export const resolveAlert = (
  context: DataContext,
  industry: Industry,
  actor: Actor,
  { alertId, reason }: Asked & { readonly reason: string | null },
): Promise<FoundIncident> =>
  handled(context, industry, actor, { alertId, mayBeOver: false }, async (transaction, incident, at) => {
    const { industryKey } = industry;
    const { incidentKey, ruleKey, unitKey } = incident;
    const closing = { state: 'resolved', closedAt: at, peak: null, litres: null } as const;
    await closeIncidents(transaction, industryKey, [{ incidentKey, ...closing }]);
    const state = ruleKey === null ? null : await findRuleState(transaction, industryKey, ruleKey, unitKey ?? 0);
    if (state !== null)
      await saveRuleStates(transaction, industryKey, [{ ...state, machine: resolveByHand(state.machine) }]);
    return { kind: 'resolved', verb: 'alert.resolve', detail: given('reason', reason) };
  });
