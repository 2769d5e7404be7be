import { beforeAll, describe, expect, it } from 'vitest';
import { testContext, type TestContext } from '../../support/database.ts';
import { readSpans } from '../../../src/figures/read-spans.ts';
import { businessDate } from '../../../src/kernel/time/business-date.ts';
import { at, process, send, unit, works } from '../../figures/processing/works.ts';
import { type Credentials, loginIssuer, rowsWhenServed } from './support.ts';

const river = (siUnit: string, more = {}) =>
  unit('RIVER', 'QUALITY_CATEGORY', { siUnit: '', params: { turbidity: { displayName: siUnit, siUnit } }, ...more });

let context: TestContext;
let login: Credentials;
beforeAll(async () => {
  context = await testContext('2026-04-03T00:00:00Z');
  const { industryId } = await works(context, [river('NTU')]);
  await works(context, [river('FNU', { meta: { effectiveFrom: '01/04/2026' } })], { industryId });
  const industry = await works(context, [river('JTU', { meta: { effectiveFrom: '01/06/2026' } })], { industryId });
  await send(
    context,
    industry,
    ['2026-03-31', '2026-04-01'].map((day) => ({
      unitId: 'RIVER',
      createdOn: at(industry, day, 6),
      value: { turbidity: 2 },
    })),
  );
  await process(context, industry, '2026-03-31', '2026-04-01');
  login = await loginIssuer(context)(industry);
});

describe('the unit of measure of a parameter that changes on a day', () => {
  it.each(['parameter_readings', 'parameter_rollup_hourly', 'parameter_rollup_daily', 'daily_parameter_figures'])(
    'is that of the day of each row in %s, today or announced for later',
    async (view) => {
      expect(
        await rowsWhenServed(
          login,
          `SELECT business_date::text AS date, parameter_name, parameter_unit FROM analytics.${view} ORDER BY 1`,
        ),
      ).toEqual([
        { date: '2026-03-31', parameter_name: 'NTU', parameter_unit: 'NTU' },
        { date: '2026-04-01', parameter_name: 'FNU', parameter_unit: 'FNU' },
      ]);
    },
  );
});

it('the unit of measure of a month or year in which it changed is that of its last day, as in answers', async () => {
  const { industryId } = await works(context, [river('NTU')]);
  const industry = await works(context, [river('FNU', { meta: { effectiveFrom: '16/03/2025' } })], { industryId });
  await send(context, industry, [
    { unitId: 'RIVER', createdOn: at(industry, '2025-03-20', 6), value: { turbidity: 2 } },
  ]);
  await process(context, industry, '2025-03-20', '2025-03-20');
  const analyst = await loginIssuer(context)(industry);
  const told = await Promise.all(
    [
      'monthly_parameter_figures',
      'yearly_parameter_figures',
      'parameter_rollup_monthly',
      'parameter_rollup_yearly',
    ].map((view) => rowsWhenServed(analyst, `SELECT parameter_name, parameter_unit FROM analytics.${view}`)),
  );
  expect(told).toEqual(told.map(() => [{ parameter_name: 'FNU', parameter_unit: 'FNU' }]));
  const months = [businessDate('2025-03-01')];
  const answered = await readSpans(context, industry, ['RIVER'], { kind: 'MONTHS', months });
  expect(answered.get('RIVER')?.unit.params['turbidity']?.siUnit).toBe('FNU');
});

it('samples of a month or year are not added up over a change of the unit of measure, those of its days are', async () => {
  const { industryId } = await works(context, [river('NTU')]);
  const industry = await works(context, [river('FNU', { meta: { effectiveFrom: '16/03/2025' } })], { industryId });
  const sampleOf = (date: string, turbidity: number) => ({
    unitId: 'RIVER',
    createdOn: at(industry, date, 6),
    value: { turbidity },
  });
  await send(context, industry, [sampleOf('2025-03-10', 2), sampleOf('2025-03-20', 4), sampleOf('2025-04-10', 6)]);
  await process(context, industry, '2025-03-10', '2025-04-10');
  const analyst = await loginIssuer(context)(industry);
  const added = (level: string) =>
    rowsWhenServed(
      analyst,
      `SELECT parameter_unit AS of, sample_count::int AS count, mean::float8, value_min AS min, value_max AS max,
              last_value AS last
       FROM analytics.parameter_rollup_${level} ORDER BY bucket`,
    );
  const told = (of: string, value: number) => ({ of, count: 1, mean: value, min: value, max: value, last: value });
  const untold = (count: number) => ({ of: 'FNU', count, mean: null, min: null, max: null, last: null });
  expect(await added('daily')).toEqual([told('NTU', 2), told('FNU', 4), told('FNU', 6)]);
  expect(await added('monthly')).toEqual([untold(2), told('FNU', 6)]);
  expect(await added('yearly')).toEqual([untold(3)]);
});
