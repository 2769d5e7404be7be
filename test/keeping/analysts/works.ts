/** A small industry with something in every view of schema analytics; every id in it carries the industry's id. */
import type { Industry } from '../../../src/kernel/industry/industry.ts';
import { businessDate } from '../../../src/kernel/time/business-date.ts';
import { createAnnotation } from '../../../src/annotations/annotations.ts';
import { COMMAND } from '../../../src/platform/login/rules/caller.ts';
import { processDays } from '../../../src/figures/processing/process.ts';
import { provisionIndustry } from '../../../src/industries/provisioning/provision-industry.ts';
import { ingestReadings } from '../../../src/readings/ingest.ts';
import { noQueue } from '../../../src/platform/queue/client.ts';
import { enqueueRebuilds } from '../../../src/ledger/ask-for-rebuilds.ts';
import { findIndustry } from '../../../src/platform/directory/store/industries.ts';
import { keepFindings } from '../../../src/findings/store/insights.ts';
import { installMeter } from '../../../src/platform/directory/store/meters.ts';
import { mintId, type TestContext } from '../../support/database.ts';

const WORKS_DAYS = { from: businessDate('2026-03-02'), to: businessDate('2026-03-03') };
const HOURS = 48;
const FIRST_HOUR = Date.parse('2026-03-02T00:30:00Z');

export async function provisionWorks(context: TestContext): Promise<Industry> {
  const industryId = mintId('WORKS');
  const unit = (name: string, standardCategoryId: string, fields: object = {}) => ({
    unitId: `${industryId}_${name}`,
    displayName: `${industryId} ${name}`,
    standardCategoryId,
    siUnit: 'KL',
    dataUpdateFrequency: 3600,
    ...fields,
  });
  const bundle = {
    industry: {
      industryId,
      industryName: `${industryId} works`,
      meta: { timezone: 'Etc/UTC', shift: { startAt: '00:00:00' } },
    },
    units: [
      unit('BORE', 'FLOW_CATEGORY'),
      unit('TANK', 'STOCK_CATEGORY', { maxCapacity: 5000 }),
      unit('WELL', 'GROUND_WATER_LEVEL', { siUnit: 'm' }),
      unit('PUMP', 'ENERGY_CATEGORY', { siUnit: 'kWh', params: { voltage: { displayName: 'Voltage', siUnit: 'V' } } }),
      unit('RIVER', 'QUALITY_CATEGORY', { siUnit: '', params: { pH: { displayName: 'Acidity', siUnit: '' } } }),
    ],
    categories: {
      sourceCategory: {
        standardCategoryId: 'sourceCategory',
        subCategories: [{ id: 'S1', displayName: 'Source', units: [`${industryId}_BORE`] }],
      },
    },
    users: [],
  };
  await provisionIndustry({ context, bundle, markStale: async () => {} });
  const industry = await findIndustry(context.database, industryId, context.clock.now());
  if (industry === null) throw new Error('The works were not stored.');
  return industry;
}

const send = (context: TestContext, industry: Industry, rows: readonly object[]) =>
  ingestReadings(
    { context, onStaleDays: (changed, dates) => enqueueRebuilds(noQueue, changed, dates, context.clock.now()) },
    industry,
    [rows.map((row) => ({ row }))],
    'http',
  );

/** Two processed days of hourly readings, then a late reading, which makes one stale, and a refused row. */
export async function fillWorks(context: TestContext, industry: Industry): Promise<void> {
  const id = (name: string): string => `${industry.industryId}_${name}`;
  const hours = Array.from({ length: HOURS }, (_, hour) => ({
    hour,
    createdOn: new Date(FIRST_HOUR + hour * 3_600_000).toISOString(),
  }));
  await send(
    context,
    industry,
    hours.flatMap(({ hour, createdOn }) => [
      { unitId: id('BORE'), createdOn, value: 100, summedValue: 1000 + 100 * hour },
      { unitId: id('TANK'), createdOn, value: 50 },
      { unitId: id('WELL'), createdOn, value: -2.5 },
      { unitId: id('PUMP'), createdOn, value: 10, paramValue: { voltage: 230 } },
      { unitId: id('RIVER'), createdOn, value: { pH: 7 } },
    ]),
  );
  await processDays(context, {
    industry,
    ...WORKS_DAYS,
    unitIds: null,
    updateOnlyVirtual: false,
    daily: true,
    monthly: true,
    yearly: true,
    write: true,
  });
  await send(context, industry, [
    { unitId: id('BORE'), createdOn: '2026-03-02T12:45:00Z', value: 0 },
    { unitId: id('GHOST'), createdOn: '2026-03-02T12:00:00Z', value: 1 },
  ]);
  // Behind all readings, so that no figure changes.
  await installMeter(
    context.database,
    industry.industryKey,
    industry.units.get(id('BORE'))?.unitKey ?? -1,
    {
      installedAtEpochMs: Date.parse('2026-03-05T07:00:00Z'),
      serial: id('WM_2'),
      initialRegister: 5,
      finalRegisterOfOld: 5900,
    },
    { by: 'olga', at: new Date('2026-03-06T07:00:00Z') },
  );
  const day = businessDate('2026-03-03');
  const leak = {
    findingKey: null,
    unitKey: industry.units.get(id('BORE'))?.unitKey ?? null,
    kind: 'leak' as const,
    firstDay: WORKS_DAYS.from,
    raisedOn: day,
    lastDay: day,
    isOpen: true,
    severity: 'high' as const,
    sentence: '4.8 KL a day flows on beyond the usual, 25 % of the usual use',
    siUnit: 'KL',
    kilowattHours: null,
    kilowattHoursPerDay: null,
    litres: 9600,
    litresPerDay: 4800,
    money: null,
    currency: null,
    confidence: 0.8,
    evidence: { method: 'quiet-hours' },
  };
  await keepFindings(context.database, industry.industryKey, [leak], new Date('2026-03-06T07:00:00Z'));
  const noted = { unitId: `${industry.industryId}_BORE`, text: `${industry.industryId}: pump changed` };
  await createAnnotation(context, industry, { ...noted, fromEpochMs: FIRST_HOUR, toEpochMs: null }, COMMAND);
}
