import type { Querier } from '../../platform/database/database.ts';
import { CONDITIONS } from '../rules/conditions.ts';
import {
  type Incident,
  type IncidentState,
  type NewIncident,
  NO_RECORD,
  type RequestRecord,
  type Transition,
} from '../rules/incident-record.ts';
import type { AlertType } from '../rules/types.ts';
import { isoOf, isoOrNull } from '../../kernel/time/iso.ts';
import type { EpochMillis } from '../../kernel/time/types.ts';
import { plainArray } from '../../platform/database/array-literal.ts';
import { asColumns } from '../../platform/database/named-query.ts';
import { BECAUSE } from '../rules/transition-reasons.ts';

const toRow = (incident: NewIncident): Record<string, unknown> =>
  asColumns({
    ...incident,
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

export interface NewTransition extends Omit<Transition, 'ordinal' | 'dispatchedAt'> {
  readonly incidentKey: number;
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
  /** The first look that breached; absent: as it was. */
  readonly sinceEpochMs?: EpochMillis;
}

/** Ends incidents. Returns the keys of those that were open. */
export async function closeIncidents(
  transaction: Querier,
  industryKey: number,
  closed: readonly ClosedIncident[],
): Promise<number[]> {
  if (closed.length === 0) return [];
  const rows = closed.map(({ sinceEpochMs, ...incident }) =>
    asColumns({ ...incident, closedAt: isoOf(incident.closedAt), since: isoOrNull(sinceEpochMs ?? null) }),
  );
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
  lasting: readonly (Pick<Incident, 'incidentKey' | 'value' | 'peak' | 'litres'> & {
    /** The first look that breached; null: as it was. */
    readonly sinceEpochMs: EpochMillis | null;
  })[],
): Promise<void> {
  if (lasting.length === 0) return;
  const rows = lasting.map(({ sinceEpochMs, ...one }) => asColumns({ ...one, since: isoOrNull(sinceEpochMs) }));
  await transaction.many('incidents.note_progress', { industryKey, rows: JSON.stringify(rows) });
}

interface CorrectedIncident {
  readonly incidentKey: number;
  readonly sinceEpochMs: EpochMillis;
  readonly closedAt: EpochMillis;
  readonly peak: number | null;
  readonly litres: number | null;
}

/** Writes new figures of recovered incidents. Returns the keys of those that changed. */
export async function correctIncidents(
  transaction: Querier,
  industryKey: number,
  corrected: readonly CorrectedIncident[],
): Promise<number[]> {
  if (corrected.length === 0) return [];
  const rows = corrected.map(({ sinceEpochMs, ...incident }) =>
    asColumns({ ...incident, since: isoOf(sinceEpochMs), closedAt: isoOf(incident.closedAt) }),
  );
  return (
    await transaction.many<{ incidentKey: number }>('incidents.correct', { industryKey, rows: JSON.stringify(rows) })
  ).map((row) => row.incidentKey);
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

/** Adds to the record of a request's incident, and returns the whole record. Entries that are there already stay. */
export const addToRecord = async (
  db: Querier,
  industryKey: number,
  incidentKey: number,
  { told, outcomes }: RequestRecord,
): Promise<RequestRecord> =>
  (
    await db.one<{ requestRecord: RequestRecord }>('incidents.add_to_record', {
      industryKey,
      incidentKey,
      told: JSON.stringify(told),
      outcomes: JSON.stringify(outcomes),
    })
  ).requestRecord;

/**
 * Ends alerts that came by request once they are over; gives their number. `industryKey` null: of every industry.
 *
 * Spec gap: such an alert is active for 24 hours, or until a later request tells its end. That is device_status online,
 * or flow_rate_back_in_range for flow rates.
 */
export const endRequests = async (db: Querier, industryKey: number | null, now: EpochMillis): Promise<number> =>
  (
    await db.many('incidents.end_requests', {
      now: new Date(now),
      industryKey,
      expired: BECAUSE.expired,
      toldOver: BECAUSE.toldOver,
    })
  ).length;
