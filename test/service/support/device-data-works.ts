import { businessDate } from '../../../src/kernel/time/business-date.ts';
import { processDays } from '../../../src/figures/processing/process.ts';
import { provisionIndustry } from '../../../src/industries/provisioning/provision-industry.ts';
import { ingestReadings } from '../../../src/readings/ingest.ts';
import { findIndustry } from '../../../src/platform/directory/store/industries.ts';
import { mintId, type TestContext } from '../../support/database.ts';
import { bearer, login, PASSWORD, type TestApp } from './app-fixture.ts';

/*
 * Works whose figures can be worked out by hand: days begin at 06:00 in Kolkata, which is 00:30 UTC, and every unit
 * reports once an hour. In litres and watt-hours.
 */

const unit = (unitId: string, standardCategoryId: string, siUnit: string, more: Record<string, unknown> = {}) => ({
  unitId,
  displayName: `Unit ${unitId}`,
  standardCategoryId,
  siUnit,
  dataUpdateFrequency: 3600,
  ...more,
});
const sub = (id: string, ...units: string[]) => ({ id, displayName: `Sub ${id}`, units });
const of = (standardCategoryId: string, ...subCategories: ReturnType<typeof sub>[]) => ({
  standardCategoryId,
  subCategories,
});

const UNITS = [
  unit('M1', 'FLOW_CATEGORY', 'KL'),
  unit('M2', 'FLOW_CATEGORY', 'KL'),
  unit('SILENT', 'FLOW_CATEGORY', 'KL'),
  unit('TANK', 'STOCK_CATEGORY', 'KL', { maxCapacity: 200_000 }),
  unit('RIVER', 'QUALITY_CATEGORY', '', {
    params: {
      pH: { displayName: 'pH', siUnit: '', isLatest: false },
      turbidity: { displayName: 'Turbidity', siUnit: 'NTU', isLatest: false },
    },
  }),
  unit('WELL', 'GROUND_WATER_LEVEL', 'm'),
  unit('WELL_2', 'GROUND_WATER_LEVEL', 'm'),
  unit('PUMP', 'ENERGY_CATEGORY', 'kWh', {
    params: { voltage: { displayName: 'Voltage', siUnit: 'V', isLatest: false } },
    meta: { pRef: 2 },
  }),
  unit('BOTH', 'virtualCategory', 'KL', { meta: { calculations: '{M1} + {M2}' } }),
  unit('POWER_COPY', 'virtualCategory', 'kWh', { meta: { calculations: '{PUMP}' } }),
];

const CATEGORIES = {
  categories: {
    sourceCategory: of('sourceCategory', sub('S1', 'M1', 'M2')),
    stockCategory: of('STOCK_CATEGORY', sub('S2', 'TANK')),
    qualityCategory: of('QUALITY_CATEGORY', sub('S3', 'RIVER')),
    energyCategory: of('ENERGY_CATEGORY', sub('S4', 'PUMP')),
  },
  categoriesV2: {
    ID_SOURCE: of('FLOW_CATEGORY', sub('A', 'M1'), sub('B', 'M2', 'SILENT')),
    ID_CONSUMPTION: of('FLOW_CATEGORY', sub('C', 'M2')),
    ID_RAW_WATER_STOCK: of('STOCK_CATEGORY', sub('D', 'TANK')),
    ID_SILENT: of('CONSUMPTION', sub('E', 'SILENT')),
  },
  standardCategories: {
    ENERGY_CATEGORY: of('ENERGY_CATEGORY', sub('F', 'PUMP')),
    ENERGY_MULTI: of('ENERGY_MULTI', sub('G', 'PUMP')),
    QUALITY_CATEGORY: of('QUALITY_CATEGORY', sub('H', 'RIVER')),
    GROUND_WATER_LEVEL: of('GROUND_WATER_LEVEL', sub('I', 'WELL', 'WELL_2')),
    virtualCategory: of('virtualCategory', sub('J', 'BOTH'), sub('K', 'POWER_COPY')),
  },
};

export interface Works {
  readonly industryId: string;
  /** GET as the works' user; `path` is below /api/user/. */
  readonly get: (path: string) => Promise<{ status: number; body: unknown }>;
  /** The same answer as it came. */
  readonly fetch: (path: string) => Promise<Response>;
  /** The user's access token. */
  readonly token: () => Promise<string>;
  readonly post: (path: string, body: unknown) => Promise<Response>;
  readonly send: (readings: readonly Record<string, unknown>[]) => Promise<void>;
  /** Runs the batch for business days `yyyy-MM-dd`, both included. */
  readonly process: (from: string, to: string) => Promise<void>;
}

/** An industry of its own, with one user who is logged in. */
export async function mintWorks(context: TestContext, app: TestApp): Promise<Works> {
  const industryId = mintId('WORKS');
  const username = industryId.slice(-20).toLowerCase();
  const email = `${username}@works.example`;
  await provisionIndustry({
    context,
    bundle: {
      industry: {
        industryId,
        industryName: 'Works',
        meta: { timezone: 'Asia/Kolkata', shift: { startAt: '06:00:00' } },
      },
      units: UNITS,
      ...CATEGORIES,
      users: [{ userId: username, email, username, password: PASSWORD, role: 'user', permissions: ['reports:read'] }],
    },
    markStale: async () => {},
  });
  const found = await findIndustry(context.database, industryId, context.clock.now());
  if (found === null) throw new Error('The industry was not provisioned.');
  // Tests move the clock by days, so a token serves for one instant.
  let session: { readonly at: number; readonly keys: ReturnType<typeof login> } | null = null;
  const tokenNow = async (): Promise<string> => {
    const at = context.clock.now();
    if (session?.at !== at)
      session = {
        at,
        keys: login(app, { industryId, industryKey: found.industryKey, userId: username, userKey: 0, username, email }),
      };
    return (await session.keys).token;
  };
  const fetched = async (path: string): Promise<Response> =>
    app.request(`/api/user/${path}`, { headers: bearer(await tokenNow()) });
  return {
    industryId,
    get: async (path) => {
      const response = await fetched(path);
      return { status: response.status, body: await response.json() };
    },
    fetch: fetched,
    token: tokenNow,
    post: async (path, body) =>
      app.request(`/api/user/${path}`, {
        method: 'POST',
        headers: { ...bearer(await tokenNow()), 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    send: async (readings) => {
      const result = await ingestReadings(
        { context, onStaleDays: async () => {} },
        found,
        [readings.map((row) => ({ row }))],
        'http',
      );
      if (result.rejected > 0)
        throw new Error(`The fixture's readings were rejected: ${JSON.stringify(result.errors[0])}`);
    },
    process: async (from, to) => {
      await processDays(context, {
        industry: found,
        from: businessDate(from),
        to: businessDate(to),
        unitIds: null,
        updateOnlyVirtual: false,
        daily: true,
        monthly: true,
        yearly: true,
        write: true,
      });
    },
  };
}

/** Instant of elapsed hour `hour` of business day `date` (yyyy-MM-dd) of the works. */
export const atHour = (date: string, hour: number): string =>
  new Date(Date.parse(`${date}T00:30:00Z`) + hour * 3_600_000).toISOString();

/** What archiving a month leaves of it: it is sealed, and its readings are gone. */
export async function sealMonth({ database }: TestContext, { industryId }: Works, first: string): Promise<void> {
  await database.execute(
    `INSERT INTO telemetry.sealed_month (industry_key, month, sealed_at)
     SELECT industry_key, $2::date, now() FROM tenant.industry WHERE industry_id = $1`,
    [industryId, first],
  );
  await database.execute(
    `DELETE FROM telemetry.reading r USING tenant.unit u JOIN tenant.industry i USING (industry_key)
     WHERE r.unit_key = u.unit_key AND i.industry_id = $1
       AND r.business_at >= $2::date::timestamp AND r.business_at < $2::date::timestamp + interval '1 month'`,
    [industryId, first],
  );
}
