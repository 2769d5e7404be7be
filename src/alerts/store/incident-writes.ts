import type { Querier } from '../../platform/database/database.ts';
import type { RequestRecord } from '../rules/incident-record.ts';
import { asColumns } from '../../platform/database/named-query.ts';
import type { EpochMillis } from '../../kernel/time/types.ts';

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
  (await db.many('incidents.end_requests', { now: new Date(now), industryKey })).length;

interface CorrectedIncident {
  readonly incidentKey: number;
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
  const rows = corrected.map((incident) =>
    asColumns({ ...incident, closedAt: new Date(incident.closedAt).toISOString() }),
  );
  return (
    await transaction.many<{ incidentKey: number }>('incidents.correct', { industryKey, rows: JSON.stringify(rows) })
  ).map((row) => row.incidentKey);
}
