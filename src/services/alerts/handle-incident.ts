import type { DataContext } from '../../context.ts';
import type { Querier } from '../../database/database.ts';
import { resolveByHand } from '../../domain/alerts/incident.ts';
import type { Incident, TransitionKind } from '../../domain/alerts/incident-record.ts';
import { ServiceError } from '../../domain/errors.ts';
import type { Industry } from '../../domain/industry/industry.ts';
import { MINUTE_MS } from '../../domain/time/durations.ts';
import { findRuleState, saveRuleStates, touchEvaluation } from '../../store/evaluations.ts';
import {
  acknowledgeIncident,
  addTransitions,
  closeIncidents,
  findIncident,
  holdIncident,
  snoozeIncident,
} from '../../store/incidents.ts';
import { requireAlertId, unknownAlert } from './rules.ts';

/**
 * What people do about an incident that is open. Each gives the incident as it is afterwards. Spec gap: its transition
 * says who did it and when, so that no audit row says it again.
 */
export interface IncidentHandling {
  /**
   * Somebody has seen it: nobody else is called. The first one counts.
   * @throws ServiceError 404 for an id of which the industry has no incident; 400 when it is over.
   */
  acknowledge(industry: Industry, alertId: string, by: string): Promise<Incident>;
  /** Nobody is called for so many minutes. @throws as acknowledge. */
  snooze(industry: Industry, alertId: string, minutes: number, by: string): Promise<Incident>;
  /** Ends it. While the condition lasts it fires again after its hold time. @throws as acknowledge. */
  resolve(industry: Industry, alertId: string, by: string): Promise<Incident>;
}

export function createIncidentHandling({ database, clock }: DataContext): IncidentHandling {
  /** Waits for an evaluation that is writing, so that neither overwrites the other. */
  const handled = (
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
  const note = (
    transaction: Querier,
    { industryKey }: Industry,
    { incidentKey }: Incident,
    { kind, by, detail = {} }: { readonly kind: TransitionKind; readonly by: string; readonly detail?: object },
  ): Promise<void> => {
    const at = clock.now();
    return addTransitions(transaction, industryKey, [
      { incidentKey, kind, at, recordedAt: at, by, detail: { ...detail }, isTold: false },
    ]);
  };

  return {
    acknowledge: (industry, alertId, by) =>
      handled(industry, alertId, async (transaction, incident) => {
        if (incident.acknowledgedAt !== null) return;
        await acknowledgeIncident(transaction, industry.industryKey, incident.incidentKey, { at: clock.now(), by });
        await note(transaction, industry, incident, { kind: 'acknowledged', by });
      }),
    snooze: (industry, alertId, minutes, by) =>
      handled(industry, alertId, async (transaction, incident) => {
        const until = clock.now() + minutes * MINUTE_MS;
        await snoozeIncident(transaction, industry.industryKey, incident.incidentKey, until);
        await note(transaction, industry, incident, { kind: 'snoozed', by, detail: { minutes } });
      }),
    resolve: (industry, alertId, by) =>
      handled(industry, alertId, async (transaction, incident) => {
        const { industryKey } = industry;
        const closing = { state: 'resolved', closedAt: clock.now(), peak: null, litres: null } as const;
        await closeIncidents(transaction, industryKey, [{ incidentKey: incident.incidentKey, ...closing }]);
        await note(transaction, industry, incident, { kind: 'resolved', by });
        if (incident.ruleKey === null) return;
        const state = await findRuleState(transaction, industryKey, incident.ruleKey, incident.unitKey ?? 0);
        if (state !== null)
          await saveRuleStates(transaction, industryKey, [{ ...state, machine: resolveByHand(state.machine) }]);
      }),
  };
}
