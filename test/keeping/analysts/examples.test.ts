import { createReadStream, readdirSync, readFileSync } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { toDisplay } from '../../../src/figures/rules/figures/display.ts';
import type { Industry } from '../../../src/kernel/industry/industry.ts';
import { businessDate } from '../../../src/kernel/time/business-date.ts';
import { processDays } from '../../../src/figures/processing/process.ts';
import { refreshDueRollups } from '../../../src/figures/rollups/refresh-due-rollups.ts';
import type { SentRow } from '../../../src/readings/sent-rows.ts';
import { csvRows } from '../../../src/readings/csv-rows.ts';
import { ingestReadings } from '../../../src/readings/ingest.ts';
import { readBalance } from '../../../src/balance/read-balance.ts';
import { readDocuments } from '../../../src/figures/store/read-documents.ts';
import { testContext, type TestContext } from '../../support/database.ts';
import { provisionSample } from '../../support/sample-industry.ts';
import { type Credentials, loginIssuer, rowsAs, withRightsOf } from './support.ts';

const examples = new URL('../../../sql/examples/', import.meta.url);
const samples = new URL('../../../scripts/sample-data/', import.meta.url);
const JANUARY = { from: businessDate('2026-01-01'), to: businessDate('2026-01-31') };
/** Business days of January 2026 in Auckland, shift at 06:00. */
const FIRST = Date.parse('2026-01-01T06:00:00+13:00'),
  END = Date.parse('2026-02-01T06:00:00+13:00');
const HOUR_MS = 3_600_000;

let context: TestContext;
let industry: Industry;
let login: Credentials;
/** createdOn and value of CB_BORE_1 in January, from the file. */
const bore: { at: number; value: number }[] = [];

const instantOf = (row: SentRow): number =>
  'row' in row ? Date.parse((row.row as { createdOn: string }).createdOn) : Number.NaN; // a row of the sample files

/** January's readings of every unit of the sample, with the days around it that carry registers over. */
async function importJanuary(): Promise<void> {
  for (const unitId of industry.units.keys()) {
    const file = readdirSync(samples).find((name) => name === `readings-${unitId}.csv.gz`);
    if (file === undefined) continue;
    const stream = createReadStream(new URL(file, samples)).pipe(createGunzip());
    async function* january(): AsyncGenerator<SentRow[]> {
      for await (const rows of csvRows(stream)) {
        const kept = rows.filter((row) => instantOf(row) >= FIRST - 24 * HOUR_MS && instantOf(row) < END);
        if (unitId === 'CB_BORE_1') {
          for (const row of kept)
            if ('row' in row && instantOf(row) >= FIRST)
              bore.push({ at: instantOf(row), value: Number((row.row as { value: string }).value) }); // as above
        }
        yield kept;
      }
    }
    await ingestReadings({ context, onStaleDays: async () => {} }, industry, january(), 'csv');
  }
}

beforeAll(async () => {
  context = await testContext();
  const issue = loginIssuer(context);
  industry = await provisionSample(context, 'sample-industry');
  await importJanuary();
  await processDays(context, {
    industry,
    ...JANUARY,
    unitIds: null,
    updateOnlyVirtual: false,
    daily: true,
    monthly: true,
    yearly: true,
    write: true,
  });
  login = await issue(industry);
}, 240_000);

const exampleNames = readdirSync(examples)
  .filter((name) => name.endsWith('.sql'))
  .sort();
const example = <R extends Record<string, unknown>>(number: number): Promise<R[]> =>
  rowsAs<R>(login, readFileSync(new URL(exampleNames[number - 1] ?? '', examples), 'utf8'));
const numbers = (row: Record<string, unknown> | undefined, ...names: string[]): number[] =>
  names.map((name) => Number(row?.[name]));

/** Litres of each elapsed hour of January, by the bore's readings alone. */
const boreHours = (): number[] => {
  const hours = new Array<number>((END - FIRST) / HOUR_MS).fill(0);
  // Every reading lies in January.
  for (const { at, value } of bore) hours[Math.floor((at - FIRST) / HOUR_MS)]! += value;
  return hours;
};

describe('the worked queries', () => {
  it('are six, each with a title, and name the schema, so that they run in any session', () => {
    expect(exampleNames).toHaveLength(6);
    for (const name of exampleNames) {
      const text = readFileSync(new URL(name, examples), 'utf8');
      expect(text).toMatch(/^-- [A-Z].{20,}\n/);
      expect(text).toMatch(/FROM analytics\./);
    }
  });

  it('1: monthly consumption by sub-category is the sum of the readings of the business month', async () => {
    const rows = await example<{ sub_category_name: string; month: string; si_unit: string }>(1);
    expect(rows.map((row) => [row.month, row.sub_category_name, row.si_unit])).toEqual([
      ['01/2026', 'Irrigation', 'KL'],
      ['01/2026', 'Campus', 'KL'],
    ]);
    expect(numbers(rows[0], 'consumption')).toEqual([23355.582]); // 23355582.39675 litres
    expect(numbers(rows[1], 'consumption')).toEqual([2.57]); // 2570.019425 litres
    const [irrigation, campus] = rows.map((row) => numbers(row, 'coverage')[0] ?? 0);
    expect(irrigation).toBeGreaterThan(0.99);
    expect(campus).toBeCloseTo(183 / (2 * 31 * 288), 4); // one meter sent 183 readings, the other none
  });

  it('2: the ten hours of highest use are those of the readings', async () => {
    const rows = await example<{ value_display: number; local_time: Date }>(2);
    const expected = boreHours()
      .toSorted((a, b) => b - a)
      .slice(0, 10)
      .map((litres) => litres / 1000);
    expect(rows.map((row) => row.value_display)).toEqual(expected);
  });

  it('3: night flow counts the nights in which the bore never stopped between two and four', async () => {
    const rows = await example<{ unit_id: string }>(3);
    const hours = boreHours();
    // 06:00 is hour 0, so 02:00 and 03:00 are hours 20 and 21 of the business day.
    const nights = Array.from({ length: 31 }, (_, day) =>
      Math.min(hours[day * 24 + 20] ?? 0, hours[day * 24 + 21] ?? 0),
    );
    expect(
      numbers(
        rows.find((row) => row.unit_id === 'CB_BORE_1'),
        'nights_measured',
        'nights_never_zero',
        'lowest_per_hour',
      ),
    ).toEqual([31, nights.filter((litres) => litres > 0).length, Math.min(...nights) / 1000]);
    expect(rows.map((row) => row.unit_id).sort()).toEqual([
      'CB_BORE_1',
      'CB_BORE_1_FLOW',
      'CB_CAMPUS_1',
      'CB_TOWN_MAIN',
    ]);
  });

  it('4: gaps are told apart: never sent, silent days, a day half measured', async () => {
    const rows = await example<{ unit_id: string; from_date: Date; why: string; lowest_coverage: number }>(4);
    const of = (unitId: string) =>
      rows
        .filter((row) => row.unit_id === unitId)
        .map((row) => [row.why, ...numbers(row, 'days', 'missing_slots', 'rows_in_quarantine')]);
    expect(of('CB_SPARE_1')).toEqual([['the unit never sent anything', 31, 31 * 288, 0]]);
    expect(of('CB_CAMPUS_1')).toEqual([
      ['no reading all day', 14, 14 * 288, 0],
      ['hours without a reading', 1, 288 - 183, 0],
      ['no reading all day', 16, 16 * 288, 0],
    ]);
    expect(of('CB_BORE_1')).toEqual([]);
  });

  it('5: the stock balance of the showcase day is the one of the known answers', async () => {
    const rows = await rowsAs<{ day: string }>(
      login,
      `SELECT e.*, e.business_date::text AS day FROM (${readFileSync(new URL(exampleNames[4] ?? '', examples), 'utf8').replace(/;\s*$/, '')}) AS e`,
    );
    expect(rows).toHaveLength(31);
    const showcase = rows.find((row) => row.day === '2026-01-15');
    // Litres: supply 1235000 + 182.6, consumption 1772998.92 + 2570.019425, level 61.7 % before and after.
    expect(numbers(showcase, 'supply', 'consumption', 'stock_change', 'unexplained')).toEqual([
      1235.183, 1775.569, 0, -540.386,
    ]);
    // The ponds of 16/01: 3195000 litres after 3085000.
    expect(
      numbers(
        rows.find((row) => row.day === '2026-01-16'),
        'stock_change',
      ),
    ).toEqual([110]);
  });
});

describe('the water balance', () => {
  it('6: is that of the API to the last digit: inflow, outflow, stock change and what is left', async () => {
    const [row, ...others] = await example(6);
    const { figures, waterBalance } = await readBalance(context, industry, {
      startDate: JANUARY.from,
      endDate: JANUARY.to,
      divisionFactor: 1000,
    });
    expect(others).toEqual([]);
    expect(numbers(row, 'inflow', 'outflow', 'balance', 'balance_percentage', 'stock_change', 'unaccounted')).toEqual([
      figures.inflow.value,
      figures.outflow.value,
      figures.balance.value,
      waterBalance.balancePercentage,
      figures.stockChange.value,
      figures.unaccounted.value,
    ]);
    expect(figures.outflow.value).toBe(23_358.152416175); // 23355582.39675 + 2570.019425 litres
  });

  it('of the showcase day has half-widths that can be worked out by hand', async () => {
    const day = businessDate('2026-01-15');
    const { figures, waterBalance, uncertainty } = await readBalance(context, industry, {
      startDate: day,
      endDate: day,
      divisionFactor: 1000,
    });
    expect(waterBalance).toMatchObject({
      totalInflow: 1235.1826,
      totalOutflow: 1775.568939425,
      balance: -540.386339425,
      balancePercentage: -43.75,
      status: 'unknown',
    });
    // The level stood at 61.7 % before and after: 1 % of 5,000 KL at either.
    expect(figures.stockChange).toMatchObject({
      value: 0,
      band: { plusMinus: expect.closeTo((1.96 * Math.hypot(50, 50)) / Math.sqrt(3), 4) },
    });
    expect(uncertainty.unknown).toEqual([{ unitId: 'CB_SPARE_1', displayName: expect.any(String), cause: 'missing' }]);
  });
});

describe('figures that analysts see', () => {
  it('are those of the known answers', { timeout: 90_000 }, async () => {
    const [row] = await rowsAs(
      login,
      "SELECT value, value_display, si_unit, initial_register, final_register, coverage FROM analytics.daily_figures WHERE unit_id = 'CB_BORE_1' AND business_date = '2026-01-15'",
    );
    expect(row).toEqual({
      value: 1235000,
      value_display: 1235,
      si_unit: 'KL',
      initial_register: 220921000,
      final_register: 222156000,
      coverage: 1,
    });
    const quality = await rowsAs<{ parameter: string; value: number }>(
      login,
      "SELECT parameter, round(value::numeric, 6)::float8 AS value FROM analytics.daily_parameter_figures WHERE unit_id = 'CB_RIVER_QUALITY' AND business_date = '2026-01-15'",
    );
    expect(Object.fromEntries(quality.map(({ parameter, value }) => [parameter, value]))).toEqual({
      pH: 8.4575,
      turbidity: 4.023438,
      conductivity: 430.25625,
      dissolvedOxygen: 11.919375,
      temperature: 2.340729,
    });
    // Another process that refreshes at this moment is not waited for, and the days have their turn after it.
    const rollupOf = async () => {
      await refreshDueRollups(context);
      const [row] = await rowsAs(
        login,
        "SELECT reading_count::int, value_sum, last_register FROM analytics.rollup_daily WHERE unit_id = 'CB_BORE_1' AND bucket = '2026-01-15'",
      );
      return row;
    };
    await expect
      .poll(rollupOf, { timeout: 60_000 })
      .toEqual({ reading_count: 96, value_sum: 1235000, last_register: 222156000 });
  });

  it("are the documents' own, for every unit and day, displayed as answers display them", async () => {
    const units = new Map([...industry.units.values()].map((unit) => [unit.unitKey, unit.current.unitId]));
    const documents = await readDocuments(context.database, {
      industryId: industry.industryId,
      units,
      period: 'DAILY',
      ...JANUARY,
    });
    const rows = await rowsAs<{
      document_id: string;
      value: number | null;
      value_display: number | null;
      coverage: number | null;
    }>(login, 'SELECT document_id, value, value_display, coverage FROM analytics.daily_figures');
    const shown = new Map(rows.map((row) => [row.document_id, row]));
    expect(shown.size).toBe(documents.length);
    for (const { document } of documents) {
      const value = typeof document.value === 'number' ? document.value : null;
      const divisionFactor = document.unitId === 'CB_WELL_1' ? 1 : 1000;
      expect(shown.get(document.id)).toEqual({
        document_id: document.id,
        value,
        value_display: toDisplay(value, divisionFactor),
        coverage: document.provenance.coverageRatio,
      });
    }
    const hours = await rowsAs<{ unit_id: string; hours: (number | null)[] }>(
      login,
      "SELECT unit_id, array_agg(value ORDER BY hour) AS hours FROM analytics.hourly_figures WHERE business_date = '2026-01-15' AND unit_group <> 'QUALITY' GROUP BY unit_id",
    );
    const hourly = new Map(
      documents
        .filter(({ periodStart }) => periodStart === '2026-01-15')
        .map(({ document }) => [document.unitId, document.hourly.map(({ y }) => y)]),
    );
    expect(hours.length).toBe(hourly.size - 1);
    for (const row of hours) expect(row.hours).toEqual(hourly.get(row.unit_id));
  });
});

describe('the filters of an analyst', () => {
  it('exclude every chunk of readings but those of the days asked for', async () => {
    const plan = JSON.stringify(
      await rowsAs(
        login,
        "EXPLAIN (FORMAT JSON) SELECT * FROM analytics.readings WHERE unit_id = 'CB_BORE_1' AND business_at >= '2026-01-15' AND business_at < '2026-01-16'",
      ),
    );
    expect(new Set(plan.match(/"_hyper_\d+_\d+_chunk"/g)).size).toBe(1);
  });

  it.each([
    [
      "SELECT value FROM analytics.daily_figures WHERE unit_id = 'CB_BORE_1' AND business_date BETWEEN '2026-01-01' AND '2026-01-31'",
    ],
    [
      "SELECT unit_id, sum(value) FROM analytics.daily_figures WHERE business_date >= '2026-01-10' AND business_date < '2026-01-20' GROUP BY 1",
    ],
    ["SELECT * FROM analytics.hourly_figures WHERE unit_id = 'CB_BORE_1' AND business_date = '2026-01-15'"],
    ["SELECT * FROM analytics.monthly_figures WHERE month_start = '2026-01-01'"],
  ])('reach the index of documents through the security barrier: %s', async (sql) => {
    await context.database.transaction(async (transaction) => {
      // Without statistics every index that begins with the industry looks alike; upkeep keeps them.
      await transaction.execute('ANALYZE telemetry.document');
      await withRightsOf(transaction, login);
      // Tables of a test are so small that reading them whole can be cheapest.
      await transaction.execute('SET LOCAL enable_seqscan = off');
      const plan = JSON.stringify(await transaction.execute(`EXPLAIN (FORMAT JSON) ${sql}`));
      expect(plan).toMatch(/"Index Name":"document_(industry|pkey)"/);
      expect(plan).toMatch(/"Index Cond":"[^"]*period_start/);
    });
  });
});
