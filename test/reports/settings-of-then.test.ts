import { beforeAll, describe, expect, it } from 'vitest';
import type { Industry } from '../../src/kernel/industry/industry.ts';
import { businessDate } from '../../src/kernel/time/business-date.ts';
import { buildReport } from '../../src/reports/build-report.ts';
import type { ReportDocument } from '../../src/reports/rules/document.ts';
import type { ReportService, ReportType } from '../../src/reports/rules/terms.ts';
import { readSpans } from '../../src/figures/read-spans.ts';
import { testContext, type TestContext } from '../support/database.ts';
import { at, dates, process, requireIndustry, type Row, send, unit, works } from '../figures/processing/works.ts';
import { csvReport } from '../../src/reports/writers/csv.ts';
import { asked } from './asked.ts';
import { plain, plainRows } from './rules/support/read-document.ts';

/*
 * Reports of days that were counted by other settings than today's. Until 5 March meters send every half hour and have a
 * reference of 2 kW; since the 6th they send every hour, one has a reference of 9 kW and the other has none.
 */

let context: TestContext;
let industry: Industry;

const pumps = (frequency: number, first: number | null, second: number | null, meta: object = {}) =>
  [first, second].map((pRef, at) =>
    unit(`PUMP_${at + 1}`, 'ENERGY_CATEGORY', {
      siUnit: 'kWh',
      dataUpdateFrequency: frequency,
      meta: { ...meta, ...(pRef === null ? {} : { pRef }) },
    }),
  );

beforeAll(async () => {
  context = await testContext('2026-03-09T12:00:00Z');
  const before = await works(context, pumps(1800, 2, 2));
  const { industryId } = before;
  industry = await works(context, pumps(3600, 9, null, { effectiveFrom: '06/03/2026' }), { industryId });
  // 0.5 kWh in half an hour are 1 kW. On the 4th the first pump sends in the first half of the day alone.
  const rows = dates('2026-03-04', '2026-03-08').flatMap((date) => {
    const step = date < '2026-03-06' ? 0.5 : 1;
    const count = 24 / step;
    return ['PUMP_1', 'PUMP_2'].flatMap((unitId): Row[] =>
      Array.from({ length: count }, (_, slot) => slot)
        .filter((slot) => date !== '2026-03-04' || unitId === 'PUMP_2' || slot * step < 12)
        .map((slot) => {
          const hours =
            (Date.parse(`${date}T00:00:00Z`) - Date.parse('2026-03-04T00:00:00Z')) / 3_600_000 + slot * step;
          return { unitId, createdOn: at(industry, date, slot * step), value: step * 1000, summedValue: hours * 1000 };
        }),
    );
  });
  await send(context, industry, rows);
  await process(context, industry, '2026-03-04', '2026-03-08');
});

const build = (service: ReportService, type: ReportType, from: string, to?: string): Promise<ReportDocument> =>
  buildReport(context, industry, asked(service, type, from, to === undefined ? {} : { endDate: to }));

const missingOf = ({ completeness }: ReportDocument, unitId: string) =>
  completeness.units.find((one) => one.unitId === unitId)?.missing ?? null;

const savingsIn = ({ sections }: ReportDocument) => {
  const table = sections.find((section) => section.kind === 'table' && section.id.startsWith('savings'));
  return table?.kind === 'table' ? plainRows(table).map(({ name, pRef, saved }) => [name, pRef, saved]) : [];
};

describe('a report of days with other settings than today', () => {
  it('counts missing hours by the interval of then', async () => {
    expect(missingOf(await build('energy', 'daily', '2026-03-04'), 'PUMP_1')).toBe('12 of 24 h missing');
    expect(missingOf(await build('energy', 'daily_range', '2026-03-04', '2026-03-05'), 'PUMP_1')).toBe(
      '12 of 48 h missing',
    );
  });

  it('counts each day by its own interval where that changed in the period', async () => {
    for (const type of ['daily_range', 'hourly'] as const)
      expect(missingOf(await build('energy', type, '2026-03-04', '2026-03-08'), 'PUMP_1')).toBe('12 of 120 h missing');
    // Of March, days without a reading are missing, too: three before the change, and those since.
    const ofMonth = missingOf(await build('energy', 'monthly', '2026-03-01'), 'PUMP_1');
    expect(ofMonth).toMatch(/^\d+ of 2(04|05) h missing/);
  });

  it('tells gaps in words by the interval of then', async () => {
    const { sections } = await build('ai_summary', 'daily', '2026-03-04');
    const words = sections.flatMap((one) => (one.kind === 'paragraphs' ? one.sentences.map(({ text }) => text) : []));
    expect(words.filter((text) => text.includes('PUMP_1')).join(' ')).toContain('12');
  });

  it('shows the reference of then beside what was saved by it, and savings of a drive without one since', async () => {
    const document = await build('energy', 'daily', '2026-03-05');
    // 2 kW less 1 kW, in 47 half hours.
    expect(savingsIn(document)).toEqual([
      ['Unit PUMP_1', 2, 23.5],
      ['Unit PUMP_2', 2, 23.5],
      ['Total', '', 47],
    ]);
    expect(plain(document.headlines.find(({ title }) => title === 'Energy saved')?.value)).toBe(47);
  });

  it('keeps savings where the reference went within the period, and says that it changed', async () => {
    const document = await build('energy', 'daily_range', '2026-03-05', '2026-03-07');
    const [first, second] = savingsIn(document);
    expect(first?.slice(0, 2)).toEqual(['Unit PUMP_1', 9]);
    expect(second).toEqual(['Unit PUMP_2', 2, 23.5]);
    expect(document.attention.filter(({ place }) => place === 'Unit PUMP_2').map(({ fact }) => fact)).toEqual([
      'Changed in the period: reference power',
    ]);
  });

  it("has today's settings of days that are to come, and of the running one", async () => {
    const spans = async (date: string) => {
      const found = await readSpans(context, industry, ['PUMP_1'], { kind: 'DAYS', dates: [businessDate(date)] });
      return found.get('PUMP_1')?.unit.pRefKilowatts;
    };
    expect([await spans('2026-03-05'), await spans('2026-03-09'), await spans('2026-03-20')]).toEqual([2, 9, 9]);
  });
});

describe('a report of days that began by another clock than today', () => {
  const DAYS = ['2026-03-04', '2026-03-06'] as const;
  let moved: Industry;

  beforeAll(async () => {
    const meter = [unit('A', 'FLOW_CATEGORY')];
    const before = await works(context, meter, { timezone: 'Asia/Kolkata', shiftStartAt: '08:00:00' });
    const { industryId } = before;
    // A clock without readings is simply replaced.
    await send(context, before, [{ unitId: 'A', createdOn: at(before, '2026-03-02', 1), value: 1000 }]);
    const of = { industryId, clockEffectiveFrom: '06/03/2026' };
    context.clock.set('2026-03-03T12:00:00Z');
    moved = await works(context, meter, { ...of, timezone: 'Asia/Dubai', shiftStartAt: '06:00:00' });
    context.clock.set('2026-03-09T12:00:00Z');
    moved = await requireIndustry(context, industryId);
    const rows = dates(...DAYS).map((date) => ({ unitId: 'A', createdOn: at(moved, date, 1), value: 1000 }));
    await send(context, moved, rows);
  });

  const hourly = (from: string, to: string, useShift = true) =>
    buildReport(context, moved, asked('water', 'hourly', from, { endDate: to, useShift }));
  const firstHourOf = (document: ReportDocument): unknown => {
    const [, , line] = csvReport(document).split('Every hour')[1]?.split('\r\n') ?? [];
    return line?.split(',')[0];
  };

  it('says when its own days began, and tells its hours by the zone of then', async () => {
    const before = await hourly('2026-03-04', '2026-03-05');
    expect(before.industry).toMatchObject({ timezone: 'Asia/Kolkata', shiftStartAt: '08:00:00' });
    expect(firstHourOf(before)).toBe('2026-03-04 08:00');
    const since = await hourly('2026-03-06', '2026-03-06');
    expect(since.industry).toMatchObject({ timezone: 'Asia/Dubai', shiftStartAt: '06:00:00' });
    expect(firstHourOf(since)).toBe('2026-03-06 06:00');
  });

  it('says by which clock the first of its days began where that changed among them', async () => {
    const across = await hourly(...DAYS);
    expect(across.industry).toMatchObject({ timezone: 'Asia/Dubai', shiftStartAt: '06:00:00' });
    expect(across.method).toContain('Days before 06 Mar 2026 began at 08:00 (Asia/Kolkata).');
    expect((await hourly('2026-03-04', '2026-03-05')).method.join(' ')).not.toContain('began at');
    expect((await hourly(...DAYS, false)).method.join(' ')).toContain('began at 00:00 (Asia/Kolkata)');
  });
});
