import type { Querier } from '../../platform/database/database.ts';
import type { DailyDocument } from '../../kernel/document/types.ts';
import type { Industry, StoredUnit } from '../../kernel/industry/industry.ts';
import { countsOn } from '../../kernel/industry/retired.ts';
import { businessDateOf, dayWindow } from '../../kernel/time/business-clock.ts';
import { addDays, eachDate, earlierOf } from '../../kernel/time/business-date.ts';
import type { BusinessDate, EpochMillis } from '../../kernel/time/types.ts';
import { staleDays } from '../../ledger/store/ledger.ts';
import { computeDays } from '../compute-days.ts';
import { inStoredOrder } from '../store/stored-order.ts';

/** A document that takes the place of the stored one, and is not stored yet. */
export interface UnsavedDocument<D> {
  readonly unitKey: number;
  readonly periodStart: BusinessDate;
  readonly document: D;
}

/**
 * Ended days of which units have no document, computed as readers of days compute them: a month must not look more
 * complete than its days do. Such days were processed before a unit was added, or never, because nothing was sent on
 * them. Days that are marked for a unit get its document soon.
 * @param to days after it, and days that have not ended by `now`, are left out
 */
export async function backfillDays(
  db: Querier,
  industry: Industry,
  units: readonly StoredUnit[],
  { from, to, now }: { readonly from: BusinessDate; readonly to: BusinessDate; readonly now: EpochMillis },
  hasDocument: (unitKey: number, date: BusinessDate) => boolean,
): Promise<UnsavedDocument<DailyDocument>[]> {
  const end = earlierOf(to, addDays(businessDateOf(industry.clock, now), -1));
  const isUndocumented = (unit: StoredUnit, date: BusinessDate): boolean =>
    countsOn(unit, date) && !hasDocument(unit.unitKey, date);
  const undocumented = [...eachDate(from, end)].filter((date) => units.some((unit) => isUndocumented(unit, date)));
  if (undocumented.length === 0) return [];
  const marks = new Map(
    (await staleDays(db, industry.industryKey, from, end)).map((day) => [day.businessDate, new Set(day.unitKeys)]),
  );
  const isMarked = ({ unitKey }: StoredUnit, date: BusinessDate): boolean => {
    const marked = marks.get(date);
    // A mark that names no unit is of a run that writes all of them.
    return marked !== undefined && (marked.size === 0 || marked.has(unitKey));
  };
  const isLacking = (unit: StoredUnit, date: BusinessDate): boolean =>
    isUndocumented(unit, date) && !isMarked(unit, date);
  const lacking = new Map(
    units
      .filter((unit) => undocumented.some((date) => isLacking(unit, date)))
      .map((unit) => [unit.current.unitId, unit] as const),
  );
  const dates = undocumented.filter((date) => [...lacking.values()].some((unit) => isLacking(unit, date)));
  const last = dates.at(-1);
  if (last === undefined) return [];
  const found: UnsavedDocument<DailyDocument>[] = [];
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
