import type { Context } from '../../context.ts';
import { businessDateOf } from '../../kernel/time/business-clock.ts';
import { addDays, businessDate, eachDate, stretchesOf } from '../../kernel/time/business-date.ts';
import { findIndustry } from '../../platform/directory/store/industries.ts';
import { processedDays } from '../../ledger/store/ledger.ts';
import type { QueueClient } from '../../platform/queue/client.ts';
import { processDocuments } from './process.ts';
import { addResults, type BatchResult, NOTHING_PROCESSED, wholeRun } from './request.ts';
import { publishSettled } from '../settled/publish-settled.ts';
import { enqueueRebuilds, enqueueRefresh } from '../../ledger/ask-for-rebuilds.ts';

/** Days that the daily run looks back for days never processed (the service was down): a month. */
const LOOK_BACK_DAYS = 31;

/**
 * The daily run of one industry: every business day that has ended and was never processed, yesterday above all. Days
 * that are stale, or become so by its register checks, are left to their own jobs. null for an industry that is gone or
 * not active.
 */
export async function catchUpIndustry(
  context: Context,
  queue: QueueClient,
  industryId: string,
): Promise<BatchResult | null> {
  const industry = await findIndustry(context.database, industryId, context.clock.now());
  if (industry === null || !industry.isActive) return null;
  const yesterday = addDays(businessDateOf(industry.clock, context.clock.now()), -1);
  const earliest = addDays(yesterday, -LOOK_BACK_DAYS);
  const processed = await processedDays(context.database, industry.industryKey, earliest, yesterday);
  // The search begins at the first processed day, so that no gap stays; without one it is yesterday alone.
  const first = [...processed].sort()[0];
  const missing =
    first === undefined
      ? [yesterday]
      : [...eachDate(businessDate(first), yesterday)].filter((date) => !processed.has(date));
  const results: BatchResult[] = [];
  for (const [from, to] of stretchesOf(missing)) {
    const result = await processDocuments(context, [wholeRun(industry, from, to)]);
    await enqueueRebuilds(queue, industry, result.staleElsewhere, context.clock.now());
    results.push(result);
  }
  if (results.length > 0) {
    await publishSettled(context, queue);
    await enqueueRefresh(queue);
  }
  return results.reduce(addResults, NOTHING_PROCESSED);
}
