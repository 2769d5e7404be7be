import type { Querier } from '../database/database.ts';
import { addDays, earlierOf, firstOfMonth, firstOfNextYear, firstOfYear, lastOfMonth, utcDateOf } from '../domain/time/business-date.ts';
import type { BusinessDate, EpochMillis } from '../domain/time/types.ts';
import { retryRefresh } from './retry-refresh.ts';

/**
 * Business dates before this one have ended in every zone, whatever the shift and offset. Rollups serve all zones at once and
 * answer in real time only beyond what is materialised, so nothing from here on is materialised: a running hour is never missing.
 */
export const firstOpenDateAnywhere = (now: EpochMillis): BusinessDate => addDays(utcDateOf(now), -3);

/** Brings the hours of business days `from`..`to` up to their readings; must not run inside a transaction. */
export async function refreshHours(db: Querier, from: BusinessDate, to: BusinessDate, openDate: BusinessDate): Promise<void> {
  await refreshSlices(db, ['hourly', 'parameters_hourly'], from, earlierOf(addDays(to, 1), openDate));
}

/**
 * Brings all rollups of business days `from`..`to` up to their readings: hours, days, then the months and years around them,
 * lower levels first, because each is computed from the one below. Only whole buckets that ended before `openDate`. Must not
 * run inside a transaction. What is up to date costs a look-up.
 */
export async function refreshRollups(db: Querier, from: BusinessDate, to: BusinessDate, openDate: BusinessDate): Promise<void> {
  await refreshHours(db, from, to, openDate);
  await refreshSlices(db, ['daily', 'parameters_daily'], from, earlierOf(addDays(to, 1), openDate));
  await refresh(db, ['monthly', 'parameters_monthly'], firstOfMonth(from), earlierOf(addDays(lastOfMonth(to), 1), firstOfMonth(openDate)));
  await refresh(db, ['yearly', 'parameters_yearly'], firstOfYear(from), earlierOf(firstOfNextYear(to), firstOfYear(openDate)));
}

async function refresh(db: Querier, levels: readonly string[], from: BusinessDate, end: BusinessDate): Promise<void> {
  if (end <= from) return;
  for (const level of levels) await retryRefresh(() => db.rows(`upkeep.refresh_${level}`, [from, end]));
}

/** Days of hours in one statement: while it runs, the embedded engine, which has one session, serves nobody else. */
const DAYS_PER_STATEMENT = 3;

async function refreshSlices(db: Querier, levels: readonly string[], from: BusinessDate, end: BusinessDate): Promise<void> {
  for (let start = from; start < end; start = addDays(start, DAYS_PER_STATEMENT)) await refresh(db, levels, start, earlierOf(addDays(start, DAYS_PER_STATEMENT), end));
}

/** Drops whole chunks of readings before the date; returns how many. */
export const dropReadings = async (db: Querier, before: BusinessDate): Promise<number> =>
  (await db.rows<{ dropped: number }>('upkeep.drop_readings', [before]))[0]?.dropped ?? 0;

/** Frees dead rows and renews the planner's statistics; must not run inside a transaction. */
export const vacuum = async (db: Querier): Promise<void> => {
  await db.rows('upkeep.vacuum');
};
