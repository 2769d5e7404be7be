import type { Context } from '../../context.ts';
import type { BusinessDate } from '../../domain/time/types.ts';
import { processedDays, staleDays } from '../../store/ledger.ts';
import { findIndustry } from '../../store/industries.ts';
import type { QueueClient } from '../../queue/client.ts';
import { processDocuments } from './process.ts';
import type { BatchResult } from './request.ts';
import { enqueueRebuilds, enqueueRefresh } from '../ledger/ask-for-rebuilds.ts';

/**
 * Rebuilds one stale day: the marked units, what depends on them, their month and year. A day that was never wholly
 * processed is processed wholly. Days that its register checks make stale get jobs of their own at once. null when the day is not
 * stale (another process was faster) or the industry is gone.
 */
export async function rebuildStaleDay(context: Context, queue: QueueClient, industryId: string, date: BusinessDate): Promise<BatchResult | null> {
  const industry = await findIndustry(context.database, industryId, context.clock.now());
  if (industry === null) return null;
  const [stale] = await staleDays(context.database, industry.industryKey, date, date);
  if (stale === undefined) return null;
  const processed = (await processedDays(context.database, industry.industryKey, date, date)).has(date);
  const marked = new Set(stale.unitKeys);
  const unitIds = processed ? new Set([...industry.units.values()].filter((unit) => marked.has(unit.unitKey)).map((unit) => unit.current.unitId)) : null;
  const result = await processDocuments(context, {
    industry, from: date, to: date, unitIds, updateOnlyVirtual: false, daily: true, monthly: true, yearly: true, write: true,
  });
  await enqueueRebuilds(queue, industry, result.staleElsewhere);
  await enqueueRefresh(queue);
  return result;
}
