import type { PgBoss } from 'pg-boss';
import { evaluateEverywhereJob } from '../alerts/jobs/evaluate-alerts.ts';
import { sweepMessagesJob } from '../alerts/jobs/deliver-message.ts';
import { sweepMailsJob } from '../alerts/jobs/deliver-mail.ts';
import { MORNING_MAIL_QUEUE } from '../alerts/morning-mail.ts';
import { publishSettledJob } from '../figures/jobs/day-settled.ts';
import { scheduleIndustriesJob, PROCESS_INDUSTRY_QUEUE } from '../figures/jobs/process-industry.ts';
import type { DailyRun } from '../figures/processing/daily-runs.ts';
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
import { askForSubscriptionsJob, restateReportsJob, sweepReportMailsJob } from '../reports/jobs/send-reports.ts';
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
    job: askForSubscriptionsJob,
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
 * A cron line for every day, this many minutes after the shift start. The schedule runs in the industry's zone, so it
 * follows clock changes.
 */
export function afterShiftStart(shiftStartAt: string, minutesAfter: number): string {
  const [hours = 0, minutes = 0] = shiftStartAt.split(':').map(Number);
  const minuteOfDay = hours * 60 + minutes + minutesAfter;
  return `${minuteOfDay % 60} ${Math.floor(minuteOfDay / 60) % 24} * * *`;
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

/** A name that pg-boss takes: letters, digits, and few other characters. */
const keyOf = ({ timezone, shiftStartAt }: ShiftStart): string =>
  `${timezone.replaceAll('+', '_plus_')}.${shiftStartAt.replaceAll(':', '.')}`;

/**
 * Sets a schedule for each shift start in each time zone, and removes those that no active industry has any more. A
 * schedule that was due while the service was down runs once it is up again. Industries share schedules, because
 * pg-boss looks at every schedule twice a minute in one turn of the event loop. Those that are right are left alone.
 */
export async function scheduleIndustries(boss: PgBoss, runs: readonly DailyRun[]): Promise<void> {
  const wanted = new Map(
    runs.map(({ timezone, shiftStartAt }) => [keyOf({ timezone, shiftStartAt }), { timezone, shiftStartAt }]),
  );
  const known = new Set((await boss.getSchedules(BEGIN_MORNINGS_QUEUE)).map(({ key }) => key));
  for (const [key, shift] of wanted) {
    if (known.has(key)) continue;
    await boss.schedule(BEGIN_MORNINGS_QUEUE, afterShiftStart(shift.shiftStartAt, MINUTES_AFTER_SHIFT_START), shift, {
      tz: shift.timezone,
      key,
      singletonKey: key,
      missed: 'once',
    });
  }
  for (const key of known) if (!wanted.has(key)) await boss.unschedule(BEGIN_MORNINGS_QUEUE, key);
  for (const queue of FORMER_INDUSTRY_QUEUES)
    for (const { key } of await boss.getSchedules(queue)) await boss.unschedule(queue, key);
}
