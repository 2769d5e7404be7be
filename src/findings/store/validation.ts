import type { Querier } from '../../platform/database/database.ts';
import type { BusinessDate } from '../../kernel/time/types.ts';
import { numbersOf, plainArray } from '../../platform/database/array-literal.ts';

/** Known daily figures by unit key; both dates are included. */
export async function dailyHistory(
  db: Querier,
  industryKey: number,
  unitKeys: readonly number[],
  from: BusinessDate,
  to: BusinessDate,
): Promise<ReadonlyMap<number, readonly number[]>> {
  const rows = await db.many<{ unitKey: number; figures: string }>('validation.history', {
    industryKey,
    unitKeys: plainArray(unitKeys),
    from,
    to,
  });
  return new Map(rows.map((row) => [row.unitKey, numbersOf(row.figures).filter((figure) => figure !== null)] as const));
}

export interface ProcessedState {
  readonly industryId: string;
  readonly industryName: string;
  readonly isProcessed: boolean;
  readonly isStale: boolean;
  readonly unitsWithoutDocument: readonly string[];
  readonly unitsWithoutData: readonly string[];
}

/** State of processing of a business day, by industryId. */
export const processedStates = (
  db: Querier,
  industryKeys: readonly number[],
  date: BusinessDate,
): Promise<ProcessedState[]> =>
  db.many<ProcessedState>('validation.processed', { industryKeys: plainArray(industryKeys), date });
