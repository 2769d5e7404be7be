import { beforeAll, describe, expect, it } from 'vitest';
import type { DailyDocument } from '../../../src/kernel/document/types.ts';
import type { Industry } from '../../../src/kernel/industry/industry.ts';
import { businessDate } from '../../../src/kernel/time/business-date.ts';
import { DEFAULT_CLEANING } from '../../../src/keeping/rules/bathymetry/survey.ts';
import { noQueue } from '../../../src/platform/queue/client.ts';
import { importSurvey, type SurveyFile } from '../../../src/keeping/bathymetry/bathymetry.ts';
import { explainFigure } from '../../../src/figures/explain/explain.ts';
import { readLatestOfUnit } from '../../../src/figures/latest/latest.ts';
import { buildReport } from '../../../src/reports/build-report.ts';
import { readBalance } from '../../../src/balance/read-balance.ts';
import { staleDays } from '../../../src/ledger/store/ledger.ts';
import { plainRows, tableOf } from '../../reports/rules/support/read-document.ts';
import { testContext, type TestContext } from '../../support/database.ts';
import { at, documents, process, requireIndustry, send, unit, works } from '../../figures/processing/works.ts';
import { asked } from '../../reports/asked.ts';
import { readSummaryPage } from '../../../src/figures/device-data/summary-page.ts';
import { readV2 } from '../../../src/figures/device-data/v2.ts';

/*
 * A tank of 1,000 KL that stands at 50 % on 9, 10 and 11 June. A survey of 10 June finds a wedge: two corners at the
 * surface, two 4 m below. Half of its height holds a quarter of its volume.
 */
const HEADER = 'Distance (cm),Confidence (%),Latitude,Longitude';
const wedge = (deepCentimetres: number): string =>
  [
    HEADER,
    '0,100,0,0',
    '0,100,0,0.0001',
    `${deepCentimetres},100,0.0001,0`,
    `${deepCentimetres},100,0.0001,0.0001`,
  ].join('\n');
async function* files(text: string): AsyncGenerator<SurveyFile> {
  yield {
    name: 'survey.csv',
    bytes: (async function* () {
      yield Buffer.from(text);
    })(),
  };
}
// WGS84 at the equator: 11.131949 m by 11.057439 m, half of 4 m deep on the mean.
const FULL_CUBIC_METRES = 11.131949 * 11.057439 * 2;

let context: TestContext;
let industry: Industry;
const DAYS = ['2026-06-09', '2026-06-10', '2026-06-11'];
const by = { actor: { userId: 'op1', industryId: 'INTERNAL', address: null }, permissions: [] };
const survey = (unitId: string, date: string, text = wedge(400)) =>
  importSurvey(
    { ...context, queue: noQueue },
    by,
    industry,
    { unitId, date: businessDate(date), rules: { ...DEFAULT_CLEANING, distanceThresholdMetersMax: 20 } },
    files(text),
  );
const settle = async (): Promise<void> => {
  industry = await requireIndustry(context, industry.industryId);
  await process(context, industry, '2026-06-09', '2026-06-11');
};
const daily = async (): Promise<readonly DailyDocument[]> =>
  (await documents<DailyDocument>(context, industry, 'DAILY')).filter(({ unitId }) => unitId === 'TANK');

beforeAll(async () => {
  context = await testContext('2026-06-12T12:00:00Z');
  const { industryId, industryKey } = await works(context, [
    unit('TANK', 'STOCK_CATEGORY', { maxCapacity: 1_000_000 }),
    unit('METER', 'FLOW_CATEGORY'),
  ]);
  await context.database.execute(
    `INSERT INTO tenant.category (industry_key, generation, category_key, position, standard_category_id, sub_categories)
     VALUES ($1, 'categoriesV2', 'ID_RAW_WATER_STOCK', 0, 'STOCK_CATEGORY',
             '[{"id": "TANKS", "displayName": "Tanks", "units": ["TANK"]}]')`,
    [industryKey],
  );
  industry = await requireIndustry(context, industryId);
  await send(
    context,
    industry,
    DAYS.map((date) => ({ unitId: 'TANK', createdOn: at(industry, date, 7), value: 50 })),
  );
  await settle();
  await context.database.execute('DELETE FROM telemetry.stale_day WHERE industry_key = $1', [industryKey]);
});

describe('a tank that was surveyed', () => {
  it('has figures by its curve from the day of the survey on, and those before stay', async () => {
    expect((await survey('TANK', '2026-06-10')).countsFrom).toBe('2026-06-10');
    const stale = await staleDays(
      context.database,
      industry.industryKey,
      businessDate('2026-06-01'),
      businessDate('2026-06-11'),
    );
    expect(stale.map(({ businessDate: date, causes }) => [date, causes])).toEqual([
      ['2026-06-10', { configuration: 1 }],
      ['2026-06-11', { configuration: 1 }],
    ]);
    await settle();
    const found = await daily();
    const quarter = (FULL_CUBIC_METRES / 4) * 1000;
    expect(found.map(({ value }) => value)).toEqual([500_000, expect.closeTo(quarter, 0), expect.closeTo(quarter, 0)]);
    expect(found.map(({ meta }) => [meta.percentage, meta.openingStock])).toEqual([
      [50, 0],
      [50, 500_000],
      [50, found[1]?.value],
    ]);
    expect(found[2]?.meta.maxCapacity).toBeCloseTo(FULL_CUBIC_METRES * 1000, 0);
  });

  it('shows one level everywhere: device data, pages, newest reading, explain, report, balance and views', async () => {
    const level = (await daily())[2]?.value;
    if (typeof level !== 'number') throw new Error('The day has a level.');
    const shown = level / 1000;
    const date = businessDate('2026-06-11');
    const v2 = await readV2(context, industry, {
      type: 'CUSTOM',
      date1: date,
      date2: null,
      category: 'ID_RAW_WATER_STOCK',
      divisionFactor: 1000,
      unitId: 'TANK',
      formattedOutput: true,
      energyDetail: false,
    });
    expect(v2.form === 'unit' ? [v2.data.value, v2.data.data[0]?.y] : v2.form).toEqual([shown, shown]);
    const summary = await readSummaryPage(context, industry, { date, divisionFactor: 1000 });
    expect(summary.categories[0]?.value).toBe(shown);
    expect(await readLatestOfUnit(context, industry, 'TANK', 1000)).toMatchObject({ value: shown, percentage: 50 });

    const explained = await explainFigure(context, industry, {
      unitId: 'TANK',
      date,
      hour: null,
      divisionFactor: 1000,
    });
    expect(explained.figure).toMatchObject({ value: level, shown, agrees: true });
    expect(explained.configuration.volumeCurve).toHaveLength(101);
    const closing = explained.steps.find(({ rule }) => rule === 'closing stock');
    expect(closing?.numbers).toMatchObject({ reading: 50, elevationMetres: 2, level });
    expect(closing?.numbers['volumeCubicMetres']).toBeCloseTo(shown, 4);

    const report = await buildReport(context, industry, asked('level', 'daily', '2026-06-11'));
    const table = report.sections.find(({ kind }) => kind === 'table');
    expect(plainRows(tableOf(report, table?.id ?? ''))[0]).toMatchObject({
      last: shown,
      full: expect.closeTo(0.25, 4),
    });

    const balance = await readBalance(context, industry, {
      startDate: businessDate('2026-06-10'),
      endDate: date,
      divisionFactor: 1000,
    });
    expect(balance.figures.stockChange.value).toBeCloseTo(shown - 500, 1);

    const views = await context.database.execute<{ value: string; display: string }>(
      `SELECT value::text, value_display::text AS display FROM analytics_private.document_figures
       WHERE industry_key = $1 AND unit_id = 'TANK' AND period = 'DAILY' AND period_start = $2`,
      [industry.industryKey, date],
    );
    expect(views.map(({ value, display }) => [Number(value), Number(display)])).toEqual([[level, shown]]);
  });

  it('is processed again without a change, and with another result only its days are marked', async () => {
    await survey('TANK', '2026-06-10');
    const stale = () =>
      staleDays(context.database, industry.industryKey, businessDate('2026-06-01'), businessDate('2026-06-11'));
    expect(await stale()).toEqual([]);
    await survey('TANK', '2026-06-11', wedge(200));
    expect((await stale()).map(({ businessDate: date }) => date)).toEqual(['2026-06-11']);
    await settle();
    expect((await daily()).map(({ value }) => value)).toEqual([
      500_000,
      expect.closeTo((FULL_CUBIC_METRES / 4) * 1000, 0),
      expect.closeTo((FULL_CUBIC_METRES / 8) * 1000, 0),
    ]);
  });
});

describe('a unit that is no tank', () => {
  it('keeps its survey, and its figures do not change', async () => {
    expect((await survey('METER', '2026-06-10')).countsFrom).toBeNull();
    const { versions } = (await requireIndustry(context, industry.industryId)).units.get('METER') ?? {};
    expect(versions).toHaveLength(1);
  });
});
