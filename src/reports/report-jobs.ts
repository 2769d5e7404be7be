import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Context, DataContext, WithQueue } from '../context.ts';
import { ServiceError, TooManyRequests } from '../kernel/errors.ts';
import type { Caller } from '../platform/login/rules/caller.ts';
import { industryFrom } from '../kernel/industry/retired.ts';
import { planOf } from './rules/plan.ts';
import { businessDateOf } from '../kernel/time/business-clock.ts';
import type { CsvStyle } from '../kernel/format/csv-line.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../kernel/time/durations.ts';
import { isDatabaseUnavailable } from '../kernel/unavailable.ts';
import { reasonOf } from '../kernel/reason-of.ts';
import type { QueueClient } from '../platform/queue/client.ts';
import {
  addReportJob,
  beginReportJob,
  failReportJob,
  findReportJob,
  finishReportJob,
  forgetReportJobs,
  giveUpReportJobs,
  type JobOwner,
  type JobProblem,
  reportFileOf,
  type StoredReportJob,
  saveProgress,
  unfinishedReportJobs,
} from './store/report-jobs.ts';
import { findIndustry } from '../platform/directory/store/industries.ts';
import type { AskedReport } from './build-report.ts';
import { firstBusinessDate, requireReportable } from './load-figures.ts';
import type { makeReport, WrittenReport } from './make-report.ts';

export const REPORT_QUEUE = 'make-report';
export const reportJobPayload = z.object({ industryId: z.string(), jobId: z.string() });

/** Spec gap: time for which a file is kept, and number of an industry's waiting jobs. */
const KEPT_MILLISECONDS = DAY_MS;
const MOST_UNFINISHED = 20;
const RETRY_SECONDS = 30;

/** Age at which the sweep asks for a job again, because its own process may have failed to. */
const SWEEP_AFTER_MILLISECONDS = MINUTE_MS;
/** Spec gap: time for which a job is tried. Queues of other industries' reports are shorter. */
const TRIED_MILLISECONDS = HOUR_MS;

/** Attempts, including those that a lost database or a stop of the service ended. */
const MOST_ATTEMPTS = 6;

/** Per cent of a job when its parts begin. */
const PROGRESS = { figures: 10, writing: 60 } as const;

const FAULT: JobProblem = { code: 500, message: 'The report could not be made, by a fault of the service.' };

const FATAL: JobProblem = {
  code: 500,
  message: `The report could not be made: the process that made it ended, ${MOST_ATTEMPTS} times. Please ask for less at once.`,
};

const LATE: JobProblem = {
  code: 503,
  message:
    'The report was not made within an hour: no process was there to make it, or each was stopped. Please ask again.',
};

interface JobRequest {
  readonly asked: AskedReport;
  readonly csv: CsvStyle;
}

type Asker = Pick<Caller, 'industry' | 'industryKey' | 'userKey'>;

export interface ReportJob extends StoredReportJob {
  /** Instant at which the job and its file are removed. */
  readonly expiresAt: Date;
}

/** @throws TooManyRequests when the industry has many unfinished jobs */
export async function startReportJob(
  context: Pick<Context, 'database' | 'clock' | 'log'> & WithQueue,
  asker: Asker,
  { asked, csv }: JobRequest,
): Promise<ReportJob> {
  const { database, clock, log, queue } = context;
  const { industry } = asker;
  // Mistakes of the caller are answered at once. A missing date means the day of the request.
  const startDate = asked.startDate ?? businessDateOf(industry.clock, clock.now());
  const plan = planOf({ ...asked, startDate });
  const reported = industryFrom(industry, firstBusinessDate(industry, asked, plan));
  requireReportable(reported, { ...asked, startDate }, plan);
  const request: JobRequest = { asked: { ...asked, startDate }, csv };
  const jobId = randomUUID();
  const job = { jobId, request, createdAt: new Date(clock.now()) };
  const isAdded = await addReportJob(database, asker, job, MOST_UNFINISHED);
  if (!isAdded) throw new TooManyRequests(RETRY_SECONDS);
  await enqueueReportJob(queue, industry.industryId, jobId).catch((error: unknown) => {
    log.warn({ reason: reasonOf(error), industry: industry.industryId, jobId }, 'a report waits for the sweep');
  });
  return readReportJob(context, asker, jobId);
}

/** @throws ServiceError 404 for a job that is not the caller's, or is older than a day */
export async function readReportJob(
  { database, clock }: DataContext,
  asker: JobOwner,
  jobId: string,
): Promise<ReportJob> {
  const job = await findReportJob(database, asker, jobId, keptSince(clock));
  if (job === null) throw new ServiceError(404, `There is no report job ${jobId}; jobs are kept for a day`);
  return { ...job, expiresAt: new Date(job.createdAt.getTime() + KEPT_MILLISECONDS) };
}

/** @throws ServiceError 404 as long as there is no file */
export async function readReportFile(context: DataContext, asker: JobOwner, jobId: string): Promise<WrittenReport> {
  const file = await reportFileOf(context.database, asker, jobId, keptSince(context.clock));
  if (file !== null) return file;
  const { state } = await readReportJob(context, asker, jobId);
  throw new ServiceError(404, `The report job ${jobId} has no file: it is ${state}`);
}

const keptSince = (clock: Context['clock']): Date => new Date(clock.now() - KEPT_MILLISECONDS);

const enqueueReportJob = (queue: QueueClient, industryId: string, jobId: string): Promise<void> =>
  queue.send(REPORT_QUEUE, { industryId, jobId }, { singletonKey: jobId });

/**
 * Asks again for jobs that the queue has lost or never got. The queue ignores those that it has. A job that was tried
 * for an hour is given up. Runs every minute.
 */
export async function sweepReportJobs({ database, clock }: DataContext, queue: QueueClient): Promise<void> {
  const now = clock.now();
  await giveUpReportJobs(database, new Date(now - TRIED_MILLISECONDS), LATE, new Date(now));
  for (const { industryId, jobId } of await unfinishedReportJobs(database, new Date(now - SWEEP_AFTER_MILLISECONDS)))
    await enqueueReportJob(queue, industryId, jobId);
}

/** Makes a job's report by the same code as a direct request. A mistake of the caller is not tried again. */
export async function writeReportJob(
  context: Context,
  make: typeof makeReport,
  { industryId, jobId }: z.output<typeof reportJobPayload>,
): Promise<void> {
  const { database, clock } = context;
  const industry = await findIndustry(database, industryId, clock.now());
  if (industry === null) return;
  const { industryKey } = industry;
  const begun = await beginReportJob(database, industryKey, jobId, PROGRESS.figures);
  if (begun === null) return;
  if (begun.attempts > MOST_ATTEMPTS) return failReportJob(database, industryKey, jobId, FATAL, new Date(clock.now()));
  // The cast is safe, because startReportJob above stores this form.
  const { asked, csv } = begun.request as JobRequest;
  try {
    const written = await make(context, industry, asked, { csv }, () =>
      saveProgress(database, industryKey, jobId, PROGRESS.writing),
    );
    await finishReportJob(database, industryKey, jobId, { ...written, at: new Date(clock.now()) });
  } catch (error) {
    // The job is tried again, because the database was away or the process is being stopped.
    if (error instanceof ServiceError ? error.code === 503 : isDatabaseUnavailable(error)) throw error;
    const problem = error instanceof ServiceError ? problemOf(error) : FAULT;
    await failReportJob(database, industryKey, jobId, problem, new Date(clock.now()));
    if (problem === FAULT) throw error;
  }
}

const problemOf = ({ code, message, details }: ServiceError): JobProblem => ({
  code,
  message,
  ...(details.length === 0 ? {} : { errors: details }),
});

/** Removes expired jobs and files. */
export const forgetOldReportJobs = ({ database, clock }: DataContext): Promise<void> =>
  forgetReportJobs(database, keptSince(clock));
