import type { Context } from '../../context.ts';
import { addDays, dayNumberOf, laterOf, utcDateOf } from '../../domain/time/business-date.ts';
import type { BusinessDate, EpochMillis } from '../../domain/time/types.ts';
import { forgetEndedLimits } from '../../store/limits.ts';
import { forgetExpiredRevocations, forgetExpiredSessions } from '../../store/sessions.ts';
import { moveSeal, sealedBefore } from '../../store/seal.ts';
import { compressReadings, dropReadings, firstOpenDateAnywhere, refreshRollups, vacuum } from '../../store/upkeep.ts';
import { verifyRollups, type VerifyResult } from './verify-rollups.ts';

const RECENT_DAYS = 40;

/** Keeps recent rollups materialised for analysts; documents do not wait for it. Rollups serve every zone, so upkeep goes by the UTC date. */
export async function refreshRecentRollups({ database, clock }: Context): Promise<void> {
  const openDate = firstOpenDateAnywhere(clock.now());
  const from = addDays(openDate, -RECENT_DAYS);
  const seal = await sealedBefore(database);
  // Refreshed without their readings, rollups would be emptied.
  await refreshRollups(database, seal === null ? from : laterOf(from, seal), openDate, openDate);
}

export const compressOldReadings = async ({ database, clock, config }: Context): Promise<number> =>
  compressReadings(database, addDays(utcDateOf(clock.now()), -config.compressAfterDays));

/** An expired token is refused for its age, so its revocation need not be kept; nor need counts of limits whose windows have ended. */
export async function forgetExpired({ database, clock }: Pick<Context, 'database' | 'clock'>): Promise<void> {
  await forgetExpiredSessions(database, clock.now());
  await forgetExpiredRevocations(database, clock.now());
  await forgetEndedLimits(database, clock.now());
}

/**
 * Removes readings older than READING_RETENTION_DAYS (0, the default: never) in whole chunks; returns how many. Documents and rollups
 * stay: the days are sealed first, so that no reading of them is taken any more, then their rollups are brought up to date one last
 * time. Days that are stale or were never processed keep their readings, and so does everything after them.
 */
export async function applyRetention({ database, clock, config }: Pick<Context, 'database' | 'clock' | 'config'>): Promise<number> {
  if (config.readingRetentionDays === 0) return 0;
  const cutoff = addDays(utcDateOf(clock.now()), -config.readingRetentionDays);
  const removable = await database.transaction((transaction) => moveSeal(transaction, cutoff, new Date(clock.now())));
  if (removable === null) return 0;
  await refreshRollups(database, removable.from, addDays(removable.before, -1), firstOpenDateAnywhere(clock.now()));
  return dropReadings(database, removable.before);
}

const SAMPLED_DAYS = 363;

/**
 * The day of the last year that is verified beside the newest one: every day is, once, before it is a year old. (Its age runs
 * through the year twice as fast as the calendar; at the calendar's own pace it would be the same day all year.)
 */
export const sampledDay = (now: EpochMillis): BusinessDate => addDays(utcDateOf(now), -2 - ((2 * dayNumberOf(utcDateOf(now))) % SAMPLED_DAYS));

/** Verifies the newest day that has ended everywhere and one day of the last year, another one each day. */
export async function verifySampledDays(context: Pick<Context, 'database' | 'clock'>): Promise<VerifyResult[]> {
  const now = context.clock.now();
  const results: VerifyResult[] = [];
  for (const date of [addDays(utcDateOf(now), -2), sampledDay(now)]) results.push(await verifyRollups(context, date, date));
  return results;
}

/** A server vacuums itself; the embedded engine has nobody else to do it. */
export async function vacuumTables({ database, config }: Pick<Context, 'database' | 'config'>): Promise<void> {
  if (config.databaseUrl === null) await vacuum(database);
}
