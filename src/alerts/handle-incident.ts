import type { DataContext } from '../context.ts';
import type { Querier } from '../platform/database/database.ts';
import { resolveByHand } from './rules/incident.ts';
import type { Incident, TransitionKind } from './rules/incident-record.ts';
import { ServiceError } from '../kernel/errors.ts';
import type { Industry } from '../kernel/industry/industry.ts';
import { MINUTE_MS } from '../kernel/time/durations.ts';
import type { EpochMillis } from '../kernel/time/types.ts';
import { findRuleState, saveRuleStates, touchEvaluation } from './store/evaluations.ts';
import {
  acknowledgeIncident,
  addTransitions,
  closeIncidents,
  findIncident,
  holdIncident,
  snoozeIncident,
} from './store/incidents.ts';
import { requireAlertId, unknownAlert } from './manage-rules.ts';

/*
 * Acts of people on an open incident. Each gives the incident as it is afterwards. Spec gap: its transition
 * says who did it and when, so that no audit row says it again.
 */

/**
 * Somebody has seen it: nobody else is called. The first one counts.
 * @throws ServiceError 404 for an id of which the industry has no incident; 400 when it is over.
 */
export const acknowledgeAlert = (
  context: DataContext,
  industry: Industry,
  alertId: string,
  by: string,
): Promise<Incident> =>
  handled(context, industry, alertId, async (transaction, incident) => {
    if (incident.acknowledgedAt !== null) return;
    const at = context.clock.now();
    await acknowledgeIncident(transaction, industry.industryKey, incident.incidentKey, { at, by });
    await note(transaction, industry, incident, { kind: 'acknowledged', at, by });
  });

/** Silences an incident for some minutes. @throws ServiceError as {@link acknowledgeAlert}. */
export const snoozeAlert = (
  context: DataContext,
  industry: Industry,
  alertId: string,
  { minutes, by }: { readonly minutes: number; readonly by: string },
): Promise<Incident> =>
  handled(context, industry, alertId, async (transaction, incident) => {
    const at = context.clock.now();
    await snoozeIncident(transaction, industry.industryKey, incident.incidentKey, at + minutes * MINUTE_MS);
    await note(transaction, industry, incident, { kind: 'snoozed', at, by, detail: { minutes } });
  });

/** Ends it. While the condition lasts it fires again after its hold time. @throws as {@link acknowledgeAlert}. */
export const resolveAlert = (
  context: DataContext,
  industry: Industry,
  alertId: string,
  by: string,
): Promise<Incident> =>
  handled(context, industry, alertId, async (transaction, incident) => {
    const { industryKey } = industry;
    const at = context.clock.now();
    const closing = { state: 'resolved', closedAt: at, peak: null, litres: null } as const;
    await closeIncidents(transaction, industryKey, [{ incidentKey: incident.incidentKey, ...closing }]);
    await note(transaction, industry, incident, { kind: 'resolved', at, by });
    if (incident.ruleKey === null) return;
    const state = await findRuleState(transaction, industryKey, incident.ruleKey, incident.unitKey ?? 0);
    if (state !== null)
      await saveRuleStates(transaction, industryKey, [{ ...state, machine: resolveByHand(state.machine) }]);
  });

/** Waits for an evaluation that is writing, so that neither overwrites the other. */
const handled = (
  { database, clock }: DataContext,
  { industryKey }: Industry,
  alertId: string,
  handle: (transaction: Querier, incident: Incident) => Promise<void>,
): Promise<Incident> =>
  database.transaction(async (transaction) => {
    const incidentId = requireAlertId(alertId);
    await touchEvaluation(transaction, industryKey, clock.now());
    const incident = await holdIncident(transaction, industryKey, incidentId);
    if (incident === null) throw unknownAlert(alertId);
    if (incident.state !== 'open') {
      const problem = `'${alertId}' is ${incident.state}, allowed is an alert that is open`;
      throw new ServiceError(400, `Invalid 'alertId': ${problem}`, [{ field: 'alertId', problem }]);
    }
    await handle(transaction, incident);
    const after = await findIncident(transaction, industryKey, incidentId);
    if (after === null) throw new Error(`Alert ${incidentId} is gone.`);
    return after;
  });

interface Note {
  readonly kind: TransitionKind;
  readonly at: EpochMillis;
  readonly by: string;
  readonly detail?: Readonly<Record<string, unknown>>;
}

const note = (
  transaction: Querier,
  { industryKey }: Industry,
  { incidentKey }: Incident,
  { kind, at, by, detail = {} }: Note,
): Promise<void> =>
  addTransitions(transaction, industryKey, [
    { incidentKey, kind, at, recordedAt: at, actorUserId: by, detail, isTold: false },
  ]);
