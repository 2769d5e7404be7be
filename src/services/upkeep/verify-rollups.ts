import type { Context } from '../../context.ts';
import { addDays, firstOfMonth, lastOfMonth } from '../../domain/time/business-date.ts';
import type { BusinessDate } from '../../domain/time/types.ts';
import { markStale } from '../../store/ledger.ts';
import { firstOpenDateAnywhere, refreshRollups } from '../../store/upkeep.ts';
import { compareRollup, daysOfBuckets, rebuildRollup, recordMismatches, ROLLUP_LEVELS, type RollupLevel, type RollupMismatch } from '../../store/verify.ts';

export interface VerifyResult {
  /** Buckets that differed from their readings although nothing was marked as changed. */
  readonly mismatches: readonly RollupMismatch[];
  /** Those that still differ after the rebuild; empty unless the database itself is at fault. */
  readonly unrepaired: readonly RollupMismatch[];
}

/** Whole buckets of a level that contain the days. */
function bucketsOf(level: RollupLevel, from: BusinessDate, to: BusinessDate): readonly [string, string] {
  if (level.endsWith('yearly')) return [`${from.slice(0, 4)}-01-01`, `${Number(to.slice(0, 4)) + 1}-01-01`];
  if (level.endsWith('monthly')) return [firstOfMonth(from), addDays(lastOfMonth(to), 1)];
  return [from, addDays(to, 1)];
}

/**
 * Recounts every rollup level from the readings for business days `from`..`to` and rebuilds what differs, lower levels first.
 * Changes that only wait for their refresh are refreshed before and are no mismatch. Repaired days are marked stale, so that
 * their documents follow. Each mismatch is kept with what was expected and found.
 */
export async function verifyRollups({ database, clock }: Pick<Context, 'database' | 'clock'>, from: BusinessDate, to: BusinessDate): Promise<VerifyResult> {
  await refreshRollups(database, from, to, firstOpenDateAnywhere(clock.now()));
  const mismatches: RollupMismatch[] = [];
  const unrepaired: RollupMismatch[] = [];
  for (const level of ROLLUP_LEVELS) {
    const [start, end] = bucketsOf(level, from, to);
    const found = await compareRollup(database, level, start, end);
    if (found.length === 0) continue;
    await rebuildRollup(database, level, start, end);
    const left = await compareRollup(database, level, start, end);
    mismatches.push(...found);
    unrepaired.push(...left);
    const now = new Date(clock.now());
    await recordMismatches(database, found, now, left.length === 0 ? now : null);
    // Documents are computed from hours; a wrong month of rollups concerns the analysts' views alone.
    if (level.endsWith('hourly')) await markRepaired({ database, clock }, found);
  }
  return { mismatches, unrepaired };
}

async function markRepaired({ database, clock }: Pick<Context, 'database' | 'clock'>, repaired: readonly RollupMismatch[]): Promise<void> {
  const byIndustry = Map.groupBy(await daysOfBuckets(database, repaired), (day) => day.industryKey);
  for (const [industryKey, days] of byIndustry) {
    await markStale(database, industryKey, days.map((day) => ({ businessDate: day.businessDate, unitKey: day.unitKey, cause: 'rollup repair' as const })), new Date(clock.now()));
  }
}
