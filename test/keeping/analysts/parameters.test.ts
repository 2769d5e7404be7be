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
