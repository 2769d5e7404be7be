import type { Context } from '../../context.ts';
import { unitsOf } from '../../domain/device-data/categories.ts';
import { type Completeness, completenessOf } from '../../domain/device-data/completeness.ts';
import { formatCategory } from '../../domain/device-data/format-category.ts';
import {
  changePercent, comparableTotal, type LandingPeriod, type LastDayHours, ONLINE_THRESHOLD_MINUTES, periodDates, tileCategory, type TileStatus, tileStatus,
} from '../../domain/device-data/landing.ts';
import { parameterMeans } from '../../domain/device-data/parameter-means.ts';
import type { UnitSpan } from '../../domain/device-data/unit-span.ts';
import type { Category, Industry } from '../../domain/industry/industry.ts';
import { businessDateOf, dayStart } from '../../domain/time/business-clock.ts';
import { formatRequestDate } from '../../domain/time/business-date.ts';
import { HOUR_MS } from '../../domain/time/durations.ts';
import type { BusinessDate } from '../../domain/time/types.ts';
import { latestReadings } from '../../store/readings.ts';
import { readSpans } from './read-spans.ts';

type Reading = Pick<Context, 'database' | 'clock'>;

export interface LandingRequest {
  /** null: the running business day. */
  readonly date: BusinessDate | null;
  readonly period: LandingPeriod;
  readonly divisionFactor: number;
}

export interface AmountTile extends Completeness { readonly total: number | null; readonly unit: string | null; readonly change: number | null; readonly status: TileStatus }
export interface QualityTile extends Completeness { readonly status: TileStatus; readonly parameters: Readonly<Record<string, { readonly displayName: string; readonly value: number | null; readonly unit: string }>> }

export interface LandingAnswer {
  readonly date: string;
  readonly period: LandingPeriod;
  readonly summary: { readonly water: AmountTile; readonly energy: AmountTile; readonly quality: QualityTile };
  /** null: not known. */
  readonly alerts: { readonly active: number | null; readonly critical: number | null; readonly high: number | null };
  readonly devices: { readonly total: number; readonly online: number; readonly offline: number };
}

/** Everything the tiles are made of: a period, the same period before, and, while the period runs, the last day of both by the hour. */
interface Periods {
  readonly current: ReadonlyMap<string, UnitSpan>;
  readonly before: ReadonlyMap<string, UnitSpan>;
  readonly lastDay: { readonly current: LastDayHours; readonly before: LastDayHours } | null;
}

/** GET landingPage (specification, User: other endpoints). */
export async function readLandingPage(context: Reading, industry: Industry, request: LandingRequest): Promise<LandingAnswer> {
  const date = request.date ?? businessDateOf(industry.clock, context.clock.now());
  const [water, energy, quality] = [tileCategory(industry, 'water'), tileCategory(industry, 'energy'), tileCategory(industry, 'quality')];
  const [periods, devices] = await Promise.all([readPeriods(context, industry, [water, energy, quality], periodDates(request.period, date)), countDevices(context, industry)]);
  const amount = (category: Category) => amountTile(industry, category, periods, request.divisionFactor);
  return {
    date: formatRequestDate(date), period: request.period,
    summary: { water: amount(water), energy: amount(energy), quality: qualityTile(industry, quality, periods) },
    alerts: { active: null, critical: null, high: null },
    devices,
  };
}

async function readPeriods(context: Reading, industry: Industry, categories: readonly Category[], { dates, before }: ReturnType<typeof periodDates>): Promise<Periods> {
  const unitIds = unitsOf(industry, categories);
  const days = (of: readonly BusinessDate[]) => readSpans(context, industry, unitIds, { kind: 'DAYS', dates: of });
  const [current, earlier] = await Promise.all([days(dates), days(before)]);
  const [last, lastBefore] = [dates.at(-1), before.at(-1)];
  const now = context.clock.now();
  if (last === undefined || lastBefore === undefined || last !== businessDateOf(industry.clock, now)) return { current, before: earlier, lastDay: null };
  const wholeHours = Math.floor((now - dayStart(industry.clock, last)) / HOUR_MS);
  const hours = async (date: BusinessDate): Promise<LastDayHours> => ({ spans: await readSpans(context, industry, unitIds, { kind: 'HOURS', date }), wholeHours });
  const [ofLast, ofLastBefore] = await Promise.all([hours(last), hours(lastBefore)]);
  return { current, before: earlier, lastDay: { current: ofLast, before: ofLastBefore } };
}

const spansOf = (unitIds: readonly string[], spans: ReadonlyMap<string, UnitSpan>): readonly UnitSpan[] => unitIds.flatMap((unitId) => spans.get(unitId) ?? []);

function amountTile(industry: Industry, category: Category, { current, before, lastDay }: Periods, divisionFactor: number): AmountTile {
  const unitIds = unitsOf(industry, [category]);
  const { value, siUnit, subCategories: _units, ...completeness } = formatCategory(category, current, { divisionFactor, energyDetail: false });
  // Units that do not add up have no change either.
  const change = siUnit === null ? null : changePercent(
    comparableTotal(unitIds, current, lastDay?.current ?? null),
    comparableTotal(unitIds, before, lastDay?.before ?? null),
  );
  return { total: value, unit: siUnit, change, status: tileStatus(value !== null, completeness.coverage), ...completeness };
}

function qualityTile(industry: Industry, category: Category, { current }: Periods): QualityTile {
  const spans = spansOf(unitsOf(industry, [category]), current);
  const means = parameterMeans(spans) ?? {};
  const declared = new Map(spans.flatMap(({ unit }) => Object.entries(unit.params)));
  const parameters = Object.fromEntries(Object.entries(means).map(([name, value]) =>
    [name, { displayName: declared.get(name)?.displayName ?? name, value, unit: declared.get(name)?.siUnit ?? '' }]));
  const completeness = completenessOf(spans.flatMap(({ figures }) => figures?.provenance ?? []));
  return { status: tileStatus(Object.keys(means).length > 0, completeness.coverage), parameters, ...completeness };
}

/** Units that transmit: virtual ones have no device. */
async function countDevices({ database, clock }: Reading, industry: Industry): Promise<LandingAnswer['devices']> {
  const unitKeys = [...industry.units.values()].filter(({ current }) => current.group !== 'VIRTUAL').map(({ unitKey }) => unitKey);
  const newerThan = clock.now() - ONLINE_THRESHOLD_MINUTES * 60_000;
  const online = (await latestReadings(database, unitKeys)).filter((reading) => reading.createdOn.getTime() > newerThan).length;
  return { total: unitKeys.length, online, offline: unitKeys.length - online };
}
