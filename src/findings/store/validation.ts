import type { Querier } from '../../platform/database/database.ts';
import type { BusinessDate, EpochMillis } from '../../kernel/time/types.ts';
import { plainArray } from '../../platform/database/array-literal.ts';

export interface ProcessedState {
  readonly industryId: string;
  readonly industryName: string;
  readonly isProcessed: boolean;
  readonly isStale: boolean;
  readonly unitsWithoutDocument: readonly string[];
  readonly unitsWithoutData: readonly string[];
}

/**
 * State of processing of a business day, by industryId.
 * @param industries each with the instant at which its day begins.
 */
export const processedStates = (
  db: Querier,
  industries: readonly { readonly industryKey: number; readonly startEpochMs: EpochMillis }[],
  date: BusinessDate,
): Promise<ProcessedState[]> =>
  db.many<ProcessedState>('validation.processed', {
    industryKeys: plainArray(industries.map(({ industryKey }) => industryKey)),
    dayStarts: industries.map(({ startEpochMs }) => new Date(startEpochMs)),
    date,
  });
