import type { Querier } from '../platform/database/database.ts';
import { type Industry, type StoredUnit, unitAsOf } from '../kernel/industry/industry.ts';
import type { Unit } from '../kernel/measure/unit.ts';
import type { BusinessDate } from '../kernel/time/types.ts';
import { processedDays, type StaleDay, staleDays } from '../ledger/store/ledger.ts';

/**
 * Days of units whose register checks have yet to run. Checks run with the batch, so these are days never processed,
 * and days whose mark names the unit. Ledgers are read only where the industry has checks.
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
