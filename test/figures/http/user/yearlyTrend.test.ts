import { beforeAll, describe, expect, it } from 'vitest';
import { testContext, type TestContext } from '../../../support/database.ts';
import { testApp } from '../../../service/support/app-fixture.ts';
import { atHour, mintWorks, type Works } from '../../../service/support/device-data-works.ts';

interface Year {
  year: string;
  value: number | null;
  state: string;
  monthsWithFigure: number;
  change: number | null;
  changePercent: number | null;
  coverage: number | null;
  slotsExpected: number;
  slotsGenuine: number;
  estimatedShare: number | null;
}
interface Trend {
  siUnit: string | null;
  years: Year[];
  subCategories: { id: string; years: Year[]; units: { unitId: string; years: Year[] }[] }[];
}
interface V2 {
  data: {
    value: number | null;
    coverage: number;
    slotsExpected: number;
    estimatedShare: number;
    subCategories: { value: number | null; units: { unitId: string; value: number | null }[] }[];
  };
}

let context: TestContext;
let works: Works;
let empty: Works;

const MONTHS = Array.from({ length: 12 }, (_, index) => String(index + 1).padStart(2, '0'));

/**
 * M1 sends on the first of each month: from June 2023, 1 KL in 2023, 2 in 2024, 3 in 2025, 4 in 2026. M2 began in March
 * 2024.
 */
beforeAll(async () => {
  context = await testContext('2026-03-11T06:00:00Z');
  const app = testApp(context);
  works = await mintWorks(context, app);
  empty = await mintWorks(context, app);
  const months = ['2023', '2024', '2025', '2026']
    .flatMap((year) => MONTHS.map((month) => `${year}-${month}-01`))
    .filter((date) => date >= '2023-06' && date <= '2026-03-01');
  await works.send(
    months.flatMap((date) => [
      {
        unitId: 'M1',
        createdOn: atHour(date, 3),
        value: (Number(date.slice(0, 4)) - 2022) * 1000,
        interpolated: date.endsWith('-07-01'),
      },
      ...(date >= '2024-03' ? [{ unitId: 'M2', createdOn: atHour(date, 3), value: 500 }] : []),
    ]),
  );
});

const trend = async (query = ''): Promise<Trend> => {
  const { status, body } = await works.get(`yearlyTrend?category=ID_SOURCE${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return (body as { data: Trend }).data; // the envelope of every success
};
const brief = (years: readonly Year[]) =>
  years.map(({ year, value, state, monthsWithFigure, change, changePercent }) => [
    year,
    value,
    state,
    monthsWithFigure,
    change,
    changePercent,
  ]);

const M1 = [
  ['2023', 7, 'partial', 7, null, null],
  ['2024', 24, 'whole', 12, null, null],
  ['2025', 36, 'whole', 12, 12, 50],
  ['2026', 12, 'running', 3, null, null],
];

describe('GET yearlyTrend', () => {
  it.each([
    ['computed from readings', false],
    ['read from documents, where a year is settled', true],
  ])(
    'puts the years side by side, the change null where a year is not whole: %s',
    async (_, isProcessed) => {
      if (isProcessed) await works.process('2025-01-01', '2025-12-31');
      const { siUnit, years, subCategories } = await trend();
      const [a, b] = subCategories;
      expect(brief(a?.units[0]?.years ?? [])).toEqual(M1);
      expect(brief(a?.years ?? [])).toEqual(M1);
      expect(b?.units.map(({ unitId, years: ofUnit }) => [unitId, ...brief(ofUnit)])).toEqual([
        [
          'M2',
          ['2023', null, 'missing', 0, null, null],
          ['2024', 5, 'partial', 10, null, null],
          ['2025', 6, 'whole', 12, null, null],
          ['2026', 1.5, 'running', 3, null, null],
        ],
        ['SILENT', ...['2023', '2024', '2025', '2026'].map((year) => [year, null, 'missing', 0, null, null])],
      ]);
      // A unit without a figure makes the total of every year partial.
      expect(siUnit).toBe('KL');
      expect(brief(years)).toEqual([
        ['2023', 7, 'partial', 0, null, null],
        ['2024', 29, 'partial', 0, null, null],
        ['2025', 42, 'partial', 0, null, null],
        ['2026', 13.5, 'running', 0, null, null],
      ]);
    },
    300_000,
  );

  it('shows of each year what deviceDataV2 shows of it, with the same coverage and estimated share', async () => {
    const { years, subCategories } = await trend();
    for (const [place, year] of years.entries()) {
      const { data } = (await works.get(`deviceDataV2?category=ID_SOURCE&type=MONTH&date1=15/06/${year.year}`))
        .body as V2;
      const { value, coverage, slotsExpected, estimatedShare } = data;
      expect(year).toMatchObject({ value, coverage, slotsExpected, estimatedShare });
      expect(
        subCategories.map((sub) => [sub.years[place]?.value, ...sub.units.map((unit) => unit.years[place]?.value)]),
      ).toEqual(data.subCategories.map((sub) => [sub.value, ...sub.units.map((unit) => unit.value)]));
    }
    expect(years[2]?.estimatedShare).toBeGreaterThan(0);
  });

  it('ends with the year of the date, and goes back no further than asked or than the first reading', async () => {
    const yearsOf = async (query: string) => (await trend(query)).years.map(({ year }) => year);
    expect(await yearsOf('&years=2')).toEqual(['2025', '2026']);
    expect(await yearsOf('&years=2&date=05/05/2024')).toEqual(['2023', '2024']);
    expect(await yearsOf('&years=10')).toEqual(['2023', '2024', '2025', '2026']);
    expect(await yearsOf('&date=05/05/2030&years=1')).toEqual(['2026']);
    expect(await yearsOf('&date=05/05/2020')).toEqual([]);
  });

  it('says missing, not 0, of an industry that never sent anything', async () => {
    expect((await empty.get('yearlyTrend')).body).toMatchObject({
      data: { years: [{ year: '2026', value: null, state: 'missing', coverage: 0, change: null }] },
    });
  });

  it.each([
    ['category=NO_SUCH', 404, 1401, "Invalid category, NO_SUCH doesn't exist"],
    ['years=0', 400, 1403, "Invalid 'years': '0' is not a whole number from 1 to 10"],
    ['years=11', 400, 1403, "Invalid 'years': '11' is not a whole number from 1 to 10"],
    ['date=2026', 400, 1403, "Invalid 'date': '2026' is not a date DD/MM/YYYY"],
  ])('answers %s with %d and %d %s', async (query, status, code, message) => {
    expect(await works.get(`yearlyTrend?${query}`)).toMatchObject({ status, body: { status_code: code, message } });
  });
});
