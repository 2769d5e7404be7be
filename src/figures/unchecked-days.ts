import type { Querier } from '../platform/database/database.ts';
import { type Industry, type StoredUnit, unitAsOf } from '../kernel/industry/industry.ts';
import type { Unit } from '../kernel/measure/unit.ts';
import type { BusinessDate } from '../kernel/time/types.ts';
import { processedDays, type StaleDay, staleDays } from '../ledger/store/ledger.ts';

/**
 * Whether register checks of a unit's day have yet to run. They run with the batch: on days that were never processed,
 * and of the units that a stale day's mark names. Ledgers are read where the industry has checks at all.
 */
export async function uncheckedDays(
  db: Querier,
  industry: Industry,
  from: BusinessDate,
  to: BusinessDate,
): Promise<(date: BusinessDate, unit: Unit) => boolean> {
  if (![...industry.units.values()].some((stored) => stored.versions.some(({ unit }) => unit.registerChecks !== null)))
    return () => false;
  const processed = await processedDays(db, industry.industryKey, from, to);
  const stale = new Map((await staleDays(db, industry.industryKey, from, to)).map((day) => [day.businessDate, day]));
  return (date, { unitId }) => {
    const stored = industry.units.get(unitId);
    return stored !== undefined && isUnchecked(stored, date, processed.has(date), stale.get(date) ?? null);
  };
}

export const isUnchecked = (
  stored: StoredUnit,
  date: BusinessDate,
  isProcessed: boolean,
  stale: Pick<StaleDay, 'unitKeys'> | null,
): boolean =>
  unitAsOf(stored, date).registerChecks !== null && (!isProcessed || stale?.unitKeys.includes(stored.unitKey) === true);
