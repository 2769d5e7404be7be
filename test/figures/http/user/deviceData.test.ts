import { beforeAll, describe, expect, it } from 'vitest';
import { testContext, type TestContext } from '../../../support/database.ts';
import { testApp } from '../../../service/support/app-fixture.ts';
import { atHour, mintWorks, type Works } from '../../../service/support/device-data-works.ts';

interface V1Unit {
  unitId: string;
  readings: { timestamp: string; value: unknown; unit: string; status: string }[];
  statistics: Record<string, unknown>;
  latest?: unknown;
}
interface V1Data {
  units: V1Unit[];
  comparison: { units: V1Unit[] } | null;
  lastUpdatedTime: string | null;
  qualityWeek: { units: V1Unit[]; comparison: V1Unit[] | null } | null;
}

let context: TestContext;
let works: Works;
let stranger: Works;

beforeAll(async () => {
  context = await testContext('2026-06-11T06:00:00Z');
  const app = testApp(context);
  works = await mintWorks(context, app);
  stranger = await mintWorks(context, app);
  await works.send([
    { unitId: 'M1', createdOn: atHour('2026-06-10', 0), value: 1000 },
    { unitId: 'M1', createdOn: atHour('2026-06-10', 1), value: 3000 },
    { unitId: 'M1', createdOn: atHour('2026-06-10', 2), value: 200, interpolated: true },
    { unitId: 'M1', createdOn: atHour('2026-06-11', 4), value: 500, summedValue: 77_000 },
    { unitId: 'M2', createdOn: atHour('2026-06-09', 4), value: 50 },
    { unitId: 'TANK', createdOn: atHour('2026-06-10', 3), value: 40 },
    { unitId: 'TANK', createdOn: atHour('2026-06-10', 4), value: 20 },
    { unitId: 'RIVER', createdOn: atHour('2026-06-10', 2), paramValue: { pH: 7.1, turbidity: 3 } },
    { unitId: 'RIVER', createdOn: atHour('2026-06-04', 2), paramValue: { pH: 6.9 } },
    { unitId: 'RIVER', createdOn: atHour('2026-06-03', 2), paramValue: { pH: 5 } },
  ]);
  await stranger.send([{ unitId: 'M2', createdOn: atHour('2026-06-10', 1), value: 1 }]);
});

async function data(query: string): Promise<V1Data> {
  const { status, body } = await works.get(`deviceData?${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  expect(body).toMatchObject({ status: 'success', status_code: 200 });
  return (body as { data: V1Data }).data; // the envelope just checked
}
const unitOf = (units: readonly V1Unit[], unitId: string): V1Unit => {
  const unit = units.find((candidate) => candidate.unitId === unitId);
  if (unit === undefined) throw new Error(`${unitId} is not in the answer`);
  return unit;
};

describe('GET deviceData', () => {
  it('gives readings and statistics over the buckets that have one', async () => {
    const m1 = unitOf((await data('date1=10/06/2026&type=HOUR&category=sourceCategory')).units, 'M1');
    expect(m1).toMatchObject({
      unitName: 'Unit M1',
      categoryType: 'FLOW_CATEGORY',
      statistics: {
        min: 0.2,
        max: 3,
        avg: 1.4,
        total: 4.2,
        slotsExpected: 24,
        slotsGenuine: 2,
        coverage: 0.0833,
        estimatedShare: 0.3333,
      },
    });
    expect(m1.readings).toHaveLength(24);
    expect(m1.readings.slice(0, 4)).toEqual([
      { timestamp: '2026-06-10T00:30:00.000Z', value: 1, unit: 'KL', status: 'ok', coverage: 1, estimatedShare: 0 },
      { timestamp: '2026-06-10T01:30:00.000Z', value: 3, unit: 'KL', status: 'ok', coverage: 1, estimatedShare: 0 },
      {
        timestamp: '2026-06-10T02:30:00.000Z',
        value: 0.2,
        unit: 'KL',
        status: 'estimated',
        coverage: 0,
        estimatedShare: 1,
      },
      {
        timestamp: '2026-06-10T03:30:00.000Z',
        value: null,
        unit: 'KL',
        status: 'missing',
        coverage: 0,
        estimatedShare: null,
      },
    ]);
  });

  it('has null statistics for a unit without data', async () => {
    expect(unitOf((await data('date1=10/06/2026&type=HOUR&category=sourceCategory')).units, 'M2').statistics).toEqual({
      min: null,
      max: null,
      avg: null,
      total: null,
      coverage: 0,
      slotsExpected: 24,
      slotsGenuine: 0,
      meters: 1,
      metersMeasured: 0,
      bound: null,
      estimatedShare: null,
    });
  });

  it('gives days of the month and months of the year', async () => {
    const days = unitOf((await data('date1=10/06/2026&type=DAY&category=sourceCategory')).units, 'M1');
    expect(days.readings).toHaveLength(30);
    // Each of the days was measured in part, so none is the lowest. The 11th still runs.
    expect(days.statistics).toMatchObject({ min: null, max: 4.2, avg: 4.2, total: 4.7 });
    const months = unitOf((await data('date1=10/06/2026&type=MONTH&category=sourceCategory')).units, 'M1');
    expect(months.readings.map(({ value }) => value)).toEqual([
      null,
      null,
      null,
      null,
      null,
      4.7,
      null,
      null,
      null,
      null,
      null,
      null,
    ]);
  });

  it('says of hours, days and months that have not begun that they are upcoming, not missing', async () => {
    const statusesOf = async (type: string) =>
      unitOf((await data(`date1=11/06/2026&type=${type}&category=sourceCategory`)).units, 'M2').readings.map(
        ({ status }) => status,
      );
    for (const type of ['HOUR', 'DAY', 'MONTH']) {
      const statuses = await statusesOf(type);
      const first = statuses.indexOf('upcoming');
      expect(first, type).toBeGreaterThan(0);
      expect(new Set(statuses.slice(first)), type).toEqual(new Set(['upcoming']));
    }
    expect((await statusesOf('MONTH')).indexOf('upcoming')).toBe(6);
  });

  it('adds levels up to nothing and summarises parameters one by one', async () => {
    expect(
      unitOf((await data('date1=10/06/2026&type=HOUR&category=stockCategory')).units, 'TANK').statistics,
    ).toMatchObject({ min: 40, max: 80, avg: 60, total: null });
    const river = unitOf((await data('date1=10/06/2026&type=DAY&category=qualityCategory')).units, 'RIVER');
    expect(river.statistics).toMatchObject({
      min: { pH: 5, turbidity: 3 },
      max: { pH: 7.1, turbidity: 3 },
      avg: { pH: 6.333333333, turbidity: 3 },
      total: null,
    });
  });

  it('carries the latest reading unless includeToday is false', async () => {
    const m1 = unitOf((await data('date1=10/06/2026&type=DAY&category=sourceCategory')).units, 'M1');
    expect(m1.latest).toEqual({
      timestamp: '2026-06-11T04:30:00.000Z',
      value: 0.5,
      register: 77,
      unit: 'KL',
      status: 'ok',
    });
    expect(unitOf((await data('date1=10/06/2026&type=DAY&category=stockCategory')).units, 'TANK').latest).toMatchObject(
      { value: 40, register: null },
    );
    expect(
      unitOf((await data('date1=10/06/2026&type=DAY&category=sourceCategory&includeToday=false')).units, 'M1'),
    ).not.toHaveProperty('latest');
  });

  it('has a second slot for date2, null without it', async () => {
    const answer = await data('date1=10/06/2026&date2=09/06/2026&type=HOUR&category=sourceCategory');
    expect(unitOf(answer.comparison?.units ?? [], 'M2').statistics).toMatchObject({ total: 0.05 });
    expect((await data('date1=10/06/2026&type=HOUR&category=sourceCategory')).comparison).toBeNull();
  });

  it('adds the quality of the seven days up to date1 and date2, with type HOUR only', async () => {
    const { qualityWeek } = await data('date1=10/06/2026&date2=09/06/2026&type=HOUR&category=sourceCategory');
    const values = (units: readonly V1Unit[]) => unitOf(units, 'RIVER').readings.map(({ value }) => value);
    expect(values(qualityWeek?.units ?? [])).toEqual([
      { pH: 6.9, turbidity: null },
      null,
      null,
      null,
      null,
      null,
      { pH: 7.1, turbidity: 3 },
    ]);
    expect(values(qualityWeek?.comparison ?? [])).toEqual([
      { pH: 5, turbidity: null },
      { pH: 6.9, turbidity: null },
      null,
      null,
      null,
      null,
      null,
    ]);
    expect((await data('date1=10/06/2026&type=DAY&category=sourceCategory')).qualityWeek).toBeNull();
  });

  it('answers the earliest date there is', async () => {
    expect(
      (await data('date1=01/01/1910&type=HOUR&category=sourceCategory')).qualityWeek?.units[0]?.readings,
    ).toHaveLength(7);
  });

  it('narrows to a sub-category', async () => {
    expect(
      (await data('date1=10/06/2026&type=DAY&category=sourceCategory&subCategory=S1')).units.map(
        ({ unitId }) => unitId,
      ),
    ).toEqual(['M1', 'M2']);
    expect(
      (await works.get('deviceData?date1=10/06/2026&type=DAY&category=sourceCategory&subCategory=S9')).body,
    ).toMatchObject({
      status_code: 1401,
      message: "Invalid subCategory, S9 doesn't exist",
      errors: [{ field: 'subCategory', problem: expect.stringMatching(/^is not one of S1/) }],
    });
  });

  it('tells the newest reading of the category', async () => {
    expect((await data('date1=10/06/2026&type=DAY&category=stockCategory')).lastUpdatedTime).toBe(
      '2026-06-10T04:30:00.000Z',
    );
  });

  it("shows nothing of another industry's unit of the same id", async () => {
    expect(
      unitOf((await data('date1=10/06/2026&type=DAY&category=sourceCategory')).units, 'M2').statistics,
    ).toMatchObject({ total: 0.05 });
  });

  it.each([
    ['', "'date1' missing"],
    ['date1=10/06/2026', "'type' missing"],
    ['type=NONE&date1=10/06/2026', "'category' missing"],
    ['date1=10/06/2026&type=DAY&category=', "'category' missing"],
    ['date1=10-06-2026&type=DAY&category=sourceCategory', "Invalid 'date1': '10-06-2026' is not a date DD/MM/YYYY"],
    ['date1=10/06/2026&type=CUSTOM&category=sourceCategory', "Invalid 'type': 'CUSTOM' is not one of HOUR, DAY, MONTH"],
    [
      'date1=10/06/2026&type=DAY&category=sourceCategory&divisionFactor=0',
      "Invalid 'divisionFactor': '0' is not a whole number of 1 or more",
    ],
    [
      'date1=10/06/2026&type=DAY&category=sourceCategory&includeToday=maybe',
      "Invalid 'includeToday': 'maybe' is not one of true, false",
    ],
  ])('answers %s with 1403 %s', async (query, message) => {
    expect((await works.get(`deviceData?${query}`)).body).toMatchObject({
      status: 'failed',
      status_code: 1403,
      message,
    });
  });

  it('answers a category of a later generation with 1401', async () => {
    const { status, body } = await works.get('deviceData?date1=10/06/2026&type=DAY&category=ID_SOURCE');
    expect(body).toMatchObject({
      status: 'failed',
      status_code: 1401,
      message: "Invalid category, ID_SOURCE doesn't exist",
      errors: [
        { field: 'category', problem: 'is not one of sourceCategory, stockCategory, qualityCategory, energyCategory' },
      ],
    });
    expect(status).toBe(404);
  });
});
