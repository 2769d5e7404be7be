import ExcelJS from 'exceljs';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Industry } from '../../src/kernel/industry/industry.ts';
import { computeInsights } from '../../src/findings/insights/compute-insights.ts';
import { buildReport } from '../../src/reports/build-report.ts';
import type { ReportDocument } from '../../src/reports/rules/document.ts';
import { SERVICES_OF_TYPE } from '../../src/reports/rules/services-of-type.ts';
import { REPORT_LAYOUTS, REPORT_TYPES } from '../../src/reports/rules/terms.ts';
import { writeReport } from '../../src/reports/writers/write-report.ts';
import { testContext, type TestContext } from '../support/database.ts';
import { importSample, provisionSample } from '../support/sample-industry.ts';
import { englishIn } from '../window/language/english-left.ts';
import { asked } from './asked.ts';

/* Every report in Hindi: whoever reads Hindi alone can read all of it, but for names that people gave. */

let context: TestContext;
let industry: Industry;
/** Names of the industry's units, parameters and areas, longest first. */
let names: readonly string[];

const FROM = Date.parse('2026-01-12T00:00:00Z');
const TO = Date.parse('2026-01-17T00:00:00Z');
const isKept = (row: unknown): boolean => {
  const at = Date.parse(String(Reflect.get(Object(row), 'createdOn')));
  return at >= FROM && at < TO;
};

beforeAll(async () => {
  context = await testContext('2026-01-16T12:00:00Z');
  const sample = await provisionSample(context, 'sample-industry');
  // The sample has no meter of rain water, which is told by its name.
  const [first] = [...sample.units.values()].filter(({ current }) => current.group === 'FLOW');
  if (first === undefined) throw new Error('The sample has no meter of water.');
  const displayName = 'Rain water tank';
  const rain = {
    ...first,
    current: { ...first.current, displayName },
    versions: first.versions.map((version) => ({ ...version, unit: { ...version.unit, displayName } })),
  };
  industry = { ...sample, units: new Map([...sample.units, [first.current.unitId, rain]]) };
  await importSample(context, industry, undefined, isKept);
  await computeInsights(context, industry);
  const units = [...industry.units.values()].map(({ current }) => current);
  const areas = Object.values(industry.categories).flatMap((categories) =>
    [...categories.values()].flatMap(({ subCategories }) => subCategories.map(({ displayName }) => displayName)),
  );
  const parameters = units.flatMap(({ params }) =>
    Object.entries(params).flatMap(([id, { displayName, siUnit }]) => [displayName, siUnit, id]),
  );
  names = [
    industry.industryName,
    industry.place ?? '',
    ...units.flatMap(({ unitId, displayName, siUnit }) => [displayName, unitId, siUnit]),
    ...areas,
    ...parameters,
  ]
    .filter((name) => name !== '')
    .toSorted((a, b) => b.length - a.length);
});

/** Standards and fields of settings, which have no other name. */
const STANDARDS = [
  'ISO 4064-1:2014 / OIML R 49',
  'IEC 62053-21',
  'JCGM 100:2008',
  'meta.accuracyPercent',
  'ID_RAW_WATER_STOCK',
  'ID_SOURCE',
  'ID_CONSUMPTION',
  'Pacific/Auckland',
];

const REPORTS = REPORT_TYPES.flatMap((type) => SERVICES_OF_TYPE[type].map((service) => [service, type] as const));

async function leftIn(document: ReportDocument): Promise<readonly string[]> {
  const own = [...STANDARDS, ...names];
  const page = Buffer.from(await writeReport(document, 'html')).toString();
  const list = Buffer.from(await writeReport(document, 'csv')).toString();
  const lines = [...list.split(/[\r\n]+/), ...(document.layout === 'v1' ? await textsOfWorkbook(document) : [])];
  const left = lines.flatMap((line) => englishIn(line.replaceAll(/[<>]/g, ' '), own));
  return [...new Set([...englishIn(page, own), ...left])];
}

/** Names of sheets, texts of cells, and words in the formats of figures. */
async function textsOfWorkbook(document: ReportDocument): Promise<readonly string[]> {
  const book = new ExcelJS.Workbook();
  const bytes = await writeReport(document, 'xlsx');
  await book.xlsx.load(bytes.buffer as ArrayBuffer); // written by this process, so never shared
  const texts = book.worksheets.map(({ name }) => name);
  for (const sheet of book.worksheets)
    sheet.eachRow((line) =>
      line.eachCell(({ value, numFmt }) => {
        if (typeof value === 'string') texts.push(value);
        texts.push(...[...(numFmt ?? '').matchAll(/"([^"]*)"/g)].map(([, words = '']) => words));
      }),
    );
  return texts;
}

describe('a report in Hindi has no English', () => {
  it.each(REPORTS)('of %s, %s', async (service, type) => {
    for (const layout of REPORT_LAYOUTS) {
      const request = { layout, language: 'hi', endDate: '2026-01-16' } as const;
      const document = await buildReport(context, industry, asked(service, type, '2026-01-15', request));
      expect(document.language).toBe('hi');
      expect(await leftIn(document)).toEqual([]);
    }
  });
});
