import type { DataContext } from '../../context.ts';
import type { JsonValue } from '../../kernel/json.ts';
import { utcDateOf } from '../../kernel/time/business-date.ts';
import { addServiceLog } from './store/global-logs.ts';
import { z } from 'zod';
import { defineJob, HEARTBEAT, RETRIED } from '../queue/job.ts';

/** Queue of jobs that have failed in all attempts, over half an hour. */
export const FAILED_BATCH_QUEUE = 'failed-batch';
export const FAILED_REPORTS_QUEUE = 'failed-reports';

/** No policy, because a second failed job of one industry would not be taken, and its failing would fail. */
const options = { ...RETRIED, notify: true, expireInSeconds: 60, ...HEARTBEAT } as const;
const payload = z.object({ industryId: z.string() });

/** A batch or a rebuild that was given up. */
export const failedBatchJob = defineJob({
  name: FAILED_BATCH_QUEUE,
  payload,
  options,
  concurrency: 1,
  work: ({ context }, { industryId }) =>
    writeServiceLog(context, {
      group: 'batch',
      title: `Batch processing of ${industryId} was given up`,
      description:
        'It failed for half an hour. The log of the service tells why (job failed). GET /api/user/batchProcess/range processes the days again.',
      subject: industryId,
      meta: { industryId },
    }),
});

/** A scheduled run of reports that was given up. */
export const failedReportsJob = defineJob({
  name: FAILED_REPORTS_QUEUE,
  payload,
  options,
  concurrency: 1,
  work: ({ context }, { industryId }) =>
    writeServiceLog(context, {
      group: 'reports',
      title: `Scheduled reports of ${industryId} were given up`,
      description:
        'Making them failed for half an hour. The log of the service tells why (job failed). GET /api/admin/automated/report makes and sends them.',
      subject: `reports of ${industryId}`,
      meta: { industryId },
    }),
});

/** Spec gap: entries of the service itself. Only faults that stay until a person acts have one. */
interface ServiceLog {
  readonly group: 'batch' | 'reports' | 'alerts';
  readonly title: string;
  readonly description: string;
  /** The matter in a few words. An equal matter updates the same entry until somebody resolves it. */
  readonly subject: string;
  readonly industryKey?: number;
  readonly meta?: Readonly<Record<string, JsonValue>>;
}

/** Spec gap: the source of the service's own entries. */
const OWN_SOURCE = 'water-service';

/** Writes down for operators what nobody but a person can mend. */
export async function writeServiceLog(
  { database, clock }: Pick<DataContext, 'database' | 'clock'>,
  { subject, industryKey, meta = {}, ...log }: ServiceLog,
): Promise<void> {
  const now = clock.now();
  await addServiceLog(
    database,
    { ...log, source: OWN_SOURCE, priority: 'high', date: utcDateOf(now), meta },
    { subject: `${log.group} ${subject}`, industryKey: industryKey ?? null, now: new Date(now) },
  );
}
