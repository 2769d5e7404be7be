import type { DaySettled } from '../../kernel/document/day-settled.ts';
import type { Querier } from '../../platform/database/database.ts';
import { MINUTE_MS } from '../../kernel/time/durations.ts';
import { businessDateOf } from '../../kernel/time/business-clock.ts';
import { addDays } from '../../kernel/time/business-date.ts';
import { FINDINGS_VERSION } from '../rules/version.ts';
import { findIndustry } from '../../platform/directory/store/industries.ts';
import {
  beginJudgement,
  type DueInsight,
  dueInsightOf,
  dueInsights,
  markInsightsDue,
  noteInsightFailed,
  noteInsightJudged,
} from '../store/insights.ts';
import { judgementLock } from '../../platform/database/locks.ts';
import { computeInsights, type InsightContext } from './compute-insights.ts';

/** Minutes from the first change of figures to the judgement, so that a morning's corrections are judged once. */
const QUIET_MINUTES = 10;
const RETRY_MINUTES = 30;
/** Days that are judged again when the rules have changed. Older findings stay as they were told. */
const JUDGED_AGAIN_DAYS = 366;

/** Notes that an industry has to be judged. A consumer of settled days. */
export async function noteInsightsDue(
  transaction: Querier,
  { industryKey, settledAt, changedPeriods: { daily } }: DaySettled,
): Promise<void> {
  const [changedFrom] = daily;
  if (changedFrom === undefined) return;
  const dueAt = new Date(settledAt.getTime() + QUIET_MINUTES * MINUTE_MS);
  await markInsightsDue(transaction, { industryKey, dueAt, changedFrom });
}

/**
 * Judges industries whose figures have changed. Runs every minute. Each due industry gets its turn for four weeks of
 * days, so that years of one industry do not hold up the others.
 */
export async function computeDueInsights(context: InsightContext): Promise<void> {
  const dueNow = (): Promise<DueInsight[]> => dueInsights(context.database, new Date(context.clock.now()));
  for (let all = await dueNow(); all.length > 0; all = await dueNow())
    // Industries are judged one by one, because a failing one must not hold up the others.
    for (const due of all) await computeDue(context, due);
}

/** Judges one industry now, if it is due. */
export async function computeInsightsOf(context: InsightContext, industryId: string): Promise<void> {
  for (let due = await dueOf(context, industryId); due !== null; due = await dueOf(context, industryId))
    await computeDue(context, due);
}

const dueOf = ({ database, clock }: InsightContext, industryId: string): Promise<DueInsight | null> =>
  dueInsightOf(database, industryId, new Date(clock.now()));

/** Waits for another worker that judges the industry, and judges what is due after that. */
const computeDue = (context: InsightContext, { industryKey, industryId }: DueInsight): Promise<void> =>
  context.database.withLock(judgementLock(industryKey), async () => {
    const due = await dueOf(context, industryId);
    if (due !== null) await judge(context, due);
  });

async function judge(context: InsightContext, due: DueInsight): Promise<void> {
  const { database, clock, log } = context;
  try {
    const industry = await findIndustry(database, due.industryId, clock.now());
    const laterAt = new Date(clock.now() + QUIET_MINUTES * MINUTE_MS);
    // Days that earlier rules have judged are judged by the present ones.
    const isOfOtherRules = due.judgedVersion !== null && due.judgedVersion !== FINDINGS_VERSION;
    const atLeastFrom =
      industry !== null && isOfOtherRules
        ? addDays(businessDateOf(industry.clock, clock.now()), -JUDGED_AGAIN_DAYS)
        : null;
    // An inactive industry begins, too, or it would stay due for the sake of its version.
    const from = await beginJudgement(database, due.industryKey, { atLeastFrom, now: new Date(clock.now()) });
    const judgedUpTo = industry !== null && industry.isActive ? await computeInsights(context, industry, from) : null;
    await noteInsightJudged(database, due, { judgedUpTo, laterAt });
  } catch (error) {
    log.error({ err: error, industry: due.industryId }, 'insights could not be computed');
    await noteInsightFailed(database, due, new Date(clock.now() + RETRY_MINUTES * MINUTE_MS));
  }
}
