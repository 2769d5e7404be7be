import { beforeAll, expect, it } from 'vitest';
import { testContext } from '../../../support/database.ts';
import { testApp } from '../../../service/support/app-fixture.ts';
import { atHour, mintWorks, type Works } from '../../../service/support/device-data-works.ts';

interface Answer {
  readonly data: {
    readonly wholeHours: number;
    readonly total: { readonly y: number; readonly middle: number | null; readonly days: number };
    readonly hours: readonly { readonly x: string; readonly y: number | null; readonly middle: number | null }[];
    readonly categories: readonly {
      categoryId: string;
      comparedValue: number;
      hours: readonly { x: string; y: number | null }[];
    }[];
  };
}

let works: Works;
let stranger: Works;
const THURSDAYS = ['2026-05-14', '2026-05-21', '2026-05-28', '2026-06-04'];

// Half past the fifth hour of Thursday 11/06.
beforeAll(async () => {
  const context = await testContext('2026-06-11T06:00:00Z');
  const app = testApp(context);
  [works, stranger] = [await mintWorks(context, app), await mintWorks(context, app)];
  for (const [week, date] of [...THURSDAYS, '2026-06-11'].entries())
    await works.send(
      [0, 1, 2, 3, 4].map((hour) => ({ unitId: 'M2', createdOn: atHour(date, hour), value: 1000 * (week + 1) })),
    );
  for (const date of THURSDAYS) await works.process(date, date);
});

const usual = async (of: Works, query = ''): Promise<Answer['data']> =>
  ((await of.get(`usualHours${query}`)).body as Answer).data;

it('sets the hours of a running day beside the same weekday, with the figures of the overview', async () => {
  const { wholeHours, total, hours } = await usual(works);
  expect([wholeHours, total]).toEqual([5, expect.objectContaining({ y: 25, middle: 12.5, days: 4 })]);
  expect(hours.slice(0, 6).map(({ y, middle }) => [y, middle])).toEqual([
    ...Array.from({ length: 5 }, () => [5, 2.5]),
    [null, null],
  ]);
  const overview = ((await works.get('overview')).body as Answer).data;
  const category = overview.categories.find(({ categoryId }) => categoryId === 'ID_CONSUMPTION');
  expect(category?.comparedValue).toBe(total.y);
  const shown = new Map(category?.hours.map(({ x, y }) => [x, y]));
  expect(hours.slice(0, 5).map(({ x }) => shown.get(x))).toEqual(hours.slice(0, 5).map(({ y }) => y));
});

it('knows nothing of another industry', async () => {
  expect((await usual(stranger)).total).toMatchObject({ y: null, middle: null, days: 0 });
});

it('tells how much of each hour was measured or estimated, and of the day how many of its readings are', async () => {
  await stranger.send([
    { unitId: 'M2', createdOn: atHour('2026-06-11', 0), value: 1000 },
    { unitId: 'M2', createdOn: atHour('2026-06-11', 1), value: 1000, interpolated: true },
  ]);
  const { total, hours } = await usual(stranger);
  // Three of the five hours that are over sent nothing.
  expect(total).toMatchObject({ y: 2, estimatedShare: 0.5, bound: 'at least' });
  expect(hours.slice(0, 3)).toMatchObject([
    { y: 1, coverage: 1, estimatedShare: 0, bound: null },
    { y: 1, coverage: 0, estimatedShare: 1, bound: null },
    { y: null, coverage: 0, estimatedShare: null, bound: null },
  ]);
  expect(hours[5]).toMatchObject({ y: null, coverage: null, bound: null });
});

it('is told by the overview as well where that is asked, of the day and of the day before', async () => {
  const asked = ((await works.get('overview?date=11/06/2026&usual=true')).body as { data: Record<string, unknown> })
    .data;
  expect([asked['usual'], asked['usualBefore']]).toEqual([await usual(works), await usual(works, '?date=10/06/2026')]);
  const unasked = ((await works.get('overview?date=11/06/2026')).body as { data: object }).data;
  expect(unasked).not.toHaveProperty('usual');
});

it('says of a day to come that it has not begun', async () => {
  expect((await works.get('usualHours?date=12/06/2026')).status).toBe(404);
});
