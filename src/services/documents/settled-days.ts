import type { Querier } from '../../database/database.ts';
import type { BusinessDate } from '../../domain/time/types.ts';
import { processedDays, staleDays } from '../../store/ledger.ts';

/** Days of the range (both ends included) whose stored documents are all there and agree with the readings. */
export async function settledDays(db: Querier, industryKey: number, from: BusinessDate, to: BusinessDate): Promise<ReadonlySet<string>> {
  const processed = await processedDays(db, industryKey, from, to);
  for (const day of await staleDays(db, industryKey, from, to)) processed.delete(day.businessDate);
  return processed;
}
