import type { Querier } from '../../platform/database/database.ts';
import type { DailyDocument } from '../../kernel/document/types.ts';
import type { Industry, StoredUnit } from '../../kernel/industry/industry.ts';
import { countsOn } from '../../kernel/industry/retired.ts';
import { dayWindow } from '../../kernel/time/business-clock.ts';
import { lastOfMonth } from '../../kernel/time/business-date.ts';
import type { BusinessDate } from '../../kernel/time/types.ts';
import { processedDays, staleDays } from '../../ledger/store/ledger.ts';
import { computeDays } from '../compute-days.ts';
import { inStoredOrder } from '../store/stored-order.ts';

/** A document that stands for the stored one of its place. */
export interface WouldBe<D> {
  readonly unitKey: number;
  readonly periodStart: BusinessDate;
  readonly document: D;
}

/**
 * Days of a month that were processed before some of the units were added, computed as readers of days compute them: a
 * month must not look more complete than its days do. Days that are marked for a unit get its document soon.
 */
export async function lackingDays(
  db: Querier,
  industry: Industry,
  units: readonly StoredUnit[],
  month: BusinessDate,
  hasDocument: (unitKey: number, date: BusinessDate) => boolean,
): Promise<WouldBe<DailyDocument>[]> {
  const end = lastOfMonth(month);
  const processed = [...(await processedDays(db, industry.industryKey, month, end))] as BusinessDate[]; // dates of days
  const isUndocumented = (unit: StoredUnit, date: BusinessDate): boolean =>
    countsOn(unit, date) && !hasDocument(unit.unitKey, date);
  if (!units.some((unit) => processed.some((date) => isUndocumented(unit, date)))) return [];
  const marked = new Map(
    (await staleDays(db, industry.industryKey, month, end)).map((day) => [day.businessDate, new Set(day.unitKeys)]),
  );
  const isMarked = ({ unitKey }: StoredUnit, date: BusinessDate): boolean => {
    const of = marked.get(date);
    // A mark that names no unit is of a run that writes all of them.
    return of !== undefined && (of.size === 0 || of.has(unitKey));
  };
  const isLacking = (unit: StoredUnit, date: BusinessDate): boolean =>
    isUndocumented(unit, date) && !isMarked(unit, date);
  const lacking = new Map(
    units
      .filter((unit) => processed.some((date) => isLacking(unit, date)))
      .map((unit) => [unit.current.unitId, unit] as const),
  );
  const dates = processed.filter((date) => [...lacking.values()].some((unit) => isLacking(unit, date))).sort();
  const last = dates.at(-1);
  if (last === undefined) return [];
  const found: WouldBe<DailyDocument>[] = [];
  for await (const day of computeDays(db, {
    industry,
    dates,
    unitIds: new Set(lacking.keys()),
    now: dayWindow(industry.clock, last).endEpochMs,
    materialisedBefore: null,
    figuresOnly: true,
  }))
    for (const [unitId, document] of day.documents) {
      const unit = lacking.get(unitId);
      if (unit !== undefined && isLacking(unit, day.date))
        found.push({ unitKey: unit.unitKey, periodStart: day.date, document: inStoredOrder(document) });
    }
  return found;
}
