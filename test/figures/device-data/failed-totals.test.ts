import { beforeAll, describe, expect, it } from 'vitest';
import type { Industry } from '../../../src/kernel/industry/industry.ts';
import { businessDate } from '../../../src/kernel/time/business-date.ts';
import { readLandingPage } from '../../../src/alerts/read-landing-page.ts';
import { readSummaryPage } from '../../../src/figures/device-data/summary-page.ts';
import { readV1 } from '../../../src/figures/device-data/v1.ts';
import { readV2, type V2Request } from '../../../src/figures/device-data/v2.ts';
import { markStaleDays } from '../../../src/industries/provisioning/mark-stale-days.ts';
import { provisionIndustry } from '../../../src/industries/provisioning/provision-industry.ts';
import { mintId, testContext, type TestContext } from '../../support/database.ts';
import { at, process, requireIndustry, send, unit, virtual } from '../processing/works.ts';

let context: TestContext;
let industry: Industry;

beforeAll(async () => {
  context = await testContext('2026-05-03T12:00:00Z');
  const industryId = mintId('FAILED');
  const subCategories = [
    { id: 'PLANT', displayName: 'Plant', units: ['A', 'RATIO'] },
    { id: 'SOUND', displayName: 'Sound', units: ['A', 'B', 'HALF'] },
  ];
  await provisionIndustry({
    context,
    markStale: markStaleDays(context),
    bundle: {
      industry: { industryId, industryName: industryId, meta: { timezone: 'UTC', shift: { startAt: '00:00:00' } } },
      units: [
        unit('A', 'FLOW_CATEGORY'),
        unit('B', 'FLOW_CATEGORY'),
        virtual('RATIO', '{A} / {B}'),
        virtual('HALF', '{B} / 2'),
        virtual('OF_PLANT', '{PLANT}'),
        virtual('OF_SOUND', '{SOUND}'),
      ],
      categories: { source: { standardCategoryId: 'FLOW_CATEGORY', subCategories } },
      categoriesV2: {
        ID_SOURCE: { standardCategoryId: 'FLOW_CATEGORY', subCategories },
        FORMULAS: {
          standardCategoryId: 'virtualCategory',
          subCategories: [{ id: 'ALL', displayName: 'All', units: ['OF_PLANT', 'OF_SOUND'] }],
        },
      },
    },
  });
  industry = await requireIndustry(context, industryId);
  // RATIO divides by zero on 1 March and on the only day of April, and is 6 / 2 on 2 March. HALF merely has no data
  // where B is silent.
  await send(context, industry, [
    { unitId: 'A', createdOn: at(industry, '2026-03-01', 1), value: 5 },
    { unitId: 'A', createdOn: at(industry, '2026-03-02', 1), value: 6 },
    { unitId: 'B', createdOn: at(industry, '2026-03-02', 1), value: 2 },
    { unitId: 'A', createdOn: at(industry, '2026-04-10', 1), value: 7 },
  ]);
});

const request = (type: V2Request['type'], date: string, category: string): V2Request => ({
  type,
  date1: businessDate(date),
  date2: null,
  category,
  divisionFactor: 1,
  unitId: null,
  formattedOutput: true,
  energyDetail: false,
});
const categoryOf = async (type: V2Request['type'], date: string, category: string) => {
  const answer = await readV2(context, industry, request(type, date, category));
  if (answer.form !== 'category') throw new Error(answer.form);
  return answer.data;
};
/** Totals of the sub-categories and the figures of the formulas that name them. */
const totalsAndFormulas = async (type: V2Request['type'], date: string) => {
  const [source, formulas] = [await categoryOf(type, date, 'ID_SOURCE'), await categoryOf(type, date, 'FORMULAS')];
  return {
    category: source.value,
    totals: source.subCategories.map(({ value }) => value),
    formulas: formulas.subCategories[0]?.units.map(({ value }) => value),
  };
};

describe.each(['computed when asked for', 'stored'])('a total with a virtual unit that failed (%s)', (state) => {
  beforeAll(async () => {
    if (state === 'stored') await process(context, industry, '2026-03-01', '2026-05-02');
  });

  it('is null on the day, as the formula over the same units is, and a unit without data takes nothing from it', async () => {
    expect(await totalsAndFormulas('HOUR', '2026-03-01')).toEqual({
      category: null,
      totals: [null, 5],
      formulas: [null, 5],
    });
    expect(await totalsAndFormulas('HOUR', '2026-03-02')).toEqual({ category: 12, totals: [9, 9], formulas: [9, 9] });
  });

  it('is null over a month without any figure of that unit, and adds the days that have one in another', async () => {
    expect(await totalsAndFormulas('DAY', '2026-04-01')).toEqual({
      category: null,
      totals: [null, 7],
      formulas: [null, 7],
    });
    // RATIO is 3 in March, the sum of the days on which it has a figure. The formula adds whole days: 9 of the 2nd
    // alone.
    expect(await totalsAndFormulas('DAY', '2026-03-01')).toEqual({ category: 17, totals: [14, 14], formulas: [9, 14] });
  });

  it('is null in the aggregate of categories, in statistics, on the summary and landing page', async () => {
    const aggregate = await readV2(context, industry, request('HOUR', '2026-03-01', 'ALL_CATEGORIES_V2_FLOW_CATEGORY'));
    expect(aggregate.form === 'aggregate' ? aggregate.total.value : aggregate.form).toBeNull();
    const v1 = await readV1(context, industry, {
      type: 'HOUR',
      date1: businessDate('2026-03-01'),
      date2: null,
      category: 'source',
      subCategory: 'PLANT',
      divisionFactor: 1,
      includeToday: false,
    });
    expect(v1.units.map(({ unitId, statistics }) => [unitId, statistics.total])).toEqual([
      ['A', 5],
      ['RATIO', null],
    ]);
    const summary = await readSummaryPage(context, industry, { date: businessDate('2026-03-01'), divisionFactor: 1 });
    const source = summary.categories.find(({ categoryId }) => categoryId === 'ID_SOURCE');
    expect([source?.value, source?.subCategories.map(({ value }) => value)]).toEqual([null, [null, 5]]);
    const landing = async (date: string) =>
      (await readLandingPage(context, industry, { date: businessDate(date), period: 'today', divisionFactor: 1 }))
        .summary.water;
    expect(await landing('2026-03-01')).toMatchObject({ total: null, change: null, status: 'missing' });
    // The day before failed: there is nothing to compare with.
    expect(await landing('2026-03-02')).toMatchObject({ total: 12, change: null });
  });
});
