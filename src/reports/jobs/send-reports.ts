import { z } from 'zod';
import { AUTOMATED_FREQUENCIES } from '../rules/automated-mails.ts';
import { businessDate } from '../../kernel/time/business-date.ts';
import { sweepReportMails } from '../deliver-mails.ts';
import { sweepReportJobs, REPORT_QUEUE, reportJobPayload, writeReportJob } from '../report-jobs.ts';
import { reportMaker } from '../report-run.ts';
import { restateDue } from '../restate-reports.ts';
import { runScheduledReports, SEND_REPORTS_QUEUE } from '../run-scheduled-reports.ts';
import { enqueueDueSubscriptions, runSubscription } from '../run-subscriptions.ts';
import { CONFIRM_QUEUE, sendConfirmation } from '../subscription-links.ts';
import { FAILED_REPORTS_QUEUE } from '../../platform/global-logs/write-service-log.ts';
import { defineJob, HEARTBEAT, MAILED, ONE_QUEUED_PER_KEY, RETRIED, ONE_PER_KEY } from '../../platform/queue/job.ts';
import { makeReport } from '../make-report.ts';

/** Writes a report that no connection waits for. Another worker takes up a killed worker's job. */
export const writeReportQueue = defineJob({
  name: REPORT_QUEUE,
  payload: reportJobPayload,
  options: { ...RETRIED, policy: ONE_PER_KEY, notify: true, expireInSeconds: 900, ...HEARTBEAT },
  concurrency: 1,
  work: ({ context }, payload) => writeReportJob(context, makeReport, payload),
});

const scheduledRun = z.object({
  industryId: z.string(),
  frequency: z.enum(AUTOMATED_FREQUENCIES),
  date: z.string().transform(businessDate).nullish().default(null),
  since: z.number().nullish().default(null),
});
const subscriptionRun = z.object({
  industryId: z.string(),
  subscriptionId: z.string(),
  dueAt: z.number(),
  since: z.number(),
});

/** Sends the scheduled reports of one industry, or the report of one subscription. */
export const sendReportsJob = defineJob({
  name: SEND_REPORTS_QUEUE,
  payload: z.union([subscriptionRun, scheduledRun]),
  options: {
    ...RETRIED,
    deadLetter: FAILED_REPORTS_QUEUE,
    policy: ONE_QUEUED_PER_KEY,
    notify: true,
    expireInSeconds: 3600,
    ...HEARTBEAT,
  },
  concurrency: 1,
  work: ({ context, queue, channels }, run) =>
    'subscriptionId' in run
      ? runSubscription({ ...context, channels }, queue, reportMaker(context), run)
      : runScheduledReports({ ...context, channels }, queue, reportMaker(context), run),
});

/** Asks for the reports of subscriptions whose time has come. Runs every minute. */
export const enqueueDueSubscriptionsJob = defineJob({
  name: 'ask-for-subscriptions',
  payload: z.object({}),
  options: { policy: ONE_QUEUED_PER_KEY, retryLimit: 0, expireInSeconds: 900, ...HEARTBEAT },
  concurrency: 1,
  work: ({ context, queue }) => enqueueDueSubscriptions(context, queue),
});

/** Mails a link to an address outside that is to get a report. */
export const confirmRecipientJob = defineJob({
  name: CONFIRM_QUEUE,
  payload: z.object({ recipientKey: z.number().int() }),
  options: { ...MAILED, notify: true, expireInSeconds: 120, ...HEARTBEAT },
  concurrency: 1,
  work: ({ context, channels }, { recipientKey }) => sendConfirmation({ ...context, channels }, recipientKey),
});

/**
 * Asks again for lost report jobs, and sends mails that a killed process or an absent server left. Runs every minute.
 */
export const sweepReportMailsJob = defineJob({
  name: 'sweep-report-mails',
  payload: z.object({}),
  options: { policy: ONE_QUEUED_PER_KEY, retryLimit: 0, expireInSeconds: 3600, ...HEARTBEAT },
  concurrency: 1,
  work: async ({ context, queue, channels }) => {
    await sweepReportJobs(context, queue);
    await sweepReportMails({ ...context, channels });
  },
});

/** Restates sent reports whose days have changed and been quiet since. Runs every minute. */
export const restateReportsJob = defineJob({
  name: 'restate-reports',
  payload: z.object({}),
  options: { policy: ONE_QUEUED_PER_KEY, retryLimit: 0, expireInSeconds: 3600, ...HEARTBEAT },
  concurrency: 1,
  work: ({ context, channels }) => restateDue({ ...context, channels }, reportMaker(context)),
});
