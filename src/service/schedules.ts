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
import { sweepDownlinksJob } from '../readings/jobs/send-downlink.ts';
import { askForSubscriptionsJob, restateReportsJob, sweepReportMailsJob } from '../reports/jobs/send-reports.ts';
import { AUTOMATED_FREQUENCIES, type AutomatedFrequency } from '../reports/rules/automated-mails.ts';
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
 * Minutes between the shift start and the industry's daily run, because the last readings of the day may still be on
 * their way.
 */
const MINUTES_AFTER_SHIFT_START = 3;

/**
 * A cron line for every day, this many minutes after the shift start. The schedule runs in the industry's zone, so it
 * follows clock changes.
 */
export function afterShiftStart(shiftStartAt: string, minutesAfter: number): string {
  const [hours = 0, minutes = 0] = shiftStartAt.split(':').map(Number);
  const minuteOfDay = hours * 60 + minutes + minutesAfter;
  return `${minuteOfDay % 60} ${Math.floor(minuteOfDay / 60) % 24} * * *`;
}

/** Queues whose schedules are set for each industry. */
const INDUSTRY_QUEUES = [PROCESS_INDUSTRY_QUEUE, SEND_REPORTS_QUEUE, MORNING_MAIL_QUEUE];

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

/** One schedule of an industry. */
interface IndustrySchedule {
  readonly queue: string;
  readonly key: string;
  readonly cron: string;
  readonly timezone: string;
  readonly payload: { readonly industryId: string; readonly frequency?: AutomatedFrequency };
}

/**
 * Reports wait for the day to settle, so they begin when it usually has. Monthly reports are asked for every day,
 * because only a run knows on which day the industry's month ends, and whether its reports are still to be sent.
 */
const REPORTS_AFTER_SHIFT_START: Readonly<Record<AutomatedFrequency, number>> = { daily: 15, monthly: 25 };

/** The ended day is judged ten minutes after its figures, and the morning mail tells what was found. */
const MORNING_MAIL_AFTER_SHIFT_START = 20;

function schedulesOf({ industryId, shiftStartAt, timezone }: DailyRun): IndustrySchedule[] {
  return [
    {
      queue: PROCESS_INDUSTRY_QUEUE,
      key: industryId,
      cron: afterShiftStart(shiftStartAt, MINUTES_AFTER_SHIFT_START),
      timezone,
      payload: { industryId },
    },
    ...AUTOMATED_FREQUENCIES.map((frequency) => ({
      queue: SEND_REPORTS_QUEUE,
      key: `${industryId}.${frequency}`,
      cron: afterShiftStart(shiftStartAt, REPORTS_AFTER_SHIFT_START[frequency]),
      timezone,
      payload: { industryId, frequency },
    })),
    {
      queue: MORNING_MAIL_QUEUE,
      key: industryId,
      cron: afterShiftStart(shiftStartAt, MORNING_MAIL_AFTER_SHIFT_START),
      timezone,
      payload: { industryId },
    },
  ];
}

/**
 * Sets the schedules of industries, keyed by the industry's id, and removes those of industries that are gone or
 * inactive. A schedule that was due while the service was down runs once it is up again.
 */
export async function scheduleIndustries(boss: PgBoss, runs: readonly DailyRun[]): Promise<void> {
  const wanted = runs.flatMap(schedulesOf);
  for (const { queue, key, cron, timezone, payload } of wanted)
    await boss.schedule(queue, cron, payload, { tz: timezone, key, singletonKey: key, missed: 'once' });
  const known = new Set(wanted.map(({ queue, key }) => `${queue} ${key}`));
  for (const queue of INDUSTRY_QUEUES) {
    for (const { key } of await boss.getSchedules(queue)) {
      if (!known.has(`${queue} ${key}`)) await boss.unschedule(queue, key);
    }
  }
}
