import type { Industry } from '../kernel/industry/industry.ts';
import { businessDateOf, dayWindow } from '../kernel/time/business-clock.ts';
import { businessDate } from '../kernel/time/business-date.ts';
import type { BusinessDate, EpochMillis } from '../kernel/time/types.ts';
import type { QueueClient } from '../platform/queue/client.ts';
import type { Context, WithQueue } from '../context.ts';
import { reasonOf } from '../kernel/reason-of.ts';

/**
 * Asks for the rebuild of closed days that readings changed. Never rejects: the readings are stored, whatever becomes
 * of the job.
 */
export async function rebuildSoon(
  { log, clock, queue }: Pick<Context, 'log' | 'clock'> & WithQueue,
  industry: Industry,
  dates: readonly string[],
): Promise<void> {
  try {
    await enqueueRebuilds(queue, industry, dates, clock.now());
  } catch (error) {
    // The ledger has the days: the sweep asks for their rebuild within a minute.
    log.warn({ industry: industry.industryId, error: reasonOf(error) }, 'rebuilds could not be queued');
  }
}

/** Queue of rebuilds. A job rebuilds an industry's newest stale days; the rest goes to the backlog. */
export const REBUILD_QUEUE = 'rebuild-industry';
interface RebuildIndustry {
  readonly industryId: string;
}

/** A backlog that is worked off run by run, each behind the runs of other industries. */
export const BACKLOG_QUEUE = 'rebuild-backlog';
export interface RebuildBacklog {
  readonly industryId: string;
  /** The last day of the run before, and when the first run of this backlog began; null: the newest days. */
  readonly from: { readonly after: BusinessDate | null; readonly sinceEpochMs: EpochMillis } | null;
}

/**
 * Asks for the rebuild of an industry's stale days: one job that waits, however many days and however often they are
 * marked. A day that has not ended yet (marked in its last minutes) gets a job for the moment at which it has.
 */
export async function enqueueRebuilds(
  queue: QueueClient,
  industry: Pick<Industry, 'industryId' | 'clock'>,
  dates: readonly string[],
  now: EpochMillis,
): Promise<void> {
  const { industryId, clock } = industry;
  const payload: RebuildIndustry = { industryId };
  const firstOpenDay = businessDateOf(clock, now);
  const open = dates.filter((date) => date >= firstOpenDay);
  if (open.length < dates.length) await queue.send(REBUILD_QUEUE, payload, { singletonKey: industryId });
  for (const date of open) {
    await queue.send(REBUILD_QUEUE, payload, {
      singletonKey: `${industryId} ${date}`,
      startAfter: new Date(dayWindow(clock, businessDate(date)).endEpochMs),
    });
  }
}

/** Asks for the next run of a backlog. A run of the newest days may wait beside one of the older ones. */
export const enqueueBacklog = (queue: QueueClient, payload: RebuildBacklog): Promise<void> =>
  queue.send(BACKLOG_QUEUE, payload, {
    singletonKey: payload.from === null ? `${payload.industryId} newest` : payload.industryId,
  });

export const REFRESH_DUE_QUEUE = 'refresh-due-rollups';

/** Asks for the refresh of the rollups that runs have left due: one job for all of them. */
export const enqueueRefresh = (queue: QueueClient): Promise<void> =>
  queue.send(REFRESH_DUE_QUEUE, {}, { singletonKey: REFRESH_DUE_QUEUE });
