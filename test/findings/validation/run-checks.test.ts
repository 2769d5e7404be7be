import { expect, it } from 'vitest';
import { checkDay } from '../../../src/findings/validation/run-checks.ts';
import { businessDate } from '../../../src/kernel/time/business-date.ts';
import { at, requireIndustry, send, unit, works } from '../../figures/processing/works.ts';
import { testContext, type TestContext } from '../../support/database.ts';

const DAY = '2026-06-10';
const NOW = '2026-06-11T06:00:00Z';

/** Retires a unit of an industry at an instant. */
async function retire(context: TestContext, industryId: string, unitId: string, instant: string) {
  await context.database.execute(
    `UPDATE tenant.unit u SET removed_at = $3 FROM tenant.industry i
     WHERE i.industry_key = u.industry_key AND i.industry_id = $1 AND u.unit_id = $2`,
    [industryId, unitId, instant],
  );
  return requireIndustry(context, industryId);
}

it('checks a unit that was retired since, up to its retirement', async () => {
  const context = await testContext(NOW);
  const industry = await works(context, [unit('IN', 'FLOW_CATEGORY'), unit('OUT', 'FLOW_CATEGORY')]);
  const both = ['IN', 'OUT'].flatMap((unitId) =>
    Array.from({ length: unitId === 'IN' ? 24 : 12 }, (_, hour) => ({
      unitId,
      createdOn: at(industry, DAY, hour),
      value: unitId === 'OUT' && hour === 3 ? -250 : 1000,
    })),
  );
  await send(context, industry, both);
  const retired = await retire(context, industry.industryId, 'OUT', at(industry, DAY, 12));
  const found = (date: string) =>
    checkDay(context, retired, businessDate(date), ['reverseFlow', 'missingQuantity']).then(({ units, findings }) => ({
      units,
      findings: findings.map(({ unitId, check }) => `${unitId} ${check}`),
    }));
  expect(await found(DAY)).toEqual({ units: 2, findings: ['OUT reverseFlow'] });
  expect(await found('2026-06-11')).toEqual({ units: 1, findings: ['IN missingQuantity'] });
});

it('judges a unit by the group that it had on the day', async () => {
  const context = await testContext(NOW);
  const { industryId } = await works(context, [unit('A', 'FLOW_CATEGORY')]);
  const industry = await requireIndustry(context, industryId);
  await send(context, industry, [{ unitId: 'A', createdOn: at(industry, DAY, 3), value: -250 }]);
  const stored = industry.units.get('A');
  if (stored === undefined) throw new Error('The unit was declared.');
  const level = { ...stored.current, group: 'GROUND_WATER_LEVEL' as const };
  const versions = [...stored.versions, { effectiveFrom: businessDate('2026-06-11'), unit: level, meta: {} }];
  const changed = { ...industry, units: new Map([['A', { ...stored, current: level, versions }]]) };
  const checks = (date: string) => checkDay(context, changed, businessDate(date), ['reverseFlow']);
  expect(await checks(DAY)).toMatchObject({ units: 1, findings: [{ unitId: 'A', check: 'reverseFlow' }] });
  expect(await checks('2026-06-11')).toEqual({ units: 0, findings: [] });
});

it('does not judge readings of a sealed day, which are not there', async () => {
  const context = await testContext(NOW);
  const industry = await works(context, [unit('A', 'FLOW_CATEGORY')]);
  await context.database.execute(
    "INSERT INTO telemetry.sealed_month (industry_key, month, sealed_at) VALUES ($1, '2026-01-01', now())",
    [industry.industryKey],
  );
  const day = businessDate('2026-01-15');
  expect(await checkDay(context, industry, day, ['missingQuantity'])).toEqual({ units: 0, findings: [] });
  expect(await checkDay(context, industry, day, ['missingQuantity', 'highLow'])).toEqual({ units: 1, findings: [] });
});
