import { beforeAll, describe, expect, it } from 'vitest';
import { toDisplay } from '../../src/figures/rules/figures/display.ts';
import type {
  DailyDocument,
  MonthlyDocument,
  ProcessedDocument,
  YearlyDocument,
} from '../../src/kernel/document/types.ts';
import type { Industry } from '../../src/kernel/industry/industry.ts';
import { businessDate } from '../../src/kernel/time/business-date.ts';
import { readDays } from '../../src/figures/read-days.ts';
import { readMonths } from '../../src/figures/read-months.ts';
import { explainFigure } from '../../src/figures/explain/explain.ts';
import type { Period } from '../../src/figures/store/document-rows.ts';
import { testContext, type TestContext } from '../support/database.ts';
import { loginIssuer, rowsAs } from '../keeping/analysts/support.ts';
import { at, dates, documents, process, send, unit, virtual, works } from './processing/works.ts';

/*
 * Quantities for which doubles have hardly any room: LARGE passes 3333333333.333 a day and 3333333333.343 on the last
 * one, 1e11 in April. A and B differ by 0.1 at 1e9. On 02/04 two readings of A in one hour have a sum that no double
 * holds in millionths.
 */
const APRIL = dates('2026-04-01', '2026-04-30');
const UNITS = ['LARGE', 'A', 'B', 'DIFFERENCE'];
/** 5000000000.000001 + 5000000000. */
const SUM_OF_TWO = Number('10000000000.000001');
let context: TestContext;
let industry: Industry;

beforeAll(async () => {
  context = await testContext('2026-05-20T12:00:00Z');
  industry = await works(context, [
    ...UNITS.slice(0, 3).map((unitId) => unit(unitId, 'FLOW_CATEGORY')),
    virtual('DIFFERENCE', '({A} - {B}) * 1000'),
  ]);
  await send(context, industry, [
    ...APRIL.map((date) => ({
      unitId: 'LARGE',
      createdOn: at(industry, date, 5),
      value: date === '2026-04-30' ? 3_333_333_333.343 : 3_333_333_333.333,
    })),
    { unitId: 'A', createdOn: at(industry, '2026-04-01', 1), value: 1_000_000_000.1 },
    { unitId: 'B', createdOn: at(industry, '2026-04-01', 1), value: 1_000_000_000 },
    { unitId: 'A', createdOn: at(industry, '2026-04-02', 1), value: 5_000_000_000.000001 },
    { unitId: 'A', createdOn: at(industry, '2026-04-02', 1.5), value: 5_000_000_000 },
  ]);
});

const of = async <D extends ProcessedDocument>(unitId: string, period: Period) =>
  (await documents<D>(context, industry, period)).filter((document) => document.unitId === unitId);

describe('large figures keep their decimals', () => {
  it('on the fly, from the readings themselves', async () => {
    const unitIds = new Set(UNITS);
    const days = await readDays(context, {
      industry,
      unitIds,
      dates: APRIL.map((date) => businessDate(date)),
      withEntries: true,
    });
    const day = (date: string, unitId: string) => days.get(businessDate(date))?.get(unitId);
    expect([
      day('2026-04-01', 'LARGE')?.value,
      day('2026-04-01', 'DIFFERENCE')?.value,
      day('2026-04-01', 'DIFFERENCE')?.hourly[1]?.y,
      day('2026-04-02', 'A')?.value,
    ]).toEqual([3_333_333_333.333, 100, 100, SUM_OF_TWO]);
    const april = (await readMonths(context, { industry, unitIds, months: [businessDate('2026-04-01')] })).get(
      businessDate('2026-04-01'),
    );
    expect(april?.get('LARGE')?.value).toBe(100_000_000_000);
  });

  it('in stored days, months and years, which come from the rollups', async () => {
    await process(context, industry, '2026-04-01', '2026-04-30');
    expect((await of<DailyDocument>('LARGE', 'DAILY')).slice(28).map(({ value }) => value)).toEqual([
      3_333_333_333.333, 3_333_333_333.343,
    ]);
    expect((await of<MonthlyDocument>('LARGE', 'MONTHLY')).map(({ value }) => value)).toEqual([100_000_000_000]);
    expect((await of<YearlyDocument>('LARGE', 'YEARLY')).map(({ value }) => value)).toEqual([100_000_000_000]);
    expect((await of<DailyDocument>('A', 'DAILY')).slice(0, 2).map(({ value }) => value)).toEqual([
      1_000_000_000.1,
      SUM_OF_TWO,
    ]);
    expect(
      (await of<DailyDocument>('DIFFERENCE', 'DAILY')).slice(0, 1).map(({ value, hourly }) => [value, hourly[1]?.y]),
    ).toEqual([[100, 100]]);
  });

  it('in explain', async () => {
    const { figure, formula } = await explainFigure(context, industry, {
      unitId: 'DIFFERENCE',
      date: businessDate('2026-04-01'),
      hour: null,
      divisionFactor: 1000,
    });
    expect(figure).toMatchObject({ value: 100, recomputedValue: 100, shown: 0.1, agrees: true });
    expect(formula).toMatchObject({ text: '(1000000000.1 - 1000000000) * 1000', result: 100 });
    const large = await explainFigure(context, industry, {
      unitId: 'LARGE',
      date: businessDate('2026-04-30'),
      hour: 5,
      divisionFactor: 1000,
    });
    expect([large.figure.value, large.figure.shown, large.steps[0]?.text]).toEqual([
      3_333_333_333.343,
      3_333_333.333343,
      'no register counts in this hour: sum of 1 interval value 3\u202f333\u202f333\u202f333.343 = 3\u202f333\u202f333\u202f333.343',
    ]);
  });

  it('in the views of analysts, as numerics whose days add up to the month', async () => {
    const login = await loginIssuer(context)(industry);
    const [month] = await rowsAs(
      login,
      `
      SELECT m.value::text, m.value_display::text AS shown, sum(d.value)::text AS days, sum(d.value_display)::text AS days_shown, pg_typeof(m.value)::text AS type
      FROM analytics.monthly_figures m JOIN analytics.daily_figures d USING (unit_id) WHERE unit_id = 'LARGE' GROUP BY m.value, m.value_display`,
    );
    expect(month).toEqual({
      value: '100000000000',
      shown: '100000000',
      days: '100000000000.000',
      days_shown: '100000000.000000',
      type: 'numeric',
    });
    const [day] = await rowsAs(
      login,
      `
      SELECT d.value::text, d.value_display::text AS shown, sum(h.value)::text AS hours, r.value_sum::text AS sent
      FROM analytics.daily_figures d JOIN analytics.hourly_figures h USING (unit_id, business_date) JOIN analytics.rollup_daily r ON r.unit_id = d.unit_id AND r.business_date = d.business_date
      WHERE d.unit_id = 'LARGE' AND d.business_date = '2026-04-30' GROUP BY d.value, d.value_display, r.value_sum`,
    );
    expect(day).toEqual({
      value: '3333333333.343',
      shown: '3333333.333343',
      hours: '3333333333.343',
      sent: '3333333333.343',
    });
    expect(toDisplay(3_333_333_333.343, 1000)).toBe(3_333_333.333343);
  });
});
