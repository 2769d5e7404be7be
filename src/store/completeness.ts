import type { Querier } from '../database/database.ts';
import type { Figure } from '../domain/document/types.ts';
import type { BusinessDate, EpochMillis } from '../domain/time/types.ts';

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
  const row = await db.one<{ readings: number; first_received_at: string | null; last_received_at: string | null }>(
    'completeness.late',
    [industryKey, unitKey, date, new Date(endEpochMs)],
  );
  return {
    readings: row.readings,
    firstReceivedAt: row.first_received_at === null ? null : new Date(row.first_received_at),
    lastReceivedAt: row.last_received_at === null ? null : new Date(row.last_received_at),
  };
}

/** A rejected row that nobody has decided about. */
interface HeldRow {
  readonly raw: string;
  readonly reasonCode: string;
  readonly reason: string;
}

/** Rows that are held of a unit, the newest first. */
export const heldRows = async (db: Querier, industryKey: number, unitId: string, limit: number): Promise<HeldRow[]> =>
  (
    await db.many<{ raw: string; reason_code: string; reason: string }>('completeness.held', [
      industryKey,
      unitId,
      limit,
    ])
  ).map((row) => ({ raw: row.raw, reasonCode: row.reason_code, reason: row.reason }));

/** Why the document of a day was written last. */
interface DayChange {
  readonly causes: readonly string[];
  /** null also where there was no document before. */
  readonly oldValue: Figure;
  readonly newValue: Figure;
  readonly computedAt: Date;
}

/** null: there is no document. */
export async function dayChange(db: Querier, { industryKey, unitKey, date }: DayOfUnit): Promise<DayChange | null> {
  const row = await db.maybeOne<{ causes: string[]; previous_value: Figure; value: Figure; computed_at: string }>(
    'completeness.change',
    [industryKey, unitKey, date],
  );
  return row === null
    ? null
    : {
        causes: row.causes,
        oldValue: row.previous_value,
        newValue: row.value,
        computedAt: new Date(row.computed_at),
      };
}

/** What a person did to readings of a day. */
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
    await db.many<{ kind: DayEdit['kind']; made_at: string; undone_at: string | null; readings: number }>(
      'completeness.edits',
      [industryKey, unitKey, new Date(startEpochMs), new Date(endEpochMs), limit],
    )
  ).map((row) => ({
    kind: row.kind,
    readings: row.readings,
    madeAt: new Date(row.made_at),
    undoneAt: row.undone_at === null ? null : new Date(row.undone_at),
  }));
