import type { Querier } from '../database/database.ts';
import { addDays, firstOfMonth, lastOfMonth } from '../domain/time/business-date.ts';
import type { BusinessDate } from '../domain/time/types.ts';

/**
 * Brings the rollups of business days `from`..`to` (both included) up to their readings: hours and days, then the months and
 * years that contain them. Must not run inside a transaction. What is already up to date costs a look-up.
 */
export async function refreshRollups(db: Querier, from: BusinessDate, to: BusinessDate): Promise<void> {
  const days = [from, addDays(to, 1)];
  const months = [firstOfMonth(from), addDays(lastOfMonth(to), 1)];
  const years = [`${from.slice(0, 4)}-01-01`, `${Number(to.slice(0, 4)) + 1}-01-01`];
  for (const family of ['', 'parameters_']) {
    await db.rows(`upkeep.refresh_${family}hourly`, days);
    await db.rows(`upkeep.refresh_${family}daily`, days);
    await db.rows(`upkeep.refresh_${family}monthly`, months);
    await db.rows(`upkeep.refresh_${family}yearly`, years);
  }
}

/** Compresses chunks of readings that ended before the date; returns how many. */
export const compressReadings = async (db: Querier, before: BusinessDate): Promise<number> =>
  (await db.rows<{ compressed: number }>('upkeep.compress_chunks', [before]))[0]?.compressed ?? 0;

/** Drops whole chunks of readings before the date; returns how many. */
export const dropReadings = async (db: Querier, before: BusinessDate): Promise<number> =>
  (await db.rows<{ dropped: number }>('upkeep.drop_readings', [before]))[0]?.dropped ?? 0;
