import { beforeAll, describe, expect, it } from 'vitest';
import type { Overview } from '../../../../src/balance/http/user/overview.ts';
import { testContext } from '../../../support/database.ts';
import { testApp } from '../../../service/support/app-fixture.ts';
import { surfaceDocument } from '../../../../src/service/surface-documents.ts';
import { problemsOf } from '../../../platform/openapi/support/json-schema.ts';
import { atHour, mintWorks, type Works } from '../../../service/support/device-data-works.ts';

let works: Works;
let stranger: Works;
let whole: Works;
let ahead: Works;
let unheard: Works;

// Half past the fifth hour of 11/06.
const NOW = '2026-06-11T06:00:00Z';
beforeAll(async () => {
  const context = await testContext(NOW);
  const app = testApp(context);
  works = await mintWorks(context, app);
  stranger = await mintWorks(context, app);
  whole = await mintWorks(context, app);
  ahead = await mintWorks(context, app);
  await ahead.send([
    { unitId: 'M1', createdOn: atHour('2026-06-11', 1), value: 1000 },
    { unitId: 'M1', createdOn: atHour('2026-06-11', 9), value: 1000 },
  ]);
  unheard = await mintWorks(context, app);
  const hours = (unitId: string, date: string, count: number, value: number) =>
    Array.from({ length: count }, (_, hour) => ({ unitId, createdOn: atHour(date, hour), value }));
  await whole.send([
    ...hours('M2', '2026-06-04', 4, 1000),
    ...hours('M2', '2026-06-10', 5, 1000),
    ...hours('M2', '2026-06-11', 5, 1500),
    ...hours('TANK', '2026-06-10', 5, 40),
    ...hours('TANK', '2026-06-11', 5, 50),
  ]);
  await unheard.send([
    { unitId: 'M1', createdOn: atHour('2026-06-11', 0), value: 1000, summedValue: 1000 },
    { unitId: 'M1', createdOn: atHour('2026-06-11', 3), value: 1000, summedValue: 6000 },
    { unitId: 'M1', createdOn: atHour('2026-06-11', 5), value: 1000, summedValue: 7000 },
  ]);
  await works.send([
    { unitId: 'M1', createdOn: atHour('2026-06-04', 1), value: 1000 },
    { unitId: 'M1', createdOn: atHour('2026-06-10', 0), value: 2000 },
    { unitId: 'M1', createdOn: atHour('2026-06-10', 20), value: 9000 },
    { unitId: 'M1', createdOn: atHour('2026-06-11', 1), value: 3000 },
    { unitId: 'M2', createdOn: atHour('2026-06-11', 2), value: 500 },
    { unitId: 'M1', createdOn: atHour('2026-06-11', 5), value: 100 },
    { unitId: 'TANK', createdOn: atHour('2026-06-10', 4), value: 40 },
    { unitId: 'TANK', createdOn: atHour('2026-06-10', 9), value: 10 },
    { unitId: 'TANK', createdOn: atHour('2026-06-11', 3), value: 50 },
    { unitId: 'RIVER', createdOn: atHour('2026-06-11', 4), paramValue: { pH: 7, turbidity: 2 } },
  ]);
});

const overview = async (query = '', of: Works = works): Promise<Overview> =>
  ((await of.get(`overview${query}`)).body as { data: Overview }).data;
const categoryOf = ({ categories }: Overview, id: string) => categories.find(({ categoryId }) => categoryId === id);

describe('GET overview', () => {
  it('is as its document says in the middle of an hour, with what passed unheard', async () => {
    const day = await unheard.get('overview?usual=true');
    const document = surfaceDocument('user');
    expect(problemsOf(document, { $ref: '#/components/schemas/OverviewAnswer' }, day.body)).toEqual([]);
    const source = categoryOf((day.body as { data: Overview }).data, 'ID_SOURCE');
    expect(source).toMatchObject({
      unheard: { value: 4 },
      // M1 sent in two of five hours. M2 and SILENT sent nothing.
      compared: { slotsExpected: 15, slotsGenuine: 2 },
    });
  });

  it('compares the whole hours of the running day with the same hours, and leaves the running hour out of it', async () => {
    const day = await overview();
    expect(day).toMatchObject({ running: true, comparedHours: 5, dayBefore: '10/06/2026', weekBefore: '04/06/2026' });
    expect(categoryOf(day, 'ID_SOURCE')).toMatchObject({
      side: 'in',
      value: 3.6,
      siUnit: 'KL',
      comparedValue: 3.5,
      // M1 and M2 sent one of five readings each, SILENT none.
      compared: { coverage: expect.closeTo(2 / 15, 2), bound: 'at least', meters: 3, metersMeasured: 2 },
      dayBefore: { value: 2, bound: 'at least', changePercent: null, why: 'little measured' },
      weekBefore: { value: 1, changePercent: null, why: 'little measured' },
    });
    // Of a level the last one up to that hour: 200 KL at 50 % against 40 %.
    expect(categoryOf(day, 'ID_RAW_WATER_STOCK')).toMatchObject({
      side: 'stock',
      value: 100,
      dayBefore: { value: 80, coverage: 0.2, changePercent: null, why: 'little measured' },
      weekBefore: { value: null, changePercent: null, why: 'missing' },
    });
  });

  it('tells a change where both sides were measured', async () => {
    const day = await overview('', whole);
    // 7.5 KL in five hours against 5; a week before, one of the five was not measured.
    expect(categoryOf(day, 'ID_CONSUMPTION')).toMatchObject({
      comparedValue: 7.5,
      compared: { coverage: 1, bound: null },
      dayBefore: { value: 5, coverage: 1, bound: null, changePercent: 50, why: null },
      weekBefore: { value: 4, coverage: 0.8, bound: 'at least', changePercent: null, why: 'little measured' },
    });
    expect(categoryOf(day, 'ID_RAW_WATER_STOCK')).toMatchObject({
      dayBefore: { value: 80, changePercent: 25, why: null },
    });
  });

  it('compares a day that is over as a whole', async () => {
    const day = await overview('?date=10/06/2026');
    expect(day).toMatchObject({ running: false, comparedHours: null });
    expect(categoryOf(day, 'ID_SOURCE')).toMatchObject({ value: 11, comparedValue: 11, dayBefore: { value: null } });
  });

  it('shows every listed unit in the newest generation of categories that lists it, and the hours of two days', async () => {
    const day = await overview();
    expect(day.categories.map(({ categoryId }) => categoryId)).toEqual([
      'ID_SOURCE',
      'ID_CONSUMPTION',
      'ID_RAW_WATER_STOCK',
      'ID_SILENT',
      'ENERGY_CATEGORY',
      'ENERGY_MULTI',
      'QUALITY_CATEGORY',
      'GROUND_WATER_LEVEL',
      'virtualCategory',
    ]);
    const hours = categoryOf(day, 'ID_SOURCE')?.hours ?? [];
    expect(hours).toHaveLength(24 + 5);
    // M1 alone sent in this hour.
    expect(hours[25]).toEqual({ x: '2026-06-11T01:30:00.000Z', y: 3, bound: 'at least' });
    // What was not measured is missing and not 0.
    expect(hours[24]?.y).toBeNull();
    expect(categoryOf(day, 'virtualCategory')).toMatchObject({ value: null, siUnit: null });
  });

  it.each(['11/06/2026', '10/06/2026'])('says of the balance of %s what waterBalance says of it', async (date) => {
    const { data } = (await works.get(`waterBalance?startDate=${date}&endDate=${date}`)).body as {
      data: { figures: Record<string, unknown>; waterBalance: { status: string } };
    };
    const { inflow, outflow, balance, stockChange, unaccounted } = data.figures;
    expect((await overview(`?date=${date}`)).balance).toEqual({
      inflow,
      outflow,
      balance,
      stockChange,
      unaccounted,
      status: data.waterBalance.status,
    });
    expect(inflow).not.toMatchObject({ value: null });
  });

  it('names units that have been silent for three of their slots; of a day that is over those that sent nothing', async () => {
    const ids = (of: Overview) => of.silent.map(({ unitId, lastSeen }) => [unitId, lastSeen]);
    expect(ids(await overview())).toEqual([
      ['M2', '2026-06-11T02:30:00.000Z'],
      ['SILENT', null],
      ['WELL', null],
      ['WELL_2', null],
      ['PUMP', null],
    ]);
    expect(ids(await overview('?date=10/06/2026')).map(([unitId]) => unitId)).toContain('M2');
  });

  it('names a unit as silent since its last reading by now, whatever a clock ahead has sent', async () => {
    const { silent } = await overview('', ahead);
    expect(silent.find(({ unitId }) => unitId === 'M1')).toMatchObject({ lastSeen: '2026-06-11T01:30:00.000Z' });
  });

  it('shows nothing of another industry and refuses a day that has not begun', async () => {
    expect(categoryOf(await overview('', stranger), 'ID_SOURCE')).toMatchObject({ value: null });
    expect((await works.get('overview?date=12/06/2026')).status).toBe(404);
    expect((await works.get('overview?date=2026-06-11')).body).toMatchObject({
      errors: [{ field: 'date', problem: expect.stringContaining('DD/MM/YYYY') }],
    });
  });
});
