import type { PgBoss } from 'pg-boss';
import { evaluateEverywhereJob } from '../alerts/jobs/evaluate-alerts.ts';
import { sweepMessagesJob } from '../alerts/jobs/deliver-message.ts';
import { sweepMailsJob } from '../alerts/jobs/deliver-mail.ts';
import { MORNING_MAIL_QUEUE } from '../alerts/morning-mail.ts';
import { publishSettledJob } from '../figures/jobs/day-settled.ts';
import { scheduleIndustriesJob, PROCESS_INDUSTRY_QUEUE } from '../figures/jobs/process-industry.ts';
import type { DailyRun } from '../figures/processing/daily-runs.ts';
import { addDays, utcDateOf } from '../kernel/time/business-date.ts';
import { daysOffsetOf } from '../kernel/time/day-rule.ts';
import { DAY_MS, MINUTE_MS } from '../kernel/time/durations.ts';
import { instantOnDate } from '../kernel/time/shift-starts.ts';
import type { EpochMillis } from '../kernel/time/types.ts';
import {
  applyRetentionJob,
  compressReadingsJob,
  computeInsightsJob,
  followRulesJob,
  forgetRevocationsJob,
  refreshDueRollupsJob,
  refreshRollupsJob,
  runCanaryJob,
  verifyRollupsJob,
  vacuumTablesJob,
  watchRunningDaysJob,
} from '../keeping/jobs/upkeep.ts';
import { sweepStaleDaysJob } from '../ledger/jobs/sweep-stale-days.ts';
import type { WorkerJob } from '../platform/queue/job.ts';
import { BEGIN_MORNINGS_QUEUE, MINUTES_AFTER_SHIFT_START, type ShiftStart } from './begin-mornings.ts';
import { sweepDownlinksJob } from '../readings/jobs/send-downlink.ts';
import { enqueueDueSubscriptionsJob, restateReportsJob, sweepReportMailsJob } from '../reports/jobs/send-reports.ts';
import { SEND_REPORTS_QUEUE } from '../reports/run-scheduled-reports.ts';

/** Duties of the whole installation, one table (UTC). */
export const SCHEDULES: readonly { readonly job: WorkerJob; readonly cron: string; readonly why: string }[] = [
  { job: sweepStaleDaysJob, cron: '* * * * *', why: 'a stale day without a job waits a minute at most' },
  {
    job: publishSettledJob,
    cron: '* * * * *',
    why: 'an event that a crash or a command left without its jobs waits a minute at most',
  },
  {
    job: evaluateEverywhereJob,
    cron: '* * * * *',
    why: 'silence sends no readings; hours, snoozes and hold times end by themselves',
  },
  {
    job: sweepMessagesJob,
    cron: '* * * * *',
    why: 'messages that a killed process has left, or has not asked for, wait a minute at most',
  },
  {
    job: sweepMailsJob,
    cron: '* * * * *',
    why: 'mails that a killed process or an absent mail server has left wait a minute at most',
  },
  {
    job: sweepDownlinksJob,
    cron: '* * * * *',
    why: 'a reset that a killed process has left on its way to a network waits some minutes at most',
  },
  {
    job: refreshDueRollupsJob,
    cron: '* * * * *',
    why: 'what a crash, a command or another refresher left due waits a minute at most',
  },
  {
    job: sweepReportMailsJob,
    cron: '* * * * *',
    why: 'jobs and mails of reports that a killed process, a lost queue or an absent mail server has left',
  },
  {
    job: enqueueDueSubscriptionsJob,
    cron: '* * * * *',
    why: 'a subscription mails at a minute of its own, which no schedule of an industry knows',
  },
  {
    job: restateReportsJob,
    cron: '* * * * *',
    why: 'recipients hear of changed figures an hour after the last change',
  },
  {
    job: computeInsightsJob,
    cron: '* * * * *',
    why: 'findings are judged anew ten minutes after figures have changed',
  },
  {
    job: watchRunningDaysJob,
    cron: '* * * * *',
    why: 'silence, tanks and quality are told while the day runs',
  },
  {
    job: followRulesJob,
    cron: '* * * * *',
    why: 'days of an earlier release are computed anew piece by piece, by the rules of this one',
  },
  { job: refreshRollupsJob, cron: '7 * * * *', why: 'analysts read recent rollups materialised' },
  { job: scheduleIndustriesJob, cron: '*/10 * * * *', why: 'new industries and changed shifts get their daily run' },
  {
    job: compressReadingsJob,
    cron: '23 2 * * *',
    why: 'old chunks shrink to a twentieth; the length of coming ones follows what is sent',
  },
  { job: applyRetentionJob, cron: '41 2 * * *', why: 'off unless READING_RETENTION_DAYS is set' },
  {
    job: forgetRevocationsJob,
    cron: '53 3 * * *',
    why: 'expired tokens are refused anyway, counts of ended limits, events taken a week ago and left-over files say nothing',
  },
  { job: vacuumTablesJob, cron: '29 2 * * *', why: 'the embedded engine has no autovacuum' },
  {
    job: verifyRollupsJob,
    cron: '11 3 * * *',
    why: 'every day is recounted in time, and its documents are held against it',
  },
  { job: runCanaryJob, cron: '37 4 * * *', why: 'off unless CANARY is on: figures with known answers are made anew' },
];

/**
 * The next morning of a shift start, some minutes after it. Where clocks skip the shift start or show it twice, it is
 * the instant that the business day takes.
 */
export function nextMorning({ timezone, shiftStartAt, daysOffset }: ShiftStart, now: EpochMillis): EpochMillis {
  const today = addDays(utcDateOf(now), daysOffset);
  // No zone is further than a day from UTC.
  const mornings = [-1, 0, 1, 2].map((days) => {
    const dayStart = instantOnDate(timezone, addDays(today, days), shiftStartAt) - daysOffset * DAY_MS;
    return dayStart + MINUTES_AFTER_SHIFT_START * MINUTE_MS;
  });
  return Math.min(...mornings.filter((morning) => morning > now));
}

/** A cron line in UTC for every day, at the minute of an instant. */
function dailyCron(instant: EpochMillis): string {
  const at = new Date(instant);
  return `${at.getUTCMinutes()} ${at.getUTCHours()} * * *`;
}

/**
 * Queues of duties that earlier releases had. They are named, because a process of an earlier release that starts
 * during a rolling upgrade must not remove the schedules of this one.
 */
export const FORMER_DUTIES = ['sweep-morning-mails'] as const;

/** Sets the schedules of duties, and removes those of former duties, whose jobs nobody would take. */
export async function scheduleDuties(boss: PgBoss): Promise<void> {
  for (const { job, cron } of SCHEDULES) await boss.schedule(job.name, cron, {}, { tz: 'UTC', singletonKey: job.name });
  for (const queue of FORMER_DUTIES) await boss.unschedule(queue);
}

/** Queues for which an earlier release set a schedule for each industry. */
const FORMER_INDUSTRY_QUEUES = [PROCESS_INDUSTRY_QUEUE, SEND_REPORTS_QUEUE, MORNING_MAIL_QUEUE];

/** A name that pg-boss takes: letters, digits, and few other characters. An unusual offset is part of it. */
function keyOf({ timezone, shiftStartAt, daysOffset }: ShiftStart): string {
  const key = `${timezone.replaceAll('+', '_plus_')}.${shiftStartAt.replaceAll(':', '.')}`;
  return daysOffset === daysOffsetOf(null, shiftStartAt) ? key : `${key}.${daysOffset}`;
}

/** A queue as it is scheduled. */
type Scheduler = Pick<PgBoss, 'getSchedules' | 'schedule' | 'unschedule' | 'send'>;

/**
 * Sets a schedule for each shift start in each time zone, and removes those that no active industry has now. A
 * schedule that was due while the service was down runs once it is up again. Industries share schedules, because
 * pg-boss looks at every schedule twice a minute in one turn of the event loop. Those that are right are left alone.
 *
 * Schedules are in UTC and follow their zone from one morning to the next. In the zone itself pg-boss would leave out a
 * morning at a time that clocks skip, and where they skip midnight it searches that whole day for a third of a second
 * in every turn.
 */
export async function scheduleIndustries(boss: Scheduler, runs: readonly DailyRun[], now: EpochMillis): Promise<void> {
  const wanted = new Map(runs.map(({ industryId: _, ...shift }) => [keyOf(shift), shift]));
  const known = new Map((await boss.getSchedules(BEGIN_MORNINGS_QUEUE)).map((schedule) => [schedule.key, schedule]));
  for (const [key, shift] of wanted) {
    const morning = nextMorning(shift, now);
    const cron = dailyCron(morning);
    const standing = known.get(key);
    const isInUtc = standing?.timezone === 'UTC';
    // Farther than a day ahead, the new time would come once before that morning.
    if (isInUtc && (standing.cron === cron || morning - now > DAY_MS)) continue;
    await boss.schedule(BEGIN_MORNINGS_QUEUE, cron, shift, { tz: 'UTC', key, singletonKey: key, missed: 'once' });
    // The morning of the new time may have passed while the service was down. Once more does no harm.
    if (isInUtc) await boss.send(BEGIN_MORNINGS_QUEUE, shift, { singletonKey: key });
  }
  for (const key of known.keys()) if (!wanted.has(key)) await boss.unschedule(BEGIN_MORNINGS_QUEUE, key);
  for (const queue of FORMER_INDUSTRY_QUEUES)
    for (const { key } of await boss.getSchedules(queue)) await boss.unschedule(queue, key);
}
