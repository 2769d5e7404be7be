import { beforeAll, describe, expect, it } from 'vitest';
import { businessDate } from '../../src/kernel/time/business-date.ts';
import type { Industry } from '../../src/kernel/industry/industry.ts';
import type { MonthlyDocument, YearlyDocument } from '../../src/kernel/document/types.ts';
import { buildReport } from '../../src/reports/build-report.ts';
import { readSpans } from '../../src/figures/read-spans.ts';
import { asked } from '../reports/asked.ts';
import { plain, tableOf } from '../reports/rules/support/read-document.ts';
import { testContext, type TestContext } from '../support/database.ts';
import { at, dates, documents, process, requireIndustry, type Row, send, unit, works } from './processing/works.ts';

/* An outfall with pH 7.5. Its dissolved solids are 500 mg/L, and since 16 March 0.5 g/L. */

const MONTHS = ['2026-01-01', '2026-02-01', '2026-03-01', '2026-04-01'].map(businessDate);

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
    const span = { kind: 'MONTHS', months: MONTHS } as const;
    expect((await readSpans(context, industry, ['LAB'], span)).get('LAB')?.figures?.value).toEqual({
      pH: 7.5,
      tds: null,
    });
    const years = await documents<YearlyDocument>(context, industry, 'YEARLY');
    expect(years.map(({ value }) => value)).toEqual([{ pH: 7.5, tds: null }]);
    const months = await documents<MonthlyDocument>(context, industry, 'MONTHLY');
    expect(months.map(({ month, value }) => [month, value])).toEqual([
      ['03/2026', { pH: 7.5, tds: null }],
      ['04/2026', { pH: 7.5, tds: 0.5 }],
    ]);
  });

  it('has a mean where it was measured in the newer unit alone, and none in the older one under the name of the newer', async () => {
    const measuredOn = async (date: string): Promise<unknown[]> => {
      const { industryId } = await works(context, [lab('mg/L')]);
      await works(context, [lab('g/L', { effectiveFrom: '16/03/2026' })], { industryId });
      const own = await requireIndustry(context, industryId);
      await send(context, own, [{ unitId: 'LAB', createdOn: at(own, date, 1), value: { pH: 7.5, tds: 1 } }]);
      await process(context, own, '2026-03-01', '2026-04-01');
      const spans = [
        { kind: 'DAYS', dates: dates('2026-03-01', '2026-04-01').map(businessDate) },
        { kind: 'MONTHS', months: MONTHS },
      ] as const;
      const told = await Promise.all(spans.map((span) => readSpans(context, own, ['LAB'], span)));
      const [month] = await documents<MonthlyDocument>(context, own, 'MONTHLY');
      return [...told.map((units) => units.get('LAB')?.figures?.value), month?.value];
    };
    const [older, newer] = [await measuredOn('2026-03-10'), await measuredOn('2026-03-20')];
    expect(older).toEqual(Array(3).fill({ pH: 7.5, tds: null }));
    expect(newer).toEqual(Array(3).fill({ pH: 7.5, tds: 1 }));
  });

  it('keeps the mean of a running month in which another unit is to come', async () => {
    const { industryId } = await works(context, [lab('mg/L')]);
    await works(context, [lab('g/L', { effectiveFrom: '16/04/2026' })], { industryId });
    const own = await requireIndustry(context, industryId);
    await send(context, own, [{ unitId: 'LAB', createdOn: at(own, '2026-04-01', 1), value: { pH: 7.5, tds: 500 } }]);
    await process(context, own, '2026-04-01', '2026-04-01');
    const years = await documents<YearlyDocument>(context, own, 'YEARLY');
    expect(years.map(({ value }) => value)).toEqual([{ pH: 7.5, tds: 500 }]);
    const toDate = await readSpans(context, own, ['LAB'], { kind: 'MONTHS', months: MONTHS });
    expect(toDate.get('LAB')?.figures?.value).toEqual({ pH: 7.5, tds: 500 });
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

describe('a parameter of which the last value counts', () => {
  const pump = (siUnit: string, meta: object = {}) =>
    unit('PUMP', 'ENERGY_CATEGORY', {
      meta,
      params: { voltage: { displayName: 'Voltage', siUnit, isLatest: true } },
    });
  const toldOf = async (samples: Record<string, number>): Promise<unknown[]> => {
    const { industryId } = await works(context, [pump('V')]);
    await works(context, [pump('kV', { effectiveFrom: '16/03/2026' })], { industryId });
    const own = await requireIndustry(context, industryId);
    const rows = Object.entries(samples).map(([date, voltage]) => ({
      unitId: 'PUMP',
      createdOn: at(own, date, 1),
      value: 5,
      paramValue: { voltage },
    }));
    await send(context, own, rows);
    await process(context, own, '2026-03-01', '2026-04-01');
    const days = { kind: 'DAYS', dates: dates('2026-03-01', '2026-04-01').map(businessDate) } as const;
    const spans = await readSpans(context, own, ['PUMP'], days);
    const stored = [
      ...(await documents<MonthlyDocument>(context, own, 'MONTHLY')).slice(0, 1),
      ...(await documents<YearlyDocument>(context, own, 'YEARLY')),
    ];
    return [spans.get('PUMP')?.figures?.paramValue, ...stored.map(({ paramValue }) => paramValue)];
  };

  it('has none of an older unit of measure under the name of the newer one', async () => {
    expect(await toldOf({ '2026-03-10': 230 })).toEqual(Array(3).fill({ voltage: null }));
  });

  it('has the last one, although earlier ones were of another unit of measure', async () => {
    expect(await toldOf({ '2026-03-10': 230, '2026-03-20': 0.23 })).toEqual(Array(3).fill({ voltage: 0.23 }));
  });
});
