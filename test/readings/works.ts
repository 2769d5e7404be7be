import type { Context, DataContext } from '../../src/context.ts';
import type { Industry } from '../../src/kernel/industry/industry.ts';
import type { SentRow } from '../../src/readings/sent-rows.ts';
import { type IngestResult, ingestReadings, type ReadingSource } from '../../src/readings/ingest.ts';
import { provisionIndustry } from '../../src/industries/provisioning/provision-industry.ts';
import { findIndustry } from '../../src/platform/directory/store/industries.ts';
import { mintId } from '../support/database.ts';

/*
 * The works of these tests: two flow meters, a tank, a laboratory, a power meter, a bore and the balance of the meters.
 * Days begin at 06:00 in Kolkata, which is 00:30 UTC.
 */

type Json = Record<string, unknown>;

const unit = (unitId: string, standardCategoryId: string, siUnit: string, more: Json = {}): Json => ({
  unitId,
  displayName: `${unitId} of the works`,
  standardCategoryId,
  siUnit,
  ...more,
});

const UNITS: readonly Json[] = [
  unit('M1', 'FLOW_CATEGORY', 'KL'),
  unit('M2', 'FLOW_CATEGORY', 'KL'),
  unit('TANK', 'STOCK_CATEGORY', 'KL', { maxCapacity: 250_000 }),
  unit('LAB', 'QUALITY_CATEGORY', '', { params: { ph: { displayName: 'pH' }, tds: { displayName: 'TDS' } } }),
  unit('POWER', 'ENERGY_CATEGORY', 'kWh', { params: { voltage: { displayName: 'Voltage' } } }),
  unit('BORE', 'GROUND_WATER_LEVEL', 'm'),
  unit('BALANCE', 'virtualCategory', 'KL', { meta: { calculations: '{M1} - {M2}' } }),
];

/** Provisions the works under an id of its own; with users when given (names must be unique in the database). */
export async function mintWorks(context: Context, users: readonly Json[] = []): Promise<Industry> {
  const industryId = mintId('WORKS');
  const bundle = {
    industry: {
      industryId,
      industryName: 'The works',
      meta: { timezone: 'Asia/Kolkata', shift: { startAt: '06:00:00' } },
    },
    units: UNITS,
    categories: {},
    users,
  };
  await provisionIndustry({ context, bundle, markStale: async () => {} });
  const industry = await findIndustry(context.database, industryId, context.clock.now());
  if (industry === null) throw new Error(`${industryId} was not stored.`);
  return industry;
}

/** `count` readings of a unit, five minutes apart, with a register that grows by the value. */
export const slots = (unitId: string, from: string, count: number): Json[] =>
  Array.from({ length: count }, (_, slot) => ({
    unitId,
    createdOn: new Date(Date.parse(from) + slot * 300_000).toISOString(),
    value: 100 + slot,
    summedValue: 1_000_000 + slot * 100,
  }));

export const asRows = (rows: readonly unknown[]): SentRow[] => rows.map((row) => ({ row }));

interface IngestOptions {
  readonly source?: ReadingSource;
  readonly onStaleDays?: (industry: Industry, dates: readonly string[]) => Promise<void>;
}

/** Ingests plain rows, one group. */
export const ingest = (
  context: DataContext,
  industry: Industry,
  rows: readonly unknown[],
  options: IngestOptions = {},
): Promise<IngestResult> =>
  ingestReadings(
    { context, onStaleDays: options.onStaleDays ?? (async () => {}) },
    industry,
    [asRows(rows)],
    options.source ?? 'http',
  );

const unitKeys = (industry: Industry): number[] => [...industry.units.values()].map((stored) => stored.unitKey);

interface StoredReading {
  unit_id: string;
  created_on: string;
  business_at: string;
  value: number | null;
  summed_value: number | null;
  estimated: boolean;
  offline_minutes: number | null;
}
interface StoredSample {
  unit_id: string;
  name: string;
  created_on: string;
  value: number;
  estimated: boolean;
}

/**
 * Everything that is stored of an industry's readings, without the times of arrival. Units by id, so that two
 * industries compare.
 */
export async function stored({ database }: Pick<Context, 'database'>, industry: Industry) {
  const keys = unitKeys(industry);
  const readings = await database.execute<StoredReading>(
    `SELECT u.unit_id, r.created_on, r.business_at, r.value, r.summed_value, r.estimated, r.offline_minutes
     FROM telemetry.reading r JOIN tenant.unit u USING (unit_key) WHERE r.unit_key = ANY ($1::int[]) ORDER BY u.position, r.created_on`,
    [keys],
  );
  const samples = await database.execute<StoredSample>(
    `SELECT u.unit_id, p.name, s.created_on, s.business_at, s.value, s.estimated FROM telemetry.parameter_reading s
     JOIN tenant.unit u USING (unit_key) JOIN telemetry.parameter p USING (parameter_key) WHERE s.unit_key = ANY ($1::int[]) ORDER BY u.position, s.created_on, p.name`,
    [keys],
  );
  const states = await database.execute(
    `SELECT u.unit_id, s.created_on, s.value, s.summed_value, s.params, s.estimated, s.first_business_date, s.first_register_date
     FROM telemetry.unit_state s JOIN tenant.unit u USING (unit_key) WHERE s.unit_key = ANY ($1::int[]) ORDER BY u.position`,
    [keys],
  );
  return { readings, samples, states };
}

/** The stale-day ledger of an industry: unit ids and the causes that are known. */
export const ledger = ({ database }: Pick<Context, 'database'>, industry: Industry) =>
  database.execute<{ business_date: string; units: string[]; causes: string[] }>(
    `SELECT business_date, (SELECT array_agg(u.unit_id ORDER BY u.unit_id) FROM tenant.unit u WHERE u.unit_key = ANY (s.unit_keys)) AS units,
          (SELECT array_agg(c ORDER BY c) FROM jsonb_object_keys(s.causes) AS c) AS causes
   FROM telemetry.stale_day s WHERE industry_key = $1 ORDER BY business_date`,
    [industry.industryKey],
  );

export const quarantined = ({ database }: Pick<Context, 'database'>, industry: Industry) =>
  database.execute<{
    unit_id: string | null;
    raw: string;
    reason_code: string;
    source: string;
    times_received: number;
    status: string;
  }>(
    'SELECT unit_id, raw, reason_code, source, times_received, status FROM telemetry.quarantine WHERE industry_key = $1 ORDER BY quarantine_id',
    [industry.industryKey],
  );

export const latestOf = async ({ database }: Pick<Context, 'database'>, industry: Industry, unitId: string) =>
  (
    await database.execute<{
      created_on: string;
      value: number | null;
      summed_value: number | null;
      params: Record<string, number> | null;
    }>('SELECT created_on, value, summed_value, params FROM telemetry.unit_state WHERE unit_key = $1', [
      industry.units.get(unitId)?.unitKey,
    ])
  )[0];
