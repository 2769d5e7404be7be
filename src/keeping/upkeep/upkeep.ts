import type { Context, DataContext } from '../../context.ts';
import { addDays, dayNumberOf, earlierOf, LAST_DATE, laterOf, utcDateOf } from '../../kernel/time/business-date.ts';
import type { BusinessDate, EpochMillis } from '../../kernel/time/types.ts';
import { ARCHIVE_LOCK, CHUNKS_LOCK } from '../../platform/database/locks.ts';
import { forgetEndedLimits } from '../../platform/limits/store/limits.ts';
import { forgetExpiredRevocations, forgetExpiredSessions } from '../../platform/login/store/sessions.ts';
import { firstHeldUp, moveSeal, sealedBefore } from '../../ledger/store/seal.ts';
import { dropReadings, refreshRollups, vacuum } from '../../figures/store/upkeep.ts';
import { firstRunningDay, mayMaterialise } from '../../figures/rollups/may-materialise.ts';
import { proveDocuments } from './prove-documents.ts';
import { verifyRollups, type VerifyResult } from './verify-rollups.ts';

const RECENT_DAYS = 40;

/** Materialises recent rollups for analysts. Documents do not wait for them. */
export async function refreshRecentRollups({ database, clock }: DataContext): Promise<void> {
  const { before: openDate } = await mayMaterialise({ database, clock }, LAST_DATE);
  const from = addDays(openDate, -RECENT_DAYS);
  const seal = await sealedBefore(database);
  // Sealed days are left out: their readings may be gone, and a refresh without readings would empty their rollups.
  await refreshRollups(database, seal === null ? from : laterOf(from, seal), openDate, openDate);
}

/** Removes expired rows: tokens that are refused anyway, and limits whose window has ended. */
export async function forgetExpired({ database, clock }: DataContext): Promise<void> {
  await forgetExpiredSessions(database, clock.now());
  await forgetExpiredRevocations(database, clock.now());
  await forgetEndedLimits(database, clock.now());
}

type Removing = Pick<Context, 'database' | 'clock' | 'config' | 'log'>;

/**
 * Removes readings older than READING_RETENTION_DAYS in whole chunks, and returns how many. 0, the default, removes
 * none. Documents and rollups stay. First the days are sealed, so that no reading of them is taken any more. Then their
 * rollups are brought up to date one last time. A stale or never processed day keeps its readings, and so do all days
 * after it, of every industry. The log names it, because it may be of an industry whose days nobody processes.
 */
export async function applyRetention(context: Removing): Promise<number> {
  const { database, clock, config, log } = context;
  if (config.readingRetentionDays === 0) return 0;
  const cutoff = addDays(utcDateOf(clock.now()), -config.readingRetentionDays);
  const dropped = await dropBefore(context, cutoff);
  const held = await firstHeldUp(database, cutoff);
  if (held !== null)
    log.warn(
      { industry: held.industryId, businessDate: held.businessDate },
      'readings stay beyond READING_RETENTION_DAYS: this day is not processed, or stale. npm run batch processes it',
    );
  return dropped;
}

async function dropBefore({ database, clock }: DataContext, cutoff: BusinessDate): Promise<number> {
  const removable = await database.withLock(ARCHIVE_LOCK, () => moveSeal(database, cutoff, new Date(clock.now())));
  if (removable === null) return 0;
  const last = addDays(removable.before, -1);
  await refreshRollups(database, removable.from, last, (await mayMaterialise({ database, clock }, last)).before);
  return database.withLock(CHUNKS_LOCK, () => dropReadings(database, removable.before));
}

const SAMPLED_DAYS = 363;

/**
 * The older day that is verified today. Every day is verified once before it is a year old. The age of the sampled day
 * grows by two days a day, because an age that grew by one would sample the same day all year.
 */
export const sampledDay = (now: EpochMillis): BusinessDate =>
  addDays(utcDateOf(now), -2 - ((2 * dayNumberOf(utcDateOf(now))) % SAMPLED_DAYS));

/**
 * Days to verify: the newest day that has ended in every industry and by the UTC date, and one day of the last year,
 * another one each day. Empty without an industry.
 */
async function sampledDays({ database, clock }: DataContext): Promise<readonly BusinessDate[]> {
  const now = clock.now();
  const running = await firstRunningDay(database, now);
  return running === null ? [] : [addDays(earlierOf(running, utcDateOf(now)), -1), sampledDay(now)];
}

/** Verifies the rollups of the sampled days. */
export async function verifySampledDays(context: DataContext): Promise<VerifyResult[]> {
  const results: VerifyResult[] = [];
  for (const date of await sampledDays(context)) results.push(await verifyRollups(context, date, date));
  return results;
}

/**
 * Proves the documents of the sampled days. Their rollups are verified first, so that a document which differs is wrong
 * itself.
 */
export async function proveSampledDays(context: Pick<Context, 'database' | 'clock' | 'log'>): Promise<void> {
  await verifySampledDays(context);
  await proveDocuments(context, await sampledDays(context));
}

/** Vacuums tables on the embedded engine, which nobody else does. A server vacuums itself. */
export async function vacuumTables({ database, config }: Pick<Context, 'database' | 'config'>): Promise<void> {
  if (config.databaseUrl === null) await vacuum(database);
}
