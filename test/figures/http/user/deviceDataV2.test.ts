import { beforeAll, describe, expect, it } from 'vitest';
import { testContext, type TestContext } from '../../../support/database.ts';
import { testApp } from '../../../service/support/app-fixture.ts';
import { atHour, mintWorks, type Works } from '../../../service/support/device-data-works.ts';

interface Bucket {
  x: string;
  y: unknown;
  coverage: number | null;
  [key: string]: unknown;
}
interface UnitObject {
  unitId: string;
  value: unknown;
  data: Bucket[];
  [key: string]: unknown;
}
interface CategoryData {
  subCategories: { id: string; value: number | null; siUnit: string | null; units: UnitObject[] }[];
  value: number | null;
  siUnit: string | null;
  lastUpdatedTime: string | null;
  comparison: CategoryData | null;
}

let context: TestContext;
let works: Works;
let stranger: Works;

/** 10/06/2026 is closed, 11/06/2026 is running: five hours and a half of it are over. */
const RUNNING = '2026-06-11T06:00:00Z';

beforeAll(async () => {
  context = await testContext(RUNNING);
  const app = testApp(context);
  works = await mintWorks(context, app);
  stranger = await mintWorks(context, app);
  await works.send([
    { unitId: 'M1', createdOn: atHour('2026-06-10', 0), value: 1000.1 },
    { unitId: 'M1', createdOn: atHour('2026-06-10', 1), value: 2000.2 },
    { unitId: 'M1', createdOn: atHour('2026-06-11', 4), value: 500 },
    { unitId: 'M1', createdOn: atHour('2026-05-31', 23), value: 7000 },
    { unitId: 'M2', createdOn: atHour('2026-06-10', 1), value: 250 },
    { unitId: 'TANK', createdOn: atHour('2026-06-10', 0), value: 40 },
    { unitId: 'TANK', createdOn: atHour('2026-06-10', 5), value: 45.5 },
    { unitId: 'RIVER', createdOn: atHour('2026-06-10', 2), paramValue: { pH: 7.1, turbidity: 3 } },
    { unitId: 'RIVER', createdOn: atHour('2026-06-10', 3), paramValue: { pH: 7.2 } },
    { unitId: 'WELL', createdOn: atHour('2026-06-10', 0), value: -2.5 },
    { unitId: 'WELL', createdOn: atHour('2026-06-10', 1), value: -2.7 },
    { unitId: 'WELL_2', createdOn: atHour('2026-06-10', 1), value: -3.7 },
    { unitId: 'PUMP', createdOn: atHour('2026-06-10', 0), value: 900, paramValue: { voltage: 230 } },
    { unitId: 'PUMP', createdOn: atHour('2026-06-10', 1), value: 1100, paramValue: { voltage: 232 } },
  ]);
  await stranger.send([{ unitId: 'M1', createdOn: atHour('2026-06-10', 0), value: 999_999 }]);
});

async function data(query: string): Promise<CategoryData> {
  const { status, body } = await works.get(`deviceDataV2?${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return (body as { data: CategoryData }).data; // the envelope, checked below
}
const unitOf = (category: CategoryData, unitId: string): UnitObject => {
  const unit = category.subCategories.flatMap((sub) => sub.units).find((candidate) => candidate.unitId === unitId);
  if (unit === undefined) throw new Error(`${unitId} is not in the answer`);
  return unit;
};
const figures = (unit: UnitObject): unknown[] => unit.data.map((bucket) => bucket.y);
const valueOf = (unit: UnitObject, x: string): unknown => unit.data.find((bucket) => bucket.x === x)?.y;

describe('GET deviceDataV2, flow', () => {
  it('gives the hours of date1, divided by 1000, without binary noise', async () => {
    const category = await data('date1=10/06/2026&type=HOUR');
    const m1 = unitOf(category, 'M1');
    expect(m1.data).toHaveLength(24);
    expect(m1.data.slice(0, 3)).toEqual([
      expect.objectContaining({ x: '2026-06-10T00:30:00.000Z', y: 1.0001, coverage: 1 }),
      expect.objectContaining({ x: '2026-06-10T01:30:00.000Z', y: 2.0002, coverage: 1 }),
      expect.objectContaining({ x: '2026-06-10T02:30:00.000Z', y: null, coverage: 0 }),
    ]);
    expect(m1).toMatchObject({ unitName: 'Unit M1', standardCategoryId: 'FLOW_CATEGORY', siUnit: 'KL', value: 3.0003 });
  });

  it('answers in an envelope, with ID_SOURCE as default category and DAY as default type', async () => {
    const { body } = await works.get('deviceDataV2?date1=10/06/2026');
    expect(body).toMatchObject({
      status: 'success',
      status_code: 200,
      message: expect.any(String),
      data: { categoryId: 'ID_SOURCE', standardCategoryId: 'FLOW_CATEGORY' },
    });
    expect(unitOf((body as { data: CategoryData }).data, 'M1').data).toHaveLength(30);
  });

  it('adds units up to sub-categories and the category, and leaves a silent unit null', async () => {
    const category = await data('date1=10/06/2026&type=HOUR');
    expect(category).toMatchObject({ value: 3.2503, siUnit: 'KL' });
    expect(category.subCategories.map(({ id, value, siUnit }) => [id, value, siUnit])).toEqual([
      ['A', 3.0003, 'KL'],
      ['B', 0.25, 'KL'],
    ]);
    expect(unitOf(category, 'SILENT')).toMatchObject({ value: null });
  });

  it('says null, not 0, for a category of which no unit has data', async () => {
    const category = await data('date1=10/06/2026&type=DAY&category=ID_SILENT');
    expect(category).toMatchObject({ value: null, siUnit: 'KL', lastUpdatedTime: null });
    expect(figures(unitOf(category, 'SILENT'))).toEqual(Array.from({ length: 30 }, () => null));
  });

  it('gives the days of the month: the running day as far as it is, days to come null', async () => {
    const m1 = unitOf(await data('date1=10/06/2026&type=DAY'), 'M1');
    expect(figures(m1)).toEqual([
      ...Array.from({ length: 9 }, () => null),
      3.0003,
      0.5,
      ...Array.from({ length: 19 }, () => null),
    ]);
    expect(m1.data[9]).toMatchObject({ x: '2026-06-10T00:30:00.000Z', coverage: 0.0833 });
    expect(m1.data[11]).toMatchObject({ x: '2026-06-12T00:30:00.000Z', coverage: null });
    expect(m1.value).toBe(3.5003);
  });

  it('gives the months of the year, each the sum of its days', async () => {
    const m1 = unitOf(await data('date1=10/06/2026&type=MONTH'), 'M1');
    expect(m1.data).toHaveLength(12);
    expect([
      valueOf(m1, '2026-05-01T00:30:00.000Z'),
      valueOf(m1, '2026-06-01T00:30:00.000Z'),
      valueOf(m1, '2026-07-01T00:30:00.000Z'),
    ]).toEqual([7, 3.5003, null]);
    expect(m1.value).toBe(10.5003);
  });

  it('gives every day of a CUSTOM range, and only date1 without date2', async () => {
    expect(figures(unitOf(await data('date1=31/05/2026&date2=10/06/2026&type=CUSTOM'), 'M1'))).toEqual([
      7,
      ...Array.from({ length: 9 }, () => null),
      3.0003,
    ]);
    const one = await data('date1=10/06/2026&type=CUSTOM');
    expect(figures(unitOf(one, 'M1'))).toEqual([3.0003]);
    expect(one.comparison).toBeNull();
  });

  it('leaves the hours of the running day that have not begun null', async () => {
    const hours = unitOf(await data('date1=11/06/2026&type=HOUR'), 'M1');
    expect(figures(hours)).toEqual([null, null, null, null, 0.5, ...Array.from({ length: 19 }, () => null)]);
    expect(hours.data.slice(6).every((bucket) => bucket.coverage === null)).toBe(true);
  });

  it('answers a day to come with null throughout', async () => {
    const category = await data('date1=01/01/2027&type=HOUR');
    expect(figures(unitOf(category, 'M1'))).toEqual(Array.from({ length: 24 }, () => null));
    expect(category.value).toBeNull();
  });

  it('divides by the factor asked for', async () => {
    expect((await data('date1=10/06/2026&type=HOUR&divisionFactor=1')).value).toBe(3250.3);
    expect((await data('date1=10/06/2026&type=HOUR&divisionFactor=10')).value).toBe(325.03);
  });

  it('tells the newest reading of the category', async () => {
    expect((await data('date1=10/06/2026')).lastUpdatedTime).toBe('2026-06-11T04:30:00.000Z');
    expect((await data('date1=10/06/2026&category=ID_CONSUMPTION')).lastUpdatedTime).toBe('2026-06-10T01:30:00.000Z');
  });

  it('compares with date2 where no range is asked for', async () => {
    const category = await data('date1=10/06/2026&date2=11/06/2026&type=HOUR');
    expect(category.value).toBe(3.2503);
    expect(category.comparison).toMatchObject({ value: 0.5, siUnit: 'KL' });
    expect(valueOf(unitOf(category.comparison ?? category, 'M1'), '2026-06-11T04:30:00.000Z')).toBe(0.5);
    expect((await data('date1=10/06/2026&type=HOUR')).comparison).toBeNull();
  });
});

describe('GET deviceDataV2, other formatters', () => {
  it('shows stock by its closing and opening levels', async () => {
    const tank = unitOf(await data('date1=10/06/2026&type=HOUR&category=ID_RAW_WATER_STOCK'), 'TANK');
    expect(tank).toMatchObject({ value: 91, meta: { maxCapacity: 200, percentage: 45.5, openingStock: 0 } });
    expect(tank.data[0]).toMatchObject({ y: 80, y1: 80, percentage: 40 });
    expect(tank.data[1]).toMatchObject({ y: null, y1: null, percentage: null });
    expect((await data('date1=10/06/2026&type=DAY&category=ID_RAW_WATER_STOCK')).value).toBe(91);
  });

  it('never divides ground-water levels, whatever divisionFactor says, and gives their mean', async () => {
    const category = await data('date1=10/06/2026&type=HOUR&category=GROUND_WATER_LEVEL&divisionFactor=1000');
    expect(figures(unitOf(category, 'WELL')).slice(0, 3)).toEqual([-2.5, -2.7, null]);
    expect(unitOf(category, 'WELL')).toMatchObject({ value: -2.7, meta: { average: -2.6 } });
    expect(category).toMatchObject({ value: -3.2, siUnit: 'm' });
  });

  it('shows quality as parameter means, undivided and never added up', async () => {
    const category = await data('date1=10/06/2026&type=DAY&category=QUALITY_CATEGORY');
    expect(unitOf(category, 'RIVER')).toMatchObject({
      value: { pH: 7.15, turbidity: 3 },
      params: { turbidity: { siUnit: 'NTU' } },
    });
    expect(valueOf(unitOf(category, 'RIVER'), '2026-06-10T00:30:00.000Z')).toEqual({ pH: 7.15, turbidity: 3 });
    expect(valueOf(unitOf(category, 'RIVER'), '2026-06-09T00:30:00.000Z')).toBeNull();
    expect(category).toMatchObject({ value: null, siUnit: '' });
  });

  it('shows energy plainly, with savings and parameters only when v2 asks for them', async () => {
    const plain = unitOf(await data('date1=10/06/2026&type=DAY&category=ENERGY_CATEGORY'), 'PUMP');
    expect(plain).toMatchObject({ value: 2 });
    expect(plain).not.toHaveProperty('paramValue');
    expect(plain.data[9]).not.toHaveProperty('energySaved');
    const detailed = unitOf(await data('date1=10/06/2026&type=DAY&category=ENERGY_CATEGORY&v2=true'), 'PUMP');
    expect(detailed).toMatchObject({ value: 2, paramValue: { voltage: 231 }, params: { voltage: { siUnit: 'V' } } });
    expect(detailed.data[9]).toMatchObject({
      y: 2,
      energySaved: expect.any(Number),
      energySavedCoverage: expect.any(Number),
      py: { voltage: 231 },
    });
  });

  it('always shows the parameters of multi-energy', async () => {
    const pump = unitOf(await data('date1=10/06/2026&type=HOUR&category=ENERGY_MULTI'), 'PUMP');
    expect(pump).toMatchObject({ value: 2, paramValue: { voltage: 231 } });
    expect(pump.data[1]).toMatchObject({ y: 1.1, py: { voltage: 232 } });
  });

  it('does not add kilolitres and kilowatt-hours of virtual units', async () => {
    const category = await data('date1=10/06/2026&type=DAY&category=virtualCategory');
    expect(category.subCategories.map(({ value, siUnit }) => [value, siUnit])).toEqual([
      [3.7503, 'KL'],
      [2, 'kWh'],
    ]);
    expect(category).toMatchObject({ value: null, siUnit: null, lastUpdatedTime: '2026-06-11T04:30:00.000Z' });
  });
});

describe('GET deviceDataV2, forms of the answer', () => {
  it('narrows to the object of one unit, and ignores a unit that the category does not hold', async () => {
    const { body } = await works.get('deviceDataV2?date1=10/06/2026&type=HOUR&unitId=M2&date2=11/06/2026');
    expect(body).toMatchObject({
      status: 'success',
      data: {
        unitId: 'M2',
        value: 0.25,
        lastUpdatedTime: '2026-06-10T01:30:00.000Z',
        comparison: { unitId: 'M2', value: null },
      },
    });
    expect(body).not.toHaveProperty('unitFound');
    expect((await works.get('deviceDataV2?date1=10/06/2026&unitId=TANK')).body).toMatchObject({
      status: 'success',
      unitFound: false,
      data: { categoryId: 'ID_SOURCE' },
    });
  });

  it.each(['', '&formattedOutput=false', '&category=ALL_CATEGORIES_V2_FLOW_CATEGORY'])(
    'says in every form that a unit was asked for that the category does not hold (%s)',
    async (form) => {
      expect((await works.get(`deviceDataV2?date1=10/06/2026${form}&unitId=NOBODYS`)).body).toMatchObject({
        unitFound: false,
      });
      expect((await works.get(`deviceDataV2?date1=10/06/2026${form}&unitId=M1`)).body).not.toHaveProperty('unitFound');
      expect((await works.get(`deviceDataV2?date1=10/06/2026${form}`)).body).not.toHaveProperty('unitFound');
    },
  );

  it('gives raw, undivided rows without the last updated time', async () => {
    const { body } = await works.get(
      'deviceDataV2?date1=10/06/2026&type=DAY&formattedOutput=false&category=ID_CONSUMPTION',
    );
    expect(Object.keys(body as object)).toEqual(['data']);
    const { data: rows } = body as { data: unknown[] };
    expect(rows).toHaveLength(30);
    expect(rows[9]).toEqual({ unitId: 'M2', timestamp: '2026-06-10T00:30:00.000Z', value: 250 });
    const narrowed = await works.get('deviceDataV2?date1=10/06/2026&type=HOUR&formattedOutput=false&unitId=M1');
    expect((narrowed.body as { data: { unitId: string }[] }).data.map((row) => row.unitId)).toEqual(
      Array.from({ length: 24 }, () => 'M1'),
    );
  });

  it.each(['ALL_CATEGORIES_V2_FLOW_CATEGORY', 'ALL_CATEGORIES_V2FLOW_CATEGORY'])(
    'aggregates every matching category of %s, each unit once in the total',
    async (category) => {
      const { body } = await works.get(`deviceDataV2?date1=10/06/2026&type=HOUR&category=${category}`);
      expect(Object.keys(body as object)).toEqual(['categories', 'total']);
      expect(body).toMatchObject({
        categories: [
          { categoryId: 'ID_SOURCE', data: { value: 3.2503, subCategories: [{ id: 'A' }, { id: 'B' }] } },
          { categoryId: 'ID_CONSUMPTION', data: { value: 0.25 } },
        ],
        // SILENT sent nothing: the total is that of three of 3 * 24 slots.
        total: { value: 3.2503, siUnit: 'KL', slotsExpected: 72, slotsGenuine: 3, coverage: 0.0417, estimatedShare: 0 },
      });
    },
  );

  it('aggregates nothing to an empty list and 0', async () => {
    expect((await works.get('deviceDataV2?date1=10/06/2026&category=ALL_CATEGORIES_V2_ENERGY_MULTI')).body).toEqual({
      categories: [],
      total: {
        value: 0,
        siUnit: null,
        coverage: null,
        slotsExpected: 0,
        slotsGenuine: 0,
        meters: 0,
        metersMeasured: 0,
        bound: null,
        estimatedShare: null,
      },
    });
  });
});

describe('GET deviceDataV2, refusals', () => {
  it.each([
    ['type=HOUR&category=', "'date1' missing"],
    ['date1=&type=HOUR', "'date1' missing"],
    ['date1=10/06/2026&category=', "'category' missing"],
    ['date1=2026-06-10', "Invalid 'date1': '2026-06-10' is not a date DD/MM/YYYY"],
    ['date1=31/02/2026', "Invalid 'date1': '31/02/2026' is not a date DD/MM/YYYY"],
    ['date1=10/06/2026&date2=tomorrow', "Invalid 'date2': 'tomorrow' is not a date DD/MM/YYYY"],
    ['date1=10/06/2026&type=WEEK', "Invalid 'type': 'WEEK' is not one of HOUR, DAY, MONTH, CUSTOM"],
    ['date1=10/06/2026&divisionFactor=0', "Invalid 'divisionFactor': '0' is not a whole number of 1 or more"],
    ['date1=10/06/2026&divisionFactor=2.5', "Invalid 'divisionFactor': '2.5' is not a whole number of 1 or more"],
    ['date1=10/06/2026&date2=09/06/2026&type=CUSTOM', 'date1 cannot be after date2'],
    [
      'date1=10/06/2020&date2=10/06/2026&type=CUSTOM',
      "Invalid 'date2': '10/06/2026' is 2192 days from date1, allowed are 1100",
    ],
  ])('answers %s with 1403 %s', async (query, message) => {
    const { status, body } = await works.get(`deviceDataV2?${query}`);
    expect(body).toMatchObject({ status: 'failed', status_code: 1403, message });
    expect(status).toBe(400);
  });

  it('answers a category that no generation has with 1401', async () => {
    const { status, body } = await works.get('deviceDataV2?date1=10/06/2026&category=ID_NONE');
    expect(body).toMatchObject({
      status: 'failed',
      status_code: 1401,
      message: "Invalid category, ID_NONE doesn't exist",
      errors: [{ field: 'category', problem: expect.stringMatching(/^is not one of sourceCategory, .*\bID_SOURCE, /) }],
    });
    expect(status).toBe(404);
  });

  it('needs a token', async () => {
    expect((await testApp(context).request('/api/user/deviceDataV2?date1=10/06/2026')).status).toBe(401);
  });
});

describe('GET deviceDataV2, tenants and time', () => {
  it('shows an industry its own units only, though ids are the same', async () => {
    const { body } = await stranger.get('deviceDataV2?date1=10/06/2026&type=HOUR');
    expect((body as { data: CategoryData }).data.value).toBe(999.999);
    expect((await data('date1=10/06/2026&type=HOUR')).value).toBe(3.2503);
  });

  it('shows of a running day what the batch writes later, and the same again from the documents', async () => {
    const own = await mintWorks(context, testApp(context));
    await own.send(
      [3, 4, 5].map((hour) => ({ unitId: 'M1', createdOn: atHour('2026-06-11', hour), value: 111.1 * hour })),
    );
    const queries = [
      'type=HOUR&date1=11/06/2026',
      'type=DAY&date1=11/06/2026',
      'type=CUSTOM&date1=10/06/2026&date2=11/06/2026',
      'type=MONTH&date1=11/06/2026',
      'type=DAY&date1=11/06/2026&category=virtualCategory',
    ];
    const read = () =>
      Promise.all(
        queries.map(async (query) => {
          const { subCategories } = ((await own.get(`deviceDataV2?${query}`)).body as { data: CategoryData }).data;
          return subCategories.map((sub) => [
            sub.value,
            ...sub.units.map((unit) => [unit.value, unit.data.map(({ x, y }) => [x, y])]),
          ]);
        }),
      );
    const running = await read();
    try {
      context.clock.set('2026-06-12T00:30:00Z');
      const closed = await read();
      await own.process('2026-06-10', '2026-06-11');
      const settled = await read();
      expect(closed).toEqual(running);
      expect(settled).toEqual(running);
    } finally {
      context.clock.set(RUNNING);
    }
  });
});
