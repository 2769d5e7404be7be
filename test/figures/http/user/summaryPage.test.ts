import { beforeAll, describe, expect, it } from 'vitest';
import { testContext } from '../../../support/database.ts';
import { testApp } from '../../../service/support/app-fixture.ts';
import { atHour, mintWorks, type Works } from '../../../service/support/device-data-works.ts';

interface Summary {
  data: { categories: { categoryId: string; generation: string; value: unknown }[] };
}

let works: Works;
let stranger: Works;

beforeAll(async () => {
  const context = await testContext('2026-06-11T06:00:00Z');
  const app = testApp(context);
  works = await mintWorks(context, app);
  stranger = await mintWorks(context, app);
  await works.send([
    { unitId: 'M1', createdOn: atHour('2026-06-10', 0), value: 2000 },
    { unitId: 'M1', createdOn: atHour('2026-06-11', 1), value: 3000 },
    { unitId: 'M2', createdOn: atHour('2026-06-11', 2), value: 500 },
    { unitId: 'RIVER', createdOn: atHour('2026-06-11', 2), paramValue: { pH: 7, turbidity: 2 } },
  ]);
});

const summary = async (query: string, of: Works = works): Promise<Summary & Record<string, unknown>> =>
  (await of.get(`summaryPage${query}`)).body as Summary & Record<string, unknown>;
const categoryOf = ({ data }: Summary, id: string) => data.categories.find(({ categoryId }) => categoryId === id);

describe('GET summaryPage', () => {
  it('gives a figure per category and sub-category of every generation, of the running day by default', async () => {
    const body = await summary('');
    expect(body).toMatchObject({
      status: 'success',
      status_code: 200,
      data: { date: '11/06/2026', running: true, stale: false, lastUpdatedTime: '2026-06-11T02:30:00.000Z' },
    });
    expect(categoryOf(body, 'ID_SOURCE')).toMatchObject({
      generation: 'categoriesV2',
      standardCategoryId: 'FLOW_CATEGORY',
      value: 3.5,
      siUnit: 'KL',
      subCategories: [
        { id: 'A', value: 3 },
        { id: 'B', value: 0.5 },
      ],
    });
    expect(categoryOf(body, 'ID_SILENT')).toMatchObject({ value: null, coverage: 0 });
    expect(categoryOf(body, 'QUALITY_CATEGORY')).toMatchObject({ value: { pH: 7, turbidity: 2 } });
    expect(body.data.categories).toHaveLength(13);
  });

  it('says when a processed day has changed since, and shows the change already', async () => {
    await works.process('2026-06-09', '2026-06-10');
    const settled = await summary('?date=10/06/2026');
    expect(settled).toMatchObject({ data: { running: false, stale: false } });
    expect(categoryOf(settled, 'ID_SOURCE')?.value).toBe(2);
    await works.send([{ unitId: 'M2', createdOn: atHour('2026-06-10', 1), value: 1000 }]);
    const changed = await summary('?date=10/06/2026');
    expect(changed).toMatchObject({ data: { stale: true } });
    expect(categoryOf(changed, 'ID_SOURCE')?.value).toBe(3);
  });

  it('shows an industry nothing of another', async () => {
    expect(categoryOf(await summary('', stranger), 'ID_SOURCE')?.value).toBeNull();
  });

  it('names a date that is none', async () => {
    expect(await summary('?date=1/6/2026')).toMatchObject({
      status_code: 1403,
      message: "Invalid 'date': '1/6/2026' is not a date DD/MM/YYYY",
    });
  });
});
