import { expect, it } from 'vitest';
import { runBacktest } from '../../src/alerts/run-backtest.ts';
import { evaluateIndustry } from '../../src/alerts/evaluate-industry.ts';
import { businessDate } from '../../src/kernel/time/business-date.ts';
import { testContext } from '../support/database.ts';
import { process as processDays, unit, works } from '../figures/processing/works.ts';
import { at, define, hearOfSettled, incidentsOf, send } from './watch.ts';

const RULE = {
  title: 'Low voltage',
  severity: 'high',
  alertType: 'quality_threshold',
  settings: { parameter: 'voltage', min: 200 },
  scope: { kind: 'unit', ids: ['PUMP'] },
};

/** Voltages of an hour and a half, one every five minutes. */
const rowsOf = (from: number, voltage: number) =>
  Array.from({ length: 18 }, (_, index) => ({
    row: {
      unitId: 'PUMP',
      createdOn: new Date(from + index * 300_000).toISOString(),
      value: 100,
      paramValue: { voltage },
    },
  }));

it('a parameter that a unit sends and does not declare is watched live, in history and in a back-test', async () => {
  const context = await testContext(new Date(at('09:30')).toISOString());
  const industry = await works(context, [unit('PUMP', 'ENERGY_CATEGORY', { siUnit: 'kWh', dataUpdateFrequency: 300 })]);
  const { ruleId } = await define(context, industry, RULE);
  await send(context, industry, rowsOf(at('08:00'), 190));
  expect((await evaluateIndustry(context, industry.industryId)).told).toBe(1);
  expect(await incidentsOf(context, industry)).toMatchObject([
    { state: 'open', parameter: 'voltage', value: 190, threshold: 200, openedAt: at('08:30') },
  ]);
  const day = businessDate('2026-11-20');
  const asked = { ruleId, from: day, to: day, suggest: false, series: false };
  expect((await runBacktest(context, industry, asked)).incidents).toMatchObject([{ value: 190 }]);

  context.clock.set('2026-11-21T06:00:00Z');
  await send(context, industry, rowsOf(at('08:00'), 230));
  await processDays(context, industry, '2026-11-20', '2026-11-20');
  await hearOfSettled(context, industry);
  await evaluateIndustry(context, industry.industryId);
  expect(await incidentsOf(context, industry)).toMatchObject([{ state: 'withdrawn' }]);
});
