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
import { readEventlessDays } from './eventless-days.ts';
import type { UnsavedDocument } from './unsaved-documents.ts';

/** A unit and one of its business days. */
interface DayOfUnit {
  readonly unit: StoredUnit;
  readonly date: BusinessDate;
}

/**
 * Ended days of which units have no document, computed as readers of days compute them: a month must not look more
 * complete than its days do. Such days were processed before a unit was added, or never, because nothing was sent on
 * them. Days that are marked for a unit get its document soon.
 * @param to days after it, and days that have not ended by `now`, are left out
 * @returns documents to compose months of: an eventless day has the figures, id and date of its stand-in
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
  const isMarked = await readMarks(db, industry, from, end);
  const lacking = undocumented.flatMap((date) =>
    units
      .filter((unit) => isUndocumented(unit, date) && !isMarked(unit, date))
      .map((unit): DayOfUnit => ({ unit, date })),
  );
  if (lacking.length === 0) return [];
  const { isEventless, keyOf } = await readEventlessDays(db, industry);
  const eventless = Map.groupBy(
    lacking.filter(({ unit, date }) => isEventless(unit, date)),
    ({ unit, date }) => keyOf(unit, date),
  );
  const standIns = await computeUnitDays(
    db,
    industry,
    [...eventless.values()].flatMap(([first]) => first ?? []),
  );
  // Readings are stored meanwhile. A stand-in that has got one has figures of its own.
  const { isEventless: isStillEventless } = await readEventlessDays(db, industry);
  const documents = new Map(
    standIns
      .filter(({ unit, date }) => isStillEventless(unit, date))
      .map(({ unit, date, document }) => [keyOf(unit, date), document]),
  );
  const shared = [...eventless].flatMap(([key, days]) => {
    const document = documents.get(key);
    return document === undefined ? [] : days.map((day) => ({ ...day, document }));
  });
  const apart = await computeUnitDays(db, industry, [
    ...lacking.filter(({ unit, date }) => !isEventless(unit, date)),
    ...[...eventless].flatMap(([key, days]) => (documents.has(key) ? [] : days)),
  ]);
  return [...shared, ...apart].map(({ unit: { unitKey }, date, document }) => ({
    unitKey,
    periodStart: date,
    document,
  }));
}

/** Whether a day is marked for a unit. A mark that names no unit is of a run that writes all of them. */
async function readMarks(
  db: Querier,
  { industryKey }: Pick<Industry, 'industryKey'>,
  from: BusinessDate,
  to: BusinessDate,
): Promise<(unit: StoredUnit, date: BusinessDate) => boolean> {
  const marks = new Map(
    (await staleDays(db, industryKey, from, to)).map((day) => [day.businessDate, new Set(day.unitKeys)]),
  );
  return ({ unitKey }, date) => {
    const marked = marks.get(date);
    return marked !== undefined && (marked.size === 0 || marked.has(unitKey));
  };
}

/** Documents of units' days without hourly entries, all of days that have ended. */
async function computeUnitDays(
  db: Querier,
  industry: Industry,
  days: readonly DayOfUnit[],
): Promise<(DayOfUnit & { readonly document: DailyDocument })[]> {
  const dates = [...new Set(days.map(({ date }) => date))].sort();
  const last = dates.at(-1);
  if (last === undefined) return [];
  const unitsByDate = new Map(
    [...Map.groupBy(days, ({ date }) => date)].map(([date, found]) => [
      date,
      new Map(found.map(({ unit }) => [unit.current.unitId, unit])),
    ]),
  );
  const computed: (DayOfUnit & { readonly document: DailyDocument })[] = [];
  for await (const { date, documents } of computeDays(db, {
    industry,
    dates,
    unitIds: new Set(days.map(({ unit }) => unit.current.unitId)),
    now: dayWindow(industry.clock, last).endEpochMs,
    materialisedBefore: null,
    figuresOnly: true,
  }))
    for (const [unitId, document] of documents) {
      const unit = unitsByDate.get(date)?.get(unitId);
      if (unit !== undefined) computed.push({ unit, date, document: inStoredOrder(document) });
    }
  return computed;
}
