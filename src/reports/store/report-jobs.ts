import { dateOrNull, type Querier, type RowOf } from '../../platform/database/database.ts';
import type { ErrorDetail } from '../../kernel/errors.ts';

type ReportJobState = 'waiting' | 'running' | 'done' | 'failed';

/** Reason for a job's failure, in the words of a direct answer to its request. */
export interface JobProblem {
  readonly code: number;
  readonly message: string;
  /** Wrong fields; absent: no field was wrong. */
  readonly errors?: readonly ErrorDetail[] | undefined;
}

export interface StoredReportJob {
  readonly jobId: string;
  readonly state: ReportJobState;
  /** Progress in per cent. */
  readonly progress: number;
  readonly problem: JobProblem | null;
  readonly fileName: string | null;
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
}

/** The industry acted on, and the user who asked. */
export interface JobOwner {
  readonly industryKey: number;
  readonly userKey: number;
}

interface NewReportJob {
  readonly jobId: string;
  readonly request: object;
  readonly createdAt: Date;
}

/** Stores a job; false: the industry has `most` unfinished jobs already. */
export async function addReportJob(
  db: Querier,
  { industryKey, userKey }: JobOwner,
  { jobId, request, createdAt }: NewReportJob,
  most: number,
): Promise<boolean> {
  const values = { jobId, industryKey, request: JSON.stringify(request), createdAt, most, userKey };
  const added = await db.many('report-jobs.add', values);
  return added.length === 1;
}

/** Finds a job; null: the user has none of this identity in the industry that is younger than `since`. */
export async function findReportJob(
  db: Querier,
  { industryKey, userKey }: JobOwner,
  jobId: string,
  since: Date,
): Promise<StoredReportJob | null> {
  const row = await db.maybeOne<RowOf<StoredReportJob, 'createdAt' | 'finishedAt'>>('report-jobs.find', {
    industryKey,
    userKey,
    jobId,
    since,
  });
  if (row === null) return null;
  return {
    ...row,
    createdAt: new Date(row.createdAt),
    finishedAt: dateOrNull(row.finishedAt),
  };
}

export const reportFileOf = (
  db: Querier,
  { industryKey, userKey }: JobOwner,
  jobId: string,
  since: Date,
): Promise<{ readonly bytes: Uint8Array; readonly fileName: string } | null> =>
  db.maybeOne('report-jobs.file', { industryKey, userKey, jobId, since });

/** The request of an unfinished job and the number of its attempts; null when the job is finished or gone. */
export async function beginReportJob(
  db: Querier,
  industryKey: number,
  jobId: string,
  progress: number,
): Promise<{ readonly request: unknown; readonly attempts: number } | null> {
  return db.maybeOne<{ request: unknown; attempts: number }>('report-jobs.begin', { industryKey, jobId, progress });
}

export const saveProgress = async (
  db: Querier,
  industryKey: number,
  jobId: string,
  progress: number,
): Promise<void> => {
  await db.many('report-jobs.progress', { industryKey, jobId, progress });
};

export const finishReportJob = async (
  db: Querier,
  industryKey: number,
  jobId: string,
  { bytes, fileName, at }: { readonly bytes: Uint8Array; readonly fileName: string; readonly at: Date },
): Promise<void> => {
  await db.many('report-jobs.done', { industryKey, jobId, bytes: Buffer.from(bytes), fileName, at });
};

export const failReportJob = async (
  db: Querier,
  industryKey: number,
  jobId: string,
  problem: JobProblem,
  at: Date,
): Promise<void> => {
  await db.many('report-jobs.failed', { industryKey, jobId, problem: JSON.stringify(problem), at });
};

/** Jobs of all industries that began before an instant and have not ended. */
export const unfinishedReportJobs = (
  db: Querier,
  before: Date,
): Promise<readonly { readonly industryId: string; readonly jobId: string }[]> =>
  db.many('report-jobs.unfinished', { before });

/** Fails the jobs of all industries that began before an instant and have not ended. */
export const giveUpReportJobs = async (db: Querier, before: Date, problem: JobProblem, at: Date): Promise<void> => {
  await db.many('report-jobs.give_up', { before, problem: JSON.stringify(problem), at });
};

/** Upkeep: removes old jobs. */
export const forgetReportJobs = async (db: Querier, before: Date): Promise<void> => {
  await db.many('report-jobs.forget', { before });
};
