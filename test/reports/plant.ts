import type { Industry } from '../../src/kernel/industry/industry.ts';
import { businessDate, eachDate } from '../../src/kernel/time/business-date.ts';
import { dayWindow } from '../../src/kernel/time/business-clock.ts';
import { markStaleDays } from '../../src/industries/provisioning/mark-stale-days.ts';
import { provisionIndustry } from '../../src/industries/provisioning/provision-industry.ts';
import { mintId, type TestContext } from '../support/database.ts';
import { type Json, requireIndustry, type Row, send, unit, virtual } from '../figures/processing/works.ts';

/*
 * A plant that has something for every report, whose figures can be worked out by hand. Meters count 1,000 litres an
 * hour, the tank holds 500 KL, the well stands at 12 m.
 */

interface PlantOptions {
  readonly timezone?: string;
  readonly shiftStartAt?: string;
  readonly industryId?: string;
  /** Of the bore, which every report of water has. */
  readonly bore?: Json;
  /** Name of the sub-category of bores, and of the point of quality. */
  readonly names?: { readonly bores: string; readonly lab: string };
}

const BORE = { displayName: 'Bore 1' };
const NAMES = { bores: 'Bores', lab: 'Outfall' };
const units = (bore: Json, { lab }: typeof NAMES): readonly Json[] => [
  unit('BORE', 'FLOW_CATEGORY', { ...BORE, ...bore }),
  unit('SPARE', 'FLOW_CATEGORY', { displayName: 'Bore 2 (spare)' }),
  unit('RAIN', 'FLOW_CATEGORY', { displayName: 'Roof', meta: { waterSource: 'rain' } }),
  unit('LINE', 'FLOW_CATEGORY', { displayName: 'Process line' }),
  unit('TANK', 'STOCK_CATEGORY', { displayName: 'Raw tank', maxCapacity: 1_000_000 }),
  unit('WELL', 'GROUND_WATER_LEVEL', { displayName: 'Observation well', siUnit: 'm' }),
  unit('PUMP', 'ENERGY_CATEGORY', { displayName: 'Pump', siUnit: 'kWh' }),
  unit('LAB', 'QUALITY_CATEGORY', {
    displayName: lab,
    siUnit: '',
    params: { pH: { displayName: 'pH', siUnit: '', isLatest: false } },
  }),
  virtual('LOSS', '{BORE} - {LINE}'),
];
const sub = (id: string, displayName: string, ...unitIds: readonly string[]): Json => ({
  id,
  displayName,
  units: unitIds,
});
const category = (standardCategoryId: string, ...subCategories: readonly Json[]): Json => ({
  standardCategoryId,
  subCategories,
});
const categories = ({ bores }: typeof NAMES): Json => ({
  ID_SOURCE: category('FLOW_CATEGORY', sub('S_BORES', bores, 'BORE', 'SPARE'), sub('S_ROOF', 'Roofs', 'RAIN')),
  ID_CONSUMPTION: category('FLOW_CATEGORY', sub('C_LINE', 'Process', 'LINE')),
  ID_RAW_WATER_STOCK: category('STOCK_CATEGORY', sub('T', 'Tanks', 'TANK')),
  ENERGY_CATEGORY: category('ENERGY_CATEGORY', sub('E', 'Pumps', 'PUMP')),
  QUALITY_CATEGORY: category('QUALITY_CATEGORY', sub('Q', 'Outfall', 'LAB')),
  GROUND_WATER_LEVEL: category('GROUND_WATER_LEVEL', sub('W', 'Wells', 'WELL')),
});

/** The same id again changes the plant. */
export async function plant(context: TestContext, options: PlantOptions = {}): Promise<Industry> {
  const industryId = options.industryId ?? mintId('PLANT');
  const bundle = {
    industry: {
      industryId,
      industryName: 'Plant of Pune',
      meta: {
        timezone: options.timezone ?? 'UTC',
        shift: { startAt: options.shiftStartAt ?? '00:00:00' },
        virtualNegativeCalc: false,
      },
    },
    units: units(options.bore ?? {}, options.names ?? NAMES),
    categoriesV2: categories(options.names ?? NAMES),
  };
  await provisionIndustry({ context, bundle, markStale: markStaleDays(context) });
  return requireIndustry(context, industryId);
}

/** What each unit sends in an hour; the spare bore never sent anything. */
const SENT: Readonly<Record<string, Omit<Row, 'unitId' | 'createdOn'>>> = {
  BORE: { value: 1000 },
  RAIN: { value: 500 },
  LINE: { value: 900 },
  TANK: { value: 50 },
  WELL: { value: -12_000 },
  PUMP: { value: 2000 },
  LAB: { value: { pH: 7.5 } },
};

const HOUR_MS = 3_600_000;

/** A reading an hour of these units on every day from one to another, up to an instant. */
export async function sendHours(
  context: TestContext,
  industry: Industry,
  [from, to]: readonly [string, string],
  unitIds: readonly string[] = Object.keys(SENT),
): Promise<void> {
  const rows: Row[] = [];
  for (const date of eachDate(businessDate(from), businessDate(to))) {
    const { startEpochMs, endEpochMs } = dayWindow(industry.clock, date);
    for (let at = startEpochMs; at < endEpochMs && at < context.clock.now(); at += HOUR_MS)
      for (const unitId of unitIds) rows.push({ unitId, createdOn: new Date(at).toISOString(), ...SENT[unitId] });
  }
  await send(context, industry, rows);
}
