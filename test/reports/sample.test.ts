import { readFile, writeFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Industry } from '../../src/kernel/industry/industry.ts';
import { computeInsights } from '../../src/findings/insights/compute-insights.ts';
import type { ReportDocument } from '../../src/reports/rules/document.ts';
import type { ReportService, ReportType } from '../../src/reports/rules/terms.ts';
import { businessDate } from '../../src/kernel/time/business-date.ts';
import { readV2 } from '../../src/figures/device-data/v2.ts';
import { readFigureRows } from '../../src/figures/figure-files/figure-files.ts';
import { type AskedReport, buildReport } from '../../src/reports/build-report.ts';
import { writeReport } from '../../src/reports/writers/write-report.ts';
import { misfits, plain, plainRows } from './rules/support/read-document.ts';
import { testContext, type TestContext } from '../support/database.ts';
import { importSample, provisionSample } from '../support/sample-industry.ts';
import { asked } from './asked.ts';

/*
 * Reports of the sample industry. Its figures are those of deviceDataV2; what pages and lists look like is kept in
 * test/golden/reports. Record a change with UPDATE_SNAPSHOT=1, and look at it.
 */

let context: TestContext;
let industry: Industry;

const FROM = Date.parse('2026-01-12T00:00:00Z');
const TO = Date.parse('2026-01-17T00:00:00Z');
const isKept = (row: unknown): boolean => {
  const at = Date.parse(String(Reflect.get(Object(row), 'createdOn')));
  return at >= FROM && at < TO;
};

beforeAll(async () => {
  context = await testContext('2026-02-02T00:30:00Z');
  industry = await provisionSample(context, 'sample-industry');
  await importSample(context, industry, undefined, isKept);
  await computeInsights(context, industry);
});

const DAY = '2026-01-15';

/** Every row of every table by its name: the figure that the report shows of a unit or a sum. */
function figuresIn(document: ReportDocument, column: string): ReadonlyMap<string, unknown> {
  const found = new Map<string, unknown>();
  for (const section of document.sections) {
    if (section.kind !== 'table' || !section.columns.some(({ id }) => id === column)) continue;
    for (const row of plainRows(section)) {
      const name = String(row['name'] ?? row['what'] ?? row['zone']);
      if (!found.has(name)) found.set(name, row[column]);
    }
  }
  return found;
}

describe.each([
  ['daily', 'HOUR', null],
  ['monthly', 'DAY', null],
  ['daily_range', 'CUSTOM', '2026-01-17'],
] as const)('a %s report', (reportType, type, endDate) => {
  it.each([
    ['water', 'ID_SOURCE', 'total'],
    ['water', 'ID_CONSUMPTION', 'total'],
    ['water', 'virtualCategory', 'total'],
    ['energy', 'ENERGY_CATEGORY', 'total'],
    ['energy', 'ENERGY_MULTI', 'total'],
    ['level', 'ID_RAW_WATER_STOCK', 'last'],
    ['level', 'ID_RECYCLED_WATER_STOCK', 'last'],
    ['level', 'GROUND_WATER_LEVEL', 'last'],
    ['borewell', 'ID_SOURCE', 'total'],
    ['smart_city', 'ID_SOURCE', 'total'],
  ] as const)('of %s has the figures that deviceDataV2 has of %s', async (service, category, column) => {
    const document = await buildReport(
      context,
      industry,
      asked(service, reportType, DAY, endDate === null ? {} : { endDate }),
    );
    expect(misfits(document)).toEqual([]);
    const answer = await readV2(context, industry, {
      type,
      date1: businessDate(DAY),
      date2: endDate === null ? null : businessDate(endDate),
      category,
      divisionFactor: 1000,
      unitId: null,
      formattedOutput: true,
      energyDetail: true,
    });
    if (answer.form !== 'category') throw new Error(`${category} is no category`);
    const shown = figuresIn(document, column);
    const units = answer.data.subCategories.flatMap((subCategory) => subCategory.units);
    const expected = units.filter(({ unitName }) => shown.has(unitName));
    expect(expected.length).toBeGreaterThan(0);
    for (const { unitName, value } of expected) expect([unitName, shown.get(unitName)]).toEqual([unitName, value]);
  });
});

describe('a report of zones', () => {
  it.each([[['NOWHERE']], [['V2_SRC_BORES', 'NOWHERE']]])('of %j names the one that there is not', async (ids) => {
    await expect(
      buildReport(context, industry, asked('smart_city', 'daily', DAY, { subCategories: ids })),
    ).rejects.toMatchObject({
      code: 1403,
      message: expect.stringMatching(/'NOWHERE' is no sub-category of the source, allowed are V2_SRC_BORES, V2_SRC/),
    });
  });
});

describe('a daily report of quality', () => {
  it('has the means of the parameters that deviceDataV2 has', async () => {
    const document = await buildReport(context, industry, asked('quality', 'daily', DAY));
    const rows = document.sections.flatMap((section) => (section.kind === 'table' ? plainRows(section) : []));
    const answer = await readV2(context, industry, {
      type: 'HOUR',
      date1: businessDate(DAY),
      date2: null,
      category: 'QUALITY_CATEGORY',
      divisionFactor: 1000,
      unitId: 'CB_RIVER_QUALITY',
      formattedOutput: true,
      energyDetail: true,
    });
    if (answer.form !== 'unit') throw new Error('There is no such unit');
    const value = answer.data.value as Record<string, number>; // a quality unit has parameters
    expect(Object.fromEntries(rows.map(({ parameter, mean }) => [parameter, mean]))).toEqual({
      pH: value['pH'],
      Turbidity: value['turbidity'],
      Conductivity: value['conductivity'],
      'Dissolved oxygen': value['dissolvedOxygen'],
      Temperature: value['temperature'],
    });
    expect(rows).toHaveLength(5);
  });
});

describe('one figure in several reports', () => {
  const ENERGY = ['Energy', 'Energy with electrical parameters'];
  const headlineOf = async (request: AskedReport, titles: readonly string[]): Promise<unknown> => {
    const { headlines } = await buildReport(context, industry, request);
    return headlines.filter(({ title }) => titles.includes(title)).map(({ value }) => plain(value))[0];
  };

  it('is the same energy of the site for a day and for a month, in all that tell it', async () => {
    const ofDay = [
      asked('energy', 'daily', DAY),
      asked('summary', 'daily', DAY),
      asked('custom_energy', 'daily', DAY),
      asked('ai_summary', 'daily', DAY),
      asked('executive', 'custom', DAY, { endDate: DAY }),
    ];
    const ofMonth = (['energy', 'executive'] as const).map((service) => asked(service, 'monthly', DAY));
    for (const requests of [ofDay, ofMonth]) {
      const told: unknown[] = [];
      for (const request of requests) told.push(await headlineOf(request, ENERGY));
      expect(told[0]).toBeGreaterThan(0);
      expect(told).toEqual(told.map(() => told[0]));
    }
    // Import only: what is fed in and the pump house, which is measured apart, are not added to it.
    expect(await headlineOf(asked('ai_summary', 'daily', DAY), ENERGY)).toBe(7.398);
  });

  it('is the same water', async () => {
    const WATER = ['Consumption', 'Water used'];
    const told: unknown[] = [];
    for (const service of ['water', 'summary', 'custom_water', 'ai_summary'] as const)
      told.push(await headlineOf(asked(service, 'daily', DAY), WATER));
    expect(told[0]).toBeGreaterThan(0);
    expect(told).toEqual(told.map(() => told[0]));
  });
});

describe('a file of figures', () => {
  it.each([
    ['CB_WELL_1', 'GROUND_WATER_LEVEL'],
    ['CB_BORE_1', 'ID_SOURCE'],
    ['CB_POND_1', 'ID_RAW_WATER_STOCK'],
    ['CB_GRID_IMPORT_LOW', 'ENERGY_CATEGORY'],
  ])('has the figure of %s that deviceDataV2 has in %s', async (unitId, category) => {
    const date = businessDate(DAY);
    const answer = await readV2(context, industry, {
      type: 'HOUR',
      date1: date,
      date2: null,
      category,
      divisionFactor: 1000,
      unitId,
      formattedOutput: true,
      energyDetail: false,
    });
    if (answer.form !== 'unit') throw new Error(`${unitId} is no unit`);
    const range = { from: date, to: date, unitIds: [unitId], divisionFactor: 1000 };
    const [day] = (await Array.fromAsync(readFigureRows(context, industry, { ...range, period: 'daily' }))).flat();
    expect(day?.value).not.toBeNull();
    expect(day?.value).toBe(answer.data.value);
    const year = { ...range, period: 'yearly' } as const;
    const [whole] = (await Array.fromAsync(readFigureRows(context, industry, year))).flat();
    // A thousandth of its depth would be far below a metre.
    if (category === 'GROUND_WATER_LEVEL') expect(Math.abs(whole?.value ?? 0)).toBeGreaterThan(1);
  });
});

const GOLDEN: readonly (readonly [ReportService, ReportType, string | null])[] = [
  ...(['water', 'energy', 'level', 'quality', 'borewell', 'smart_city'] as const).flatMap(
    (service) =>
      [
        [service, 'daily', null],
        [service, 'monthly', null],
        [service, 'hourly', '2026-01-15'],
        [service, 'granular', '2026-01-15'],
        [service, 'daily_range', '2026-01-17'],
      ] as const,
  ),
  ['water', 'monthly_range', '2026-02-01'],
  ['energy', 'monthly_range', '2026-02-01'],
  ['smart_city', 'monthly_range', '2026-02-01'],
  ['summary', 'daily', null],
  ['water_balance', 'monthly', null],
  ['water_balance', 'custom', '2026-01-17'],
  ['alert', 'granular', '2026-01-17'],
  ['consolidated', 'monthly', null],
  ['custom_water', 'daily', null],
  ['custom_water', 'monthly', null],
  ['custom_water', 'hourly', '2026-01-15'],
  ['custom_water', 'granular', '2026-01-15'],
  ['custom_energy', 'daily', null],
  ['custom_energy', 'hourly', '2026-01-15'],
  ['custom_level', 'daily', null],
  ['custom_quality', 'daily', null],
  ['custom_withdrawal', 'daily', null],
  ['custom_withdrawal', 'monthly', null],
  ['executive', 'monthly', null],
  ['executive', 'custom', '2026-01-17'],
  ['ai_summary', 'daily', null],
  ['ai_summary', 'ai_summary', null],
  ['ground_water_withdrawal', 'daily', null],
  ['ground_water_withdrawal', 'monthly', null],
  ['ground_water_withdrawal', 'hourly', '2026-01-15'],
  ['ground_water_withdrawal', 'granular', '2026-01-15'],
];

describe('the page and the list', () => {
  it.each(
    GOLDEN.flatMap(([service, type, end]) =>
      (['v1', 'v2'] as const).map((layout) => [service, type, layout, end] as const),
    ),
  )('of %s, %s, %s look as they did', async (service, reportType, layout, endDate) => {
    const document = await buildReport(
      context,
      industry,
      asked(service, reportType, DAY, { layout, ...(endDate === null ? {} : { endDate }) }),
    );
    expect(misfits(document)).toEqual([]);
    // Pages of a day are kept; of the other types the list, which has the same figures.
    const formats = layout === 'v1' && (reportType === 'daily' || reportType === 'monthly') ? ['csv', 'html'] : ['csv'];
    for (const format of formats as ('csv' | 'html')[]) {
      const bytes = await writeReport(document, format);
      const text = Buffer.from(bytes).toString('utf8').replaceAll(industry.industryId, 'CANTERBURY');
      const path = new URL(`../golden/reports/${service}-${reportType}-${layout}.${format}`, import.meta.url);
      if (process.env['UPDATE_SNAPSHOT'] === '1') await writeFile(path, text);
      expect(text).toBe(await readFile(path, 'utf8'));
    }
  });
});
