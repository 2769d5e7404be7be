import { beforeAll, expect, it } from 'vitest';
import type { z } from '@hono/zod-openapi';
import type { comparison } from '../../../../src/figures/http/user/comparison.ts';
import { testContext } from '../../../support/database.ts';
import { testApp } from '../../../service/support/app-fixture.ts';
import { atHour, mintWorks, type Works } from '../../../service/support/device-data-works.ts';

type Comparison = z.infer<typeof comparison>;

let works: Works;
let stranger: Works;

const DAYS = ['2026-05-01', '2026-05-02', '2026-05-03', '2026-06-01', '2026-06-02', '2026-06-03'];
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

// In the sixth hour of 03/06: two days of June have ended.
beforeAll(async () => {
  const context = await testContext('2026-06-03T06:00:00Z');
  const app = testApp(context);
  [works, stranger] = [await mintWorks(context, app), await mintWorks(context, app)];
  for (const date of DAYS) {
    const hours = date === '2026-06-03' ? HOURS.slice(0, 5) : HOURS;
    const litres = date < '2026-06' ? 1000 : 1500;
    await works.send(hours.map((hour) => ({ unitId: 'M1', createdOn: atHour(date, hour), value: litres })));
  }
  for (const date of DAYS.slice(0, 5)) await works.process(date, date);
});

const compared = async (query: string, of = works) => await of.get(`comparison?${query}`);
const dataOf = async (query: string): Promise<Comparison> =>
  ((await compared(query)).body as { data: Comparison }).data;

const MONTHS = 'unitIds=M1&from=01/06/2026&to=30/06/2026&otherFrom=01/05/2026&otherTo=31/05/2026';

it('compares a running month over its days that have ended with as many of the other', async () => {
  const { cut, sides, rows } = await dataOf(MONTHS);
  expect(cut).toBe(true);
  expect(sides.map(({ value, comparedBuckets, buckets }) => [value, comparedBuckets, buckets])).toEqual([
    [72, 2, 30],
    [48, 2, 31],
  ]);
  expect(sides[1]?.difference).toEqual({ amount: 24, share: 0.5, why: null });
  expect(rows.map(({ name, points }) => [name, ...points.map((point) => point?.y)])).toEqual([
    ['1', 36, 24],
    ['2', 36, 24],
  ]);
  // 01/06/2026 is a Monday, 01/05/2026 a Friday.
  expect(sides.map(({ weekdays }) => weekdays.filter(({ days }) => days > 0).map(({ weekday }) => weekday))).toEqual([
    [1, 2],
    [5, 6],
  ]);
});

it('tells the means by the hour over the days that are compared, once they are asked for', async () => {
  expect((await dataOf(MONTHS)).profile).toBeNull();
  const { profile } = await dataOf(`${MONTHS}&profile=true`);
  expect(profile).toHaveLength(24);
  expect(profile?.[0]).toEqual({
    name: '06:00',
    sides: [
      { mean: 1.5, hours: 2, expectedHours: 2 },
      { mean: 1, hours: 2, expectedHours: 2 },
    ],
  });
  // M2 has sent nothing: its hours were expected, and their mean is missing, not 0.
  const units = await dataOf('unitIds=M1,M2&from=01/05/2026&to=03/05/2026&profile=true');
  expect(units.profile?.[5]?.sides).toEqual([
    { mean: 1, hours: 3, expectedHours: 3 },
    { mean: null, hours: 0, expectedHours: 3 },
  ]);
  const day = 'unitIds=M1&from=03/06/2026&to=03/06/2026&otherFrom=02/05/2026&otherTo=02/05/2026&by=hour';
  expect((await dataOf(`${day}&profile=true`)).profile).toBeNull();
});

it('compares the hours of a running day with the same hours of another, and units that measured nothing with none', async () => {
  const hours = await dataOf(
    'unitIds=M1&from=03/06/2026&to=03/06/2026&otherFrom=02/05/2026&otherTo=02/05/2026&by=hour',
  );
  expect(hours.sides.map(({ value, comparedBuckets }) => [value, comparedBuckets])).toEqual([
    [7.5, 5],
    [5, 5],
  ]);
  const units = await dataOf('unitIds=M1,M2&from=01/06/2026&to=02/06/2026');
  expect(units.cut).toBe(false);
  expect(units.sides.map(({ value }) => value)).toEqual([72, null]);
  expect(units.sides[1]?.difference?.why).toBe('missing');
});

it.each([
  ['unitIds=M1&from=01/06/2026&to=30/06/2026', 400],
  [`${MONTHS}&by=hour`, 400],
  ['unitIds=M1,M1&from=01/06/2026&to=02/06/2026', 400],
  ['unitIds=M1,RIVER&from=01/06/2026&to=02/06/2026', 400],
  ['unitIds=M1,M2&from=01/06/2026&to=02/06/2026&parameter=toString', 400],
  ['unitIds=M1,NOBODY&from=01/06/2026&to=02/06/2026', 404],
])('refuses %s', async (query, status) => {
  expect((await compared(query)).status).toBe(status);
});

it('knows nothing of another industry', async () => {
  const { body } = await compared(MONTHS, stranger);
  expect((body as { data: Comparison }).data.sides.map(({ value }) => value)).toEqual([null, null]);
});
