import { isoOf, isoOrNull } from '../kernel/time/iso.ts';
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
import {
  addIncidents,
  addTransitions,
  closeIncidents,
  correctIncidents,
  type NewTransition,
  noteProgress,
  withdrawIncidents,
} from './store/incident-writes.ts';
import { BECAUSE } from './rules/transition-reasons.ts';

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
    /** Where a correction has moved the beginning; null: as it was. */
    readonly sinceEpochMs: EpochMillis | null;
  }[];
  /** Calls of further people, or of the same again. */
  readonly calls: readonly {
    readonly incident: Incident;
    readonly kind: 'escalated' | 'reminded';
    readonly detail: Readonly<Record<string, unknown>>;
  }[];
}

/** A result whose lists are still being filled. */
export type Unfinished<R> = { -readonly [List in keyof R]: R[List] extends readonly (infer Entry)[] ? Entry[] : never };

/** `sinceEpochMs`, the first look that breached, and the first one that did not any more are `durationMs` apart. */
interface Ended extends Pick<Ending, 'at' | 'sinceEpochMs' | 'durationMs' | 'peak'> {
  readonly litres: number | null;
}

/** The caller's transaction, the industry, and the time of the evaluation. */
interface Writing {
  readonly transaction: Querier;
  readonly industryKey: number;
  readonly now: EpochMillis;
}

/** A transition that the service itself records at the time of the evaluation. */
type OwnTransition = Omit<NewTransition, 'recordedAt' | 'actorUserId'>;

/** Writes the result in the caller's transaction. Returns the number of transitions that need messages. */
export async function writeEvaluation(
  transaction: Querier,
  industryKey: number,
  evaluation: EvaluationResult,
  now: EpochMillis,
): Promise<number> {
  const writing = { transaction, industryKey, now };
  // Ends come first, because one incident is open per rule, unit and window, and it may have begun again meanwhile.
  const ends = await writeEnds(writing, evaluation);
  const withdrawals = await writeWithdrawals(writing, evaluation);
  const corrections = await writeCorrections(writing, evaluation);
  const found = await writeFound(writing, evaluation);
  const calls = callTransitions(evaluation, now);
  await noteProgress(
    transaction,
    industryKey,
    evaluation.lasting.map(({ incident: { incidentKey }, ...progress }) => ({ incidentKey, ...progress })),
  );
  const transitions = [...ends, ...withdrawals, ...corrections, ...found.transitions, ...calls];
  await addTransitions(
    transaction,
    industryKey,
    transitions.map((transition) => ({ ...transition, recordedAt: now, actorUserId: null })),
  );
  return found.toldCount + transitions.filter(({ isTold }) => isTold).length;
}

/** Ends incidents that are over, and resolves those that nobody watches any more. */
async function writeEnds(
  { transaction, industryKey, now }: Writing,
  { ended, unwatched }: EvaluationResult,
): Promise<OwnTransition[]> {
  const resolution = { state: 'resolved', closedAt: now, peak: null, litres: null } as const;
  const closed = new Set(
    await closeIncidents(transaction, industryKey, [
      ...ended.map((one) => ({ ...outcomeOf(one), state: 'recovered' as const })),
      ...unwatched.map(({ incidentKey }) => ({ incidentKey, ...resolution })),
    ]),
  );
  const detail = { because: BECAUSE.unwatched };
  const resolved = unwatched.map(({ incidentKey }): OwnTransition => ({
    incidentKey,
    kind: 'resolved',
    at: now,
    detail,
    isTold: false,
  }));
  const recovered = ended.map(({ incident: { incidentKey, isLate }, ending }): OwnTransition => ({
    incidentKey,
    kind: 'recovered',
    at: ending.at,
    detail: endDetail(ending),
    isTold: !isLate,
  }));
  return [...resolved, ...recovered].filter(({ incidentKey }) => closed.has(incidentKey));
}

/** Withdraws incidents whose cause a correction has removed. */
async function writeWithdrawals(
  { transaction, industryKey, now }: Writing,
  { groundless }: EvaluationResult,
): Promise<OwnTransition[]> {
  const incidentKeys = groundless.map(({ incidentKey }) => incidentKey);
  const withdrawn = new Set(await withdrawIncidents(transaction, industryKey, incidentKeys, now));
  const detail = { because: BECAUSE.withdrawn };
  return groundless
    .filter(({ incidentKey }) => withdrawn.has(incidentKey))
    .map(({ incidentKey, isLate }) => ({ incidentKey, kind: 'withdrawn', at: now, detail, isTold: !isLate }));
}

/** Corrects the outcome of incidents that are over. */
async function writeCorrections(
  { transaction, industryKey }: Writing,
  { corrected }: EvaluationResult,
): Promise<OwnTransition[]> {
  const changed = new Set(await correctIncidents(transaction, industryKey, corrected.map(outcomeOf)));
  return corrected
    .filter(({ incident }) => changed.has(incident.incidentKey))
    .map(({ incident, ending }) => ({
      incidentKey: incident.incidentKey,
      kind: 'corrected',
      at: ending.at,
      detail: { ...endDetail(ending), before: formerEnd(incident) },
      isTold: false,
    }));
}

/**
 * Records incidents that nobody has recorded. The database notes the beginning of each, so the transitions are the ends
 * of those that are over, and `toldCount` is the number of beginnings that need messages.
 */
async function writeFound(
  { transaction, industryKey, now }: Writing,
  { found }: EvaluationResult,
): Promise<{ readonly transitions: readonly OwnTransition[]; readonly toldCount: number }> {
  const incidents = found.map((finding) => newIncident(finding, now));
  const keys = await addIncidents(transaction, industryKey, incidents);
  const added = found.flatMap(({ occurrence }, index) => {
    const incident = incidents[index];
    const incidentKey = incident === undefined ? undefined : keys.get(incident.incidentId);
    return incident === undefined || incidentKey === undefined ? [] : [{ occurrence, incident, incidentKey }];
  });
  const transitions = added.flatMap(({ occurrence, incident: { closedAt, litres, isLate }, incidentKey }) => {
    if (closedAt === null) return [];
    const detail = endDetail({ ...occurrence, litres });
    return [{ incidentKey, kind: 'recovered' as const, at: closedAt, detail, isTold: !isLate }];
  });
  return { transitions, toldCount: added.filter(({ incident }) => !incident.isLate).length };
}

const callTransitions = ({ calls }: EvaluationResult, now: EpochMillis): OwnTransition[] =>
  calls.map(({ incident: { incidentKey }, kind, detail }) => ({ incidentKey, kind, at: now, detail, isTold: true }));

const formerEnd = ({ closedAt, peak, litres, evidence }: Incident): Record<string, unknown> => ({
  since: evidence['since'],
  closedAt: isoOrNull(closedAt),
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
    threshold: occurrence.limit,
    unitText,
    parameter: typeof rule.settings['parameter'] === 'string' ? rule.settings['parameter'] : null,
    litres: litresOf(occurrence.excess, siUnit),
    evidence: {
      since: isoOf(occurrence.sinceEpochMs),
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
  ending: { at, sinceEpochMs, peak, litres },
}: EvaluationResult['corrected'][number]) => ({
  incidentKey,
  sinceEpochMs,
  closedAt: at,
  peak,
  litres,
});
