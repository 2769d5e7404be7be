import type { Context } from '../../context.ts';
import type { Querier } from '../../database/database.ts';
import type { Industry, StoredUnit } from '../../domain/industry/industry.ts';
import { eachDate } from '../../domain/time/business-date.ts';
import type { BusinessDate } from '../../domain/time/types.ts';
import { processedDays, type StaleDay, staleDays } from '../../store/ledger.ts';
import { holdRegisterChecks, unitsOnRecord } from '../../store/register-events.ts';
import { checkRegisters, type RegisterWindow } from './check-registers.ts';

export interface DueChecks {
  /** Stale marks of the days that whoever reads the readings from now on may clear: those seen before the registers were read, and the checks' own. */
  readonly stale: readonly StaleDay[];
  /** Days outside the range that the checks marked stale. */
  readonly markedElsewhere: readonly BusinessDate[];
}

/**
 * Judges the registers of business days `from`..`to` (both included) that may have changed since they were judged: those of days that
 * are stale for a checked unit or were never processed. Without units that have meta.registerChecks it costs the one look at the
 * ledger that batch processing needs anyway.
 *
 * Spec gap: register checks run with batch processing. A day that is computed on the fly (the running day, a stale or never processed
 * one) uses the flags as they stand, because reading changes nothing; its figure may change once, when the day is processed, and says
 * that it is provisional.
 */
export async function checkDueDays({ database, clock }: Pick<Context, 'database' | 'clock'>, industry: Industry, from: BusinessDate, to: BusinessDate): Promise<DueChecks> {
  const seen = await staleDays(database, industry.industryKey, from, to);
  if ((await dueWindows(database, industry, from, to, seen)).length === 0) return { stale: seen, markedElsewhere: [] };
  return database.transaction(async (transaction) => {
    await holdRegisterChecks(transaction, industry.industryKey);
    // Looked at again, before the readings: a mark is answered by judging readings that are read after it was seen.
    const stale = await staleDays(transaction, industry.industryKey, from, to);
    const windows = await dueWindows(transaction, industry, from, to, stale);
    const { marked } = await checkRegisters(transaction, industry, windows, clock.now());
    const dates = [...new Set(marked.map((mark) => mark.businessDate))].sort();
    const inRange = dates.filter((date) => date >= from && date <= to);
    return {
      stale: inRange.length === 0 ? stale : withOwnMarks(stale, await staleDays(transaction, industry.industryKey, from, to), new Set(inRange)),
      markedElsewhere: dates.filter((date) => date < from || date > to),
    };
  });
}

/** One window per unit: from the first to the last of its days that are due. */
async function dueWindows(db: Querier, industry: Industry, from: BusinessDate, to: BusinessDate, stale: readonly StaleDay[]): Promise<RegisterWindow[]> {
  const units = await unitsToCheck(db, industry, stale);
  if (units.length === 0) return [];
  const processed = await processedDays(db, industry.industryKey, from, to);
  const notProcessed = [...eachDate(from, to)].filter((date) => !processed.has(date));
  return units.flatMap((unit) => {
    const dates = [...notProcessed, ...stale.filter((day) => day.unitKeys.includes(unit.unitKey)).map((day) => day.businessDate)].sort();
    const [fromDate, toDate] = [dates[0], dates.at(-1)];
    return fromDate === undefined || toDate === undefined ? [] : [{ unit, fromDate, toDate }];
  });
}

const isChecked = (unit: StoredUnit): boolean => unit.versions.some((version) => version.unit.registerChecks !== null);

/** Units with checks in any version, and units whose checks were taken away by the changed configuration that made a day stale. */
async function unitsToCheck(db: Querier, industry: Industry, stale: readonly StaleDay[]): Promise<StoredUnit[]> {
  const units = [...industry.units.values()];
  const checked = units.filter(isChecked);
  const reconfigured = new Set(stale.filter((day) => 'configuration' in day.causes).flatMap((day) => day.unitKeys));
  const unchecked = units.filter((unit) => reconfigured.has(unit.unitKey) && !isChecked(unit));
  if (unchecked.length === 0) return checked;
  const onRecord = new Set(await unitsOnRecord(db, unchecked.map((unit) => unit.unitKey)));
  return [...checked, ...unchecked.filter((unit) => onRecord.has(unit.unitKey))];
}

/**
 * The marks seen before, and of the days marked by the checks themselves the mark as it is now; but a day that someone else marked in
 * between is left out, because its readings have not been judged: its mark stays for the next run.
 */
function withOwnMarks(before: readonly StaleDay[], after: readonly StaleDay[], own: ReadonlySet<string>): StaleDay[] {
  const revisions = new Map(before.map((day) => [day.businessDate, day.revision]));
  const unmarked = before.filter((day) => !own.has(day.businessDate));
  return [...unmarked, ...after.filter((day) => own.has(day.businessDate) && day.revision === (revisions.get(day.businessDate) ?? 0) + 1)];
}
