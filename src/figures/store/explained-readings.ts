import type { Querier, RowOf } from '../../platform/database/database.ts';
import type { BusinessDate, EpochMillis } from '../../kernel/time/types.ts';

/** A stored reading as it is; raw figures. */
export interface ExplainedReading {
  readonly createdOnEpochMs: EpochMillis;
  readonly value: number | null;
  readonly register: number | null;
  readonly estimated: boolean;
  readonly offlineMinutes: number | null;
  /** A register check took the register out of first and last. */
  readonly registerExcluded: boolean;
  readonly receivedAt: Date;
  readonly parameters: Readonly<Record<string, number>> | null;
}

interface ReadingsToExplain {
  readonly unitKey: number;
  readonly date: BusinessDate;
  /** [from, to) within the business day; null: the whole day. */
  readonly window: { readonly fromEpochMs: EpochMillis; readonly toEpochMs: EpochMillis } | null;
  readonly onlyExcluded: boolean;
  readonly limit: number;
}

/** The first readings of a unit's business day or of a part of it, in time order. */
export const readingsToExplain = async (
  db: Querier,
  { unitKey, date, window, onlyExcluded, limit }: ReadingsToExplain,
): Promise<ExplainedReading[]> =>
  (
    await db.many<RowOf<ExplainedReading, 'receivedAt'>>('explained-readings.list', {
      unitKey,
      date,
      fromEpochMs: window?.fromEpochMs ?? null,
      toEpochMs: window?.toEpochMs ?? null,
      limit,
      onlyExcluded,
    })
  ).map((row) => ({ ...row, receivedAt: new Date(row.receivedAt) }));
