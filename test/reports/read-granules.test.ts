import { beforeAll, expect, it } from 'vitest';
import type { DataContext } from '../../src/context.ts';
import { namedStatements } from '../../src/platform/database/named-query.ts';
import type { Industry } from '../../src/kernel/industry/industry.ts';
import { businessDate } from '../../src/kernel/time/business-date.ts';
import { readGranular } from '../../src/figures/device-data/granular.ts';
import { readGranules } from '../../src/reports/read-granules.ts';
import { testContext, type TestContext } from '../support/database.ts';
import { at, send, unit, works } from '../figures/processing/works.ts';

let context: TestContext;
let industry: Industry;
beforeAll(async () => {
  context = await testContext('2026-06-12T06:00:00Z');
  industry = await works(context, [
    unit('A', 'FLOW_CATEGORY', { dataUpdateFrequency: 900 }),
    unit('B', 'FLOW_CATEGORY', { dataUpdateFrequency: 900, flowFactor: 2 }),
    unit('TANK', 'STOCK_CATEGORY', { dataUpdateFrequency: 900, maxCapacity: 1000 }),
    unit('POND', 'QUALITY_CATEGORY', { dataUpdateFrequency: 900, params: { ph: { displayName: 'pH', siUnit: '' } } }),
  ]);
  // Before the first day, so that a register alone has a step in its first bucket.
  await send(context, industry, [{ unitId: 'B', createdOn: at(industry, '2026-06-09', 23.9), summedValue: 90 }]);
  await send(
    context,
    industry,
    ['2026-06-10', '2026-06-11'].flatMap((date, day) =>
      [0.1, 0.2, 5.6].flatMap((hour, index) => {
        const createdOn = at(industry, date, hour);
        return [
          { unitId: 'A', createdOn, value: 10 * (day + 1) + index },
          { unitId: 'B', createdOn, summedValue: 100 + 10 * day + index },
          { unitId: 'TANK', createdOn, value: 40 + index },
          { unitId: 'POND', createdOn, params: { ph: 7 + index / 10 } },
        ];
      }),
    ),
  );
});

const DAYS = { from: businessDate('2026-06-10'), to: businessDate('2026-06-11') };
const UNITS = ['A', 'B', 'TANK', 'POND'];

it('many units are read with as many statements as one', async () => {
  const statementsOf = async (unitIds: readonly string[]): Promise<string[]> => {
    const names: string[] = [];
    const counted: DataContext = {
      ...context,
      database: {
        ...context.database,
        ...namedStatements((name, parameters) => {
          names.push(name);
          return context.database.many(name, parameters);
        }),
      },
    };
    await readGranules(counted, industry, unitIds, DAYS, true);
    return names.filter((name) => name.startsWith('granular.')).toSorted();
  };
  expect(await statementsOf(['POND'])).toEqual(['granular.genuine_slots', 'granular.parameters', 'granular.values']);
  expect(await statementsOf(UNITS)).toEqual(await statementsOf(['POND']));
  expect(await statementsOf(['A', 'B'])).toEqual(['granular.genuine_slots', 'granular.values']);
});

it.each([true, false])('every bucket is that of granular data of the unit alone, by shift: %s', async (useShift) => {
  const spans = await readGranules(context, industry, UNITS, DAYS, useShift);
  for (const unitId of UNITS) {
    const { readings } = await readGranular(context, industry, {
      unitId,
      startDate: businessDate('2026-06-09'),
      endDate: businessDate('2026-06-12'),
      intervalMinutes: 15,
      divisionFactor: 1,
    });
    const entries = spans.get(unitId)?.entries ?? [];
    expect(entries).toHaveLength(2 * 96);
    const alone = new Map(readings.map(({ x, value }) => [x, value]));
    for (const { x, y } of entries) expect({ x, y }, unitId).toEqual({ x, y: alone.get(x) });
    expect(entries.filter(({ y }) => y !== null).length, unitId).toBe(4);
  }
});

it('figures of the first bucket are those worked by hand', async () => {
  const spans = await readGranules(context, industry, UNITS, DAYS, true);
  const first = (unitId: string) => spans.get(unitId)?.entries[0];
  // 10 + 11 litres, and a register that went from 90 to 101 with a factor of 2.
  expect(first('A')).toMatchObject({ y: 21, coverage: 1 });
  expect(first('B')).toMatchObject({ y: 22 });
});
