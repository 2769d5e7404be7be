import { beforeAll, describe, expect, it } from 'vitest';
import { businessDate } from '../../src/kernel/time/business-date.ts';
import type { Industry } from '../../src/kernel/industry/industry.ts';
import type { MonthlyDocument } from '../../src/kernel/document/types.ts';
import { buildReport } from '../../src/reports/build-report.ts';
import { readSpans } from '../../src/figures/read-spans.ts';
import { asked } from '../reports/asked.ts';
import { plain, tableOf } from '../reports/rules/support/read-document.ts';
import { testContext, type TestContext } from '../support/database.ts';
import { at, dates, documents, process, requireIndustry, type Row, send, unit, works } from './processing/works.ts';

/* An outfall with pH 7.5. Its dissolved solids are 500 mg/L, and since 16 March 0.5 g/L. */

let context: TestContext;
let industry: Industry;

const lab = (siUnit: string, meta: object = {}) =>
  unit('LAB', 'QUALITY_CATEGORY', {
    siUnit: '',
    meta,
    params: {
      pH: { displayName: 'pH', siUnit: '', isLatest: false },
      tds: { displayName: 'TDS', siUnit, isLatest: false },
    },
  });

beforeAll(async () => {
  context = await testContext('2026-04-02T12:00:00Z');
  const { industryId } = await works(context, [lab('mg/L')]);
  await works(context, [lab('g/L', { effectiveFrom: '16/03/2026' })], { industryId });
  industry = await requireIndustry(context, industryId);
  const rows = dates('2026-03-01', '2026-04-01').flatMap((date): Row[] =>
    Array.from({ length: 24 }, (_, hour) => ({
      unitId: 'LAB',
      createdOn: at(industry, date, hour),
      value: { pH: 7.5, tds: date < '2026-03-16' ? 500 : 0.5 },
    })),
  );
  await send(context, industry, rows);
  await process(context, industry, '2026-03-01', '2026-04-01');
});

describe('a parameter that had two units of measure in a period', () => {
  const meanOf = async (from: string, to: string) => {
    const span = { kind: 'DAYS', dates: dates(from, to).map(businessDate) } as const;
    return (await readSpans(context, industry, ['LAB'], span)).get('LAB')?.figures?.value;
  };

  it('has no mean, while the other parameters and either side of the change have one', async () => {
    expect(await meanOf('2026-03-14', '2026-03-17')).toEqual({ pH: 7.5, tds: null });
    expect(await meanOf('2026-03-01', '2026-03-15')).toEqual({ pH: 7.5, tds: 500 });
    expect(await meanOf('2026-03-16', '2026-04-01')).toEqual({ pH: 7.5, tds: 0.5 });
    const months = await documents<MonthlyDocument>(context, industry, 'MONTHLY');
    expect(months.map(({ month, value }) => [month, value])).toEqual([
      ['03/2026', { pH: 7.5, tds: null }],
      ['04/2026', { pH: 7.5, tds: 0.5 }],
    ]);
  });

  it('is told by a report with the unit of each day, and neither mean nor lowest and highest', async () => {
    const report = (layout: 'v1' | 'v2') =>
      buildReport(context, industry, asked('quality', 'daily_range', '2026-03-15', { endDate: '2026-03-16', layout }));
    const { headlines, sections } = await report('v1');
    expect(headlines.find(({ title }) => title.startsWith('TDS'))?.value).toEqual({
      kind: 'missing',
      why: 'different units',
    });
    const rows = sections.flatMap((one) => (one.kind === 'table' ? one.rows : []));
    expect(rows.map(({ cells }) => cells.slice(1, 6).map(plain))).toEqual([
      ['pH', '', 7.5, 7.5, 7.5],
      ['TDS', 'g/L', null, null, null],
    ]);
    const matrix = tableOf(await report('v2'), 'matrix-LAB-1');
    expect(matrix.rows.map(({ cells: [, , tds] }) => tds)).toMatchObject([
      { value: 500, unit: 'mg/L' },
      { value: 0.5, unit: 'g/L' },
      { kind: 'missing', why: 'different units' },
    ]);
  });
});
