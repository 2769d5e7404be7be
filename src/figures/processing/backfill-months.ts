import type { Querier } from '../../platform/database/database.ts';
import type { MonthlyDocument } from '../../kernel/document/types.ts';
import type { Industry, StoredUnit } from '../../kernel/industry/industry.ts';
import { countsOn } from '../../kernel/industry/retired.ts';
import { businessDateOf } from '../../kernel/time/business-clock.ts';
import { firstOfMonth, lastOfMonth } from '../../kernel/time/business-date.ts';
import type { BusinessDate, EpochMillis } from '../../kernel/time/types.ts';
import { staleDays } from '../../ledger/store/ledger.ts';
import { monthOfUnit } from '../rules/processors/compose.ts';
import { backfillDays } from './backfill-days.ts';
import { readEventlessDays } from './eventless-days.ts';
import { byUnit, type UnsavedDocument } from './unsaved-documents.ts';

/**
 * Begun months of a year of which units have no document, of these units. They are there to compose years of: the id in
 * a document may be that of another unit of the same kind.
 */
export async function backfillMonths(
  db: Querier,
  { industry, now }: { readonly industry: Industry; readonly now: EpochMillis },
  units: readonly StoredUnit[],
  months: readonly BusinessDate[],
  hasDocument: (unitKey: number, month: BusinessDate) => boolean,
): Promise<UnsavedDocument<MonthlyDocument>[]> {
  const today = businessDateOf(industry.clock, now);
  const lackingOf = (unit: StoredUnit): readonly BusinessDate[] =>
    months.filter((month) => month < today && countsOn(unit, month) && !hasDocument(unit.unitKey, month));
  const lacking = units.map((unit) => ({ unit, months: lackingOf(unit) })).filter((one) => one.months.length > 0);
  const incomplete = [...new Set(lacking.flatMap((one) => one.months))].sort();
  const [first, last] = [incomplete[0], incomplete.at(-1)];
  if (first === undefined || last === undefined) return [];
  const range = { from: first, to: lastOfMonth(last) };
  const sharedKeyOf = await readSharedMonths(db, industry, range);
  const groups = Map.groupBy(lacking, (one) => sharedKeyOf(one.unit, one.months) ?? one.unit.unitKey);
  const composed = [...groups].flatMap(([key, group]) => (group[0] === undefined ? [] : [{ key, ...group[0], group }]));
  const days = byUnit(
    await backfillDays(
      db,
      industry,
      composed.map(({ unit }) => unit),
      { ...range, now },
      (unitKey, date) => hasDocument(unitKey, firstOfMonth(date)),
    ),
  );
  // Readings are stored meanwhile. A unit that has got one has figures of its own.
  const keyNow = await readSharedMonths(db, industry, range);
  const isChanged = composed.some(({ key, unit, months: ofUnit }) => (keyNow(unit, ofUnit) ?? unit.unitKey) !== key);
  if (isChanged) return backfillMonths(db, { industry, now }, units, months, hasDocument);
  return composed.flatMap(({ unit, months: ofUnit, group }) => {
    const daily = days.get(unit.unitKey);
    const backfilled = new Set([...(daily?.keys() ?? [])].map((date) => date.slice(0, 7)));
    return ofUnit
      .filter((month) => backfilled.has(month.slice(0, 7)))
      .flatMap((periodStart) => {
        const document = monthOfUnit(industry, unit, periodStart, (date) => daily?.get(date) ?? null);
        return group.map((one) => ({ unitKey: one.unit.unitKey, periodStart, document }));
      });
  });
}

/** Units of one key have the same figures in the months that they lack; null: the unit has figures of its own. */
async function readSharedMonths(
  db: Querier,
  industry: Industry,
  { from, to }: { readonly from: BusinessDate; readonly to: BusinessDate },
): Promise<(unit: StoredUnit, months: readonly BusinessDate[]) => string | null> {
  const { isEventless, kindOf } = await readEventlessDays(db, industry);
  const marks = await staleDays(db, industry.industryKey, from, to);
  const marked = new Set(marks.flatMap(({ unitKeys }) => unitKeys));
  return (unit, months) => {
    const last = months.at(-1);
    const isShared = last !== undefined && !marked.has(unit.unitKey) && isEventless(unit, lastOfMonth(last));
    return isShared ? `${kindOf(unit)} ${months.join()}` : null;
  };
}
