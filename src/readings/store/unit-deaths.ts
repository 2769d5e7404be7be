import { DAY_MS } from '../../kernel/time/durations.ts';
import type { EpochMillis } from '../../kernel/time/types.ts';
import type { Querier } from '../../platform/database/database.ts';
import type { UnitDeath } from '../rules/unit-death.ts';

/** Longer than a rule is ever tried on the past. */
const KEPT_MS = 800 * DAY_MS;

/**
 * Begins and ends deaths of units by what is known of their devices. Call in the transaction that has changed the
 * devices. Returns the number of units that have died or live again.
 */
export async function settleDeaths(
  transaction: Querier,
  industryKey: number,
  units: Iterable<number | null>,
  now: EpochMillis,
): Promise<number> {
  const unitKeys = [...new Set(units)].filter((unitKey) => unitKey !== null);
  if (unitKeys.length === 0) return 0;
  await transaction.many('unit-deaths.hold', { industryKey, unitKeys });
  const changed = await transaction.many<{ unitKey: number }>('unit-deaths.settle', {
    industryKey,
    unitKeys,
    at: new Date(now),
  });
  if (changed.length > 0)
    await transaction.many('unit-deaths.forget', {
      industryKey,
      unitKeys: changed.map(({ unitKey }) => unitKey),
      before: new Date(now - KEPT_MS),
    });
  return changed.length;
}

/** Deaths by unit key, in order of time, without those that had ended before the instant of their unit. */
export async function lastingDeaths(
  db: Querier,
  industryKey: number,
  units: readonly { readonly unitKey: number; readonly fromEpochMs: EpochMillis }[],
): Promise<ReadonlyMap<number, readonly UnitDeath[]>> {
  if (units.length === 0) return new Map();
  const rows = await db.many<UnitDeath & { readonly unitKey: number }>('unit-deaths.lasting', {
    industryKey,
    unitKeys: units.map(({ unitKey }) => unitKey),
    froms: units.map(({ fromEpochMs }) => new Date(fromEpochMs)),
  });
  return Map.groupBy(rows, ({ unitKey }) => unitKey);
}
