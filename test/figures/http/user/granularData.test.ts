import { beforeAll, describe, expect, it } from 'vitest';
import { testContext } from '../../../support/database.ts';
import { testApp } from '../../../service/support/app-fixture.ts';
import { atHour, mintWorks, type Works } from '../../../service/support/device-data-works.ts';

interface Granular {
  unitId: string;
  unitName: string;
  siUnit: string;
  interval: number;
  readings: {
    x: string;
    value: unknown;
    register: number | null;
    readings: number;
    estimated: number;
    params?: unknown;
  }[];
}

let works: Works;

beforeAll(async () => {
  const context = await testContext('2026-06-11T06:00:00Z');
  works = await mintWorks(context, testApp(context));
  await works.send([
    { unitId: 'M1', createdOn: '2026-06-10T00:30:00Z', value: 100, summedValue: 1000 },
    { unitId: 'M1', createdOn: '2026-06-10T00:34:59.999Z', value: 50, summedValue: 1050 },
    { unitId: 'M1', createdOn: '2026-06-10T00:35:00Z', value: 7, summedValue: 1057, interpolated: true },
    { unitId: 'M1', createdOn: '2026-06-11T00:30:00Z', value: 9, summedValue: 1066 },
    { unitId: 'M2', createdOn: '2026-06-09T23:00:00Z', summedValue: 500 },
    { unitId: 'M2', createdOn: '2026-06-10T00:40:00Z', summedValue: 540 },
    { unitId: 'M2', createdOn: '2026-06-10T01:40:00Z', summedValue: 20 },
    { unitId: 'TANK', createdOn: '2026-06-10T00:31:00Z', value: 10 },
    { unitId: 'TANK', createdOn: '2026-06-10T00:39:00Z', value: 12 },
    { unitId: 'RIVER', createdOn: '2026-06-10T00:31:00Z', paramValue: { pH: 7, turbidity: 4 } },
    { unitId: 'RIVER', createdOn: '2026-06-10T00:33:00Z', paramValue: { pH: 8 } },
    { unitId: 'PUMP', createdOn: '2026-06-10T00:31:00Z', value: 600, paramValue: { voltage: 231 } },
    // 05:30 hours of 11 June have passed, and this device is ahead.
    { unitId: 'PUMP', createdOn: atHour('2026-06-11', 5.75), value: 40, paramValue: { voltage: 230 } },
    { unitId: 'PUMP', createdOn: atHour('2026-06-11', 6), value: 500, paramValue: { voltage: 250 } },
  ]);
});

async function granular(query: string): Promise<Granular> {
  const { status, body } = await works.get(`granularData?${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  expect(body).toMatchObject({ status: 'success', status_code: 200, message: expect.any(String) });
  return (body as { data: Granular }).data; // the envelope just checked
}

describe('GET granularData', () => {
  it('gives buckets of five minutes from the start of the business day, missing ones null', async () => {
    const answer = await granular('unitId=M1&startDate=10/06/2026&endDate=10/06/2026');
    expect(answer).toMatchObject({ unitId: 'M1', unitName: 'Unit M1', siUnit: 'KL', interval: 5 });
    expect(answer.readings).toHaveLength(288);
    // The unit reports once an hour: its slot begins in the first bucket.
    expect(answer.readings.slice(0, 3)).toEqual([
      {
        x: '2026-06-10T00:30:00.000Z',
        value: 0.15,
        register: 1.05,
        slotsExpected: 1,
        slotsGenuine: 1,
        readings: 2,
        estimated: 0,
      },
      {
        x: '2026-06-10T00:35:00.000Z',
        value: 0.007,
        register: 1.057,
        slotsExpected: 0,
        slotsGenuine: 0,
        readings: 1,
        estimated: 1,
      },
      {
        x: '2026-06-10T00:40:00.000Z',
        value: null,
        register: null,
        slotsExpected: 0,
        slotsGenuine: 0,
        readings: 0,
        estimated: 0,
      },
    ]);
  });

  it('spans days and shortens the last bucket of a day that the interval does not divide', async () => {
    const { readings } = await granular(
      'unitId=M1&startDate=10/06/2026&endDate=11/06/2026&interval=1000&divisionFactor=1',
    );
    expect(readings.map(({ x, value }) => [x, value])).toEqual([
      ['2026-06-10T00:30:00.000Z', 157],
      ['2026-06-10T17:10:00.000Z', null],
      ['2026-06-11T00:30:00.000Z', 9],
      ['2026-06-11T17:10:00.000Z', null],
    ]);
  });

  it('takes the step of the register where readings have no value, and nothing from a register that fell', async () => {
    const { readings } = await granular(
      'unitId=M2&startDate=10/06/2026&endDate=10/06/2026&interval=60&divisionFactor=1',
    );
    expect(readings.slice(0, 3).map(({ value, register }) => [value, register])).toEqual([
      [40, 540],
      [null, 20],
      [null, null],
    ]);
  });

  it('gives the last level of stock, parameter means of quality and both of energy', async () => {
    const first = async (unitId: string) =>
      (await granular(`unitId=${unitId}&startDate=10/06/2026&endDate=10/06/2026&interval=10`)).readings[0];
    expect(await first('TANK')).toMatchObject({ value: 24, register: null, readings: 2 });
    expect(await first('RIVER')).toMatchObject({ value: { pH: 7.5, turbidity: 4 } });
    expect(await first('PUMP')).toMatchObject({ value: 0.6, params: { voltage: 231 } });
  });

  it('has no reading of an hour that has not begun in an interval of several hours, as the day has none', async () => {
    const { readings } = await granular('unitId=PUMP&startDate=11/06/2026&endDate=11/06/2026&interval=1440');
    expect(readings).toMatchObject([
      { value: 0.04, params: { voltage: 230 }, readings: 1, slotsExpected: 6, slotsGenuine: 1 },
    ]);
    const { body } = await works.get('deviceDataV2?category=energyCategory&type=HOUR&date1=11/06/2026&unitId=PUMP');
    expect(body).toMatchObject({ data: { value: 0.04, slotsExpected: 6, slotsGenuine: 1 } });
  });

  it('knows only units of the industry that transmit', async () => {
    const unknown = await works.get('granularData?unitId=CB_BORE_1&startDate=10/06/2026&endDate=10/06/2026');
    expect(unknown.body).toMatchObject({
      status_code: 404,
      message: 'Invalid unitId CB_BORE_1 or you do not have permission to access this unit.',
    });
    expect((await works.get('granularData?unitId=BOTH&startDate=10/06/2026&endDate=10/06/2026')).body).toMatchObject({
      status_code: 1403,
      message: "Invalid 'unitId': 'BOTH' is a virtual unit and has no readings of its own",
    });
  });

  it.each([
    ['', "'unitId' missing"],
    ['unitId=M1', "'startDate' missing"],
    ['unitId=M1&startDate=10/06/2026', "'endDate' missing"],
    ['unitId=M1&startDate=10/06/2026&endDate=9/6/26', "Invalid 'endDate': '9/6/26' is not a date DD/MM/YYYY"],
    ['unitId=M1&startDate=10/06/2026&endDate=09/06/2026', 'startDate cannot be after endDate'],
    [
      'unitId=M1&startDate=10/05/2026&endDate=10/06/2026',
      "Invalid 'endDate': '10/06/2026' is 32 days from startDate, allowed are 31",
    ],
    [
      'unitId=M1&startDate=10/06/2026&endDate=10/06/2026&interval=0',
      "Invalid 'interval': '0' is not a whole number from 1 to 1440",
    ],
    [
      'unitId=M1&startDate=10/06/2026&endDate=10/06/2026&interval=1441',
      "Invalid 'interval': '1441' is not a whole number from 1 to 1440",
    ],
  ])('answers %s with 1403 %s', async (query, message) => {
    expect((await works.get(`granularData?${query}`)).body).toMatchObject({
      status: 'failed',
      status_code: 1403,
      message,
    });
  });

  it('gives no bucket to two days', async () => {
    const { readings } = await granular('unitId=M1&startDate=01/06/2026&endDate=30/06/2026&interval=720');
    expect(new Set(readings.map(({ x }) => x)).size).toBe(60);
    expect(readings[1]?.x).toBe(atHour('2026-06-01', 12));
  });
});
