import { beforeAll, describe, expect, it } from 'vitest';
import { testContext } from '../../../support/database.ts';
import { testApp } from '../../../service/support/app-fixture.ts';
import { atHour, mintWorks, type Works } from '../../../service/support/device-data-works.ts';

/* One figure, asked for on every road: each says the same value, share, meters and bound. */

let works: Works;

// On 09/06 M1 sends every hour and M2 for six; on 10/06 M2 sends nothing. SILENT never sent anything.
beforeAll(async () => {
  const context = await testContext('2026-06-11T06:00:00Z');
  works = await mintWorks(context, testApp(context));
  const hours = (date: string, unitId: string, count: number) =>
    Array.from({ length: count }, (_, hour) => ({ unitId, createdOn: atHour(date, hour), value: 1000 }));
  await works.send([
    ...hours('2026-06-09', 'M1', 24),
    ...hours('2026-06-09', 'M2', 6),
    ...hours('2026-06-10', 'M1', 24),
    { unitId: 'TANK', createdOn: atHour('2026-06-10', 4), value: 40 },
  ]);
});

interface Known {
  readonly value: unknown;
  readonly coverage: number | null;
  readonly meters: number | null;
  readonly metersMeasured: number | null;
  readonly bound: string | null;
}
const known = ({ value, coverage, meters, metersMeasured, bound }: Known): Known => ({
  value,
  coverage,
  meters,
  metersMeasured,
  bound,
});

interface Category extends Known {
  readonly categoryId: string;
  readonly subCategories: readonly { readonly units: readonly (Known & { readonly unitId: string })[] }[];
}

const dataOf = async <T>(path: string): Promise<T> => ((await works.get(path)).body as { data: T }).data;

const unitIn = (categories: readonly Category[], unitId: string): Known => {
  const found = categories
    .flatMap(({ subCategories }) => subCategories.flatMap(({ units }) => units))
    .find((unit) => unit.unitId === unitId);
  if (found === undefined) throw new Error(`No unit ${unitId}.`);
  return known(found);
};

const OF_BOTH = {
  '10/06/2026': { value: 24, coverage: 0.5, meters: 2, metersMeasured: 1, bound: 'at least' },
  '09/06/2026': { value: 30, coverage: 0.625, meters: 2, metersMeasured: 2, bound: 'at least' },
} as const;

describe.each(['computed when asked for', 'stored'])('a figure that is %s', (how) => {
  beforeAll(async () => {
    if (how === 'stored') await works.process('2026-06-09', '2026-06-10');
  });

  it.each(Object.entries(OF_BOTH))('of a virtual unit on %s is the same on every road', async (date, expected) => {
    const { categories } = await dataOf<{ categories: readonly Category[] }>(`overview?date=${date}`);
    expect(unitIn(categories, 'BOTH')).toEqual(expected);
    const { figure } = await dataOf<{ figure: Known & { shown: number } }>(`explain?unitId=BOTH&date=${date}`);
    expect(known({ ...figure, value: figure.shown })).toEqual(expected);
    const lines = await (await works.fetch(`figures?from=${date}&to=${date}&unitIds=BOTH&format=ndjson`)).text();
    const { value, coverage, bound } = expected;
    expect(JSON.parse(lines)).toMatchObject({ value, coverage, bound });
    const ofDevice = await works.get(`deviceDataV2?type=HOUR&date1=${date}&category=virtualCategory`);
    const [category] = [ofDevice.body as { data: Category }];
    expect(unitIn([category.data], 'BOTH')).toEqual(expected);
  });

  it('of a category is that of its units, weighted by slots, in the balance as on Today', async () => {
    const { categories } = await dataOf<{ categories: readonly Category[] }>('overview?date=09/06/2026');
    const source = categories.find(({ categoryId }) => categoryId === 'ID_SOURCE');
    const expected = { value: 30, coverage: 0.4167, meters: 3, metersMeasured: 2, bound: 'at least' };
    expect(source === undefined ? null : known(source)).toEqual(expected);
    const balance = await dataOf<{ figures: Record<string, Known> }>(
      'waterBalance?startDate=09/06/2026&endDate=09/06/2026',
    );
    expect(balance.figures['inflow']).toMatchObject(expected);
    // M2 stands on both sides: what it lacks makes no difference. SILENT lacks on the side of what came in.
    expect(balance.figures['balance']).toMatchObject({ value: 24, bound: 'at least' });
  });

  it('of a tank is never a bound, however seldom it was read', async () => {
    const { categories } = await dataOf<{ categories: readonly Category[] }>('overview?date=10/06/2026');
    expect(unitIn(categories, 'TANK')).toEqual({
      value: 80,
      coverage: 0.0417,
      meters: 1,
      metersMeasured: 1,
      bound: null,
    });
  });
});
