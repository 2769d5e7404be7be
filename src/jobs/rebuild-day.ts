import { z } from 'zod';
import { businessDate } from '../domain/time/business-date.ts';
import { rebuildStaleDay } from '../services/processing/rebuild-day.ts';
import { REBUILD_DAY_QUEUE } from '../services/ledger/ask-for-rebuilds.ts';
import { defineJob, HEARTBEAT, ONE_QUEUED_PER_KEY, RETRIED } from './job.ts';

/** Rebuilds one stale business day of one industry. At most one waits per day; one more may while it is worked on. */
export const rebuildDayJob = defineJob({
  name: REBUILD_DAY_QUEUE,
  payload: z.object({ industryId: z.string(), date: z.string() }),
  options: { ...RETRIED, policy: ONE_QUEUED_PER_KEY, notify: true, expireInSeconds: 900, ...HEARTBEAT },
  concurrency: 1,
  work: async ({ context, queue }, { industryId, date }) => {
    await rebuildStaleDay(context, queue, industryId, businessDate(date));
  },
});
