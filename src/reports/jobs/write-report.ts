import { makeReport } from '../reports.ts';
import { REPORT_QUEUE, reportJobPayload, writeReportJob } from '../report-jobs.ts';
import { defineJob, HEARTBEAT, ONE_PER_KEY, RETRIED } from '../../platform/queue/job.ts';

/** Writes a report that no connection waits for. Another worker takes up a killed worker's job. */
export const writeReportQueue = defineJob({
  name: REPORT_QUEUE,
  payload: reportJobPayload,
  options: { ...RETRIED, policy: ONE_PER_KEY, notify: true, expireInSeconds: 900, ...HEARTBEAT },
  concurrency: 1,
  work: ({ context }, payload) => writeReportJob(context, makeReport, payload),
});
