import type { Querier } from '../../platform/database/database.ts';
import type { EpochMillis } from '../../kernel/time/types.ts';

interface CorrectedIncident {
  readonly incidentKey: number;
  readonly closedAt: EpochMillis;
  readonly peak: number | null;
  readonly litres: number | null;
}

/** Writes anew what recovered incidents came to; gives the keys of those of which that was something else. */
export async function correctIncidents(
  transaction: Querier,
  industryKey: number,
  corrected: readonly CorrectedIncident[],
): Promise<number[]> {
  if (corrected.length === 0) return [];
  const rows = corrected.map(({ incidentKey, closedAt, peak, litres }) => ({
    incident_key: incidentKey,
    closed_at: new Date(closedAt).toISOString(),
    peak,
    litres,
  }));
  return (
    await transaction.many<{ incidentKey: number }>('incidents.correct', { industryKey, rows: JSON.stringify(rows) })
  ).map((row) => row.incidentKey);
}
