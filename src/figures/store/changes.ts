import type { Querier, RowOf } from '../../platform/database/database.ts';
import { documentId } from '../../kernel/document/ids.ts';
import type { Figure, ProcessedDocument } from '../../kernel/document/types.ts';
import type { BusinessDate } from '../../kernel/time/types.ts';
import { documentOfRow, type Period, periodOf, type WholeRow } from './document-rows.ts';

/** The newest change of one document. */
export interface DocumentChange {
  /** Grows with every change of the industry. */
  readonly changeNo: number;
  readonly id: string;
  readonly unitId: string;
  readonly period: Period;
  readonly periodStart: BusinessDate;
  /** null also where there was no document. */
  readonly oldValue: Figure;
  readonly causes: readonly string[];
  /** null: the document was removed. */
  readonly stored: { readonly document: ProcessedDocument; readonly computedAt: Date } | null;
}

type ChangeRow = WholeRow & {
  period: Period;
  changeNo: number;
  previousValue: Figure;
  causes: string[];
  isRemoved: boolean;
  unitId: string;
};

function toChange(industryId: string, row: ChangeRow): DocumentChange {
  const { unitId, period, periodStart } = row;
  return {
    changeNo: row.changeNo,
    id: documentId(industryId, unitId, periodOf(period, periodStart)),
    unitId,
    period,
    periodStart,
    oldValue: row.previousValue,
    causes: row.causes,
    stored: row.isRemoved
      ? null
      : { document: documentOfRow(industryId, unitId, period, row), computedAt: new Date(row.computedAt) },
  };
}

/** The first `limit` changes after a number, in order. */
export const readChanges = async (
  db: Querier,
  { industryKey, industryId }: { readonly industryKey: number; readonly industryId: string },
  after: number,
  periods: readonly Period[],
  limit: number,
): Promise<DocumentChange[]> =>
  (await db.many<ChangeRow>('changes.page', { industryKey, after, periods, limit })).map((row) =>
    toChange(industryId, row),
  );

/** The newest change of a unit's daily document. */
export interface DayChange {
  readonly computedAt: Date;
  readonly causes: readonly string[];
  /** null also where there was no document before. */
  readonly oldValue: Figure;
  readonly newValue: Figure;
}

/** null: the day has no document. */
export async function dayChange(db: Querier, unitKey: number, date: BusinessDate): Promise<DayChange | null> {
  const row = await db.maybeOne<RowOf<DayChange, 'computedAt'>>('changes.of_day', { unitKey, date });
  return row === null ? null : { ...row, computedAt: new Date(row.computedAt) };
}

/** The number of the industry's newest change; 0 without one. */
export const newestChange = async (db: Querier, industryKey: number): Promise<number> =>
  (await db.one<{ changeNo: number }>('changes.newest', { industryKey })).changeNo;
