import type { Querier } from '../../platform/database/database.ts';
import type { BusinessDate } from '../../kernel/time/types.ts';
import { plainArray } from '../../platform/database/array-literal.ts';

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
