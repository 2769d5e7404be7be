import type { DataContext } from '../../context.ts';
import { requireCategory, unitsOf } from '../rules/device-data/categories.ts';
import { trendInSteps } from '../rules/device-data/trend.ts';
import type { Industry } from '../../kernel/industry/industry.ts';
import { inPieces } from '../../kernel/pieces.ts';
import { businessDateOf } from '../../kernel/time/business-clock.ts';
import { addMonths, earlierOf, firstOfNextYear, firstOfYear, laterOf } from '../../kernel/time/business-date.ts';
import type { BusinessDate } from '../../kernel/time/types.ts';
import { firstReadingDate } from '../../readings/store/readings.ts';
import { readYears } from '../read-years.ts';
import { lastUpdatedTime } from './last-updated.ts';
import { withRetired } from '../../kernel/industry/retired.ts';

export const MOST_TREND_YEARS = 10;

interface TrendRequest {
  readonly category: string;
  /** A day of the last year; null: the running business day. */
  readonly date: BusinessDate | null;
  /** Number of years, 1 to 10. */
  readonly years: number;
  readonly divisionFactor: number;
}

/**
 * GET yearlyTrend: the years of a category side by side. Spec gap: an addition. No years before the industry's first
 * reading, and none that have not begun.
 * @throws ServiceError 1401 for a category that none of the three generations has.
 */
export async function readTrend(context: DataContext, inUse: Industry, request: TrendRequest) {
  const industry = withRetired(inUse);
  const category = requireCategory(industry, request.category);
  const unitIds = unitsOf(industry, [category]);
  const today = businessDateOf(industry.clock, context.clock.now());
  const years = await yearsOf(context, industry, request, today);
  const [spans, newest] = await Promise.all([
    readYears(context, industry, unitIds, years),
    lastUpdatedTime(context, industry, unitIds),
  ]);
  const shown = [...spans].map(([year, ofYear]) => ({
    year: year.slice(0, 4),
    hasEnded: firstOfNextYear(year) <= today,
    spans: ofYear,
  }));
  return {
    categoryId: category.categoryKey,
    standardCategoryId: category.standardCategoryId,
    ...(await inPieces(trendInSteps(category, shown, request.divisionFactor))),
    lastUpdatedTime: newest,
  };
}

async function yearsOf(
  { database }: Pick<DataContext, 'database'>,
  industry: Industry,
  request: TrendRequest,
  today: BusinessDate,
): Promise<readonly BusinessDate[]> {
  const last = firstOfYear(earlierOf(request.date ?? today, today));
  const first = await firstReadingDate(
    database,
    [...industry.units.values()].map(({ unitKey }) => unitKey),
  );
  const from = laterOf(addMonths(last, -12 * (request.years - 1)), first === null ? last : firstOfYear(first));
  const years: BusinessDate[] = [];
  for (let year = from; year <= last; year = firstOfNextYear(year)) years.push(year);
  return years;
}
