import type { Querier } from '../database/database.ts';
import type { BusinessDate } from '../domain/time/types.ts';
import { numbersOf, plainArray } from './array-literal.ts';

/** Daily figures that are known, by unit key; both dates are included. */
export async function dailyHistory(
  db: Querier,
  industryKey: number,
  unitKeys: readonly number[],
  from: BusinessDate,
  to: BusinessDate,
): Promise<ReadonlyMap<number, readonly number[]>> {
  const rows = await db.many<{ unit_key: number; figures: string }>('validation.history', [
    industryKey,
    plainArray(unitKeys),
    from,
    to,
  ]);
  return new Map(
    rows.map((row) => [row.unit_key, numbersOf(row.figures).filter((figure) => figure !== null)] as const),
  );
}

export interface ProcessedState {
  readonly industryId: string;
  readonly industryName: string;
  readonly isProcessed: boolean;
  readonly isStale: boolean;
  readonly unitsWithoutDocument: readonly string[];
  readonly unitsWithoutData: readonly string[];
}

/** What is processed of a business day, by industryId. */
export const processedStates = async (
  db: Querier,
  industryKeys: readonly number[],
  date: BusinessDate,
): Promise<ProcessedState[]> =>
  (
    await db.many<{
      industry_id: string;
      industry_name: string;
      is_processed: boolean;
      is_stale: boolean;
      without_document: string[];
      without_data: string[];
    }>('validation.processed', [plainArray(industryKeys), date])
  ).map((row) => ({
    industryId: row.industry_id,
    industryName: row.industry_name,
    isProcessed: row.is_processed,
    isStale: row.is_stale,
    unitsWithoutDocument: row.without_document,
    unitsWithoutData: row.without_data,
  }));
