import type { DataContext } from '../context.ts';
import { hoursOfDaysSpan, hoursSpan, periodsSpan, type UnitSpan } from './rules/figures/unit-span.ts';
import type { Span } from './rules/figures/span.ts';
import { unlikeParameters } from './rules/processors/unlike-parameters.ts';
import type { DailyDocument, ProcessedDocument } from '../kernel/document/types.ts';
import { inBatches } from '../kernel/in-batches.ts';
import { mapInPieces } from '../kernel/pieces.ts';
import { type Industry, type StoredUnit, unitAsOf, unitOfSpan } from '../kernel/industry/industry.ts';
import { countingFrom, withRetired } from '../kernel/industry/retired.ts';
import { businessDateOf, dayStart, dayWindow } from '../kernel/time/business-clock.ts';
import { addDays, earlierOf, lastOfMonth } from '../kernel/time/business-date.ts';
import type { BusinessDate } from '../kernel/time/types.ts';
import { readDays } from './read-days.ts';
import { readMonths } from './read-months.ts';
import { unitsOfWholeDays } from './virtual-plan.ts';

/**
 * Documents read at a time; more go some units at a time, so that neither memory nor the pauses between queries grow
 * with the range.
 */
const UNIT_DAYS_PER_READ = 4000;

/**
 * Units over a span, by unitId: documents where they are settled, computed where not. Ids the industry does not have
 * are absent, and so are units that were retired before the span.
 */
export async function readSpans(
  context: DataContext,
  inUse: Industry,
  unitIds: readonly string[],
  span: Span,
): Promise<ReadonlyMap<string, UnitSpan>> {
  const industry = withRetired(inUse);
  const known = countingFrom(industry, unitIds, startOf(span));
  if (known.length === 0) return new Map();
  switch (span.kind) {
    case 'HOURS':
      return hoursOf(context, industry, known, span.date, await documentsOf(context, industry, known, span.date));
    case 'DAYS':
      return readDates(context, industry, known, span.dates);
    case 'MONTHS': {
      const { months, until } = span;
      const counted = until === undefined ? { months } : { months, until };
      const documents = await readMonths(context, { industry, unitIds: new Set(known), ...counted });
      const last = months.at(-1);
      return await spansOfPeriods(
        industry,
        known,
        {
          starts: months,
          lastDate: last === undefined ? undefined : lastOfMonth(last),
          today: todayOf(context, industry),
        },
        (month, unitId) => documents.get(month)?.get(unitId) ?? null,
      );
    }
  }
}

const todayOf = ({ clock }: Pick<DataContext, 'clock'>, industry: Industry): BusinessDate =>
  businessDateOf(industry.clock, clock.now());

const startOf = (span: Span): BusinessDate | undefined =>
  span.kind === 'HOURS' ? span.date : span.kind === 'DAYS' ? span.dates[0] : span.months[0];

/** One day of units by the hour, and as a span of that one day, from the same documents. */
export async function readHoursAndDay(
  context: DataContext,
  inUse: Industry,
  unitIds: readonly string[],
  date: BusinessDate,
): Promise<{ readonly hours: ReadonlyMap<string, UnitSpan>; readonly day: ReadonlyMap<string, UnitSpan> }> {
  const industry = withRetired(inUse);
  const known = countingFrom(industry, unitIds, date);
  const documents = await documentsOf(context, industry, known, date);
  return {
    hours: await hoursOf(context, industry, known, date, documents),
    day: await spansOfPeriods(
      industry,
      known,
      { starts: [date], lastDate: date, today: todayOf(context, industry) },
      (_, unitId) => documents.get(unitId) ?? null,
    ),
  };
}

type Documents = ReadonlyMap<string, DailyDocument>;
const NONE: Documents = new Map();

/** Documents of one day, with their hours. */
async function documentsOf(
  context: DataContext,
  industry: Industry,
  unitIds: readonly string[],
  date: BusinessDate,
): Promise<Documents> {
  if (unitIds.length === 0) return NONE;
  const days = await readDays(context, { industry, unitIds: new Set(unitIds), dates: [date], withEntries: true });
  return days.get(date) ?? NONE;
}

function hoursOf(
  context: DataContext,
  industry: Industry,
  unitIds: readonly string[],
  date: BusinessDate,
  documents: Documents,
): Promise<ReadonlyMap<string, UnitSpan>> {
  const [window, now, today] = [dayWindow(industry.clock, date), context.clock.now(), todayOf(context, industry)];
  const told = hoursTold(industry, [date]);
  return spansOf(industry, unitIds, (stored) =>
    told(hoursSpan(unitOfSpan(stored, date, today), window, documents.get(stored.current.unitId) ?? null, now)),
  );
}

/** Says of spans by the hour whether their hours add up. */
export function hoursTold(industry: Industry, dates: readonly BusinessDate[]): (span: UnitSpan) => UnitSpan {
  const ofWholeDays = unitsOfWholeDays(industry, dates);
  return (span) => (ofWholeDays.has(span.unit.unitId) ? { ...span, hoursAddUp: false } : span);
}

/**
 * Most unit-days of hours per read, because hours are 24 times as many entries. Other requests wait for some
 * milliseconds meanwhile.
 */
const UNIT_DAYS_OF_HOURS_PER_READ = 250;

/** Every hour of several days, ascending, day after day. */
export async function readHoursOfDays(
  context: DataContext,
  inUse: Industry,
  asked: readonly string[],
  dates: readonly BusinessDate[],
): Promise<ReadonlyMap<string, UnitSpan>> {
  const industry = withRetired(inUse);
  const unitIds = countingFrom(industry, asked, dates[0]);
  const [now, today] = [context.clock.now(), todayOf(context, industry)];
  const days = dates.map((date) => ({ date, ...dayWindow(industry.clock, date) }));
  const last = dates.at(-1);
  const told = hoursTold(industry, dates);
  const spans = new Map<string, UnitSpan>();
  // Hours of several days are for files and reports, and would push out the days that people look at.
  const { figureCaches: _caches, ...anew } = context;
  const reading = dates.length > 1 ? anew : context;
  for (const wanted of inBatches(unitIds, UNIT_DAYS_OF_HOURS_PER_READ, dates.length)) {
    const documents = await readDays(reading, { industry, unitIds: new Set(wanted), dates, withEntries: true });
    const read = await spansOf(industry, wanted, (stored) => {
      const own = days.map((day) => ({
        ...day,
        from: day.date,
        to: day.date,
        document: documents.get(day.date)?.get(stored.current.unitId) ?? null,
      }));
      const atEnd = last === undefined ? stored.current : unitAsOf(stored, last);
      return told(hoursOfDaysSpan(unitOfSpan(stored, last, today), atEnd, own, now, unlikeParameters(stored, own)));
    });
    for (const [unitId, span] of read) spans.set(unitId, span);
  }
  return spans;
}

async function readDates(
  context: DataContext,
  industry: Industry,
  unitIds: readonly string[],
  dates: readonly BusinessDate[],
): Promise<ReadonlyMap<string, UnitSpan>> {
  const today = todayOf(context, industry);
  const begun = dates.filter((date) => date <= today);
  const spans = new Map<string, UnitSpan>();
  for (const wanted of inBatches(unitIds, UNIT_DAYS_PER_READ, begun.length)) {
    const documents = await readDays(context, { industry, unitIds: new Set(wanted), dates: begun, withEntries: false });
    for (const [unitId, span] of await spansOfPeriods(
      industry,
      wanted,
      { starts: dates, lastDate: dates.at(-1), today },
      (date, unit) => documents.get(date)?.get(unit) ?? null,
    ))
      spans.set(unitId, span);
  }
  return spans;
}

/** Days or months of a span. */
interface Periods {
  /** First dates of the periods, ascending. */
  readonly starts: readonly BusinessDate[];
  /** The last day of the last period. */
  readonly lastDate: BusinessDate | undefined;
  readonly today: BusinessDate;
}

/** Spans of units from the documents of their periods. */
export function spansOfPeriods(
  industry: Industry,
  unitIds: readonly string[],
  { starts, lastDate, today }: Periods,
  documentOf: (start: BusinessDate, unitId: string) => ProcessedDocument | null,
): Promise<ReadonlyMap<string, UnitSpan>> {
  const begins = starts.map((start, index) => {
    const next = starts[index + 1];
    const end = lastDate ?? start;
    const last = next === undefined ? end : earlierOf(addDays(next, -1), end);
    return { from: start, to: earlierOf(last, today), startEpochMs: dayStart(industry.clock, start) };
  });
  return spansOf(industry, unitIds, (stored) => {
    const periods = begins.map((begin) => ({ ...begin, document: documentOf(begin.from, stored.current.unitId) }));
    return periodsSpan(
      unitOfSpan(stored, lastDate, today),
      lastDate === undefined ? stored.current : unitAsOf(stored, lastDate),
      periods,
      unlikeParameters(stored, periods),
    );
  });
}

async function spansOf(
  industry: Industry,
  unitIds: readonly string[],
  spanOf: (stored: StoredUnit) => UnitSpan,
): Promise<ReadonlyMap<string, UnitSpan>> {
  const known = unitIds.flatMap((unitId) => industry.units.get(unitId) ?? []);
  return new Map(await mapInPieces(known, (stored) => [stored.current.unitId, spanOf(stored)] as const));
}
