import type { Querier, RowOf } from '../../platform/database/database.ts';
import type { EpochMillis } from '../../kernel/time/types.ts';

/** The calls about an open incident since it fired. */
export interface Called {
  readonly incidentKey: number;
  readonly escalations: number;
  readonly lastRemindedAt: EpochMillis | null;
  /** The incident was acknowledged after it was snoozed last. */
  readonly isAnsweredSince: boolean;
  /** Every message has failed. */
  readonly isUnreached: boolean;
}

export const callsOfOpen = async (db: Querier, industryKey: number): Promise<Map<number, Called>> =>
  new Map(
    (await db.many<RowOf<Called, 'lastRemindedAt'>>('incidents.calls', { industryKey })).map((row) => [
      row.incidentKey,
      { ...row, lastRemindedAt: row.lastRemindedAt === null ? null : Date.parse(row.lastRemindedAt) },
    ]),
  );
