import type { Querier } from '../../database/database.ts';
import type { BusinessDate } from '../../domain/time/types.ts';
import { processedDays, staleDays } from '../../store/ledger.ts';
import { sealedBefore } from '../../store/seal.ts';

/**
 * Days of the range (both ends included) whose stored documents are all there and agree with the readings; of days whose readings were
 * removed the documents are all there is.
 */
export async function settledDays(db: Querier, industryKey: number, from: BusinessDate, to: BusinessDate): Promise<ReadonlySet<string>> {
  const processed = await processedDays(db, industryKey, from, to);
  const stale = await staleDays(db, industryKey, from, to);
  const seal = stale.length === 0 ? null : await sealedBefore(db);
  for (const { businessDate } of stale) if (seal === null || businessDate >= seal) processed.delete(businessDate);
  return processed;
}
