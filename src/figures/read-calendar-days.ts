import type { DataContext } from '../context.ts';
import type { DailyDocument } from '../kernel/document/types.ts';
import { calendarClockOf, calendarDay } from './rules/figures/calendar-day.ts';
import { hoursOfDaysSpan, periodsSpan, type UnitSpan } from './rules/figures/unit-span.ts';
import { inBatches } from '../kernel/in-batches.ts';
import { type Industry, type StoredUnit, unitAsOf, unitOfSpan } from '../kernel/industry/industry.ts';
import { countingFrom, withRetired } from '../kernel/industry/retired.ts';
import { composeMonth } from './rules/processors/compose.ts';
import { businessDateOf, dayWindow } from '../kernel/time/business-clock.ts';
import { eachDate, firstOfMonth, monthOf } from '../kernel/time/business-date.ts';
import type { BusinessDate } from '../kernel/time/types.ts';
import { HOUR_MS } from '../kernel/time/durations.ts';
import { sealedDays } from '../ledger/store/seal.ts';
import { type Cut, cutDocuments, cutsAt } from './cut-hours.ts';
import { readDays } from './read-days.ts';
import { createVirtualPlanner } from './virtual-plan.ts';

const UNIT_DAYS_PER_READ = 1000;

/**
 * Units over days from midnight to midnight, cut into hours, days or months. The hours are those of the business days
 * that touch them; one in which midnight lies, as with a shift that begins at half past, is two.
 */
export async function readCalendarSpans(
  context: DataContext,
  inUse: Industry,
  asked: readonly string[],
  { from, to, bucket }: { readonly from: BusinessDate; readonly to: BusinessDate; readonly bucket: CalendarBucket },
): Promise<ReadonlyMap<string, UnitSpan>> {
  const industry = withRetired(inUse);
  const calendar = calendarClockOf(industry.clock);
  const days = [...eachDate(from, to)].map((date) => ({ date, ...dayWindow(calendar, date) }));
  const [first, last] = [days[0], days.at(-1)];
  const spans = new Map<string, UnitSpan>();
  if (first === undefined || last === undefined) return spans;
  const dates = [
    ...eachDate(
      businessDateOf(industry.clock, first.startEpochMs),
      businessDateOf(industry.clock, last.endEpochMs - 1),
    ),
  ];
  const now = context.clock.now();
  const unitIds = countingFrom(industry, asked, dates[0] ?? from);
  const midnights = [first.startEpochMs, ...days.map(({ endEpochMs }) => endEpochMs)];
  const isOnTheHour = midnights.every(
    (at) => (at - dayWindow(industry.clock, businessDateOf(industry.clock, at)).startEpochMs) % HOUR_MS === 0,
  );
  const cuts = isOnTheHour
    ? []
    : cutsAt(industry.clock, midnights, await sealedDays(context.database, industry.industryKey), now);
  for (const wanted of inBatches(unitIds, UNIT_DAYS_PER_READ, dates.length)) {
    const documents = await documentsOf(context, industry, wanted, dates, cuts);
    for (const unitId of wanted) {
      const stored = industry.units.get(unitId);
      if (stored === undefined) continue;
      const own = new Map(
        dates.flatMap((date) => {
          const document = documents.get(date)?.get(unitId);
          return document === undefined ? [] : [[date, document] as const];
        }),
      );
      const read = days.map((day) => ({ ...day, document: dayOf(industry, stored, day, own, now) }));
      spans.set(unitId, spanOf(industry, stored, read, bucket, now));
    }
  }
  return spans;
}

/** Documents in which the hour that holds midnight is cut in two. */
async function documentsOf(
  context: DataContext,
  industry: Industry,
  unitIds: readonly string[],
  dates: readonly BusinessDate[],
  cuts: readonly Cut[],
) {
  if (cuts.length === 0) return readDays(context, { industry, unitIds: new Set(unitIds), dates, withEntries: true });
  const planFor = createVirtualPlanner(industry);
  const operands = cuts.flatMap(({ date }) => [...planFor(date).graph.transitiveOperandsOf(unitIds)]);
  const documents = await readDays(context, {
    industry,
    unitIds: new Set([...unitIds, ...operands]),
    dates,
    withEntries: true,
  });
  return cutDocuments(context.database, { industry, documents, planFor }, cuts);
}

type CalendarBucket = 'hour' | 'day' | 'month';
type Day = { readonly date: BusinessDate } & ReturnType<typeof dayWindow>;
type ReadDay = Day & { readonly document: DailyDocument | null };

function dayOf(
  { clock }: Industry,
  stored: StoredUnit,
  day: Day,
  own: ReadonlyMap<BusinessDate, DailyDocument>,
  now: number,
): DailyDocument | null {
  if (day.startEpochMs > now) return null;
  const touching = eachDate(businessDateOf(clock, day.startEpochMs), businessDateOf(clock, day.endEpochMs - 1));
  return calendarDay(
    unitAsOf(stored, day.date),
    { startEpochMs: day.startEpochMs, endEpochMs: day.endEpochMs, nowEpochMs: now },
    [...touching].flatMap((date) => {
      const document = own.get(date);
      return document === undefined ? [] : [{ document, endEpochMs: dayWindow(clock, date).endEpochMs }];
    }),
  );
}

function spanOf(
  { industryId, clock }: Industry,
  stored: StoredUnit,
  days: readonly ReadDay[],
  bucket: CalendarBucket,
  now: number,
): UnitSpan {
  const last = days.at(-1);
  const unit = unitOfSpan(stored, last?.date, businessDateOf(clock, now));
  const atEnd = last === undefined ? unit : unitAsOf(stored, last.date);
  if (bucket === 'hour') return hoursOfDaysSpan(unit, atEnd, days, now);
  if (bucket === 'day') return periodsSpan(unit, atEnd, days);
  const months = [...Map.groupBy(days, ({ date }) => firstOfMonth(date))].map(([month, own]) => ({
    startEpochMs: own[0]?.startEpochMs ?? 0,
    document: own.every(({ document }) => document === null)
      ? null
      : composeMonth({
          industryId,
          unit: unitAsOf(stored, own.at(-1)?.date ?? month),
          month: monthOf(month),
          days: own,
        }),
  }));
  return periodsSpan(unit, atEnd, months);
}
