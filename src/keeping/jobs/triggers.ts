import { z } from 'zod';
import { EVENT_STREAM_QUEUE, tellEvent } from '../triggers/events.ts';
import { BATCH_TRIGGER_QUEUE } from '../triggers/push-trigger.ts';
import { runTrigger } from '../triggers/triggers.ts';
import { FAILED_BATCH_QUEUE } from '../../platform/global-logs/write-service-log.ts';
import { defineJob, HEARTBEAT, RETRIED } from '../../platform/queue/job.ts';

/** One job per industry and day, waiting or worked on: the same trigger twice runs the batch once. */
export const batchTriggerJob = defineJob({
  name: BATCH_TRIGGER_QUEUE,
  payload: z.object({ industryId: z.string(), time: z.string(), source: z.string(), purpose: z.string() }),
  options: {
    ...RETRIED,
    deadLetter: FAILED_BATCH_QUEUE,
    policy: 'exclusive',
    notify: true,
    expireInSeconds: 3600,
    ...HEARTBEAT,
  },
  concurrency: 1,
  work: ({ context, queue }, trigger) => runTrigger(context, queue, trigger),
});

/** Events for open dashboards. A late event is worth nothing, so it is not tried for long. */
export const eventStreamJob = defineJob({
  name: EVENT_STREAM_QUEUE,
  payload: z.object({
    kind: z.enum(['test', 'unit-reset']),
    at: z.string(),
    industryId: z.string().nullable(),
    unitId: z.string().nullable(),
  }),
  options: { retryLimit: 3, retryDelay: 1, notify: true, expireInSeconds: 60, ...HEARTBEAT },
  concurrency: 1,
  work: ({ context }, event) => tellEvent(context, event),
});
