import type { DataContext } from '../context.ts';
import type { DailyDocument } from '../kernel/document/types.ts';
import { type Industry, unitIdsByKey } from '../kernel/industry/industry.ts';
import { countsOn, withRetired } from '../kernel/industry/retired.ts';
import { businessDateOf } from '../kernel/time/business-clock.ts';
import type { BusinessDate } from '../kernel/time/types.ts';
import { readSettledDocuments, readSettledFigures } from './store/settled-documents.ts';
import { computeDays } from './compute-days.ts';
import { hoursOf } from './store/rollups.ts';
import { uncheckedDays } from './unchecked-days.ts';

/** date to unitId to document. Days that have not begun are absent. */
type DocumentsByDay = Map<BusinessDate, Map<string, DailyDocument>>;

interface DaysToRead {
  readonly industry: Industry;
  readonly unitIds: ReadonlySet<string>;
  /** Dates in ascending order. */
  readonly dates: readonly BusinessDate[];
  /** false: hourly entries are not needed and may be empty. */
  readonly withEntries: boolean;
}

/**
 * Daily documents of units. Documents of settled days are read; other days (running, stale, never processed) are
 * computed by the same processors from the readings. A figure never depends on whether a batch has run. A retired unit
 * has none on days on which it no longer counts.
 */
export async function readDays(
  { database, clock, figureCaches: caches }: DataContext,
  request: DaysToRead,
): Promise<DocumentsByDay> {
  const industry = withRetired(request.industry);
  const { unitIds } = request;
  const now = clock.now();
  const today = businessDateOf(industry.clock, now);
  const dates = request.dates.filter((date) => date <= today);
  const [first, last] = [dates[0], dates.at(-1)];
  const found: DocumentsByDay = new Map(dates.map((date) => [date, new Map()]));
  if (first === undefined || last === undefined) return found;

  const units = [...unitIds].flatMap((unitId) => industry.units.get(unitId) ?? []);
  const span = { industryId: industry.industryId, units: unitIdsByKey(units), from: first, to: last };
  const read = request.withEntries
    ? (caches?.documents ?? readSettledDocuments)
    : (caches?.figures ?? readSettledFigures);
  const { settled, stored } = await read(database, industry.industryKey, span);
  const retired = units.filter(({ retirement }) => retirement !== undefined);
  for (const { periodStart, document } of stored) found.get(periodStart)?.set(document.unitId, document);
  for (const unit of retired)
    for (const [date, documents] of found) if (!countsOn(unit, date)) documents.delete(unit.current.unitId);
  const countOn = (date: BusinessDate): number => units.length - retired.filter((unit) => !countsOn(unit, date)).length;
  // A settled day lacks documents only of units that were added after it. The others are not computed for them.
  const incomplete = dates.filter((date) => settled.has(date) && (found.get(date)?.size ?? 0) < countOn(date));
  const parts = [
    { dates: dates.filter((date) => !settled.has(date)), units },
    {
      dates: incomplete,
      units: units.filter(({ current }) => incomplete.some((date) => found.get(date)?.has(current.unitId) !== true)),
    },
  ].filter((part) => part.dates.length > 0);
  if (parts.length === 0) return found;
  const isUnchecked = await uncheckedDays(database, industry, first, last);
  for (const part of parts)
    for await (const day of computeDays(database, {
      industry,
      dates: part.dates,
      unitIds: new Set(part.units.map(({ current }) => current.unitId)),
      now,
      materialisedBefore: null,
      isUnchecked,
      figuresOnly: !request.withEntries,
      readHours: caches?.hours ?? hoursOf,
    })) {
      for (const [unitId, document] of day.documents) {
        const known = found.get(day.date);
        if (known !== undefined && !known.has(unitId)) known.set(unitId, document);
      }
    }
  return found;
}
