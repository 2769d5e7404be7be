import type { DataContext } from '../context.ts';
import { unitsOf } from '../figures/rules/device-data/categories.ts';
import { completenessOf, partsOfSpan } from '../kernel/document/completeness.ts';
import { changeSince } from '../figures/rules/device-data/compared.ts';
import { totalOfCategory } from '../figures/rules/device-data/format-category.ts';
import {
  comparableTotal,
  type LandingPeriod,
  type LastDayHours,
  ONLINE_THRESHOLD_MINUTES,
  periodDates,
  tileCategory,
  tileStatus,
} from '../figures/rules/device-data/landing.ts';
import { parameterMeans } from '../figures/rules/figures/display.ts';
import type { UnitSpan } from '../figures/rules/figures/unit-span.ts';
import type { Category, Industry, StoredUnit } from '../kernel/industry/industry.ts';
import { isDeviceAt, withRetired } from '../kernel/industry/retired.ts';
import { onlineAsOf } from '../kernel/measure/offline-thresholds.ts';
import { maxOrNull } from '../figures/rules/processors/numbers.ts';
import { businessDateOf, dayWindow, endedHours } from '../kernel/time/business-clock.ts';
import { addDays, eachDate, formatRequestDate } from '../kernel/time/business-date.ts';
import { MINUTE_MS } from '../kernel/time/durations.ts';
import type { BusinessDate, EpochMillis } from '../kernel/time/types.ts';
import { countOpenAlerts } from './store/alert-listings.ts';
import { latestReadingsBy } from '../readings/store/readings.ts';
import { readDays } from '../figures/read-days.ts';
import { readSpans } from '../figures/read-spans.ts';
import { readToDate, type ToDate } from '../figures/read-to-date.ts';

interface LandingRequest {
  /** null: the running business day. */
  readonly date: BusinessDate | null;
  readonly period: LandingPeriod;
  readonly divisionFactor: number;
}

/**
 * Periods of the tiles: one that may not have begun, the same period before, and, while it runs, the last day of both
 * by the hour.
 */
interface Periods {
  readonly hasBegun: boolean;
  readonly current: ReadonlyMap<string, UnitSpan>;
  readonly before: ReadonlyMap<string, UnitSpan>;
  readonly lastDay: { readonly current: LastDayHours; readonly before: LastDayHours } | null;
}

/** GET landingPage (specification, User: other endpoints). */
export async function readLandingPage(context: DataContext, inUse: Industry, request: LandingRequest) {
  const industry = withRetired(inUse);
  const date = request.date ?? businessDateOf(industry.clock, context.clock.now());
  const [water, energy, quality] = [
    tileCategory(industry, 'water'),
    tileCategory(industry, 'energy'),
    tileCategory(industry, 'quality'),
  ];
  const days = periodDates(request.period, date);
  const lastDate = days.dates.at(-1) ?? date;
  const [periods, toDate, devices, openAlerts] = await Promise.all([
    readPeriods(context, industry, [water, energy, quality], days),
    readToDate(context, industry, unitsOf(industry, [water, energy]), date),
    countDevices(context, industry, lastDate, ONLINE_THRESHOLD_MINUTES[request.period]),
    countOpenAlerts(
      context.database,
      industry.industryKey,
      Math.min(context.clock.now(), dayWindow(industry.clock, lastDate).endEpochMs),
    ),
  ]);
  const amount = (category: Category) => amountTile(industry, category, { ...periods, toDate }, request.divisionFactor);
  return {
    date: formatRequestDate(date),
    period: request.period,
    summary: { water: amount(water), energy: amount(energy), quality: qualityTile(industry, quality, periods) },
    alerts: periods.hasBegun ? openAlerts : { active: null, critical: null, high: null },
    devices,
  };
}

async function readPeriods(
  context: DataContext,
  industry: Industry,
  categories: readonly Category[],
  { dates, before }: ReturnType<typeof periodDates>,
): Promise<Periods> {
  const unitIds = unitsOf(industry, categories);
  const days = (of: readonly BusinessDate[]) => readSpans(context, industry, unitIds, { kind: 'DAYS', dates: of });
  const [current, earlier] = await Promise.all([days(dates), days(before)]);
  const [last, lastBefore] = [dates.at(-1), before.at(-1)];
  const now = context.clock.now();
  const today = businessDateOf(industry.clock, now);
  const hasBegun = (dates[0] ?? today) <= today;
  const wholeHours = last === undefined || last > today ? null : endedHours(dayWindow(industry.clock, last), now);
  if (last === undefined || lastBefore === undefined || wholeHours === null)
    return { hasBegun, current, before: earlier, lastDay: null };
  const hours = async (date: BusinessDate): Promise<LastDayHours> => ({
    spans: await readSpans(context, industry, unitIds, { kind: 'HOURS', date }),
    wholeHours,
  });
  const [ofLast, ofLastBefore] = await Promise.all([hours(last), hours(lastBefore)]);
  return { hasBegun, current, before: earlier, lastDay: { current: ofLast, before: ofLastBefore } };
}

const spansOf = (unitIds: readonly string[], spans: ReadonlyMap<string, UnitSpan>): readonly UnitSpan[] =>
  unitIds.flatMap((unitId) => spans.get(unitId) ?? []);

function amountTile(
  industry: Industry,
  category: Category,
  { hasBegun, current, before, lastDay, toDate }: Periods & { readonly toDate: ToDate },
  divisionFactor: number,
) {
  const unitIds = unitsOf(industry, [category]);
  const { value, siUnit, ...completeness } = totalOfCategory(category, current, divisionFactor);
  // Units that do not add up have no change either.
  const change =
    siUnit === null
      ? null
      : changeSince(
          comparableTotal(unitIds, before, lastDay?.before ?? null),
          comparableTotal(unitIds, current, lastDay?.current ?? null),
        ).changePercent;
  return {
    total: value,
    unit: siUnit,
    change,
    status: tileStatus(hasBegun, value !== null, completeness.coverage),
    ...completeness,
    monthToDate: figureToDate(category, toDate.month, divisionFactor),
    yearToDate: figureToDate(category, toDate.year, divisionFactor),
  };
}

function figureToDate(category: Category, spans: ReadonlyMap<string, UnitSpan>, divisionFactor: number) {
  const { value, siUnit: _ofTile, ...completeness } = totalOfCategory(category, spans, divisionFactor);
  return { total: value, ...completeness };
}

function qualityTile(industry: Industry, category: Category, { hasBegun, current }: Periods) {
  const spans = spansOf(unitsOf(industry, [category]), current);
  const means = parameterMeans(spans) ?? {};
  const declared = new Map(spans.flatMap(({ unit }) => Object.entries(unit.params)));
  const parameters = Object.fromEntries(
    Object.entries(means).map(([name, value]) => [
      name,
      { displayName: declared.get(name)?.displayName ?? name, value, unit: declared.get(name)?.siUnit ?? '' },
    ]),
  );
  const completeness = completenessOf(spans.flatMap(partsOfSpan), 'nothing');
  return {
    status: tileStatus(hasBegun, Object.keys(means).length > 0, completeness.coverage),
    parameters,
    ...completeness,
  };
}

/** Days searched for readings. The longest threshold is shorter, even over days of 23 hours. */
const DAYS_LOOKED_BACK = 2;

/**
 * Units that transmit (virtual ones have no device), as they stood at the end of a day, or now while it runs: online
 * with a reading within the threshold before. A day that is over is asked by its documents, which outlive the readings.
 */
async function countDevices(
  context: DataContext,
  industry: Industry,
  lastDate: BusinessDate,
  thresholdMinutes: number,
) {
  const endEpochMs = dayWindow(industry.clock, lastDate).endEpochMs;
  const now = context.clock.now();
  const asOf = onlineAsOf(endEpochMs, now);
  const units = [...industry.units.values()].filter((unit) => isDeviceAt(unit, asOf));
  const newest =
    endEpochMs > now
      ? await newestNow(context, industry, units, now)
      : await newestUpTo(context, industry, units, lastDate);
  const newerThan = asOf - thresholdMinutes * MINUTE_MS;
  const online = units.filter(({ unitKey }) => (newest.get(unitKey) ?? -Infinity) > newerThan).length;
  return { total: units.length, online, offline: units.length - online };
}

/** Instants of the newest readings by unit key. */
type Newest = ReadonlyMap<number, EpochMillis>;

async function newestNow(
  { database }: DataContext,
  { clock }: Industry,
  units: readonly StoredUnit[],
  now: EpochMillis,
): Promise<Newest> {
  const keys = units.map(({ unitKey }) => unitKey);
  const latest = await latestReadingsBy(database, clock, keys, now);
  return new Map(latest.map(({ unitKey, createdOn }) => [unitKey, createdOn.getTime()]));
}

async function newestUpTo(
  context: DataContext,
  industry: Industry,
  units: readonly StoredUnit[],
  lastDate: BusinessDate,
): Promise<Newest> {
  const dates = [...eachDate(addDays(lastDate, -DAYS_LOOKED_BACK), lastDate)];
  const documents = await readDays(context, {
    industry,
    unitIds: new Set(units.map(({ current }) => current.unitId)),
    dates,
    withEntries: false,
  });
  return new Map(
    units.flatMap(({ unitKey, current }) => {
      const epochMs = maxOrNull(
        dates.map((date) => documents.get(date)?.get(current.unitId)?.provenance.lastEpoch ?? null),
      );
      return epochMs === null ? [] : [[unitKey, epochMs] as const];
    }),
  );
}
