import { beforeAll, describe, expect, it } from 'vitest';
import type { Industry } from '../../src/kernel/industry/industry.ts';
import type { Cell, ReportDocument } from '../../src/reports/rules/document.ts';
import { SERVICES_OF_TYPE } from '../../src/reports/rules/services-of-type.ts';
import { REPORT_TYPES, type ReportService, type ReportType } from '../../src/reports/rules/terms.ts';
import { businessDate } from '../../src/kernel/time/business-date.ts';
import { readV2 } from '../../src/figures/device-data/v2.ts';
import { type AskedReport, buildReport } from '../../src/reports/build-report.ts';
import { readBalance } from '../../src/balance/read-balance.ts';
import { testContext, type TestContext } from '../support/database.ts';
import { importSample, provisionSample } from '../support/sample-industry.ts';

/* Two and a half days of the sample industry's real readings, at noon of the third. */

let context: TestContext;
let industry: Industry;

beforeAll(async () => {
  context = await testContext('2026-01-16T23:00:00Z');
  industry = await provisionSample(context, 'sample-industry');
  await importSample(context, industry, undefined, (row) => {
    const at = typeof row === 'object' && row !== null && 'createdOn' in row ? String(row.createdOn) : '';
    return at >= '2026-01-14' && at < '2026-01-17T12';
  });
});

const build = (service: ReportService, reportType: ReportType, more: Partial<AskedReport> = {}) =>
  buildReport(context, industry, {
    service,
    reportType,
    reportFormat: 'html',
    layout: 'v1',
    startDate: businessDate('2026-01-15'),
    endDate: null,
    unitIds: null,
    subCategories: [],
    useShift: true,
    divisionFactor: 1000,
    body: null,
    ...more,
  });

function cellOf(document: ReportDocument, table: string, row: string, column: string): Cell {
  const section = document.sections.find((one) => one.id === table);
  if (section?.kind !== 'table') throw new Error(`There is no table ${table}`);
  const at = section.columns.findIndex(({ id }) => id === column);
  const found = section.rows.find(({ cells: [first] }) => first?.kind === 'text' && first.text === row)?.cells[at];
  if (found === undefined) throw new Error(`There is no ${column} of ${row}`);
  return found;
}

const valueOf = (cell: Cell): number | null => ('value' in cell ? cell.value : null);

const PAIRS = REPORT_TYPES.flatMap((type) => SERVICES_OF_TYPE[type].map((service) => [service, type] as const)).filter(
  ([service]) => service !== 'rain_water',
);

describe('reports of the sample industry', () => {
  it.each(PAIRS)('%s %s is built, and every table and chart of it fits', async (service, type) => {
    for (const layout of ['v1', 'v2'] as const) {
      const document = await build(service, type, { layout, endDate: businessDate('2026-01-16') });
      for (const section of document.sections) {
        if (section.kind === 'table')
          expect(section.rows.every(({ cells }) => cells.length === section.columns.length)).toBe(true);
        if (section.kind === 'chart')
          expect(section.chart.series.map(({ values }) => values.length)).toEqual(
            section.chart.series.map(() => section.chart.x.length),
          );
      }
      expect(document.empty).toBe(service === 'alert' ? document.empty : null);
    }
  });

  it('have the figures of deviceDataV2 to the last digit', async () => {
    const answer = await readV2(context, industry, {
      type: 'CUSTOM',
      date1: businessDate('2026-01-15'),
      date2: null,
      category: 'ID_SOURCE',
      divisionFactor: 1000,
      unitId: null,
      formattedOutput: true,
      energyDetail: false,
    });
    if (answer.form !== 'category') throw new Error('It is a category.');
    const summary = await build('ai_summary', 'daily');
    const custom = await build('custom_water', 'daily');
    expect(answer.data.value).toBeGreaterThan(0);
    expect(valueOf(cellOf(custom, 'meters-source', 'Total', 'total'))).toBe(answer.data.value);
    for (const { units } of answer.data.subCategories)
      for (const unit of units)
        expect(valueOf(cellOf(custom, 'meters-source', unit.unitName, 'total'))).toBe(unit.value);
    expect(summary.sections.map(({ kind }) => kind)).toContain('paragraphs');
  });

  it('have the balance of the generic form, with its bands', async () => {
    const days = { startDate: businessDate('2026-01-15'), endDate: businessDate('2026-01-16') };
    const balance = await readBalance(context, industry, { ...days, divisionFactor: 1000 });
    const document = await build('water_balance', 'custom', { endDate: days.endDate });
    const { inflow, outflow } = balance.figures;
    expect(valueOf(cellOf(document, 'iwa', 'Water that came in', 'value'))).toBe(inflow.value);
    expect(valueOf(cellOf(document, 'iwa', 'Water that came in', 'plusMinus'))).toBe(inflow.band?.plusMinus ?? null);
    expect(valueOf(cellOf(document, 'iwa', 'Authorised consumption', 'value'))).toBe(outflow.value);
    expect(valueOf(cellOf(document, 'iwa', 'Water losses', 'value'))).toBe(balance.iwa.waterLosses.value);
    expect(inflow.value).toBeGreaterThan(0);
  });

  it('of a unit that never sent anything have a dash, and a total that is the least there can be', async () => {
    const document = await build('custom_water', 'daily', { body: { columns: ['value'] } });
    expect(cellOf(document, 'meters-consumption', 'Spare meter (never sent anything)', 'total')).toMatchObject({
      kind: 'missing',
    });
    expect(cellOf(document, 'meters-consumption', 'Total', 'total')).toMatchObject({ bound: 'at least' });
  });

  it('of a year in which nothing was measured say so', async () => {
    for (const service of ['executive', 'consolidated', 'water_balance', 'custom_water'] as const) {
      const document = await build(service, 'monthly', { startDate: businessDate('2020-05-01') });
      expect(document.empty, service).not.toBeNull();
    }
  });
});
