import type { Context, DataContext, Reach } from '../context.ts';
import { ServiceError } from '../kernel/errors.ts';
import type { Industry } from '../kernel/industry/industry.ts';
import { withRetired } from '../kernel/industry/retired.ts';
import type { AutomatedFrequency } from './rules/automated-mails.ts';
import { businessDateOf } from '../kernel/time/business-clock.ts';
import { addDays, addMonths, eachDate, firstOfMonth } from '../kernel/time/business-date.ts';
import { MINUTE_MS } from '../kernel/time/durations.ts';
import type { BusinessDate, EpochMillis } from '../kernel/time/types.ts';
import type { QueueClient } from '../platform/queue/client.ts';
import { findIndustry } from '../platform/directory/store/industries.ts';
import { firstReadingDate } from '../readings/store/readings.ts';
import { newestScheduled } from './store/sent-reports.ts';
import { areSettled, coveredBy } from './report-run.ts';
import type { ReportMaker } from './make-mail.ts';
import { sendReports } from './send-reports.ts';

/** The queue of scheduled runs. */
export const SEND_REPORTS_QUEUE = 'send-reports';

/** A run as its job carries it. */
export interface ScheduledRun {
  readonly industryId: string;
  readonly frequency: AutomatedFrequency;
  /** null: the day or month that has just ended, and what a stop of the service has kept from being sent. */
  readonly date: BusinessDate | null;
  /** Since when it has been waiting for its days to settle, epoch milliseconds; null: it has just begun. */
  readonly since: EpochMillis | null;
}

/** Spec gap: how long a report waits for its days to settle. Then it goes out and says that it is provisional. */
const LONGEST_WAIT_MILLISECONDS = 120 * MINUTE_MS;
/** Spec gap: how far back a stop of the service is made up for. */
const MADE_UP_DAYS = 7;
const FORMATS = ['pdf', 'xlsx'] as const;

/**
 * Sends what an industry's schedule asks for, once its days have settled. Until then the run is put off a minute.
 * Inactive and excluded industries, those without a recipient and those with nothing to report on get none.
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
  if (!(await areSettled(context, industry, covered)) && now - since < LONGEST_WAIT_MILLISECONDS) {
    await queue.send(
      SEND_REPORTS_QUEUE,
      { ...run, date, since },
      { ...keyOf(run, date), startAfter: new Date(now + MINUTE_MS) },
    );
    return;
  }
  const asked = { frequency: run.frequency, date, formats: FORMATS, emails: [], isTest: false, requestedBy: null };
  await sendReports(context, maker, industry, asked).catch((error: unknown) => {
    // What a try again would not change.
    if (!(error instanceof ServiceError) || (error.code !== 400 && error.code !== 1401)) throw error;
    log.info({ industry: run.industryId, frequency: run.frequency, date, why: error.message }, 'no reports were sent');
  });
}

const keyOf = ({ industryId, frequency }: ScheduledRun, date: BusinessDate) => ({
  singletonKey: `${industryId} ${frequency} ${date}`,
});

/**
 * The days to report on, the newest first, or the first day of the month. The day that has ended is always one, because
 * a run that was broken off begins anew. The service may have stood still: days since the newest report are made up
 * for, and so is a month in the first days of the next.
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
  // An industry that has begun since has nothing to be told of that month.
  const begun = await firstReadingDate(
    database,
    [...withRetired(industry).units.values()].map(({ unitKey }) => unitKey),
  );
  return begun !== null && begun < first ? [last] : [];
}
