import { dateOrNull, type Querier, type RowOf } from '../../platform/database/database.ts';
import type { BusinessDate, EpochMillis } from '../../kernel/time/types.ts';
import type { HeldRow } from '../rules/completeness/held-of-day.ts';

/** A unit's business day. */
interface DayOfUnit {
  readonly industryKey: number;
  readonly unitKey: number;
  readonly date: BusinessDate;
}

/** Readings that came after their day had ended. */
interface LateReadings {
  readonly readings: number;
  /** null: none came late. */
  readonly firstReceivedAt: Date | null;
  readonly lastReceivedAt: Date | null;
}

/** @param endEpochMs the end of the day. */
export async function lateReadings(
  db: Querier,
  { industryKey, unitKey, date }: DayOfUnit,
  endEpochMs: EpochMillis,
): Promise<LateReadings> {
  const row = await db.one<RowOf<LateReadings, 'firstReceivedAt' | 'lastReceivedAt'>>('completeness.late', {
    industryKey,
    unitKey,
    date,
    endAt: new Date(endEpochMs),
  });
  return {
    ...row,
    firstReceivedAt: dateOrNull(row.firstReceivedAt),
    lastReceivedAt: dateOrNull(row.lastReceivedAt),
  };
}

/** Rows that are held of a unit, the newest first. */
export const heldRows = (db: Querier, industryKey: number, unitId: string, limit: number): Promise<HeldRow[]> =>
  db.many<HeldRow>('completeness.held', { industryKey, unitId, limit });

/** An act of a person on readings of a day. */
interface DayEdit {
  readonly kind: 'edit' | 'delete' | 'estimate';
  readonly readings: number;
  readonly madeAt: Date;
  readonly undoneAt: Date | null;
}

/** The newest first. */
export const dayEdits = async (
  db: Querier,
  { industryKey, unitKey }: Pick<DayOfUnit, 'industryKey' | 'unitKey'>,
  { startEpochMs, endEpochMs }: { readonly startEpochMs: EpochMillis; readonly endEpochMs: EpochMillis },
  limit: number,
): Promise<DayEdit[]> =>
  (
    await db.many<RowOf<DayEdit, 'madeAt' | 'undoneAt'>>('completeness.edits', {
      industryKey,
      unitKey,
      startAt: new Date(startEpochMs),
      endAt: new Date(endEpochMs),
      limit,
    })
  ).map((row) => ({
    ...row,
    madeAt: new Date(row.madeAt),
    undoneAt: dateOrNull(row.undoneAt),
  }));
