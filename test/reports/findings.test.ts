import ExcelJS from 'exceljs';
import { extractText, getDocumentProxy } from 'unpdf';
import { beforeAll, describe, expect, it } from 'vitest';
import { computeInsights } from '../../src/findings/insights/compute-insights.ts';
import { readFindings, type ShownFinding } from '../../src/findings/insights/read-findings.ts';
import { type FindingToWrite, keepFindings } from '../../src/findings/store/insights.ts';
import { watchRunningDay } from '../../src/findings/insights/watch-running-day.ts';
import type { Industry } from '../../src/kernel/industry/industry.ts';
import type { ReportDocument } from '../../src/reports/rules/document.ts';
import { REPORT_FORMATS, type ReportFormat, type ReportService } from '../../src/reports/rules/terms.ts';
import { buildReport } from '../../src/reports/build-report.ts';
import { reportMail } from '../../src/reports/writers/report-mail.ts';
import { writeReport } from '../../src/reports/writers/write-report.ts';
import { testContext, type TestContext } from '../support/database.ts';
import { at, dates, process, send, unit, works } from '../figures/processing/works.ts';
import { asked } from './asked.ts';

/* Reports of one morning, of works in which a pipe leaks, a process never stops and a tank is nearly empty. */

const YESTERDAY = '2026-02-28';
const TODAY = '2026-03-01';

let context: TestContext;
let industry: Industry;
let leak: ShownFinding;
let low: ShownFinding;

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
/** Litres in an hour of a works day: none at night. */
const use = (date: string, hour: number): number =>
  hour >= 7 && hour < 19 ? 1000 + 10 * ((hour * 7 + Number(date.slice(8)) * 3) % 11) : 0;

const build = (service: ReportService, day: string, unitIds: readonly string[] | null = null) =>
  buildReport(context, industry, asked(service, 'daily', day, { unitIds }));
const factsOf = ({ attention }: ReportDocument, place: string) =>
  attention.filter((one) => one.place === place).map(({ fact }) => fact);
const sentencesOf = ({ sections }: ReportDocument): readonly string[] =>
  sections.flatMap((section) => (section.kind === 'paragraphs' ? section.sentences.map(({ text }) => text) : []));

beforeAll(async () => {
  context = await testContext('2026-03-01T09:45:00Z');
  industry = await works(context, [
    unit('LEAK', 'FLOW_CATEGORY'),
    unit('PROCESS', 'FLOW_CATEGORY'),
    unit('TANK_10', 'STOCK_CATEGORY', { maxCapacity: 100_000, meta: {} }),
    unit('TANK_15', 'STOCK_CATEGORY', { maxCapacity: 100_000, meta: {} }),
  ]);
  const litres = (unitId: string, date: string, hour: number): number => {
    if (unitId === 'LEAK') return use(date, hour) + (date >= '2026-02-22' ? 200 : 0);
    if (unitId === 'PROCESS') return 10_000;
    return date === YESTERDAY && hour >= 20 ? Number(unitId.slice(-2)) : 60 + (hour % 5);
  };
  await send(
    context,
    industry,
    ['LEAK', 'PROCESS', 'TANK_10', 'TANK_15'].flatMap((unitId) => [
      ...dates('2026-01-10', YESTERDAY).flatMap((date) =>
        HOURS.map((hour) => ({ unitId, createdOn: at(industry, date, hour), value: litres(unitId, date, hour) })),
      ),
      ...HOURS.slice(0, unitId === 'PROCESS' ? 3 : 10).map((hour) => ({
        unitId,
        createdOn: at(industry, TODAY, hour),
        value: litres(unitId, TODAY, hour),
      })),
    ]),
  );
  await process(context, industry, '2026-01-10', YESTERDAY);
  await computeInsights(context, industry);
  await watchRunningDay(context, industry);
  const { findings } = await readFindings(context, industry, { days: 30, withSettled: false });
  const of = (unitId: string): ShownFinding => {
    const found = findings.find((finding) => finding.unitId === unitId);
    if (found === undefined) throw new Error(`Nothing was found of ${unitId}`);
    return found;
  };
  [leak, low] = [of('LEAK'), of('TANK_10')];
});

describe('reports of one morning', () => {
  it('tell a leak and a tank at 10 % alike, by the sentence that the finding has', async () => {
    expect([leak.kind, low.kind]).toEqual(['leak', 'tank-low']);
    for (const service of ['summary', 'ai_summary'] as const) {
      const document = await build(service, YESTERDAY);
      expect(factsOf(document, 'Unit LEAK')).toEqual([leak.sentence]);
      expect(factsOf(document, 'Unit TANK_10')).toEqual([low.sentence]);
    }
    const said = sentencesOf(await build('ai_summary', YESTERDAY));
    expect(said).toContain(`Unit LEAK: ${leak.sentence}.`);
    expect(said).toContain(`Unit TANK_10: ${low.sentence}.`);
  });

  it('tell neither of a tank at 15 % nor of a process that runs in every hour', async () => {
    for (const service of ['summary', 'ai_summary', 'water', 'level'] as const) {
      const document = await build(service, YESTERDAY);
      expect([...factsOf(document, 'Unit TANK_15'), ...factsOf(document, 'Unit PROCESS')]).toEqual([]);
      expect(sentencesOf(document).filter((text) => /TANK_15|PROCESS: /.test(text))).toEqual([]);
    }
  });

  it.each(REPORT_FORMATS)('show the sentence of the finding as %s', async (format) => {
    for (const service of ['summary', 'ai_summary'] as const)
      expect(await textOf(await build(service, YESTERDAY), format)).toContain(withoutSpaces(leak.sentence));
  });

  it('are mailed with the same list', async () => {
    const documents = [await build('summary', YESTERDAY)];
    const mail = reportMail({ documents, leftOut: [], isProvisional: false, restated: null, fileNames: [] });
    expect(mail.subject).toMatch(/, 2 things need attention$/);
    expect(mail.text).toContain(`- HIGH: Unit LEAK: ${leak.sentence}`);
  });

  it('of the running day tell what was found in it so far, once', async () => {
    const silence = 'Has sent nothing since 01 Mar 2026 02:00';
    for (const service of ['summary', 'ai_summary'] as const)
      expect(factsOf(await build(service, TODAY), 'Unit PROCESS')).toEqual([silence]);
    const said = sentencesOf(await build('ai_summary', TODAY)).filter((text) => text.includes('PROCESS'));
    expect(said.filter((text) => /nothing|Gaps/.test(text))).toEqual([`Unit PROCESS: ${silence}.`]);
  });

  it('tell what was found in the site, and of chosen units what was found in these alone', async () => {
    const at = new Date(context.clock.now());
    const { firstDay, raisedOn, lastDay } = leak;
    const sentence = '9 KL a day are not accounted for';
    const nothingLost = { litres: null, litresPerDay: null, kilowattHours: null, kilowattHoursPerDay: null };
    const ofSite: FindingToWrite = {
      findingKey: null,
      unitKey: null,
      kind: 'balance',
      firstDay,
      raisedOn,
      lastDay,
      isOpen: true,
      severity: 'high',
      sentence,
      siUnit: 'KL',
      ...nothingLost,
      money: null,
      currency: null,
      confidence: 0.9,
      evidence: {},
    };
    await keepFindings(context.database, industry.industryKey, [ofSite], at);
    expect(factsOf(await build('water', YESTERDAY), 'The whole site')).toEqual([sentence]);
    expect((await build('water', YESTERDAY, ['PROCESS'])).attention).toEqual([]);
    const sources = {
      categoryKey: 'ID_SOURCE',
      standardCategoryId: 'FLOW_CATEGORY',
      subCategories: [
        { id: 'NORTH', displayName: 'North', units: ['LEAK'] },
        { id: 'SOUTH', displayName: 'South', units: ['PROCESS'] },
      ],
    };
    const categoriesV2 = new Map([['ID_SOURCE', sources]]);
    const inZones = { ...industry, categories: { ...industry.categories, categoriesV2 } };
    const custom = (body: object) =>
      buildReport(context, industry, asked('custom_water', 'daily', YESTERDAY, { body }));
    expect(factsOf(await custom({ columns: ['value'] }), 'The whole site')).toEqual([sentence]);
    expect((await custom({ units: ['PROCESS'] })).attention).toEqual([]);
    const zones = (subCategories: readonly string[]) =>
      buildReport(context, inZones, asked('smart_city', 'daily', YESTERDAY, { subCategories }));
    expect(factsOf(await zones([]), 'The whole site')).toEqual([sentence]);
    expect((await zones(['SOUTH'])).attention).toEqual([]);
  });
});

const withoutSpaces = (text: string): string => text.replaceAll(/\s/g, '');

async function textOf(document: ReportDocument, format: ReportFormat): Promise<string> {
  const bytes = await writeReport(document, format);
  if (format === 'pdf') return withoutSpaces((await extractText(await getDocumentProxy(bytes))).text.join(''));
  if (format !== 'xlsx') return withoutSpaces(Buffer.from(bytes).toString('utf8').replaceAll('&#160;', ''));
  const book = new ExcelJS.Workbook();
  await book.xlsx.load(bytes.buffer as ArrayBuffer); // written by this process, so never shared
  const texts: string[] = [];
  for (const sheet of book.worksheets) sheet.eachRow((line) => line.eachCell(({ text }) => texts.push(text)));
  return withoutSpaces(texts.join(''));
}
