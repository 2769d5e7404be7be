import { beforeAll, describe, expect, it } from 'vitest';
import { computeInsights } from '../../src/findings/insights/compute-insights.ts';
import type { Industry } from '../../src/kernel/industry/industry.ts';
import { businessDate } from '../../src/kernel/time/business-date.ts';
import type { Cell, ReportDocument } from '../../src/reports/rules/document.ts';
import { buildReport } from '../../src/reports/build-report.ts';
import { misfits, plainRows, tableOf } from './rules/support/read-document.ts';
import { testContext, type TestContext } from '../support/database.ts';
import { at, type Json, type Row, send, unit, virtual, works, type WorksOptions } from '../figures/processing/works.ts';
import { addRule, fire } from '../alerts/incidents.ts';
import { asked } from './asked.ts';

/* Reports of works whose figures can be worked out by hand: a reading an hour, in litres, shown in KL. */

let context: TestContext;
beforeAll(async () => {
  context = await testContext('2026-06-20T12:00:00Z');
});

const METERS = [unit('A', 'FLOW_CATEGORY'), unit('B', 'FLOW_CATEGORY')];

/** Readings of an hour each: so many litres in every hour of these days. */
const hourly = (industry: Industry, unitId: string, days: readonly string[], litres: number, hours = 24): Row[] =>
  days.flatMap((day) =>
    Array.from({ length: hours }, (_, hour) => ({ unitId, createdOn: at(industry, day, hour), value: litres })),
  );
const mint = async (
  units: readonly Json[],
  rowsOf: (industry: Industry) => readonly Row[],
  options: WorksOptions = {},
): Promise<Industry> => {
  const industry = await works(context, units, options);
  const rows = rowsOf(industry);
  if (rows.length > 0) await send(context, industry, rows);
  return industry;
};
const rowsOf = (document: ReportDocument, id = 'meters-other-meters') => plainRows(tableOf(document, id));
const cellOf = (document: ReportDocument, table: string, row: number, column: string): Cell | undefined => {
  const { columns, rows } = tableOf(document, table);
  return rows[row]?.cells[columns.findIndex(({ id }) => id === column)];
};
const JUNE = (last: number): string[] =>
  Array.from({ length: last }, (_, index) => `2026-06-${String(index + 1).padStart(2, '0')}`);

describe('a report of water', () => {
  it('has totals, changes and shares that can be worked out by hand', async () => {
    const industry = await mint(METERS, (of) => [
      ...hourly(of, 'A', ['2026-06-09'], 1000),
      ...hourly(of, 'A', ['2026-06-10'], 1500),
      ...hourly(of, 'B', ['2026-06-10'], 500),
    ]);
    const document = await buildReport(context, industry, asked('water', 'daily', '2026-06-10'));
    expect(rowsOf(document)).toEqual([
      { name: 'Unit A', total: 36, share: 0.75, previous: 0.5, measured: 1 },
      { name: 'Unit B', total: 12, share: 0.25, previous: null, measured: 1 },
      { name: 'Total', total: 48, share: 1, previous: null, measured: 1 },
    ]);
    expect(document.headlines[0]).toMatchObject({
      value: { value: 48, unit: 'KL', bound: null, provisional: false },
      change: null,
      comparedWith: null,
    });
    expect(rowsOf(document, 'buckets')).toHaveLength(25);
    expect(misfits(document)).toEqual([]);
    expect(document.empty).toBeNull();
  });

  it('has two layouts: a row per meter, and a column per meter', async () => {
    const industry = await mint(METERS, (of) => hourly(of, 'A', ['2026-06-10'], 1000));
    const v2 = await buildReport(context, industry, asked('water', 'daily', '2026-06-10', { layout: 'v2' }));
    const table = rowsOf(v2, 'matrix-other-meters');
    expect(table).toHaveLength(25);
    expect(table[0]).toEqual({ bucket: '2026-06-10T00:00:00.000Z', A: 1, B: null });
    expect(table.at(-1)).toEqual({ bucket: 'Total', A: 24, B: null });
    expect(v2.sections.some(({ id }) => id.startsWith('meters'))).toBe(false);
  });

  it('without any reading says so, and has no 0', async () => {
    const industry = await mint(METERS, () => []);
    const document = await buildReport(context, industry, asked('water', 'daily', '2026-06-10'));
    expect(document.empty).toBe('None of the 2 units has a reading in the period.');
    expect(rowsOf(document).map(({ total }) => total)).toEqual([null, null, null]);
    expect(document.headlines[0]?.value).toEqual({ kind: 'missing', why: 'no reading' });
    expect(JSON.stringify(document.sections)).not.toContain('"value":0');
  });

  it('of several units, one of which is silent, is "at least" and names it', async () => {
    const industry = await mint(METERS, (of) => [
      ...hourly(of, 'A', ['2026-06-10'], 1000),
      ...hourly(of, 'B', ['2026-06-09'], 1000),
    ]);
    await computeInsights(context, industry, businessDate('2026-06-09'));
    const document = await buildReport(context, industry, asked('water', 'daily', '2026-06-10'));
    expect(document.headlines[0]?.value).toMatchObject({ value: 24, bound: 'at least', coverage: 0.5 });
    expect(document.attention[0]).toMatchObject({
      ...{ severity: 'high', place: 'Unit B', since: '09 Jun 2026 23:00' },
      fact: 'Has sent nothing since 09 Jun 2026 23:00',
    });
    expect(document.completeness.units).toMatchObject([
      { unitId: 'A', missing: null },
      { unitId: 'B', coverage: 0, missing: '24 of 24 h missing' },
    ]);
  });

  it('of days to come says once that they have not begun', async () => {
    const industry = await mint(METERS, () => []);
    const document = await buildReport(context, industry, asked('water', 'daily', '2030-01-15'));
    expect(document.period.text).toBe('15 Jan 2030, not begun yet');
    expect(document.empty).toBe('The period has not begun yet.');
    expect(document.headlines.at(-1)).toMatchObject({ title: 'Measured', comparedWith: 'nothing was expected' });
  });

  it('without the end date that it needs does not say that no unit was asked for', async () => {
    const industry = await mint(METERS, () => []);
    const document = await buildReport(context, industry, asked('water', 'daily_range', '2026-06-10'));
    expect(document.completeness.sentence).toBe('No day lies in the period, so nothing was expected.');
  });

  it('of a running month leaves out what has not begun, and compares days that have ended only', async () => {
    const industry = await mint([unit('A', 'FLOW_CATEGORY')], (of) => [
      ...hourly(of, 'A', ['2026-05-01', '2026-05-31'], 1000),
      ...hourly(of, 'A', JUNE(19), 2000),
      ...hourly(of, 'A', ['2026-06-20'], 2000, 12),
    ]);
    const document = await buildReport(context, industry, asked('water', 'monthly', '2026-06-20'));
    // 19 days of 48 and half a day of 24.
    expect(document.headlines[0]?.value).toMatchObject({ value: 936, provisional: true });
    // Nothing of May beyond the 19th counts; its 18 empty days make it too little to compare.
    expect(document.headlines[0]?.change).toBeNull();
    const days = tableOf(document, 'buckets');
    expect(days.rows).toHaveLength(21);
    expect(days.rows[19]?.cells[1]).toMatchObject({ value: 24, provisional: true });
    expect(days.rows[18]?.cells[1]).toMatchObject({ value: 48, provisional: false });
    expect(days.note).toBe('What has not begun yet is left out.');
  });

  it('compares 19 ended days with 19 days of the month before', async () => {
    const may = Array.from({ length: 31 }, (_, index) => `2026-05-${String(index + 1).padStart(2, '0')}`);
    const industry = await mint([unit('A', 'FLOW_CATEGORY')], (of) => [
      ...hourly(of, 'A', may, 1000),
      ...hourly(of, 'A', JUNE(19), 2000),
    ]);
    const document = await buildReport(context, industry, asked('water', 'monthly', '2026-06-20'));
    expect(document.headlines[0]?.change).toMatchObject({ share: 1, from: 19 * 24 });
  });

  it.each([
    ['2026-03-28', 23],
    ['2025-10-25', 25],
  ])('of %s in Berlin, where clocks change, has %s hours', async (day, hours) => {
    const industry = await mint([unit('A', 'FLOW_CATEGORY')], (of) => hourly(of, 'A', [day], 1000, hours), {
      timezone: 'Europe/Berlin',
      shiftStartAt: '06:00:00',
    });
    const document = await buildReport(context, industry, asked('water', 'daily', day));
    expect(tableOf(document, 'buckets').rows).toHaveLength(hours + 1);
    expect(rowsOf(document)).toMatchObject([{ total: hours, measured: 1 }]);
  });

  it('tells from when a meter that was added in mid-month has figures', async () => {
    const industry = await mint(METERS, (of) => [
      ...hourly(of, 'A', JUNE(19), 1000),
      ...hourly(of, 'B', JUNE(19).slice(11), 1000),
    ]);
    const document = await buildReport(
      context,
      industry,
      asked('water', 'daily_range', '2026-06-01', { endDate: '2026-06-19' }),
    );
    expect(rowsOf(document).map(({ total }) => total)).toEqual([19 * 24, 8 * 24, 27 * 24]);
    expect(document.completeness.units[1]).toMatchObject({
      missing: '264 of 456 h missing, all before 12 Jun 2026',
    });
    expect(cellOf(document, 'meters-other-meters', 2, 'total')).toMatchObject({ bound: 'at least' });
  });

  it('counts each day by the multiplier of that day', async () => {
    const industry = await mint([unit('A', 'FLOW_CATEGORY')], (of) => hourly(of, 'A', JUNE(4), 1000));
    const changed = await works(
      context,
      [unit('A', 'FLOW_CATEGORY', { flowFactor: 3, meta: { effectiveFrom: '03/06/2026' } })],
      { industryId: industry.industryId },
    );
    const document = await buildReport(
      context,
      changed,
      asked('water', 'daily_range', '2026-06-01', { endDate: '2026-06-04' }),
    );
    expect(rowsOf(document, 'buckets').map((row) => row['group-0'])).toEqual([24, 24, 72, 72, 192]);
  });

  it('may have days from midnight to midnight', async () => {
    const industry = await mint(
      [unit('A', 'FLOW_CATEGORY')],
      (of) => [...hourly(of, 'A', ['2026-06-09'], 1000), ...hourly(of, 'A', ['2026-06-10'], 2000)],
      { timezone: 'Asia/Kolkata', shiftStartAt: '06:00:00' },
    );
    const ofDay = (useShift: boolean) =>
      buildReport(context, industry, asked('water', 'daily', '2026-06-10', { useShift }));
    expect((await ofDay(true)).headlines[0]?.value).toMatchObject({ value: 48 });
    // Six hours of the day that began on the 9th at 06:00, then 18 of the day after.
    const calendar = await ofDay(false);
    expect(calendar.headlines[0]?.value).toMatchObject({ value: 6 + 36, coverage: 1 });
    expect(rowsOf(calendar, 'buckets')[0]).toEqual({ bucket: '2026-06-09T18:30:00.000Z', 'group-0': 1 });
    expect(calendar.industry.shiftStartAt).toBe('00:00:00');
    // At 03:00 the day of the night's shift still runs.
    const early = { ...context, clock: { now: () => Date.parse('2026-06-10T21:30:00Z') } };
    const running = await buildReport(early, industry, { ...asked('water', 'daily', '2026-06-01'), startDate: null });
    const atMidnight = { ...asked('water', 'daily', '2026-06-01', { useShift: false }), startDate: null };
    expect([running, await buildReport(early, industry, atMidnight)].map(({ period }) => period.from)).toEqual([
      '2026-06-10',
      '2026-06-10',
    ]);
    const month = await buildReport(context, industry, asked('water', 'monthly', '2026-06-10', { useShift: false }));
    expect(rowsOf(month, 'buckets').slice(8, 11)).toEqual([
      { bucket: '2026-06-09', 'group-0': 18 },
      { bucket: '2026-06-10', 'group-0': 42 },
      { bucket: '2026-06-11', 'group-0': 12 },
    ]);
  });

  it('with days from midnight counts the year in business days, and says which and whether one runs', async () => {
    const rain = [unit('R', 'FLOW_CATEGORY', { meta: { waterSource: 'rain' } })];
    const clock = { timezone: 'Asia/Kolkata', shiftStartAt: '06:00:00' };
    // Of the 10th all that is known at half past midnight: the hours from 06:00 to 24:00.
    const readings = (of: Industry) => [
      ...hourly(of, 'R', ['2026-06-09'], 1000),
      ...hourly(of, 'R', ['2026-06-10'], 2000, 18),
    ];
    const industry = await mint(rain, readings, clock);
    const atHalfPastMidnight = { ...context, clock: { now: () => Date.parse('2026-06-10T19:00:00Z') } };
    const year = async (date: string, useShift: boolean) => {
      const report = asked('rain_water', 'daily', date, { useShift });
      const { headlines } = await buildReport(atHalfPastMidnight, industry, report);
      return headlines.find(({ title }) => title === 'Year to date');
    };
    const upToNow = { value: { value: 24 + 36, provisional: true }, comparedWith: '01 Jan to 10 Jun 2026' };
    expect(await year('2026-06-11', false)).toMatchObject(upToNow);
    // The day from midnight to midnight has ended, and the business day has not.
    expect(await year('2026-06-10', false)).toMatchObject(upToNow);
    expect(await year('2026-06-10', true)).toMatchObject(upToNow);
    expect(await year('2026-06-09', false)).toMatchObject({
      value: { value: 24, provisional: false },
      comparedWith: '01 Jan to 09 Jun 2026',
    });
  });

  it('shows meters minute by minute, with the totals of their days', async () => {
    const quarter = [unit('A', 'FLOW_CATEGORY', { dataUpdateFrequency: 900 })];
    const industry = await mint(quarter, (of) =>
      Array.from({ length: 96 }, (_, slot) => ({
        unitId: 'A',
        createdOn: at(of, '2026-06-10', slot / 4),
        value: 100,
      })),
    );
    const document = await buildReport(
      context,
      industry,
      asked('water', 'granular', '2026-06-10', { endDate: '2026-06-10', layout: 'v2' }),
    );
    const table = rowsOf(document, 'matrix-other-meters');
    expect(table).toHaveLength(97);
    expect(table[1]).toEqual({ bucket: '2026-06-10T00:15:00.000Z', A: 0.1 });
    expect(table.at(-1)).toEqual({ bucket: 'Total', A: 9.6 });
  });

  it('has a row per month, and per hour of several days', async () => {
    const industry = await mint([unit('A', 'FLOW_CATEGORY')], (of) =>
      hourly(of, 'A', ['2026-04-30', '2026-05-01', '2026-06-02'], 1000),
    );
    const months = await buildReport(
      context,
      industry,
      asked('water', 'monthly_range', '2026-04-10', { endDate: '2026-06-01' }),
    );
    expect(rowsOf(months, 'buckets')).toEqual([
      { bucket: 'Apr 2026', 'group-0': 24 },
      { bucket: 'May 2026', 'group-0': 24 },
      { bucket: 'Jun 2026', 'group-0': 24 },
      { bucket: 'Total', 'group-0': 72 },
    ]);
    const hours = await buildReport(
      context,
      industry,
      asked('water', 'hourly', '2026-04-30', { endDate: '2026-05-01' }),
    );
    expect(tableOf(hours, 'buckets').rows).toHaveLength(49);
    expect(hours.headlines[0]?.value).toMatchObject({ value: 48 });
  });

  it('has no figure where a required end date is missing, and says why', async () => {
    const industry = await mint(METERS, () => []);
    const document = await buildReport(context, industry, asked('water', 'hourly', '2026-06-10'));
    expect(document.empty).toContain('No end date was given');
    expect(document.sections).toEqual([]);
  });

  it('adds up nothing of virtual units, and tells of one whose formula failed', async () => {
    const industry = await mint([...METERS, virtual('V', '{A} / {B}')], (of) => [
      ...hourly(of, 'A', ['2026-06-10'], 1000),
      ...hourly(of, 'B', ['2026-06-10'], 0),
    ]);
    const document = await buildReport(context, industry, asked('water', 'daily', '2026-06-10'));
    expect(rowsOf(document, 'meters-calculated')).toMatchObject([{ name: 'Unit V', total: null }]);
    expect(document.attention).toContainEqual(
      expect.objectContaining({ place: 'Unit V', fact: 'Its formula, or a unit that it uses, failed' }),
    );
  });
});

describe('who asks for units', () => {
  it('hears of one that is not the industry\u2019s, of one that the service has not, and of more than a report holds', async () => {
    const industry = await mint([...METERS, unit('T', 'STOCK_CATEGORY', { maxCapacity: 1000 })], () => []);
    const ask = (service: 'water' | 'energy', unitIds: readonly string[] | null) =>
      buildReport(context, industry, asked(service, 'daily', '2026-06-10', { unitIds }));
    await expect(ask('water', ['NO_SUCH'])).rejects.toMatchObject({ code: 404 });
    await expect(ask('water', ['T'])).rejects.toMatchObject({ code: 1401 });
    await expect(ask('energy', null)).rejects.toMatchObject({ code: 1401 });
    const many = await works(
      context,
      Array.from({ length: 40 }, (_, index) => unit(`U${index}`, 'FLOW_CATEGORY')),
    );
    await expect(
      buildReport(context, many, asked('water', 'granular', '2026-05-01', { endDate: '2026-05-31' })),
    ).rejects.toMatchObject({
      code: 1403,
      message: "Invalid 'unitIds': 40 units make 1240 unit days, allowed are 1000: name fewer units or days",
    });
  });
});

describe('a report of chosen units', () => {
  it('tells of no incident of others, of the site or of units that are gone', async () => {
    const industry = await mint(METERS, () => []);
    const ruleKey = await addRule(context, industry);
    const openedAt = Date.parse('2026-06-10T12:00:00Z');
    for (const [index, unitId] of ['A', 'B', null].entries())
      await fire(context, industry, ruleKey, {
        openedAt: openedAt + index,
        unitKey: unitId === null ? null : (industry.units.get(unitId)?.unitKey ?? null),
      });
    for (const [unitIds, count] of [
      [['A'], 1],
      [['A', 'B'], 2],
      [null, 3],
    ] as const) {
      const alerts = await buildReport(
        context,
        industry,
        asked('alert', 'granular', '2026-06-10', { unitIds, endDate: '2026-06-10' }),
      );
      expect(alerts.headlines[0]?.value).toMatchObject({ value: count });
      const site = await buildReport(context, industry, asked('consolidated', 'monthly', '2026-06-10', { unitIds }));
      expect(site.sections.some(({ id }) => id === 'incidents')).toBe(true);
      expect(tableOf(site, 'incidents').rows).toHaveLength(count);
    }
  });
});
