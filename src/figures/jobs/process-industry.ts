import { z } from 'zod';
import { catchUpIndustry } from '../processing/catch-up.ts';
import { FAILED_BATCH_QUEUE } from '../../platform/global-logs/write-service-log.ts';
import { defineJob, HEARTBEAT, ONE_QUEUED_PER_KEY, RETRIED } from '../../platform/queue/job.ts';
import { businessDate } from '../../kernel/time/business-date.ts';
import { rebuildBacklog, rebuildIndustry } from '../processing/rebuild-industry.ts';
import { BACKLOG_QUEUE, REBUILD_QUEUE } from '../../ledger/ask-for-rebuilds.ts';
import { publishSettled } from '../settled/publish-settled.ts';

const options = {
  ...RETRIED,
  deadLetter: FAILED_BATCH_QUEUE,
  policy: ONE_QUEUED_PER_KEY,
  notify: true,
  expireInSeconds: 900,
  ...HEARTBEAT,
} as const;

/**
 * Rebuilds stale days of one industry as far as that is done at once. At most one waits per industry; one more may
 * while it is worked on.
 */
export const rebuildIndustryJob = defineJob({
  name: REBUILD_QUEUE,
  payload: z.object({ industryId: z.string() }),
  options,
  concurrency: 1,
  work: async ({ context, queue }, { industryId }) => {
    await rebuildIndustry(context, queue, industryId);
    await publishSettled(context, queue);
  },
});

/**
 * One run of an industry's backlog, which then asks for the next one. Runs of a backlog have a worker to themselves, so
 * that nobody's correction waits for them.
 */
export const rebuildBacklogJob = defineJob({
  name: BACKLOG_QUEUE,
  payload: z.object({
    industryId: z.string(),
    from: z.object({ after: z.string().transform(businessDate).nullable(), sinceEpochMs: z.number() }).nullable(),
  }),
  options,
  concurrency: 1,
  work: async ({ context, queue }, payload) => {
    await rebuildBacklog(context, queue, payload);
    await publishSettled(context, queue);
  },
});

/** Renews the schedules of shift starts, which industries share. */
export const scheduleIndustriesJob = defineJob({
  name: 'schedule-industries',
  payload: z.object({}),
  options: { policy: 'stately', retryLimit: 0, expireInSeconds: 300, ...HEARTBEAT },
  concurrency: 1,
  work: ({ rescheduleIndustries }) => rescheduleIndustries(),
});

export const PROCESS_INDUSTRY_QUEUE = 'process-industry';

/** The daily run of one industry. begin-mornings asks for it three minutes after the shift start. */
export const processIndustryJob = defineJob({
  name: PROCESS_INDUSTRY_QUEUE,
  payload: z.object({ industryId: z.string() }),
  options: {
    ...RETRIED,
    deadLetter: FAILED_BATCH_QUEUE,
    policy: ONE_QUEUED_PER_KEY,
    notify: true,
    expireInSeconds: 3600,
    ...HEARTBEAT,
  },
  concurrency: 1,
  work: async ({ context, queue }, { industryId }) => {
    await catchUpIndustry(context, queue, industryId);
  },
});
