import type { DataContext } from '../../context.ts';
import type { Querier } from '../../platform/database/database.ts';
import { type Industry, type StoredUnit, unitAsOf, unitIdsByKey } from '../../kernel/industry/industry.ts';
import { withRetired } from '../../kernel/industry/retired.ts';
import { addDays, firstOfMonth, firstOfNextYear, firstOfYear, lastOfMonth } from '../../kernel/time/business-date.ts';
import { isSealed } from '../../kernel/time/sealed-days.ts';
import type { BusinessDate } from '../../kernel/time/types.ts';
import { readFigures } from '../store/read-documents.ts';
import { type DocumentToWrite, lockIndustryDocuments, writeDocuments } from '../store/write-documents.ts';
import { findIndustry } from '../../platform/directory/store/industries.ts';
import { clearStale, type StaleDay, staleDays } from '../../ledger/store/ledger.ts';
import { requireClock } from '../../platform/directory/require-clock.ts';
import { computeDays } from '../compute-days.ts';
import { causesOfPeriods, marked } from '../../ledger/causes.ts';
import { recordSettledEvent } from '../settled/publish-settled.ts';
import { monthDocuments, yearDocuments } from './periods.ts';

/**
 * Writes documents of virtual units that came after days were sealed, as far as these days are marked. Stored documents
 * stand, and the missing ones are computed from them. A unit's month and year follow once none of their days waits for
 * it, because the run that writes the last day writes both. A month of days and the end of its marks are one
 * transaction.
 * @param dates business days, ascending
 */
export async function writeSealedDays(
  context: DataContext,
  industry: Industry,
  dates: readonly BusinessDate[],
): Promise<void> {
  for (const [month, days] of Map.groupBy(dates, firstOfMonth)) await writeMonth(context, industry, month, days);
}

async function writeMonth(
  { database, clock }: DataContext,
  { industryId, industryKey }: Industry,
  month: BusinessDate,
  days: readonly BusinessDate[],
): Promise<void> {
  await database.transaction(async (transaction) => {
    await lockIndustryDocuments(transaction, industryKey);
    const now = clock.now();
    // Another unit may have come since the run began, and the marks name it, too.
    const found = await findIndustry(transaction, industryId, now);
    if (found === null) return;
    const industry = withRetired(found);
    const { sealed } = await requireClock(transaction, industry);
    const seen = (await staleDays(transaction, industryKey, month, lastOfMonth(month))).filter(
      ({ businessDate }) => days.includes(businessDate) && isSealed(sealed, businessDate),
    );
    if (seen.length === 0) return;
    const keys = new Set(seen.flatMap(({ unitKeys }) => unitKeys));
    const units = [...industry.units.values()].filter(({ unitKey }) => keys.has(unitKey));
    const lacking = await backfillDocuments(
      transaction,
      industry,
      units,
      seen.map(({ businessDate }) => businessDate),
      now,
    );
    const write = (documents: readonly DocumentToWrite[], startOf: (date: BusinessDate) => BusinessDate) =>
      writeDocuments(transaction, industryKey, documents, {
        computedAt: new Date(now),
        causesOf: causesOfPeriods(seen, startOf),
      });
    await write(lacking, (date) => date);
    const answered = (await clearStale(transaction, industryKey, seen)).map(marked);
    const settledFrom = async (from: BusinessDate, to: BusinessDate): Promise<readonly StoredUnit[]> => {
      const marks = await staleDays(transaction, industryKey, from, to);
      return units.filter(({ unitKey }) => !marks.some((mark) => namesUnit(mark, unitKey)));
    };
    const ofMonth = await settledFrom(month, lastOfMonth(month));
    await write(await monthDocuments(transaction, { industry, now }, ofMonth, month), firstOfMonth);
    const year = firstOfYear(month);
    const ofYear = await settledFrom(year, addDays(firstOfNextYear(year), -1));
    await write(await yearDocuments(transaction, { industry, now }, ofYear, year), firstOfYear);
    await recordSettledEvent(transaction, industry, answered, new Date(now));
  });
}

/** A mark of a day that was never wholly processed names none, and its run writes all of them. */
const namesUnit = ({ unitKeys }: StaleDay, unitKey: number): boolean =>
  unitKeys.length === 0 || unitKeys.includes(unitKey);

/** Daily documents of virtual units that are not stored. */
async function backfillDocuments(
  transaction: Querier,
  industry: Industry,
  units: readonly StoredUnit[],
  dates: readonly BusinessDate[],
  now: number,
): Promise<DocumentToWrite[]> {
  const [from, to] = [dates[0], dates.at(-1)];
  if (from === undefined || to === undefined || units.length === 0) return [];
  const stored = await readFigures(transaction, {
    industryId: industry.industryId,
    units: unitIdsByKey(units),
    period: 'DAILY',
    from,
    to,
  });
  const known = new Set(stored.map(({ unitKey, periodStart }) => `${unitKey} ${periodStart}`));
  const found: DocumentToWrite[] = [];
  const computing = computeDays(transaction, {
    industry,
    dates,
    unitIds: new Set(units.map(({ current }) => current.unitId)),
    now,
    materialisedBefore: null,
  });
  for await (const { date, documents } of computing) {
    for (const unit of units) {
      const { unitKey, current } = unit;
      const document = documents.get(current.unitId);
      const isVirtual = unitAsOf(unit, date).group === 'VIRTUAL';
      if (document !== undefined && isVirtual && !known.has(`${unitKey} ${date}`))
        found.push({ unitKey, period: 'DAILY', periodStart: date, document });
    }
  }
  return found;
}
