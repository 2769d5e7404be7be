import type { DataContext } from '../../context.ts';
import type { Querier } from '../../platform/database/database.ts';
import type { Industry, StoredUnit } from '../../kernel/industry/industry.ts';
import { eachDate } from '../../kernel/time/business-date.ts';
import { arePartedBySeal } from '../../kernel/time/sealed-days.ts';
import type { BusinessDate } from '../../kernel/time/types.ts';
import { processedDays, type StaleDay, staleDays } from '../../ledger/store/ledger.ts';
import { holdRegisterChecks, unitsOnRecord } from '../store/register-events.ts';
import { sealedDays } from '../../ledger/store/seal.ts';
import { checkRegisters, type RegisterWindow } from './check-registers.ts';

interface DueChecks {
  /**
   * Marks that the run may clear, because it reads readings after it saw these marks. Some were there before the
   * registers were read. The checks themselves have set the others.
   */
  readonly stale: readonly StaleDay[];
  /** Days outside the range that the checks marked stale. */
  readonly markedElsewhere: readonly BusinessDate[];
}

/**
 * Judges the registers that are due within business days `from`..`to`, both included. A day is due when it is stale for
 * a checked unit, because its readings may have changed, or when it was never processed. An industry without
 * meta.registerChecks pays nothing: batch processing looks at the ledger anyway.
 *
 * Spec gap: register checks run with batch processing. A day computed on the fly uses the flags as they stand, because
 * reading changes nothing. Its figure says that it is provisional, because it may change once the day is processed.
 */
export async function checkDueDays(
  { database, clock }: DataContext,
  industry: Industry,
  from: BusinessDate,
  to: BusinessDate,
): Promise<DueChecks> {
  const seen = await staleDays(database, industry.industryKey, from, to);
  if ((await dueWindows(database, industry, from, to, seen)).length === 0) return { stale: seen, markedElsewhere: [] };
  return database.transaction(async (transaction) => {
    await holdRegisterChecks(transaction, industry.industryKey);
    // Marks are read again, before the readings. A reading that comes later sets a newer mark, which this run does not
    // clear.
    const stale = await staleDays(transaction, industry.industryKey, from, to);
    const windows = await dueWindows(transaction, industry, from, to, stale);
    const { marked } = await checkRegisters(transaction, industry, windows, clock.now());
    const dates = [...new Set(marked.map((mark) => mark.businessDate))].sort();
    const inRange = dates.filter((date) => date >= from && date <= to);
    return {
      stale:
        inRange.length === 0
          ? stale
          : withOwnMarks(stale, await staleDays(transaction, industry.industryKey, from, to), new Set(inRange)),
      markedElsewhere: dates.filter((date) => date < from || date > to),
    };
  });
}

/** One window per unit, from the first to the last of its due days. Archived months part it. */
async function dueWindows(
  db: Querier,
  industry: Industry,
  from: BusinessDate,
  to: BusinessDate,
  stale: readonly StaleDay[],
): Promise<RegisterWindow[]> {
  const units = await unitsToCheck(db, industry, stale);
  if (units.length === 0) return [];
  const processed = await processedDays(db, industry.industryKey, from, to);
  const sealed = await sealedDays(db, industry.industryKey);
  const notProcessed = [...eachDate(from, to)].filter((date) => !processed.has(date));
  return units.flatMap((unit) => {
    const dates = [
      ...notProcessed,
      ...stale.filter((day) => day.unitKeys.includes(unit.unitKey)).map((day) => day.businessDate),
    ].sort();
    const windows: { unit: StoredUnit; fromDate: BusinessDate; toDate: BusinessDate }[] = [];
    for (const date of dates) {
      const last = windows.at(-1);
      if (last === undefined || arePartedBySeal(sealed, last.toDate, date))
        windows.push({ unit, fromDate: date, toDate: date });
      else last.toDate = date;
    }
    return windows;
  });
}

const isChecked = (unit: StoredUnit): boolean => unit.versions.some((version) => version.unit.registerChecks !== null);

/**
 * Units with checks in any version. A unit whose checks a changed configuration has removed counts too, because its
 * events must go.
 */
async function unitsToCheck(db: Querier, industry: Industry, stale: readonly StaleDay[]): Promise<StoredUnit[]> {
  const units = [...industry.units.values()];
  const checked = units.filter(isChecked);
  const reconfigured = new Set(stale.filter((day) => 'configuration' in day.causes).flatMap((day) => day.unitKeys));
  const unchecked = units.filter((unit) => reconfigured.has(unit.unitKey) && !isChecked(unit));
  if (unchecked.length === 0) return checked;
  const onRecord = new Set(
    await unitsOnRecord(
      db,
      unchecked.map((unit) => unit.unitKey),
    ),
  );
  return [...checked, ...unchecked.filter((unit) => onRecord.has(unit.unitKey))];
}

/**
 * The marks that this run may clear: those seen before, and those of the checks themselves as they are now. A day that
 * somebody else has marked in between is left out, because its new readings have not been judged. The next run sees
 * that mark.
 */
function withOwnMarks(before: readonly StaleDay[], after: readonly StaleDay[], own: ReadonlySet<string>): StaleDay[] {
  const revisions = new Map(before.map((day) => [day.businessDate, day.revision]));
  const unmarked = before.filter((day) => !own.has(day.businessDate));
  return [
    ...unmarked,
    ...after.filter((day) => own.has(day.businessDate) && day.revision === (revisions.get(day.businessDate) ?? 0) + 1),
  ];
}
