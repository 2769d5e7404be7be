import { processDays } from '../../../../src/services/batch/process.ts';
import { provisionIndustry } from '../../../../src/services/provisioning/provision-industry.ts';
import { ingestReadings } from '../../../../src/services/readings/ingest.ts';
import { businessDate } from '../../../../src/domain/time/business-date.ts';
import type { Industry } from '../../../../src/domain/industry/industry.ts';
import { findIndustry } from '../../../../src/store/industries.ts';
import { mintId, type TestContext } from '../../../support/database.ts';
import { type MintedUser, PASSWORD } from '../../support/app-fixture.ts';

/*
 * The works that the examples of the documentation speak of: in Kolkata, days begin at 06:00, every unit reports once an hour. M1 is a
 * checked meter whose register drops out at 15:00 and 16:00 on 15/01/2026.
 */

const unit = (unitId: string, displayName: string, standardCategoryId: string, siUnit: string, more: Record<string, unknown> = {}) =>
  ({ unitId, displayName, standardCategoryId, siUnit, dataUpdateFrequency: 3600, ...more });
const of = (standardCategoryId: string, id: string, displayName: string, ...units: string[]) => ({ standardCategoryId, subCategories: [{ id, displayName, units }] });

const UNITS = [
  unit('M1', 'Bore 1', 'FLOW_CATEGORY', 'KL', { meta: { registerChecks: { dropout: 'exclude' } } }),
  unit('M2', 'Bore 2', 'FLOW_CATEGORY', 'KL'),
  unit('TANK', 'Raw water tank', 'STOCK_CATEGORY', 'KL', { maxCapacity: 200_000 }),
  unit('LAB', 'River', 'QUALITY_CATEGORY', '', { params: { pH: { displayName: 'pH', siUnit: '', isLatest: false } } }),
  unit('PUMP', 'Pump', 'ENERGY_CATEGORY', 'kWh', { meta: { pRef: 2 } }),
];
const CATEGORIES = {
  categories: { sourceCategory: of('sourceCategory', 'BORES', 'Bores', 'M1', 'M2'), qualityCategory: of('QUALITY_CATEGORY', 'RIVER', 'River', 'LAB') },
  categoriesV2: { ID_SOURCE: of('FLOW_CATEGORY', 'BORES', 'Bores', 'M1', 'M2'), ID_RAW_WATER_STOCK: of('STOCK_CATEGORY', 'TANKS', 'Tanks', 'TANK') },
  standardCategories: { ENERGY_CATEGORY: of('ENERGY_CATEGORY', 'PUMPS', 'Pumps', 'PUMP') },
};

/** Start of 14/01/2026 of the works. */
const FIRST_HOUR = Date.parse('2026-01-14T00:30:00Z');
const HOURS = 48;

function readingsOf(hour: number): Record<string, unknown>[] {
  const createdOn = new Date(FIRST_HOUR + hour * 3_600_000 + 300_000).toISOString();
  const isDropout = hour === 33 || hour === 34;
  return [
    { unitId: 'M1', createdOn, value: 1250, summedValue: isDropout ? 0 : 500_000 + hour * 1250 },
    { unitId: 'M2', createdOn, value: 800, summedValue: 90_000 + hour * 800 },
    { unitId: 'TANK', createdOn, value: 60 + (hour % 12) },
    { unitId: 'LAB', createdOn, value: { pH: 7.2 } },
    { unitId: 'PUMP', createdOn, value: 1500, summedValue: 40_000 + hour * 1500 },
  ];
}

/** Rows that wait in quarantine: their unit is not one of the works'. */
const HELD = [0, 1, 2].map((minute) => ({ unitId: 'M9', createdOn: `2026-01-15T07:0${minute}:00+05:30`, value: 12.5 }));

export interface DocumentedWorks { readonly industry: Industry; readonly user: MintedUser }

/** The works with readings and documents of 14/01/2026 and 15/01/2026, and a user who may do everything. */
export async function mintDocumentedWorks(context: TestContext): Promise<DocumentedWorks> {
  const industryId = mintId('DOC');
  const username = industryId.slice(-20).toLowerCase();
  const email = `${username}@works.example`;
  const users = [{ userId: username, email, username, password: PASSWORD, role: 'user', permissions: ['readings:write', 'batch:run', 'quarantine:write', 'reports:read', 'alerts:write'] }];
  const industry = { industryId, industryName: 'Works', meta: { timezone: 'Asia/Kolkata', shift: { startAt: '06:00:00' } } };
  await provisionIndustry({ context, bundle: { industry, units: UNITS, ...CATEGORIES, users }, markStale: async () => {} });
  const found = await findIndustry(context.database, industryId);
  if (found === null) throw new Error('The industry was not provisioned.');
  const rows = [...Array.from({ length: HOURS }, (_, hour) => readingsOf(hour)).flat(), ...HELD];
  await ingestReadings({ context, onStaleDays: async () => {} }, found, [rows.map((row) => ({ row }))], 'http');
  await processDays(context, { industry: found, from: businessDate('2026-01-14'), to: businessDate('2026-01-15'), unitIds: null, updateOnlyVirtual: false, daily: true, monthly: true, yearly: true, write: true });
  return { industry: found, user: { industryId, industryKey: found.industryKey, userId: username, userKey: 0, username, email } };
}
