import type { PgBoss } from 'pg-boss';
import type { DailyRun } from '../services/processing/daily-runs.ts';
import { PROCESS_INDUSTRY_QUEUE } from './process-industry.ts';

/** Duties of the whole installation, one table (UTC). */
export const SCHEDULES: readonly { readonly queue: string; readonly cron: string; readonly why: string }[] = [
  { queue: 'sweep-stale-days', cron: '* * * * *', why: 'a stale day without a job waits a minute at most' },
  {
    queue: 'publish-day-settled',
    cron: '* * * * *',
    why: 'an event that a crash or a command left without its jobs waits a minute at most',
  },
  {
    queue: 'evaluate-alerts-everywhere',
    cron: '* * * * *',
    why: 'silence sends no readings; hours, snoozes and hold times end by themselves',
  },
  {
    queue: 'sweep-messages',
    cron: '* * * * *',
    why: 'messages whose pause or quiet hours have ended, or whose process was killed, wait a minute at most',
  },
  {
    queue: 'refresh-due-rollups',
    cron: '* * * * *',
    why: 'what a crash, a command or another refresher left due waits a minute at most',
  },
  { queue: 'refresh-rollups', cron: '7 * * * *', why: 'analysts read recent rollups materialised' },
  { queue: 'schedule-industries', cron: '*/10 * * * *', why: 'new industries and changed shifts get their daily run' },
  {
    queue: 'compress-readings',
    cron: '23 2 * * *',
    why: 'old chunks shrink to a twentieth; the length of coming ones follows what is sent',
  },
  { queue: 'apply-retention', cron: '41 2 * * *', why: 'off unless READING_RETENTION_DAYS is set' },
  {
    queue: 'forget-revocations',
    cron: '53 3 * * *',
    why: 'expired tokens are refused anyway, counts of ended limits and events taken a week ago say nothing',
  },
  { queue: 'vacuum-tables', cron: '29 2 * * *', why: 'the embedded engine has no autovacuum' },
  {
    queue: 'verify-rollups',
    cron: '11 3 * * *',
    why: 'every day is recounted in time, and its documents are held against it',
  },
];

/**
 * Minutes after the shift start at which an industry's daily run begins: the day's last readings may still be on their
 * way.
 */
const MINUTES_AFTER_SHIFT_START = 3;

/** The daily run of an industry, in its own zone, so that it follows clock changes. */
export function dailyRunCron(shiftStartAt: string): string {
  const [hours = 0, minutes = 0] = shiftStartAt.split(':').map(Number);
  const minuteOfDay = (hours * 60 + minutes + MINUTES_AFTER_SHIFT_START) % 1440;
  return `${minuteOfDay % 60} ${Math.floor(minuteOfDay / 60)} * * *`;
}

export async function scheduleDuties(boss: PgBoss): Promise<void> {
  for (const { queue, cron } of SCHEDULES) await boss.schedule(queue, cron, {}, { tz: 'UTC', singletonKey: queue });
}

/** One schedule per run, keyed by the industry's id; schedules of industries that are gone or inactive are removed. */
export async function scheduleIndustries(boss: PgBoss, runs: readonly DailyRun[]): Promise<void> {
  for (const { industryId, shiftStartAt, timezone } of runs) {
    await boss.schedule(
      PROCESS_INDUSTRY_QUEUE,
      dailyRunCron(shiftStartAt),
      { industryId },
      { tz: timezone, key: industryId, singletonKey: industryId },
    );
  }
  const wanted = new Set(runs.map((run) => run.industryId));
  for (const schedule of await boss.getSchedules(PROCESS_INDUSTRY_QUEUE)) {
    if (!wanted.has(schedule.key)) await boss.unschedule(PROCESS_INDUSTRY_QUEUE, schedule.key);
  }
}
