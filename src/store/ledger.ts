import type { Querier } from '../database/database.ts';
import type { BusinessDate } from '../domain/time/types.ts';
import { plainArray, timestampArray } from './array-literal.ts';

/** Why the documents of a day may no longer agree with its readings. */
export type StaleCause = 'late reading' | 'correction' | 'register check' | 'configuration' | 'rollup repair' | 'restored archive';

export interface StaleMark { readonly businessDate: string; readonly unitKey: number; readonly cause: StaleCause }

export interface StaleDay {
  readonly businessDate: BusinessDate;
  readonly unitKeys: readonly number[];
  readonly causes: Readonly<Record<string, number>>;
  readonly markedAt: Date;
  readonly revision: number;
}

export const markStale = async (db: Querier, industryKey: number, marks: readonly StaleMark[], at: Date): Promise<void> => {
  if (marks.length === 0) return;
  await db.rows('ledger.mark', [
    industryKey, timestampArray(marks.map((mark) => mark.businessDate)), plainArray(marks.map((mark) => mark.unitKey)), marks.map((mark) => mark.cause), at,
  ]);
};

/** Marks every processed day of a unit from a date on; returns the days. */
export const markProcessedSince = async (db: Querier, industryKey: number, changes: readonly { unitKey: number; fromDate: string }[], cause: StaleCause, at: Date): Promise<string[]> =>
  (await db.rows<{ business_date: string }>('ledger.mark_processed_since', [
    industryKey, plainArray(changes.map((change) => change.unitKey)), timestampArray(changes.map((change) => change.fromDate)), cause, at,
  ])).map((row) => row.business_date);

interface StaleRow { business_date: string; unit_keys: number[]; causes: Record<string, number>; marked_at: string; revision: number }

export const staleDays = async (db: Querier, industryKey: number, from: string, to: string): Promise<StaleDay[]> =>
  (await db.rows<StaleRow>('ledger.stale_days', [industryKey, from, to])).map((row) => ({
    businessDate: row.business_date as BusinessDate, // a date column, cast to text by the statement
    unitKeys: row.unit_keys,
    causes: row.causes,
    markedAt: new Date(row.marked_at),
    revision: row.revision,
  }));

export const allStaleDays = async (db: Querier, limit: number): Promise<{ industryId: string; businessDate: string; markedAt: Date }[]> =>
  (await db.rows<{ industry_id: string; business_date: string; marked_at: string }>('ledger.all_stale', [limit]))
    .map((row) => ({ industryId: row.industry_id, businessDate: row.business_date, markedAt: new Date(row.marked_at) }));

export async function staleCounts(db: Querier): Promise<{ staleDays: number; oldestMarkedAt: Date | null }> {
  const [row] = await db.rows<{ stale_days: number; oldest_marked_at: string | null }>('ledger.counts');
  return { staleDays: row?.stale_days ?? 0, oldestMarkedAt: row?.oldest_marked_at == null ? null : new Date(row.oldest_marked_at) };
}

export const clearStale = async (db: Querier, industryKey: number, seen: readonly StaleDay[]): Promise<void> => {
  if (seen.length === 0) return;
  await db.rows('ledger.clear', [industryKey, timestampArray(seen.map((day) => day.businessDate)), plainArray(seen.map((day) => day.revision))]);
};

export const processedDays = async (db: Querier, industryKey: number, from: string, to: string): Promise<Set<string>> =>
  new Set((await db.rows<{ business_date: string }>('ledger.processed_days', [industryKey, from, to])).map((row) => row.business_date));

export const setProcessed = async (db: Querier, industryKey: number, dates: readonly string[], at: Date): Promise<void> => {
  await db.rows('ledger.set_processed', [industryKey, timestampArray(dates), at]);
};
