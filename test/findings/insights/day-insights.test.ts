import { expect, it } from 'vitest';
import { dayInsights } from '../../../src/findings/insights/day-insights.ts';
import { provisionIndustry } from '../../../src/industries/provisioning/provision-industry.ts';
import { businessDate } from '../../../src/kernel/time/business-date.ts';
import { process, requireIndustry, send, unit, virtual, works } from '../../figures/processing/works.ts';
import { mintId, testContext } from '../../support/database.ts';

it('a unit that has sent within the last hour is online in the first minutes of a day, too', async () => {
  const context = await testContext('2026-03-02T00:10:00Z');
  const industry = await works(context, [unit('HEARD', 'FLOW_CATEGORY'), unit('SILENT', 'FLOW_CATEGORY')]);
  await send(context, industry, [
    { unitId: 'HEARD', createdOn: '2026-03-01T23:30:00Z', value: 1 },
    { unitId: 'SILENT', createdOn: '2026-03-01T23:05:00Z', value: 1 },
  ]);
  const dates = [businessDate('2026-03-01'), businessDate('2026-03-02')];
  const days = await dayInsights(context, industry, dates, context.clock.now());
  expect(days.map(({ onlineUnits, offlineUnits }) => [onlineUnits, offlineUnits])).toEqual([
    [2, 0],
    [1, 1],
  ]);
});

it('a unit that was retired counts in the totals of the days until then, and is no device any more', async () => {
  const context = await testContext('2026-03-02T12:00:00Z');
  const { industryId, industryKey } = await works(context, [unit('IN', 'FLOW_CATEGORY'), unit('OUT', 'FLOW_CATEGORY')]);
  const sent = ['IN', 'OUT'].flatMap((unitId) =>
    ['2026-03-01T23:30:00Z', '2026-03-02T11:30:00Z'].map((createdOn) => ({ unitId, createdOn, value: 1000 })),
  );
  await send(context, await requireIndustry(context, industryId), sent);
  await context.database.execute(
    "UPDATE tenant.unit SET removed_at = '2026-03-02T11:50:00Z' WHERE unit_id = 'OUT' AND industry_key = $1",
    [industryKey],
  );
  const dates = [businessDate('2026-03-01'), businessDate('2026-03-02')];
  const days = await dayInsights(context, await requireIndustry(context, industryId), dates, context.clock.now());
  expect(days).toMatchObject([
    { totalConsumption: 2, onlineUnits: 2, offlineUnits: 0 },
    { totalConsumption: 2, onlineUnits: 1, offlineUnits: 0 },
  ]);
});

it('the devices of a day that has ended are those in use at its end', async () => {
  const context = await testContext('2026-03-03T12:00:00Z');
  const { industryId, industryKey } = await works(context, [unit('IN', 'FLOW_CATEGORY'), unit('OUT', 'FLOW_CATEGORY')]);
  await send(context, await requireIndustry(context, industryId), [
    { unitId: 'OUT', createdOn: '2026-03-02T11:30:00Z', value: 1000 },
    { unitId: 'IN', createdOn: '2026-03-02T23:30:00Z', value: 1000 },
  ]);
  await context.database.execute(
    "UPDATE tenant.unit SET removed_at = '2026-03-02T11:50:00Z' WHERE unit_id = 'OUT' AND industry_key = $1",
    [industryKey],
  );
  const dates = [businessDate('2026-03-02'), businessDate('2026-03-03')];
  const [day] = await dayInsights(context, await requireIndustry(context, industryId), dates, context.clock.now());
  expect(day).toMatchObject({ totalConsumption: 2, onlineUnits: 1, offlineUnits: 0 });
});

it('the total is that of the units of the first generation that has a category of consumption', async () => {
  const context = await testContext('2026-03-02T12:00:00Z');
  const industryId = mintId('GENERATIONS');
  const of = (unitId: string) => ({
    ID_CONSUMPTION: {
      standardCategoryId: 'FLOW_CATEGORY',
      subCategories: [{ id: `OF_${unitId}`, displayName: unitId, units: [unitId] }],
    },
  });
  const bundle = {
    industry: { industryId, industryName: industryId, meta: { timezone: 'UTC', shift: { startAt: '00:00:00' } } },
    units: ['FIRST', 'SECOND', 'THIRD'].map((unitId) => unit(unitId, 'FLOW_CATEGORY')),
    categories: of('FIRST'),
    categoriesV2: of('SECOND'),
    standardCategories: of('THIRD'),
  };
  await provisionIndustry({ context, bundle, markStale: async () => {} });
  const industry = await requireIndustry(context, industryId);
  const createdOn = '2026-03-01T23:30:00Z';
  await send(context, industry, [
    { unitId: 'FIRST', createdOn, value: 3000 },
    { unitId: 'SECOND', createdOn, value: 5000 },
    { unitId: 'THIRD', createdOn, value: 7000 },
  ]);
  const [day] = await dayInsights(context, industry, [businessDate('2026-03-01')], context.clock.now());
  expect(day?.totalConsumption).toBe(3);
});

it('the total of a day on which a formula failed is not known, stored or computed, like that of v2', async () => {
  const context = await testContext('2026-03-03T12:00:00Z');
  const industryId = mintId('FAILED');
  const of = (standardCategoryId: string, units: readonly string[]) => ({
    standardCategoryId,
    subCategories: [{ id: 'ALL', displayName: 'All', units }],
  });
  const bundle = {
    industry: { industryId, industryName: industryId, meta: { timezone: 'UTC', shift: { startAt: '00:00:00' } } },
    units: [unit('A', 'FLOW_CATEGORY'), unit('B', 'FLOW_CATEGORY'), virtual('RATIO', '{A} / {B}')],
    categoriesV2: { ID_CONSUMPTION: of('FLOW_CATEGORY', ['A', 'RATIO']) },
  };
  await provisionIndustry({ context, bundle, markStale: async () => {} });
  const industry = await requireIndustry(context, industryId);
  // A quotient of litres: 6000 / 2 on the 2nd, and by nothing on the 1st.
  await send(context, industry, [
    { unitId: 'A', createdOn: '2026-03-01T23:30:00Z', value: 5000 },
    { unitId: 'A', createdOn: '2026-03-02T23:30:00Z', value: 6000 },
    { unitId: 'B', createdOn: '2026-03-02T23:30:00Z', value: 2 },
  ]);
  const dates = [businessDate('2026-03-01'), businessDate('2026-03-02')];
  const totals = async () =>
    (await dayInsights(context, industry, dates, context.clock.now())).map(({ totalConsumption }) => totalConsumption);
  expect(await totals()).toEqual([null, 9]);
  await process(context, industry, '2026-03-01', '2026-03-02');
  expect(await totals()).toEqual([null, 9]);
});
