import type { DataContext } from '../context.ts';
import type { DailyDocument } from '../kernel/document/types.ts';
import { calendarClockOf, calendarDay } from './rules/figures/calendar-day.ts';
import { hoursOfDaysSpan, periodsSpan, type UnitSpan } from './rules/figures/unit-span.ts';
import { inBatches } from '../kernel/in-batches.ts';
import { type Industry, type StoredUnit, unitAsOf, unitOfSpan } from '../kernel/industry/industry.ts';
import { countingFrom, withRetired } from '../kernel/industry/retired.ts';
import { composeMonth } from './rules/processors/compose.ts';
import { unlikeParameters } from './rules/processors/unlike-parameters.ts';
import { businessDateOf, dayWindow } from '../kernel/time/business-clock.ts';
import { eachDate, firstOfMonth, monthOf } from '../kernel/time/business-date.ts';
import type { SealedDays } from '../kernel/time/sealed-days.ts';
import type { BusinessDate, EpochMillis } from '../kernel/time/types.ts';
import { HOUR_MS } from '../kernel/time/durations.ts';
import { sealedDays } from '../ledger/store/seal.ts';
import { computeVirtual } from './compute-virtual.ts';
import { cutDocuments, cutsAt } from './cut-hours.ts';
import { readDays } from './read-days.ts';
import { hoursTold } from './read-spans.ts';
import { virtualPlannerOf, type VirtualPlan } from './virtual-plan.ts';

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
  const dates = touchedBy(industry, days);
  const spans = new Map<string, UnitSpan>();
  const [first] = dates;
  if (first === undefined) return spans;
  const now = context.clock.now();
  const told = hoursTold(industry, bucket === 'hour' ? dates : []);
  const reading = {
    industry,
    planFor: virtualPlannerOf(industry),
    sealed: isOnTheHour(industry, days) ? null : await sealedDays(context.database, industry.industryKey),
    now,
  };
  for (const wanted of inBatches(countingFrom(industry, asked, first), UNIT_DAYS_PER_READ, dates.length)) {
    const read = await readDocuments(context, reading, wanted, days);
    for (const unitId of wanted) {
      const stored = industry.units.get(unitId);
      if (stored === undefined) continue;
      const own = read.map(({ documents, ...day }) => ({ ...day, document: documents.get(unitId) ?? null }));
      spans.set(unitId, told(spanOf(industry, stored, own, bucket, now)));
    }
  }
  return spans;
}

type CalendarBucket = 'hour' | 'day' | 'month';
type Day = { readonly date: BusinessDate } & ReturnType<typeof dayWindow>;
type ReadDay = Day & { readonly document: DailyDocument | null };
type Documents = ReadonlyMap<string, DailyDocument>;

interface Reading {
  readonly industry: Industry;
  readonly planFor: (date: BusinessDate) => VirtualPlan;
  /** null: every midnight lies between two hours of the business days. */
  readonly sealed: SealedDays | null;
  readonly now: EpochMillis;
}

/** The business days that touch days; both follow one another. */
function touchedBy({ clock }: Pick<Industry, 'clock'>, days: readonly Day[]): readonly BusinessDate[] {
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return [];
  return [...eachDate(businessDateOf(clock, first.startEpochMs), businessDateOf(clock, last.endEpochMs - 1))];
}

const midnightsOf = (days: readonly Day[]): readonly EpochMillis[] => [
  ...new Set(days.flatMap(({ startEpochMs, endEpochMs }) => [startEpochMs, endEpochMs])),
];

const isOnTheHour = ({ clock }: Industry, days: readonly Day[]): boolean =>
  midnightsOf(days).every((at) => (at - dayWindow(clock, businessDateOf(clock, at)).startEpochMs) % HOUR_MS === 0);

/** Documents of days from midnight. What formulas use is read some days at a time, because it may be everything. */
async function readDocuments(
  context: DataContext,
  reading: Reading,
  wanted: readonly string[],
  days: readonly Day[],
): Promise<readonly (Day & { readonly documents: Documents })[]> {
  const { industry, planFor, sealed, now } = reading;
  const plans = new Set(touchedBy(industry, days).map(planFor));
  const operands = [...plans].flatMap(({ graph }) => [...graph.transitiveOperandsOf(wanted)]);
  const unitIds = new Set([...wanted, ...operands]);
  const found: (Day & { readonly documents: Documents })[] = [];
  for (const some of inBatches(days, UNIT_DAYS_PER_READ, unitIds.size)) {
    const dates = touchedBy(industry, some);
    // An hour in which midnight lies is cut in two.
    const cuts = sealed === null ? [] : cutsAt(industry.clock, midnightsOf(some), sealed, now);
    const whole = await readDays(context, { industry, unitIds, dates, withEntries: true });
    const documents =
      cuts.length === 0 ? whole : await cutDocuments(context.database, { industry, documents: whole, planFor }, cuts);
    for (const day of some) {
      const ofDay = documentsOf(reading, day, documents);
      found.push({ ...day, documents: new Map(wanted.flatMap((unitId) => entryOf(ofDay, unitId))) });
    }
  }
  return found;
}

const entryOf = (documents: Documents, unitId: string): (readonly [string, DailyDocument])[] => {
  const document = documents.get(unitId);
  return document === undefined ? [] : [[unitId, document]];
};

/** Documents of a day from midnight, of all units that those of its business days have. */
function documentsOf(
  { industry, planFor, now }: Reading,
  day: Day,
  ofDates: ReadonlyMap<BusinessDate, Documents>,
): Documents {
  const dates = touchedBy(industry, [day]);
  const added = new Map<string, DailyDocument>();
  if (day.startEpochMs > now) return added;
  for (const unitId of new Set(dates.flatMap((date) => [...(ofDates.get(date)?.keys() ?? [])]))) {
    const stored = industry.units.get(unitId);
    const own = dates.map((date) => ({ from: date, to: date, document: ofDates.get(date)?.get(unitId) ?? null }));
    const document =
      stored === undefined
        ? null
        : calendarDay(
            unitAsOf(stored, day.date),
            { startEpochMs: day.startEpochMs, endEpochMs: day.endEpochMs, nowEpochMs: now },
            own.flatMap(({ from, document: touching }) =>
              touching === null ? [] : [{ document: touching, endEpochMs: dayWindow(industry.clock, from).endEpochMs }],
            ),
            unlikeParameters(stored, own),
          );
    if (document !== null) added.set(unitId, document);
  }
  const hasFormula = (unitId: string): boolean => {
    const stored = industry.units.get(unitId);
    return stored !== undefined && isFormulaOn(stored, [day.date, ...dates]);
  };
  const documents = new Map([...added].filter(([unitId]) => !hasFormula(unitId)));
  const work = { industry, date: day.date, plan: planFor(day.date), documents, failures: new Map() };
  computeVirtual(work, new Set(added.keys()), true);
  // The formula holds for the day, as in business days: levels and clamped hours do not add up. Hours stay theirs.
  return new Map(
    [...documents].map(([unitId, document]) => [unitId, { ...document, hourly: added.get(unitId)?.hourly ?? [] }]),
  );
}

/** True when one formula holds on all of the dates. A day on which another one begins is the sum of its hours. */
function isFormulaOn(stored: StoredUnit, dates: readonly BusinessDate[]): boolean {
  const units = dates.map((date) => unitAsOf(stored, date));
  return (
    units.every(({ group }) => group === 'VIRTUAL') && new Set(units.map(({ calculations }) => calculations)).size === 1
  );
}

function spanOf(
  industry: Industry,
  stored: StoredUnit,
  days: readonly ReadDay[],
  bucket: CalendarBucket,
  now: number,
): UnitSpan {
  const last = days.at(-1);
  const unit = unitOfSpan(stored, last?.date, businessDateOf(industry.clock, now));
  const atEnd = last === undefined ? unit : unitAsOf(stored, last.date);
  const dated = days.map((day) => ({
    ...day,
    from: businessDateOf(industry.clock, day.startEpochMs),
    to: businessDateOf(industry.clock, day.endEpochMs - 1),
  }));
  const unlike = unlikeParameters(stored, dated);
  if (bucket === 'hour') return hoursOfDaysSpan(unit, atEnd, days, now, unlike);
  if (bucket === 'day') return periodsSpan(unit, atEnd, days, unlike);
  const months = [...Map.groupBy(dated, ({ date }) => firstOfMonth(date))].map(([month, own]) => ({
    startEpochMs: own[0]?.startEpochMs ?? 0,
    document: own.every(({ document }) => document === null)
      ? null
      : composeMonth({
          industryId: industry.industryId,
          unit: unitAsOf(stored, own.at(-1)?.date ?? month),
          month: monthOf(month),
          days: own,
          unlike: unlikeParameters(stored, own),
        }),
  }));
  return periodsSpan(unit, atEnd, months, unlike);
}
