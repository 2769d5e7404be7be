import { randomUUID } from 'node:crypto';
import type { Querier } from '../platform/database/database.ts';
import type { Incident, NewIncident } from './rules/incident-record.ts';
import { measureOfAlert } from './rules/alert-request.ts';
import type { Ending, Occurrence } from './rules/occurrences.ts';
import type { AlertRule } from './rules/rule.ts';
import type { Subject } from './rules/subjects.ts';
import { litresOf } from '../kernel/measure/litres.ts';
import { MINUTE_MS } from '../kernel/time/durations.ts';
import type { EpochMillis } from '../kernel/time/types.ts';
import { correctIncidents } from './store/incident-writes.ts';
import {
  addIncidents,
  addTransitions,
  closeIncidents,
  type NewTransition,
  noteProgress,
  withdrawIncidents,
} from './store/incidents.ts';

export type RuleSubject = Subject<AlertRule>;

/** The result of an evaluation, before it is written. */
export interface EvaluationResult {
  /** Occurrences that nobody has recorded. */
  readonly found: readonly {
    readonly subject: RuleSubject;
    readonly occurrence: Occurrence;
    /** Measure of its amounts. */
    readonly siUnit: string;
    readonly isLate: boolean;
    /** True when the unit has never sent anything. */
    readonly isNeverHeard: boolean;
  }[];
  /** Incidents that are over. */
  readonly ended: readonly { readonly incident: Incident; readonly ending: Ended }[];
  /** Incidents whose cause a correction has removed. */
  readonly groundless: readonly Incident[];
  /** Incidents that no rule is held against any more. */
  readonly unwatched: readonly Incident[];
  /** The outcome of incidents that are over, by corrected data. */
  readonly corrected: readonly { readonly incident: Incident; readonly ending: Ended }[];
  /** Incidents that last. */
  readonly lasting: readonly {
    readonly incident: Incident;
    /** The newest. */
    readonly value: number | null;
    readonly peak: number | null;
    readonly litres: number | null;
  }[];
  /** Calls of further people, or of the same again. */
  readonly calls: readonly {
    readonly incident: Incident;
    readonly kind: 'escalated' | 'reminded';
    readonly detail: Readonly<Record<string, unknown>>;
  }[];
}
interface Ended extends Pick<Ending, 'at' | 'durationMs' | 'peak'> {
  readonly litres: number | null;
}

const WITHDRAWN_BECAUSE = 'withdrawn by corrected data';
const UNWATCHED_BECAUSE = 'no longer watched';

/** Writes the result in the caller's transaction. Returns the number of transitions that need messages. */
export async function writeEvaluation(
  transaction: Querier,
  industryKey: number,
  evaluation: EvaluationResult,
  now: EpochMillis,
): Promise<number> {
  const { found, ended, groundless, unwatched, corrected, lasting, calls } = evaluation;
  const transitions: NewTransition[] = [];
  let told = 0;
  const note = (transition: Omit<NewTransition, 'recordedAt' | 'actorUserId'>): void => {
    transitions.push({ ...transition, recordedAt: now, actorUserId: null });
    if (transition.isTold) told += 1;
  };
  // Ends come first, because one incident is open per rule, unit and window, and it may have begun again meanwhile.
  const closed = new Set(
    await closeIncidents(transaction, industryKey, [
      ...ended.map((one) => ({ ...outcomeOf(one), state: 'recovered' as const })),
      ...unwatched.map(({ incidentKey }) => ({
        incidentKey,
        state: 'resolved' as const,
        closedAt: now,
        peak: null,
        litres: null,
      })),
    ]),
  );
  for (const { incidentKey } of unwatched)
    if (closed.has(incidentKey))
      note({ incidentKey, kind: 'resolved', at: now, detail: { because: UNWATCHED_BECAUSE }, isTold: false });
  for (const { incident, ending } of ended)
    if (closed.has(incident.incidentKey))
      note({
        incidentKey: incident.incidentKey,
        kind: 'recovered',
        at: ending.at,
        detail: endDetail(ending),
        isTold: !incident.isLate,
      });
  const withdrawn = new Set(
    await withdrawIncidents(
      transaction,
      industryKey,
      groundless.map(({ incidentKey }) => incidentKey),
      now,
    ),
  );
  for (const { incidentKey, isLate } of groundless)
    if (withdrawn.has(incidentKey))
      note({ incidentKey, kind: 'withdrawn', at: now, detail: { because: WITHDRAWN_BECAUSE }, isTold: !isLate });
  const changed = new Set(await correctIncidents(transaction, industryKey, corrected.map(outcomeOf)));
  for (const { incident, ending } of corrected)
    if (changed.has(incident.incidentKey))
      note({
        incidentKey: incident.incidentKey,
        kind: 'corrected',
        at: ending.at,
        detail: { ...endDetail(ending), before: formerEnd(incident) },
        isTold: false,
      });
  const incidents = found.map((finding) => newIncident(finding, now));
  const keys = await addIncidents(transaction, industryKey, incidents);
  for (const [index, { occurrence }] of found.entries()) {
    const incident = incidents[index];
    const incidentKey = incident === undefined ? undefined : keys.get(incident.incidentId);
    if (incident === undefined || incidentKey === undefined) continue;
    if (!incident.isLate) told += 1;
    if (incident.closedAt === null) continue;
    const detail = endDetail({ ...occurrence, litres: incident.litres });
    note({ incidentKey, kind: 'recovered', at: incident.closedAt, detail, isTold: !incident.isLate });
  }
  for (const { incident, kind, detail } of calls)
    note({ incidentKey: incident.incidentKey, kind, at: now, detail, isTold: true });
  await noteProgress(
    transaction,
    industryKey,
    lasting.map(({ incident: { incidentKey }, value, peak, litres }) => ({ incidentKey, value, peak, litres })),
  );
  await addTransitions(transaction, industryKey, transitions);
  return told;
}

const formerEnd = ({ closedAt, peak, litres }: Incident): Record<string, unknown> => ({
  closedAt: closedAt === null ? null : new Date(closedAt).toISOString(),
  peak,
  litres,
});

const endDetail = ({
  durationMs,
  peak,
  litres,
}: Pick<Ended, 'peak' | 'litres'> & { readonly durationMs: number | null }): Record<string, unknown> => ({
  durationMinutes: durationMs === null ? null : Math.round(durationMs / MINUTE_MS),
  peak,
  litres,
});

function newIncident(
  { subject, occurrence, siUnit, isLate, isNeverHeard }: EvaluationResult['found'][number],
  now: EpochMillis,
): NewIncident {
  const { rule, stored } = subject;
  const unitText = measureOfAlert(rule.alertType, rule.settings, stored?.current ?? null, siUnit);
  return {
    incidentId: randomUUID(),
    ruleKey: rule.ruleKey,
    origin: 'rule',
    alertType: rule.alertType,
    type: 'rule',
    unitKey: stored?.unitKey ?? null,
    windowStart: occurrence.windowStart,
    severity: rule.severity,
    title: rule.title,
    description: rule.description,
    state: occurrence.recoveredEpochMs === null ? 'open' : 'recovered',
    isLate,
    openedAt: occurrence.firedEpochMs,
    detectedAt: now,
    closedAt: occurrence.recoveredEpochMs,
    value: occurrence.value,
    peak: occurrence.peak,
    limit: occurrence.limit,
    unitText,
    parameter: typeof rule.settings['parameter'] === 'string' ? rule.settings['parameter'] : null,
    litres: litresOf(occurrence.excess, siUnit),
    evidence: {
      since: new Date(occurrence.sinceEpochMs).toISOString(),
      settings: rule.settings,
      holdMinutes: rule.holdMinutes,
      recoverMinutes: rule.recoverMinutes,
      ruleVersion: rule.version,
      ...(isNeverHeard ? { neverHeard: true } : {}),
      ...(occurrence.limitKind === undefined ? {} : { limitKind: occurrence.limitKind }),
    },
    requestCreatedOn: null,
  };
}

/** The outcome of an incident, as its row holds it. */
const outcomeOf = ({
  incident: { incidentKey },
  ending: { at, peak, litres },
}: EvaluationResult['corrected'][number]) => ({
  incidentKey,
  closedAt: at,
  peak,
  litres,
});
