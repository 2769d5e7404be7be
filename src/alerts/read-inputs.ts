import type { DataContext } from '../context.ts';
import type { AlertInput, AlertInputKind, Condition } from './rules/types.ts';
import { dayPeriods, type DocumentDay, hourPeriods, monthPeriod, watchedDay } from './rules/inputs.ts';
import { inBatches } from '../kernel/in-batches.ts';
import { type Industry, type StoredUnit, unitAsOf } from '../kernel/industry/industry.ts';
import { unitOverTime } from '../kernel/industry/unit-over-time.ts';
import { businessAt, businessDateOf, dayStart, dayWindow } from '../kernel/time/business-clock.ts';
import { addDays, addMonths, eachDate, firstOfMonth, lastOfMonth } from '../kernel/time/business-date.ts';
import type { BusinessDate, EpochMillis } from '../kernel/time/types.ts';
import { watchedReadings } from './store/watched-readings.ts';
import { readDays } from '../figures/read-days.ts';
import { readBalanceDays } from '../balance/read-balance.ts';
import { readNightBands, readNights } from './read-nights.ts';

/** A unit, and from when on it is looked at. */
interface WatchedUnit {
  readonly stored: StoredUnit;
  readonly fromEpochMs: EpochMillis;
  /** Time of the unit's newest genuine reading; null: none is known. */
  readonly lastSeen: EpochMillis | null;
}

/** The inputs to read: one kind for many units, in one round trip. */
interface InputsWanted {
  readonly kind: AlertInputKind;
  readonly window: Condition['window'];
  /** First instant of the industry's own input. Those of units are in `units`. */
  readonly fromEpochMs: EpochMillis;
  readonly units: readonly WatchedUnit[];
  /** Later readings are not looked at. */
  readonly until: EpochMillis;
  /** Keys of units whose usual night flow is asked for beside their readings. */
  readonly withNightBands?: ReadonlySet<number>;
  /** Keys of units of which named parameters are looked at, whether a unit declares them or not. */
  readonly withParameters?: ReadonlySet<number>;
}

/** Key of the input that is about the whole industry. */
export const WHOLE_INDUSTRY = 0;

/** Inputs by unit key. */
type Inputs = Map<number, AlertInput>;

/** Inputs of conditions: stored readings, and the figures that all other parts show. */
export function readInputs(context: DataContext, industry: Industry, wanted: InputsWanted): Promise<Inputs> {
  switch (wanted.kind) {
    case 'readings':
      return readReadings(context, industry, wanted);
    case 'totals':
      return readTotals(context, industry, wanted);
    case 'days':
      return readWatchedDays(context, industry, wanted);
    case 'nights':
      return readWatchedNights(context, industry, wanted);
    case 'balance':
      return readIndustryBalance(context, industry, wanted);
  }
}

async function readReadings(context: DataContext, industry: Industry, wanted: InputsWanted): Promise<Inputs> {
  const { units, until, withNightBands = new Set<number>(), withParameters = new Set<number>() } = wanted;
  const banded = units.filter(({ stored }) => withNightBands.has(stored.unitKey));
  const bandAt = await readNightBands(context, industry, nightsOf(industry, { ...wanted, units: banded }));
  const found = await watchedReadings(
    context.database,
    units.map(({ stored, fromEpochMs }) => ({
      unitKey: stored.unitKey,
      fromAt: businessAt(industry.clock, fromEpochMs),
    })),
    businessAt(industry.clock, until + 1),
    withParameters,
  );
  return new Map(
    units.map(({ stored, fromEpochMs, lastSeen }) => [
      stored.unitKey,
      {
        kind: 'readings',
        unit: stored.current,
        unitAt: unitOverTime(industry.clock, stored),
        readings: found.get(stored.unitKey) ?? [],
        lastSeenBefore: lastSeen !== null && lastSeen < fromEpochMs ? lastSeen : null,
        until,
        nightBandAt: (at) => bandAt(stored.unitKey, at),
      },
    ]),
  );
}

const nightsOf = ({ clock }: Industry, wanted: InputsWanted) => ({
  units: wanted.units.map(({ stored }) => stored),
  from: businessDateOf(clock, earliestOf(wanted)),
  to: businessDateOf(clock, wanted.until),
});

async function readWatchedNights(context: DataContext, industry: Industry, wanted: InputsWanted): Promise<Inputs> {
  const nights = await readNights(context, industry, nightsOf(industry, wanted));
  return new Map(
    wanted.units.map(({ stored }) => [
      stored.unitKey,
      {
        kind: 'nights',
        unit: stored.current,
        nights: (nights.get(stored.unitKey) ?? []).map(({ endEpochMs, lowestPerHour, band }) => ({
          epochMs: endEpochMs,
          lowestPerHour,
          band,
        })),
        until: wanted.until,
      },
    ]),
  );
}

/** Unit-days of documents read at a time, the size that the memory of settled days serves. */
const UNIT_DAYS_PER_READ = 20_000;

/** Days of units, each with the unit's document. Days that have not begun are left out. */
async function readDocumentDays(
  context: DataContext,
  industry: Industry,
  units: readonly WatchedUnit[],
  { from, to, withEntries }: { from: BusinessDate; to: BusinessDate; withEntries: boolean },
): Promise<Map<number, DocumentDay[]>> {
  const dates = [...eachDate(from, to)];
  const days = dates.map((date) => ({ date, ...dayWindow(industry.clock, date) }));
  const found = new Map<number, DocumentDay[]>();
  for (const some of inBatches(units, UNIT_DAYS_PER_READ, dates.length)) {
    const unitIds = new Set(some.map(({ stored }) => stored.current.unitId));
    const documents = await readDays(context, { industry, unitIds, dates, withEntries });
    for (const { stored } of some)
      found.set(
        stored.unitKey,
        days
          .filter(({ date }) => documents.has(date))
          .map((day) => ({ ...day, document: documents.get(day.date)?.get(stored.current.unitId) ?? null })),
      );
  }
  return found;
}

const earliestOf = (wanted: InputsWanted): EpochMillis =>
  wanted.units.reduce((earliest, unit) => Math.min(earliest, unit.fromEpochMs), wanted.until);

async function readTotals(context: DataContext, industry: Industry, wanted: InputsWanted): Promise<Inputs> {
  const { units, until, window } = wanted;
  const { clock } = industry;
  const [first, last] = [businessDateOf(clock, earliestOf(wanted)), businessDateOf(clock, until)];
  const isMonth = window === 'month';
  const days = await readDocumentDays(context, industry, units, {
    from: isMonth ? firstOfMonth(first) : first,
    to: last,
    withEntries: !isMonth,
  });
  const months = isMonth ? [...monthsBetween(first, last)] : [];
  const periodsOf = (of: readonly DocumentDay[]) =>
    isMonth
      ? months.map((month) =>
          monthPeriod(
            of.filter(({ date }) => firstOfMonth(date) === month),
            { startEpochMs: dayStart(clock, month), endEpochMs: dayStart(clock, addDays(lastOfMonth(month), 1)) },
          ),
        )
      : window === 'hour'
        ? hourPeriods(of)
        : dayPeriods(of);
  return new Map(
    units.map(({ stored }) => [
      stored.unitKey,
      { kind: 'totals', unit: stored.current, periods: periodsOf(days.get(stored.unitKey) ?? []), until },
    ]),
  );
}

function* monthsBetween(first: BusinessDate, last: BusinessDate): Generator<BusinessDate> {
  for (let month = firstOfMonth(first); month <= last; month = addMonths(month, 1)) yield month;
}

const isTank = ({ current }: StoredUnit): boolean =>
  current.group === 'STOCK' || current.group === 'GROUND_WATER_LEVEL';

async function readWatchedDays(context: DataContext, industry: Industry, wanted: InputsWanted): Promise<Inputs> {
  const { units, until } = wanted;
  const [from, to] = [businessDateOf(industry.clock, earliestOf(wanted)), businessDateOf(industry.clock, until)];
  // Levels stand in the hours, sums beside them.
  const read = (isOfTanks: boolean): Promise<Map<number, DocumentDay[]>> =>
    readDocumentDays(
      context,
      industry,
      units.filter(({ stored }) => isTank(stored) === isOfTanks),
      { from, to, withEntries: isOfTanks },
    );
  const days = new Map([...(await read(true)), ...(await read(false))]);
  return new Map(
    units.map(({ stored }) => [
      stored.unitKey,
      {
        kind: 'days',
        unit: stored.current,
        days: (days.get(stored.unitKey) ?? []).map((day) => watchedDay(unitAsOf(stored, day.date), day)),
        until,
      },
    ]),
  );
}

async function readIndustryBalance(context: DataContext, industry: Industry, wanted: InputsWanted): Promise<Inputs> {
  const { clock } = industry;
  const days = await readBalanceDays(
    context,
    industry,
    businessDateOf(clock, wanted.fromEpochMs),
    businessDateOf(clock, wanted.until),
  );
  return new Map([[WHOLE_INDUSTRY, { kind: 'balance', days, until: wanted.until }]]);
}
