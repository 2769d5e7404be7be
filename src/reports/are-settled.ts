import type { DataContext } from '../context.ts';
import type { Querier } from '../platform/database/database.ts';
import type { Industry } from '../kernel/industry/industry.ts';
import { businessDateOf } from '../kernel/time/business-clock.ts';
import type { BusinessDate } from '../kernel/time/types.ts';
import { processedDays, settledDays } from '../ledger/store/ledger.ts';

/**
 * Whether the figures of days are final: the last day has been processed, and no processed day waits for a rebuild.
 * Days before an industry's first are ignored.
 */
export async function areSettled(
  { database, clock }: Pick<DataContext, 'clock'> & { readonly database: Querier },
  { clock: rule, industryKey }: Pick<Industry, 'clock' | 'industryKey'>,
  { from, to }: { readonly from: BusinessDate; readonly to: BusinessDate },
): Promise<boolean> {
  if (to >= businessDateOf(rule, clock.now())) return false;
  const settled = await settledDays(database, industryKey, from, to);
  if (!settled.has(to)) return false;
  return (await processedDays(database, industryKey, from, to)).size === settled.size;
}
