import { beforeAll, describe, expect, it } from 'vitest';
import type { ProcessedDocument } from '../../src/kernel/document/types.ts';
import type { Industry } from '../../src/kernel/industry/industry.ts';
import { businessDate } from '../../src/kernel/time/business-date.ts';
import { explainFigure } from '../../src/figures/explain/explain.ts';
import { testApp } from '../service/support/app-fixture.ts';
import { atHour, mintWorks, type Works } from '../service/support/device-data-works.ts';
import { type Credentials, loginIssuer, rowsWhenServed } from '../keeping/analysts/support.ts';
import { documents, requireIndustry } from '../figures/processing/works.ts';
import { testContext, type TestContext } from '../support/database.ts';

/**
 * One meter whose registers are tenths of litres, so that every difference of doubles is noisy (20650.6 - 20469.7 is
 * 180.89999999999782), on one day of May and two of June: its day, month and year wherever they are shown.
 */
let context: TestContext;
let works: Works;
let industry: Industry;
let analyst: Credentials;

interface Shown {
  readonly x: string;
  readonly y: number | null;
}
interface V2 {
  data: { subCategories: { units: { unitId: string; value: number | null; data: Shown[] }[] }[] };
}
interface V1 {
  data: {
    units: {
      unitId: string;
      readings: { timestamp: string; value: number | null }[];
      statistics: { total: number | null };
    }[];
  };
}
interface Summary {
  data: { categories: { categoryId: string; subCategories: { id: string; value: number | null }[] }[] };
}
type Periods = Record<'day' | 'month' | 'year', number | null | undefined>;

/** Litres. */
const PASSED: Periods = { day: 180.9, month: 181.2, year: 361.5 };
const KILOLITRES: Periods = { day: 0.1809, month: 0.1812, year: 0.3615 };
const HOURS_OF_DAY = [0, 0.3, 89.8, 90.8];
const STARTS = { day: '2026-06-10T00:30:00.000Z', month: '2026-06-01T00:30:00.000Z' };

/** Hourly readings of a day: registers so many tenths above `from`, interval values their steps. */
const registers = (date: string, from: number, tenths: readonly number[]): Record<string, unknown>[] =>
  tenths.map((tenth, hour) => ({
    unitId: 'M1',
    createdOn: atHour(date, hour),
    summedValue: Number((from + tenth / 10).toFixed(1)),
    value: (tenth - (tenths[hour - 1] ?? 0)) / 10,
  }));

async function json<T>(path: string): Promise<T> {
  const { status, body } = await works.get(path);
  expect(status, JSON.stringify(body)).toBe(200);
  return body as T; // what the endpoint's schema says; its figures are compared below
}

beforeAll(async () => {
  context = await testContext('2026-07-02T06:00:00Z');
  works = await mintWorks(context, testApp(context));
  industry = await requireIndustry(context, works.industryId);
  await works.send([
    ...registers('2026-05-31', 20289.4, [0, 700, 1803]),
    ...registers('2026-06-10', 20469.7, [0, 3, 901, 1809]),
    ...registers('2026-06-11', 20650.6, [0, 1, 3]),
  ]);
  await works.process('2026-05-31', '2026-06-30');
  analyst = await loginIssuer(context)(industry);
});

const v2 = async (type: string, divisionFactor: number) => {
  const { data } = await json<V2>(
    `deviceDataV2?category=ID_SOURCE&date1=10/06/2026&type=${type}&divisionFactor=${divisionFactor}`,
  );
  const unit = data.subCategories.flatMap(({ units }) => units).find(({ unitId }) => unitId === 'M1');
  if (unit === undefined) throw new Error('M1 is not in the answer');
  return { ...unit, at: (x: string) => unit.data.find((bucket) => bucket.x === x)?.y };
};

const v1 = async (type: string, divisionFactor: number) => {
  const { data } = await json<V1>(
    `deviceData?category=sourceCategory&date1=10/06/2026&type=${type}&divisionFactor=${divisionFactor}`,
  );
  const unit = data.units.find(({ unitId }) => unitId === 'M1');
  if (unit === undefined) throw new Error('M1 is not in the answer');
  return {
    total: unit.statistics.total,
    at: (x: string) => unit.readings.find(({ timestamp }) => timestamp === x)?.value,
  };
};

const views = async (column: 'value' | 'value_display'): Promise<Periods> => {
  const [row] = await rowsWhenServed<{ day: number; month: number; year: number }>(
    analyst,
    `
    SELECT d.${column} AS day, m.${column} AS month, y.${column} AS year
    FROM analytics.daily_figures d JOIN analytics.monthly_figures m USING (unit_id) JOIN analytics.yearly_figures y USING (unit_id)
    WHERE unit_id = 'M1' AND business_date = '2026-06-10' AND month_start = '2026-06-01' AND year_start = '2026-01-01'`,
  );
  return { day: row?.day, month: row?.month, year: row?.year };
};

const summary = async (divisionFactor: number): Promise<number | null | undefined> => {
  const { data } = await json<Summary>(`summaryPage?date=10/06/2026&divisionFactor=${divisionFactor}`);
  return data.categories
    .find(({ categoryId }) => categoryId === 'ID_SOURCE')
    ?.subCategories.find(({ id }) => id === 'A')?.value;
};

const explained = async (divisionFactor: number) =>
  (
    await explainFigure(context, industry, {
      unitId: 'M1',
      date: businessDate('2026-06-10'),
      hour: null,
      divisionFactor,
    })
  ).figure;

describe('a figure shown anywhere equals the same figure everywhere else', () => {
  it('in the exported documents, each of which lists the figures of the one below', async () => {
    const of = async <D extends ProcessedDocument>(period: 'DAILY' | 'MONTHLY' | 'YEARLY', label: string) =>
      (await documents<D>(context, industry, period)).find(({ unitId, tag }) => unitId === 'M1' && tag === label);
    const [day, month, year] = [
      await of('DAILY', '10-06-2026_DAILY'),
      await of('MONTHLY', '06-2026_MONTHLY'),
      await of('YEARLY', '2026_YEARLY'),
    ];
    expect({ day: day?.value, month: month?.value, year: year?.value }).toEqual(PASSED);
    expect(day?.meta).toMatchObject({ ir: 20469.7, fr: 20650.6 });
    expect(day && 'hourly' in day ? day.hourly.slice(0, 4).map(({ y }) => y) : undefined).toEqual(HOURS_OF_DAY);
    expect(month && 'daily' in month ? month.daily[9]?.y : undefined).toBe(PASSED.day);
    expect(year && 'monthly' in year ? year.monthly[5]?.y : undefined).toBe(PASSED.month);
  });

  it.each([
    [1, PASSED],
    [1000, KILOLITRES],
  ])('in deviceDataV2, divided by %d', async (divisionFactor, { day, month, year }) => {
    const [hours, days, months] = [
      await v2('HOUR', divisionFactor),
      await v2('DAY', divisionFactor),
      await v2('MONTH', divisionFactor),
    ];
    expect(hours.value).toBe(day);
    expect(hours.data.slice(0, 4).map(({ y }) => y)).toEqual(
      HOURS_OF_DAY.map((y) => Number((y / divisionFactor).toFixed(9))),
    );
    expect([days.at(STARTS.day), days.value]).toEqual([day, month]);
    expect([months.at(STARTS.month), months.value]).toEqual([month, year]);
  });

  it.each([
    [1, PASSED],
    [1000, KILOLITRES],
  ])('in deviceData, divided by %d', async (divisionFactor, { day, month, year }) => {
    const [hours, days, months] = [
      await v1('HOUR', divisionFactor),
      await v1('DAY', divisionFactor),
      await v1('MONTH', divisionFactor),
    ];
    expect([hours.total, days.at(STARTS.day), days.total, months.at(STARTS.month), months.total]).toEqual([
      day,
      day,
      month,
      month,
      year,
    ]);
  });

  it('in explain', async () => {
    expect(await explained(1000)).toMatchObject({
      value: PASSED.day,
      recomputedValue: PASSED.day,
      shown: KILOLITRES.day,
      agrees: true,
    });
  });

  it('in the views of analysts', async () => {
    expect(await views('value')).toEqual(PASSED);
    expect(await views('value_display')).toEqual(KILOLITRES);
  });

  it('in month and year to date of the landing page, and in the years side by side', async () => {
    const page = await json<{ data: { summary: { water: Record<'monthToDate' | 'yearToDate', { total: number }> } } }>(
      'landingPage?date=30/06/2026&divisionFactor=1',
    );
    const { monthToDate, yearToDate } = page.data.summary.water;
    expect([monthToDate.total, yearToDate.total]).toEqual([PASSED.month, PASSED.year]);
    const { data } = await json<{
      data: { subCategories: { id: string; years: { year: string; value: number }[] }[] };
    }>('yearlyTrend?category=ID_SOURCE&divisionFactor=1');
    expect(data.subCategories.find(({ id }) => id === 'A')?.years).toMatchObject([
      { year: '2026', value: PASSED.year },
    ]);
  });

  it('in the summary page', async () => {
    expect([await summary(1), await summary(1000)]).toEqual([PASSED.day, KILOLITRES.day]);
  });
});
