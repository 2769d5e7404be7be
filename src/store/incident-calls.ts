import type { Querier } from '../database/database.ts';
import type { EpochMillis } from '../domain/time/types.ts';

/** What has been told of open incidents since they fired. */
export interface Called {
  readonly incidentKey: number;
  readonly escalations: number;
  readonly lastRemindedAt: EpochMillis | null;
  /** Acknowledged after it was snoozed last. */
  readonly isAnsweredSince: boolean;
  /** Every message has failed. */
  readonly isUnreached: boolean;
}
interface CalledRow {
  incident_key: number;
  escalations: number;
  last_reminded_at: string | null;
  is_answered_since: boolean;
  is_unreached: boolean;
}

export const callsOfOpen = async (db: Querier, industryKey: number): Promise<Map<number, Called>> =>
  new Map(
    (await db.many<CalledRow>('incidents.calls', [industryKey])).map((row) => [
      row.incident_key,
      {
        incidentKey: row.incident_key,
        escalations: row.escalations,
        lastRemindedAt: row.last_reminded_at === null ? null : Date.parse(row.last_reminded_at),
        isAnsweredSince: row.is_answered_since,
        isUnreached: row.is_unreached,
      },
    ]),
  );
