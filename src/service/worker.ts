import type { PgBoss, JobWithMetadata } from 'pg-boss';
import type { Counter } from 'prom-client';
import { reasonOf } from '../kernel/reason-of.ts';
import { dailyRuns } from '../figures/processing/daily-runs.ts';
import { RETRY_POLL_SECONDS } from '../platform/queue/client.ts';
import { HEARTBEAT_EVERY_SECONDS, type WorkerJob, type JobServices } from '../platform/queue/job.ts';
import { deliverMessageJob } from '../alerts/jobs/deliver-message.ts';
import { deliverMailJob } from '../alerts/jobs/deliver-mail.ts';
import { morningMailJob } from '../alerts/jobs/morning-mail.ts';
import { beginMorningsJob } from './begin-mornings.ts';
import { SETTLED_REACTIONS } from './settled-reactions.ts';
import { daySettledJobs } from '../figures/jobs/day-settled.ts';
import { evaluateAlertsJob } from '../alerts/jobs/evaluate-alerts.ts';
import { industryInsightsJob } from '../findings/jobs/industry-insights.ts';
import { processIndustryJob, rebuildBacklogJob, rebuildIndustryJob } from '../figures/jobs/process-industry.ts';
import { failedBatchJob, failedReportsJob } from '../platform/global-logs/write-service-log.ts';
import { SCHEDULES, scheduleDuties, scheduleIndustries } from './schedules.ts';
import { confirmRecipientJob, sendReportsJob, writeReportQueue } from '../reports/jobs/send-reports.ts';
import { sendPasswordResetJob } from '../platform/login/jobs/send-password-reset.ts';
import { sendDownlinkJob } from '../readings/jobs/send-downlink.ts';
import { batchTriggerJob, eventStreamJob } from '../keeping/jobs/triggers.ts';

interface WorkerMetrics {
  readonly failures: Counter<'queue'>;
}

/** Jobs of all queues. A line here gives a queue its worker in every process with that role. */
export const JOBS: readonly WorkerJob[] = [
  // The queue of failed jobs is created before the queues that name it.
  failedBatchJob,
  failedReportsJob,
  rebuildIndustryJob,
  rebuildBacklogJob,
  processIndustryJob,
  beginMorningsJob,
  evaluateAlertsJob,
  sendReportsJob,
  confirmRecipientJob,
  sendPasswordResetJob,
  batchTriggerJob,
  eventStreamJob,
  sendDownlinkJob,
  writeReportQueue,
  industryInsightsJob,
  ...daySettledJobs(SETTLED_REACTIONS),
  deliverMessageJob,
  deliverMailJob,
  morningMailJob,
  ...SCHEDULES.map(({ job }) => job),
];
export const QUEUE_NAMES: readonly string[] = JOBS.map(({ name }) => name);

/** Creates the queues, or updates their options. Every process does so, because any may send. */
export async function createQueues(boss: PgBoss): Promise<void> {
  for (const {
    name,
    options: { policy, ...changeable },
  } of JOBS) {
    await boss.createQueue(name, policy === undefined ? changeable : { ...changeable, policy });
    // A queue that an earlier release created would keep its old options. The policy cannot change.
    await boss.updateQueue(name, changeable);
  }
}

/**
 * Starts the workers and the schedules. Each job logs one line: queue, industry where there is one, duration, outcome.
 */
export async function startWorker(
  boss: PgBoss,
  reached: Omit<JobServices, 'rescheduleIndustries'>,
  metrics: WorkerMetrics,
): Promise<void> {
  const { context } = reached;
  const rescheduleIndustries = async (): Promise<void> =>
    scheduleIndustries(boss, await dailyRuns(context), context.clock.now());
  const services = { ...reached, rescheduleIndustries };
  for (const job of JOBS) {
    const options = {
      pollingIntervalSeconds: 1,
      notifyPollingIntervalSeconds: RETRY_POLL_SECONDS,
      heartbeatRefreshSeconds: HEARTBEAT_EVERY_SECONDS,
      localConcurrency: job.concurrency,
      includeMetadata: true,
    } as const;
    let worker = '';
    worker = await boss.work<unknown, unknown, typeof options>(job.name, options, async ([received]) => {
      try {
        if (received !== undefined) await perform(job, received, services, metrics);
      } finally {
        // Notices that arrive during a job count as one. Without this call, each further job of a backlog would wait
        // for the next poll.
        boss.notifyWorker(worker);
      }
    });
  }
  await scheduleDuties(boss);
  await rescheduleIndustries();
}

async function perform(
  job: WorkerJob,
  received: JobWithMetadata<unknown>,
  services: JobServices,
  metrics: WorkerMetrics,
): Promise<void> {
  const { log } = services.context;
  const started = performance.now();
  const industryId =
    typeof received.data === 'object' && received.data !== null && 'industryId' in received.data
      ? received.data.industryId
      : undefined;
  const line = () => ({
    job: job.name,
    jobId: received.id,
    industry: industryId,
    durationMs: Math.round(performance.now() - started),
  });
  try {
    await job.perform(services, received.data ?? {}, received.signal, {
      id: received.id,
      at: received.createdOn.getTime(),
    });
    log.info(line(), 'job done');
  } catch (error) {
    metrics.failures.inc({ queue: job.name });
    log.error({ ...line(), error: reasonOf(error) }, 'job failed');
    throw error;
  }
}
