import type { DaySettled } from '../../kernel/document/day-settled.ts';
import type { Querier } from '../../platform/database/database.ts';
import { MINUTE_MS } from '../../kernel/time/durations.ts';
import { findIndustry } from '../../platform/directory/store/industries.ts';
import {
  type DueInsight,
  dueInsightOf,
  dueInsights,
  markInsightsDue,
  noteInsightFailed,
  noteInsightJudged,
} from '../store/insights.ts';
import { computeInsights, type InsightContext } from './compute-insights.ts';

/** Minutes from the first change of figures to the judgement, so that a morning's corrections are judged once. */
const QUIET_MINUTES = 10;
const RETRY_MINUTES = 30;

/** Notes that an industry has to be judged. A consumer of settled days. */
export async function noteInsightsDue(
  transaction: Querier,
  { industryKey, settledAt, changedUnitKeys }: DaySettled,
): Promise<void> {
  if (changedUnitKeys.length === 0) return;
  await markInsightsDue(transaction, industryKey, new Date(settledAt.getTime() + QUIET_MINUTES * MINUTE_MS));
}

/** Judges industries whose figures have changed. Runs every minute. */
export async function computeDueInsights(context: InsightContext): Promise<void> {
  for (const due of await dueInsights(context.database, new Date(context.clock.now())))
    // Industries are judged one by one, because a failing one must not hold up the others.
    await computeDue(context, due);
}

/** Judges one industry now, if it is due. */
export async function computeInsightsOf(context: InsightContext, industryId: string): Promise<void> {
  const due = await dueInsightOf(context.database, industryId, new Date(context.clock.now()));
  if (due !== null) await computeDue(context, due);
}

async function computeDue(context: InsightContext, due: DueInsight): Promise<void> {
  const { database, clock, log } = context;
  try {
    const industry = await findIndustry(database, due.industryId, clock.now());
    if (industry !== null && industry.isActive) await computeInsights(context, industry);
    await noteInsightJudged(database, due, new Date(clock.now() + QUIET_MINUTES * MINUTE_MS));
  } catch (error) {
    log.error({ err: error, industry: due.industryId }, 'insights could not be computed');
    await noteInsightFailed(database, due, new Date(clock.now() + RETRY_MINUTES * MINUTE_MS));
  }
}
