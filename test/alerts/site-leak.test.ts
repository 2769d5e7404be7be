import { beforeAll, describe, expect, it } from 'vitest';
import { runBacktest } from '../../src/alerts/run-backtest.ts';
import { evaluateIndustry } from '../../src/alerts/evaluate-industry.ts';
import { alertWords } from '../../src/alerts/rules/content.ts';
import { factsOfIncident } from '../../src/alerts/rules/incident-facts.ts';
import { provisionIndustry } from '../../src/industries/provisioning/provision-industry.ts';
import type { Industry } from '../../src/kernel/industry/industry.ts';
import { businessDate } from '../../src/kernel/time/business-date.ts';
import { mintId, testContext, type TestContext } from '../support/database.ts';
import { process as processDays, requireIndustry, unit } from '../figures/processing/works.ts';
import { define, hearOfSettled, incidentsOf, send } from './watch.ts';

/* A plant in UTC with one meter before its uses and one of them, each in litres or in cubic metres. */

const RULE = { title: 'Water is lost', severity: 'high', alertType: 'water_balance_leakage', settings: {} };

let context: TestContext;
beforeAll(async () => {
  context = await testContext('2026-06-11T00:00:00Z');
});

async function plant(units: { readonly inlet: string; readonly use: string }): Promise<Industry> {
  const industryId = mintId('LEAK');
  const meter = (unitId: string, siUnit: string) =>
    unit(unitId, 'FLOW_CATEGORY', { siUnit, dataUpdateFrequency: 21_600, meta: { accuracyPercent: 0.5 } });
  const of = (id: string, unitId: string) => ({
    standardCategoryId: 'FLOW_CATEGORY',
    subCategories: [{ id, displayName: id, units: [unitId] }],
  });
  const bundle = {
    industry: { industryId, industryName: 'Plant', meta: { timezone: 'UTC', shift: { startAt: '00:00:00' } } },
    units: [meter('INLET', units.inlet), meter('USE', units.use)],
    categoriesV2: { ID_SOURCE: of('IN', 'INLET'), ID_CONSUMPTION: of('OUT', 'USE') },
  };
  await provisionIndustry({ context, bundle, markStale: async () => {} });
  return requireIndustry(context, industryId);
}

/** Four readings of a meter on a day of June, each of so many of its units. */
const day = (unitId: string, date: number, amount: number) =>
  ['03', '09', '15', '21'].map((hour) => ({
    row: { unitId, createdOn: `2026-06-${date}T${hour}:00:00Z`, value: amount * 1000 },
  }));
const evaluateAt = async (industry: Industry, time: string): Promise<void> => {
  context.clock.set(time);
  await evaluateIndustry(context, industry.industryId);
};

describe('a leak of the whole industry', () => {
  it('is told in the measure of its balance, while it lasts, when it is over and corrected, and in a back-test', async () => {
    const industry = await plant({ inlet: 'L', use: 'L' });
    const rule = await define(context, industry, RULE);
    context.clock.set('2026-06-12T00:40:00Z');
    await send(context, industry, [...day('INLET', 11, 10_000), ...day('USE', 11, 7000)]);
    await evaluateAt(industry, '2026-06-12T00:45:00Z');
    const [found] = await incidentsOf(context, industry);
    if (found === undefined) throw new Error('Nothing was found.');
    expect(found).toMatchObject({ state: 'open', value: 12_000, threshold: 4000, unitText: 'L', litres: 12_000 });
    const now = context.clock.now();
    const facts = factsOfIncident({ industry, incident: found, kind: 'fired', detail: {}, publicUrl: null, now });
    expect(alertWords(facts).subject).toMatch(/12.000\sL unaccounted for/);
    const asked = { from: businessDate('2026-06-11'), to: businessDate('2026-06-11'), suggest: false, series: true };
    expect(await runBacktest(context, industry, { ...asked, ruleId: rule.ruleId })).toMatchObject({
      incidents: [{ value: 12_000, siUnit: 'L' }],
      series: [{ siUnit: 'L' }],
    });

    context.clock.set('2026-06-13T00:40:00Z');
    await send(context, industry, [...day('INLET', 12, 10_000), ...day('USE', 12, 7000)]);
    await evaluateAt(industry, '2026-06-13T00:45:00Z');
    expect(await incidentsOf(context, industry)).toMatchObject([{ state: 'open', litres: 24_000 }]);
    context.clock.set('2026-06-14T00:40:00Z');
    await send(context, industry, [...day('INLET', 13, 10_000), ...day('USE', 13, 10_000)]);
    await evaluateAt(industry, '2026-06-14T00:45:00Z');
    expect(await incidentsOf(context, industry)).toMatchObject([{ state: 'recovered', litres: 24_000 }]);

    await send(context, industry, day('USE', 11, 8000));
    await processDays(context, industry, '2026-06-11', '2026-06-13');
    await hearOfSettled(context, industry);
    await evaluateAt(industry, '2026-06-14T01:45:00Z');
    expect(await incidentsOf(context, industry)).toMatchObject([{ state: 'recovered', litres: 20_000 }]);
  });

  it('is not looked for between litres and cubic metres, which have no balance', async () => {
    const industry = await plant({ inlet: 'L', use: 'KL' });
    await define(context, industry, RULE);
    context.clock.set('2026-06-15T00:40:00Z');
    await send(context, industry, [...day('INLET', 14, 10_000), ...day('USE', 14, 7)]);
    await evaluateAt(industry, '2026-06-15T00:45:00Z');
    expect(await incidentsOf(context, industry)).toEqual([]);
  });
});
