import type { Context, DataContext, Reach } from '../context.ts';
import { ServiceError } from '../kernel/errors.ts';
import type { Industry } from '../kernel/industry/industry.ts';
import { withRetired } from '../kernel/industry/retired.ts';
import { type AutomatedFrequency, coveredBy } from './rules/automated-mails.ts';
import type { DayRange } from './rules/input.ts';
import { businessDateOf } from '../kernel/time/business-clock.ts';
import { addDays, addMonths, eachDate, firstOfMonth } from '../kernel/time/business-date.ts';
import { DAY_MS, MINUTE_MS } from '../kernel/time/durations.ts';
import type { BusinessDate, EpochMillis } from '../kernel/time/types.ts';
import type { QueueClient } from '../platform/queue/client.ts';
import { findIndustry } from '../platform/directory/store/industries.ts';
import { dueInsightOf, insightsOfDay } from '../findings/store/insights.ts';
import { firstReadingDate } from '../readings/store/readings.ts';
import { newestScheduled } from './store/sent-reports.ts';
import { areSettled } from './report-run.ts';
import type { ReportMaker } from './make-mail.ts';
import { sendReports } from './send-reports.ts';

/** The queue of scheduled runs. */
export const SEND_REPORTS_QUEUE = 'send-reports';

/** Data of a scheduled run's job. */
export interface ScheduledRun {
  readonly industryId: string;
  readonly frequency: AutomatedFrequency;
  /** Null: the day or month that has just ended, and reports that a stop of the service has prevented. */
  readonly date: BusinessDate | null;
  /** Epoch milliseconds since which the run has waited for its days to settle; null: it has just begun. */
  readonly since: EpochMillis | null;
}

/**
 * Spec gap: longest wait of a report for its days to settle and for their findings. The report then goes out, and says
 * that it is provisional where its days have not settled.
 */
export const LONGEST_WAIT_MILLISECONDS = 120 * MINUTE_MS;
/** Spec gap: number of days after which a stop of the service is no longer made up for. */
const MADE_UP_DAYS = 7;
const FORMATS = ['pdf', 'xlsx'] as const;

/**
 * Sends the reports of an industry's schedule, once its days have settled and what is wrong in them has been found. The
 * run is put off by a minute until then.
 * Industries that are inactive, excluded, without a recipient or without units to report on get none.
 */
export async function runScheduledReports(
  context: Context & Reach,
  queue: QueueClient,
  maker: ReportMaker,
  run: ScheduledRun,
): Promise<void> {
  const { database, clock, config, log } = context;
  const now = clock.now();
  const industry = await findIndustry(database, run.industryId, now);
  if (industry === null || !industry.isActive || config.reports.excludedIndustries.includes(run.industryId)) return;
  const [date, ...missed] = run.date === null ? await datesDue(context, industry, run.frequency) : [run.date];
  if (date === undefined) return;
  for (const other of missed) await queue.send(SEND_REPORTS_QUEUE, { ...run, date: other }, keyOf(run, other));
  const since = run.since ?? now;
  const covered = coveredBy({ frequency: run.frequency, date });
  if (!(await isReady(context, industry, covered)) && now - since < LONGEST_WAIT_MILLISECONDS) {
    await queue.send(
      SEND_REPORTS_QUEUE,
      { ...run, date, since },
      { ...keyOf(run, date), startAfter: new Date(now + MINUTE_MS) },
    );
    return;
  }
  const asked = { frequency: run.frequency, date, formats: FORMATS, emails: [], isTest: false, requestedBy: null };
  await sendReports(context, maker, industry, asked).catch((error: unknown) => {
    // Another try would not change these errors.
    if (!(error instanceof ServiceError) || (error.code !== 400 && error.code !== 1401)) throw error;
    log.info({ industry: run.industryId, frequency: run.frequency, date, why: error.message }, 'no reports were sent');
  });
}

/** True when figures of the days are final, and findings of them have been looked for. */
export const isReady = async (context: DataContext, industry: Industry, covered: DayRange): Promise<boolean> =>
  (await areSettled(context, industry, covered)) && (await isJudged(context, industry));

/**
 * True when findings have been looked for since the last day has ended, or nothing waits to be judged. Late data all
 * day keep figures waiting, so one judgement is enough.
 */
const isJudged = async ({ database, clock }: DataContext, industry: Industry): Promise<boolean> => {
  const now = clock.now();
  const judged = await insightsOfDay(database, industry.industryKey, businessDateOf(industry.clock, now));
  return judged.length > 0 || (await dueInsightOf(database, industry.industryId, new Date(now + DAY_MS))) === null;
};

const keyOf = ({ industryId, frequency }: ScheduledRun, date: BusinessDate) => ({
  singletonKey: `${industryId} ${frequency} ${date}`,
});

/**
 * Days to report on, newest first, or the first day of the month. The ended day is always one, because a broken-off run
 * begins again. Days since the newest report are made up for, because the service may have stood still. A month is made
 * up for in the first days of the next.
 */
async function datesDue(
  { database, clock }: DataContext,
  industry: Industry,
  frequency: AutomatedFrequency,
): Promise<BusinessDate[]> {
  const today = businessDateOf(industry.clock, clock.now());
  const newest = await newestScheduled(database, industry.industryKey, frequency);
  if (frequency === 'daily') {
    const last = addDays(today, -1);
    if (newest === null) return [last];
    const [next, earliest] = [addDays(newest, 1), addDays(last, 1 - MADE_UP_DAYS)];
    return [last, ...[...eachDate(next > earliest ? next : earliest, addDays(last, -1))].toReversed()];
  }
  const first = firstOfMonth(today);
  const last = addMonths(first, -1);
  if (today === first) return [last];
  if (today >= addDays(first, MADE_UP_DAYS)) return [];
  if (newest !== null) return newest < last ? [last] : [];
  // An industry that began later has no figures of that month.
  const begun = await firstReadingDate(
    database,
    [...withRetired(industry).units.values()].map(({ unitKey }) => unitKey),
  );
  return begun !== null && begun < first ? [last] : [];
}
