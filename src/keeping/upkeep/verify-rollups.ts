import type { DataContext } from '../../context.ts';
import {
  addDays,
  addMonths,
  firstOfMonth,
  firstOfNextYear,
  firstOfYear,
  lastOfMonth,
  laterOf,
} from '../../kernel/time/business-date.ts';
import type { BusinessDate } from '../../kernel/time/types.ts';
import { markStale } from '../../ledger/store/ledger.ts';
import { sealedBefore } from '../../ledger/store/seal.ts';
import { refreshRollups } from '../../figures/store/upkeep.ts';
import { mayMaterialise } from '../../figures/rollups/may-materialise.ts';
import {
  compareRollup,
  daysOfBuckets,
  rebuildRollup,
  recordMismatches,
  ROLLUP_LEVELS,
  type RollupLevel,
  type RollupMismatch,
} from '../store/verify.ts';

export interface VerifyResult {
  /** Buckets that differed from their readings although no change was marked. */
  readonly mismatches: readonly RollupMismatch[];
  /** Buckets that still differ after the rebuild. There are none unless the database itself is at fault. */
  readonly unrepaired: readonly RollupMismatch[];
}

/** Whole buckets of a level, end excluded. */
interface Buckets {
  readonly level: RollupLevel;
  readonly start: BusinessDate;
  readonly end: BusinessDate;
}

/**
 * Buckets of a level that contain the days and lie wholly after the seal, because sealed days have no readings to
 * compare with.
 */
function bucketsOf(level: RollupLevel, from: BusinessDate, to: BusinessDate, seal: BusinessDate | null): Buckets {
  const unsealed = (start: BusinessDate, next: (date: BusinessDate) => BusinessDate): BusinessDate =>
    seal !== null && start < seal ? next(addDays(seal, -1)) : start;
  if (level.endsWith('yearly'))
    return { level, start: unsealed(firstOfYear(from), firstOfNextYear), end: firstOfNextYear(to) };
  if (level.endsWith('monthly'))
    return {
      level,
      start: unsealed(firstOfMonth(from), (date) => addMonths(firstOfMonth(date), 1)),
      end: addDays(lastOfMonth(to), 1),
    };
  return { level, start: unsealed(from, (date) => addDays(date, 1)), end: addDays(to, 1) };
}

/**
 * Recounts every rollup level from the readings for business days `from`..`to` and rebuilds what differs, lower levels
 * first. Changes that only wait for their refresh are refreshed before and are no mismatch. Repaired days are marked
 * stale, so that their documents follow. Each mismatch is kept with what was expected and found. Sealed days are left
 * out.
 */
export async function verifyRollups(context: DataContext, from: BusinessDate, to: BusinessDate): Promise<VerifyResult> {
  const { database, clock } = context;
  const seal = await sealedBefore(database);
  const mismatches: RollupMismatch[] = [];
  const unrepaired: RollupMismatch[] = [];
  await refreshYears(context, from, to, seal);
  for (const level of ROLLUP_LEVELS) {
    const buckets = bucketsOf(level, from, to, seal);
    const found = await mismatchesOf(context, buckets, seal);
    if (found.length === 0) continue;
    // Documents are computed from hours; a wrong month of rollups concerns the analysts' views alone.
    const concernsDocuments = level.endsWith('hourly');
    // Days are marked before the repair, so that a crash leaves none unmarked, and after it, because somebody may have
    // read the wrong hours meanwhile.
    if (concernsDocuments) await markRepaired(context, found);
    await rebuildRollup(database, level, buckets.start, buckets.end);
    const left = await compareRollup(database, level, buckets.start, buckets.end);
    mismatches.push(...found);
    unrepaired.push(...left);
    const now = new Date(clock.now());
    await recordMismatches(database, found, now, left.length === 0 ? now : null);
    if (concernsDocuments) await markRepaired(context, found);
  }
  return { mismatches, unrepaired };
}

/**
 * Refreshes the rollups of years, because a year's bucket is compared with every reading of the year. Up-to-date ones
 * cost a look-up.
 */
async function refreshYears(
  context: DataContext,
  from: BusinessDate,
  to: BusinessDate,
  seal: BusinessDate | null,
): Promise<void> {
  const [start, last] = [firstOfYear(from), addDays(firstOfNextYear(to), -1)];
  const { before } = await mayMaterialise(context, last);
  await refreshRollups(context.database, seal === null ? start : laterOf(start, seal), last, before);
}

/**
 * Buckets that differ twice in the same way, with another refresh between the two: a reading may have come between
 * refresh and count.
 */
async function mismatchesOf(
  context: DataContext,
  { level, start, end }: Buckets,
  seal: BusinessDate | null,
): Promise<RollupMismatch[]> {
  if (end <= start) return [];
  const suspected = await compareRollup(context.database, level, start, end);
  if (suspected.length === 0) return [];
  await refreshYears(context, start, addDays(end, -1), seal);
  const keyOf = (mismatch: RollupMismatch): string => JSON.stringify(mismatch);
  const again = new Set((await compareRollup(context.database, level, start, end)).map(keyOf));
  return suspected.filter((mismatch) => again.has(keyOf(mismatch)));
}

async function markRepaired({ database, clock }: DataContext, repaired: readonly RollupMismatch[]): Promise<void> {
  const byIndustry = Map.groupBy(await daysOfBuckets(database, repaired), (day) => day.industryKey);
  for (const [industryKey, days] of byIndustry) {
    await markStale(
      database,
      industryKey,
      days.map((day) => ({ businessDate: day.businessDate, unitKey: day.unitKey, cause: 'rollup repair' as const })),
      new Date(clock.now()),
    );
  }
}
