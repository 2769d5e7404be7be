import { beforeAll, describe, expect, it } from 'vitest';
import { readBalance } from '../../../src/balance/read-balance.ts';
import { computeInsights } from '../../../src/findings/insights/compute-insights.ts';
import { readFindings } from '../../../src/findings/insights/read-findings.ts';
import { provisionIndustry } from '../../../src/industries/provisioning/provision-industry.ts';
import { businessDate } from '../../../src/kernel/time/business-date.ts';
import { at, dates, process, requireIndustry, send, unit } from '../../figures/processing/works.ts';
import { mintId, testContext, type TestContext } from '../../support/database.ts';

/*
 * Sites with one source and two uses, whose meters report every six hours, over ten days up to 10/06/2026.
 */

const [FIRST, LAST] = ['2026-06-01', '2026-06-10'];
const HOURS = [3, 9, 15, 21];

let context: TestContext;
beforeAll(async () => {
  context = await testContext('2026-06-11T02:00:00Z');
});

/** @param amounts of a day, in siUnit; a use is null on the days on which it sends nothing */
async function judged(siUnit: string, amounts: Readonly<Record<'IN' | 'A' | 'B', (date: string) => number | null>>) {
  const industryId = mintId('BALANCED');
  const meter = (unitId: string) => unit(unitId, 'FLOW_CATEGORY', { siUnit, dataUpdateFrequency: 21_600 });
  const of = (...units: string[]) => ({
    standardCategoryId: 'FLOW_CATEGORY',
    subCategories: [{ id: `OF_${units.join('_')}`, displayName: units.join(), units }],
  });
  const bundle = {
    industry: {
      industryId,
      industryName: industryId,
      meta: {
        timezone: 'UTC',
        shift: { startAt: '00:00:00' },
        tariff: { perCubicMetre: 2, currency: 'EUR' },
      },
    },
    units: ['IN', 'A', 'B'].map(meter),
    categoriesV2: { ID_SOURCE: of('IN'), ID_CONSUMPTION: of('A', 'B') },
  };
  await provisionIndustry({ context, bundle, markStale: async () => {} });
  const industry = await requireIndustry(context, industryId);
  await send(
    context,
    industry,
    dates(FIRST, LAST).flatMap((date) =>
      Object.entries(amounts).flatMap(([unitId, amountOn]) => {
        const amount = amountOn(date);
        if (amount === null) return [];
        return HOURS.map((hour) => ({ unitId, createdOn: at(industry, date, hour), value: (amount * 1000) / 4 }));
      }),
    ),
  );
  await process(context, industry, FIRST, LAST);
  await computeInsights(context, industry);
  const { findings } = await readFindings(context, industry, { days: 30, withSettled: true });
  const last = businessDate(LAST);
  const { figures } = await readBalance(context, industry, { startDate: last, endDate: last, divisionFactor: 1000 });
  return { balance: findings.filter(({ kind }) => kind === 'balance'), unaccounted: figures.unaccounted };
}

describe('the balance', () => {
  it('loses nothing where a meter of use sends nothing for days, because nobody knows what passed it', async () => {
    const { balance, unaccounted } = await judged('KL', {
      IN: () => 101,
      A: () => 60,
      B: (date) => (date > '2026-06-07' ? null : 40),
    });
    expect(unaccounted).toMatchObject({ value: 41, band: null, status: 'unknown' });
    expect(balance).toEqual([]);
  });

  it('is told in the unit of its meters, with the litres and the money of that', async () => {
    const { balance, unaccounted } = await judged('L', { IN: () => 20_000, A: () => 8000, B: () => 7000 });
    expect(unaccounted).toMatchObject({ value: 5000, siUnit: 'L' });
    expect(balance).toMatchObject([{ siUnit: 'L', litresPerDay: 5000, litres: 50_000, money: 100, currency: 'EUR' }]);
    expect(balance[0]?.sentence.replaceAll(/\s/g, ' ')).toMatch(/^5 000 L a day are not accounted for; 2 000 L /);
  });
});
