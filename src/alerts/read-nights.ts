import type { DataContext } from '../context.ts';
import {
  type BandedNight,
  bandedNights,
  BASELINE_NIGHTS,
  type Night,
  nightHoursOf,
  nightOf,
  LEAST_NIGHT_COVERAGE,
  NIGHT_HOURS,
} from './rules/night-flow.ts';
import type { NightBand } from './rules/types.ts';
import { inBatches } from '../kernel/in-batches.ts';
import { type Industry, type StoredUnit, requireUnit } from '../kernel/industry/industry.ts';
import { businessDateOf, dayWindow } from '../kernel/time/business-clock.ts';
import { addDays, earlierOf, eachDate, formatRequestDate } from '../kernel/time/business-date.ts';
import { HOUR_MS } from '../kernel/time/durations.ts';
import type { BusinessDate, EpochMillis } from '../kernel/time/types.ts';
import { newestSettledEvent, storedNights, type StoredNight, storeNights } from './store/night-flow.ts';
import { readDays } from '../figures/read-days.ts';
import { invalid } from '../kernel/errors.ts';
import { industryFrom } from '../kernel/industry/retired.ts';
import type { UnitGroup } from '../kernel/measure/unit.ts';
import { minus } from '../kernel/measure/exact.ts';

/** Documents read at a time. */
const UNIT_DAYS_PER_READ = 4000;

interface NightsWanted {
  readonly units: readonly StoredUnit[];
  readonly from: BusinessDate;
  /** The last business day, included. */
  readonly to: BusinessDate;
}

/** A night, and where its last hour ends. */
interface NightRead extends BandedNight {
  readonly endEpochMs: EpochMillis;
}

/**
 * Minimum night flow of units, by unit key, from the figures that everything else shows; each night with the band of
 * the nights before it. Nights of days that have ended are kept, because a baseline needs a month of them. Days that
 * have not begun are absent.
 */
export async function readNights(
  context: DataContext,
  industry: Industry,
  { units, from, to }: NightsWanted,
): Promise<ReadonlyMap<number, NightRead[]>> {
  const today = businessDateOf(industry.clock, context.clock.now());
  const calendar = [...eachDate(addDays(from, -BASELINE_NIGHTS), earlierOf(to, today))].map((date) => {
    const day = { date, ...dayWindow(industry.clock, date) };
    const hours = nightHoursOf(industry.clock, day);
    return { ...day, hours, nightEndsAt: (hours.at(-1) ?? day.startEpochMs) + HOUR_MS };
  });
  const known = await knownNights(context, industry, units, calendar, today);
  return new Map(
    units.map(({ unitKey }) => {
      const own = known.get(unitKey);
      const nights = calendar.map(({ date }): Night => own?.get(date) ?? { date, lowestPerHour: null, coverage: 0 });
      const banded = bandedNights(nights).map((night, index) => ({
        ...night,
        endEpochMs: calendar[index]?.nightEndsAt ?? 0,
      }));
      return [unitKey, banded.slice(BASELINE_NIGHTS)];
    }),
  );
}

/** Bands of usual nights, by unit key and instant. */
export async function readNightBands(
  context: DataContext,
  industry: Industry,
  wanted: NightsWanted,
): Promise<(unitKey: number, at: EpochMillis) => NightBand | null> {
  const nights =
    wanted.units.length === 0 ? new Map<number, NightRead[]>() : await readNights(context, industry, wanted);
  const bands = new Map(
    [...nights].map(([unitKey, own]) => [unitKey, new Map(own.map(({ date, band }) => [date, band]))]),
  );
  return (unitKey, at) => bands.get(unitKey)?.get(businessDateOf(industry.clock, at)) ?? null;
}

interface CalendarDay {
  readonly date: BusinessDate;
  readonly startEpochMs: EpochMillis;
  readonly endEpochMs: EpochMillis;
  readonly hours: readonly EpochMillis[];
  readonly nightEndsAt: EpochMillis;
}

/** Nights by unit key and date: the stored ones, and the rest from documents. */
async function knownNights(
  context: DataContext,
  industry: Industry,
  units: readonly StoredUnit[],
  calendar: readonly CalendarDay[],
  today: BusinessDate,
): Promise<Map<number, Map<BusinessDate, Night>>> {
  const known = new Map(units.map(({ unitKey }) => [unitKey, new Map<BusinessDate, Night>()]));
  const [first, last] = [calendar[0], calendar.at(-1)];
  if (first === undefined || last === undefined || units.length === 0) return known;
  const { database } = context;
  const unitKeys = [...known.keys()];
  for (const { unitKey, ...night } of await storedNights(
    database,
    industry.industryKey,
    unitKeys,
    first.date,
    last.date,
  ))
    known.get(unitKey)?.set(night.date, night);
  for (const some of inBatches(units, UNIT_DAYS_PER_READ, calendar.length)) {
    const isMissing = ({ date, nightEndsAt }: CalendarDay): boolean =>
      nightEndsAt <= context.clock.now() && some.some(({ unitKey }) => known.get(unitKey)?.has(date) !== true);
    const missing = calendar.filter(isMissing);
    // The event is asked for before the documents are read: a night that settles meanwhile is not kept.
    const newestEvent = await newestSettledEvent(database, industry.industryKey);
    const found = missing.length === 0 ? [] : await nightsOfDays(context, industry, some, missing);
    for (const { unitKey, ...night } of found) known.get(unitKey)?.set(night.date, night);
    const ended = found.filter(({ date }) => date < today);
    await storeNights(database, industry.industryKey, ended, newestEvent);
  }
  return known;
}

async function nightsOfDays(
  context: DataContext,
  industry: Industry,
  units: readonly StoredUnit[],
  days: readonly CalendarDay[],
): Promise<StoredNight[]> {
  const documents = await readDays(context, {
    industry,
    unitIds: new Set(units.map(({ current }) => current.unitId)),
    dates: days.map(({ date }) => date),
    withEntries: true,
  });
  return days.flatMap((day) =>
    units.map(({ unitKey, current }) => {
      const document = documents.get(day.date)?.get(current.unitId) ?? null;
      return { unitKey, ...nightOf({ ...day, document }, day.hours) };
    }),
  );
}

const METERS: readonly UnitGroup[] = ['FLOW', 'CONSUMPTION'];

const clockTime = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

/** @throws ServiceError 404 for a unit that the industry did not have on that day, 1403 for one without flow. */
export async function readNightFlow(
  context: DataContext,
  inUse: Industry,
  asked: { readonly unitId: string; readonly date: BusinessDate | null },
) {
  const date = asked.date ?? businessDateOf(inUse.clock, context.clock.now());
  const industry = industryFrom(inUse, date);
  const stored = requireUnit(industry, asked.unitId);
  const { unitId, displayName, siUnit, group } = stored.current;
  if (!METERS.includes(group)) {
    const problem = `'${unitId}' is a unit of group ${group}, allowed are units of ${METERS.join(' and ')}`;
    throw invalid(1403, 'unitId', problem);
  }
  const nights = (
    await readNights(context, industry, { units: [stored], from: addDays(date, -BASELINE_NIGHTS), to: date })
  ).get(stored.unitKey);
  const night = nights?.find((one) => one.date === date) ?? { date, lowestPerHour: null, coverage: 0, band: null };
  return {
    unitId,
    unitName: displayName,
    siUnit,
    ...shownNight(night),
    nightsInBaseline: night.band?.nights ?? 0,
    method: {
      from: clockTime(NIGHT_HOURS.from),
      to: clockTime(NIGHT_HOURS.to),
      timezone: industry.clock.timezone,
      baselineNights: BASELINE_NIGHTS,
      leastCoverage: LEAST_NIGHT_COVERAGE,
    },
    history: (nights ?? []).filter((one) => one.date < date).map(shownNight),
  };
}

function shownNight({ date, lowestPerHour, coverage, band }: BandedNight) {
  const above = (limit: keyof Pick<NightBand, 'baseline' | 'upper'>): number | null =>
    lowestPerHour === null || band === null ? null : minus(lowestPerHour, band[limit]);
  const beyond = above('upper');
  return {
    date: formatRequestDate(date),
    lowestHourFlow: lowestPerHour,
    coverage,
    baseline: band?.baseline ?? null,
    lower: band?.lower ?? null,
    upper: band?.upper ?? null,
    excess: above('baseline'),
    isAbove: beyond === null ? null : beyond > 0,
  };
}
