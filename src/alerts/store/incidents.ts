import type { Querier, RowOf } from '../../platform/database/database.ts';
import { CONDITIONS } from '../rules/conditions.ts';
import {
  type Incident,
  type IncidentState,
  type NewIncident,
  NO_RECORD,
  type RequestRecord,
  type Transition,
  type TransitionKind,
} from '../rules/incident-record.ts';
import type { AlertType } from '../rules/types.ts';
import type { EpochMillis } from '../../kernel/time/types.ts';
import { plainArray } from '../../platform/database/array-literal.ts';
import { asColumns } from '../../platform/database/named-query.ts';

export type IncidentRow = RowOf<
  Omit<Incident, 'windowStart' | 'limit'>,
  'openedAt' | 'detectedAt' | 'closedAt' | 'acknowledgedAt' | 'snoozedUntil' | 'requestCreatedOn'
> & { readonly windowStart: string; readonly threshold: number | null };

/** Start of the window of conditions that know none: a key of the database has no null. */
const NO_WINDOW = '-infinity';

const instantOf = (text: string): EpochMillis => new Date(text).getTime();
const instantOrNull = (text: string | null): EpochMillis | null => (text === null ? null : instantOf(text));
const isoOf = (instant: EpochMillis): string => new Date(instant).toISOString();
const isoOrNull = (instant: EpochMillis | null): string | null => (instant === null ? null : isoOf(instant));

export const toIncident = (row: IncidentRow): Incident => ({
  incidentKey: row.incidentKey,
  incidentId: row.incidentId,
  ruleKey: row.ruleKey,
  origin: row.origin,
  alertType: row.alertType,
  type: row.type,
  unitKey: row.unitKey,
  windowStart: row.windowStart === NO_WINDOW ? null : instantOf(row.windowStart),
  severity: row.severity,
  title: row.title,
  description: row.description,
  state: row.state,
  isLate: row.isLate,
  openedAt: instantOf(row.openedAt),
  detectedAt: instantOf(row.detectedAt),
  closedAt: instantOrNull(row.closedAt),
  acknowledgedAt: instantOrNull(row.acknowledgedAt),
  acknowledgedBy: row.acknowledgedBy,
  assigneeId: row.assigneeId,
  snoozedUntil: instantOrNull(row.snoozedUntil),
  value: row.value,
  peak: row.peak,
  limit: row.threshold,
  unitText: row.unitText,
  parameter: row.parameter,
  litres: row.litres,
  evidence: row.evidence,
  requestCreatedOn: instantOrNull(row.requestCreatedOn),
});

const toRow = (incident: NewIncident): Record<string, unknown> =>
  asColumns({
    ...incident,
    threshold: incident.limit,
    windowStart: isoOrNull(incident.windowStart),
    openedAt: isoOf(incident.openedAt),
    detectedAt: isoOf(incident.detectedAt),
    closedAt: isoOrNull(incident.closedAt),
    requestCreatedOn: isoOrNull(incident.requestCreatedOn),
    // Some conditions tell only their end.
    isTold: !incident.isLate && (incident.origin === 'request' || CONDITIONS[incident.alertType].tellsFired),
  });

/**
 * Records incidents, each with its first transition 'fired'. Returns the keys of the new ones by incidentId. Others are
 * open already for the same rule, unit and window, or were recorded by an equal request.
 */
export async function addIncidents(
  db: Querier,
  industryKey: number,
  incidents: readonly NewIncident[],
): Promise<Map<string, number>> {
  if (incidents.length === 0) return new Map();
  const added = await db.many<{ incidentKey: number; incidentId: string }>('incidents.add', {
    industryKey,
    incidents: JSON.stringify(incidents.map(toRow)),
  });
  return new Map(added.map((row) => [row.incidentId, row.incidentKey]));
}

/** Records one incident; null: it exists already. */
export const addIncident = async (db: Querier, industryKey: number, incident: NewIncident): Promise<number | null> =>
  (await addIncidents(db, industryKey, [incident])).get(incident.incidentId) ?? null;

export interface NewTransition {
  readonly incidentKey: number;
  readonly kind: TransitionKind;
  readonly at: EpochMillis;
  readonly recordedAt: EpochMillis;
  /** userId; null: the service itself. */
  readonly actorUserId: string | null;
  readonly detail: Readonly<Record<string, unknown>>;
  /** false: nobody is to hear of it. */
  readonly isTold: boolean;
}

export async function addTransitions(
  transaction: Querier,
  industryKey: number,
  transitions: readonly NewTransition[],
): Promise<void> {
  if (transitions.length === 0) return;
  const rows = transitions.map((transition) =>
    asColumns({ ...transition, at: isoOf(transition.at), recordedAt: isoOf(transition.recordedAt) }),
  );
  await transaction.many('incidents.add_transitions', { industryKey, rows: JSON.stringify(rows) });
}

interface ClosedIncident {
  readonly incidentKey: number;
  readonly state: Exclude<IncidentState, 'open' | 'withdrawn'>;
  readonly closedAt: EpochMillis;
  /** null: as it was. */
  readonly peak: number | null;
  readonly litres: number | null;
}

/** Ends incidents. Returns the keys of those that were open. */
export async function closeIncidents(
  transaction: Querier,
  industryKey: number,
  closed: readonly ClosedIncident[],
): Promise<number[]> {
  if (closed.length === 0) return [];
  const rows = closed.map((incident) => asColumns({ ...incident, closedAt: isoOf(incident.closedAt) }));
  return (
    await transaction.many<{ incidentKey: number }>('incidents.close', { industryKey, rows: JSON.stringify(rows) })
  ).map((row) => row.incidentKey);
}

/** Withdraws incidents whose cause a correction has removed. Returns the keys of those not withdrawn before. */
export const withdrawIncidents = async (
  transaction: Querier,
  industryKey: number,
  incidentKeys: readonly number[],
  at: EpochMillis,
): Promise<number[]> =>
  incidentKeys.length === 0
    ? []
    : (
        await transaction.many<{ incidentKey: number }>('incidents.withdraw', {
          industryKey,
          incidentKeys: plainArray(incidentKeys),
          at: new Date(at),
        })
      ).map((row) => row.incidentKey);

/** Notes the progress of open incidents. */
export async function noteProgress(
  transaction: Querier,
  industryKey: number,
  lasting: readonly Pick<Incident, 'incidentKey' | 'value' | 'peak' | 'litres'>[],
): Promise<void> {
  if (lasting.length === 0) return;
  await transaction.many('incidents.note_progress', { industryKey, rows: JSON.stringify(lasting.map(asColumns)) });
}

export const acknowledgeIncident = async (
  transaction: Querier,
  industryKey: number,
  incidentKey: number,
  { at, by }: { readonly at: EpochMillis; readonly by: string },
): Promise<void> => {
  await transaction.many('incidents.acknowledge', { industryKey, incidentKey, at: new Date(at), by });
};

/** @param assigneeId null: nobody works on it */
export const assignIncident = async (
  transaction: Querier,
  industryKey: number,
  incidentKey: number,
  assigneeId: string | null,
): Promise<void> => {
  await transaction.many('incidents.assign', { industryKey, incidentKey, assigneeId });
};

export const snoozeIncident = async (
  transaction: Querier,
  industryKey: number,
  incidentKey: number,
  until: EpochMillis,
): Promise<void> => {
  await transaction.many('incidents.snooze', { industryKey, incidentKey, until: new Date(until) });
};

/** Incidents by key, each with its own. */
export const incidentsByKey = async (
  db: Querier,
  industryKey: number,
  incidentKeys: readonly number[],
): Promise<Map<number, Incident>> =>
  new Map(
    (await db.many<IncidentRow>('incidents.by_keys', { industryKey, incidentKeys: plainArray(incidentKeys) })).map(
      (row) => [row.incidentKey, toIncident(row)],
    ),
  );

/** Locks an incident against other writers until the transaction ends. */
export const holdIncident = async (
  transaction: Querier,
  industryKey: number,
  incidentId: string,
): Promise<Incident | null> => {
  const row = await transaction.maybeOne<IncidentRow>('incidents.hold', { industryKey, incidentId });
  return row === null ? null : toIncident(row);
};

/** The fields that tell one request from another. */
interface RequestIdentity {
  readonly type: string;
  readonly unitKey: number | null;
  readonly alertType: AlertType;
  readonly createdOn: EpochMillis;
}

/** An incident that came by request, and whom its requests have told. */
export interface HeldRequest {
  readonly incidentKey: number;
  readonly record: RequestRecord;
}

/** Locks the incident that an equal request has recorded until the transaction ends; null: there is none. */
export const holdRequest = async (
  transaction: Querier,
  industryKey: number,
  { type, unitKey, alertType, createdOn }: RequestIdentity,
): Promise<HeldRequest | null> => {
  const row = await transaction.maybeOne<{ incidentKey: number; requestRecord: RequestRecord | null }>(
    'incidents.hold_request',
    { industryKey, type, unitKey, alertType, createdOn: new Date(createdOn) },
  );
  return row === null ? null : { incidentKey: row.incidentKey, record: row.requestRecord ?? NO_RECORD };
};

/** Incidents that rules have opened and that are not over. */
export const openIncidents = async (db: Querier, industryKey: number): Promise<Incident[]> =>
  (await db.many<IncidentRow>('incidents.open', { industryKey })).map(toIncident);

interface IncidentDuring extends Incident {
  readonly unit: { readonly unitId: string; readonly displayName: string } | null;
  /** How long the condition lasted; null: it lasts, or nobody noted it. */
  readonly lastedMinutes: number | null;
}

/** Incidents that were open at some moment of a span, the oldest first; the unit by what it is called. */
export const incidentsDuring = async (
  db: Querier,
  industryKey: number,
  { from, to }: { readonly from: EpochMillis; readonly to: EpochMillis },
): Promise<IncidentDuring[]> =>
  (
    await db.many<
      IncidentRow & { unitId: string | null; displayName: string | null } & Pick<IncidentDuring, 'lastedMinutes'>
    >('incidents.during', { industryKey, from: new Date(from), to: new Date(to) })
  ).map((row) => ({
    ...toIncident(row),
    lastedMinutes: row.lastedMinutes,
    unit: row.unitId === null ? null : { unitId: row.unitId, displayName: row.displayName ?? row.unitId },
  }));

/** Incidents of rules that were open at some moment of a span. */
export const incidentsOfRules = async (
  db: Querier,
  industryKey: number,
  ruleKeys: readonly number[],
  { from, to }: { readonly from: EpochMillis; readonly to: EpochMillis },
): Promise<Incident[]> =>
  (
    await db.many<IncidentRow>('incidents.of_rules', {
      industryKey,
      ruleKeys: plainArray(ruleKeys),
      from: new Date(from),
      to: new Date(to),
    })
  ).map(toIncident);

/** A transition as people read it, with names of people; null: not known, or nobody. */
export interface NamedTransition extends Transition {
  readonly actorName: string | null;
  /** Who it was handed to, or taken from. */
  readonly assigneeName: string | null;
}

/** Transitions of an incident, in order. */
export const transitionsOf = async (
  db: Querier,
  industryKey: number,
  incidentKey: number,
): Promise<NamedTransition[]> =>
  (
    await db.many<RowOf<NamedTransition, 'at' | 'recordedAt' | 'dispatchedAt'>>('incidents.transitions', {
      industryKey,
      incidentKey,
    })
  ).map((row) => ({
    ...row,
    at: instantOf(row.at),
    recordedAt: instantOf(row.recordedAt),
    dispatchedAt: instantOrNull(row.dispatchedAt),
  }));
