import type { DataContext } from '../../context.ts';
import { unitsOf } from '../rules/device-data/categories.ts';
import { summarise } from '../rules/device-data/summary.ts';
import { CATEGORY_GENERATIONS, type Industry } from '../../kernel/industry/industry.ts';
import { businessDateOf } from '../../kernel/time/business-clock.ts';
import { formatRequestDate } from '../../kernel/time/business-date.ts';
import type { BusinessDate } from '../../kernel/time/types.ts';
import { staleDays } from '../../ledger/store/ledger.ts';
import { lastUpdatedTime } from './last-updated.ts';
import { readSpans } from '../read-spans.ts';
import { withRetired } from '../../kernel/industry/retired.ts';

interface SummaryRequest {
  /** null: the running business day. */
  readonly date: BusinessDate | null;
  readonly divisionFactor: number;
}

/**
 * GET summaryPage: one business day, a figure per category and sub-category. Spec gap: its parameters and response are
 * not shown.
 */
export async function readSummaryPage(context: DataContext, inUse: Industry, request: SummaryRequest) {
  const industry = withRetired(inUse);
  const today = businessDateOf(industry.clock, context.clock.now());
  const date = request.date ?? today;
  const unitIds = unitsOf(
    industry,
    CATEGORY_GENERATIONS.flatMap((generation) => [...industry.categories[generation].values()]),
  );
  const [spans, stale, newest] = await Promise.all([
    readSpans(context, industry, unitIds, { kind: 'DAYS', dates: [date] }),
    staleDays(context.database, industry.industryKey, date, date),
    lastUpdatedTime(context, industry, unitIds),
  ]);
  return {
    date: formatRequestDate(date),
    running: date === today,
    stale: stale.length > 0,
    lastUpdatedTime: newest,
    categories: summarise(industry, spans, request.divisionFactor),
  };
}
