import type { Industry } from '../../domain/industry/industry.ts';
import { dayWindow } from '../../domain/time/business-clock.ts';
import { businessDate } from '../../domain/time/business-date.ts';
import type { QueueClient } from '../../queue/client.ts';

export const REBUILD_DAY_QUEUE = 'rebuild-day';
interface RebuildDay { readonly industryId: string; readonly date: string }

/**
 * Asks for the rebuild of stale days: one job per industry and day however often it is marked. A day that has not ended
 * yet (marked in its last minutes) waits until it has.
 */
export async function enqueueRebuilds(queue: QueueClient, industry: Pick<Industry, 'industryId' | 'clock'>, dates: readonly string[]): Promise<void> {
  for (const date of dates) {
    const payload: RebuildDay = { industryId: industry.industryId, date };
    await queue.send(REBUILD_DAY_QUEUE, payload, {
      singletonKey: `${industry.industryId} ${date}`,
      startAfter: new Date(dayWindow(industry.clock, businessDate(date)).endEpochMs),
    });
  }
}

export const REFRESH_DUE_QUEUE = 'refresh-due-rollups';

/** Asks for the refresh of the rollups that runs have left due: one job for all of them. */
export const enqueueRefresh = (queue: QueueClient): Promise<void> => queue.send(REFRESH_DUE_QUEUE, {}, { singletonKey: REFRESH_DUE_QUEUE });
