import { z } from 'zod';
import { MORNING_MAIL_QUEUE } from '../alerts/morning-mail.ts';
import { PROCESS_INDUSTRY_QUEUE } from '../figures/jobs/process-industry.ts';
import { type DailyRun, dailyRuns } from '../figures/processing/daily-runs.ts';
import { MINUTE_MS } from '../kernel/time/durations.ts';
import { defineJob, HEARTBEAT, ONE_QUEUED_PER_KEY, RETRIED } from '../platform/queue/job.ts';
import { AUTOMATED_FREQUENCIES, type AutomatedFrequency } from '../reports/rules/automated-mails.ts';
import { SEND_REPORTS_QUEUE } from '../reports/run-scheduled-reports.ts';

/** The queue of shift starts: a job for each time of day in each time zone at which business days begin. */
export const BEGIN_MORNINGS_QUEUE = 'begin-mornings';

export type ShiftStart = Pick<DailyRun, 'timezone' | 'shiftStartAt' | 'daysOffset'>;

/**
 * Minutes between the shift start and the industry's daily run, because the last readings of the day may still be on
 * their way.
 */
export const MINUTES_AFTER_SHIFT_START = 3;

/**
 * Reports wait for the day to settle, so they begin when it usually has. Monthly reports are asked for every day,
 * because only a run knows on which day the industry's month ends, and whether its reports are still to be sent.
 */
const REPORTS_AFTER_SHIFT_START: Readonly<Record<AutomatedFrequency, number>> = { daily: 15, monthly: 25 };

/** The ended day is judged ten minutes after its figures, and the morning mail tells what was found. */
const MORNING_MAIL_AFTER_SHIFT_START = 20;

interface MorningJob {
  readonly queue: string;
  readonly key: string;
  readonly minutesAfterShiftStart: number;
  readonly payload: { readonly industryId: string; readonly frequency?: AutomatedFrequency };
}

/** The jobs of an industry's morning, as they begin. */
const jobsOf = (industryId: string): MorningJob[] => [
  {
    queue: PROCESS_INDUSTRY_QUEUE,
    key: industryId,
    minutesAfterShiftStart: MINUTES_AFTER_SHIFT_START,
    payload: { industryId },
  },
  ...AUTOMATED_FREQUENCIES.map((frequency) => ({
    queue: SEND_REPORTS_QUEUE,
    key: `${industryId}.${frequency}`,
    minutesAfterShiftStart: REPORTS_AFTER_SHIFT_START[frequency],
    payload: { industryId, frequency },
  })),
  {
    queue: MORNING_MAIL_QUEUE,
    key: industryId,
    minutesAfterShiftStart: MORNING_MAIL_AFTER_SHIFT_START,
    payload: { industryId },
  },
];

/**
 * Asks for the daily run, the reports and the morning mail of every active industry whose day begins then. Asking twice
 * does no harm: a job that waits is not queued again, and one that has run finds nothing to do.
 */
export const beginMorningsJob = defineJob({
  name: BEGIN_MORNINGS_QUEUE,
  // A job of an earlier release has no offset.
  payload: z.object({ timezone: z.string(), shiftStartAt: z.string(), daysOffset: z.number().int().optional() }),
  options: { ...RETRIED, policy: ONE_QUEUED_PER_KEY, notify: true, expireInSeconds: 900, ...HEARTBEAT },
  concurrency: 1,
  work: async ({ context, queue }, { timezone, shiftStartAt, daysOffset }) => {
    const now = context.clock.now();
    const runs = (await dailyRuns(context)).filter(
      (run) =>
        run.timezone === timezone
        && run.shiftStartAt === shiftStartAt
        && (daysOffset === undefined || run.daysOffset === daysOffset),
    );
    const jobs = runs
      .flatMap(({ industryId }) => jobsOf(industryId))
      .toSorted((one, other) => one.minutesAfterShiftStart - other.minutesAfterShiftStart);
    for (const { queue: name, key, minutesAfterShiftStart, payload } of jobs) {
      const minutes = minutesAfterShiftStart - MINUTES_AFTER_SHIFT_START;
      await queue.send(name, payload, {
        singletonKey: key,
        ...(minutes === 0 ? {} : { startAfter: new Date(now + minutes * MINUTE_MS) }),
      });
    }
  },
});
