import { expect, it } from 'vitest';
import { checkProcessed } from '../../../src/findings/validation/check-processed.ts';
import { dayStart } from '../../../src/kernel/time/business-clock.ts';
import { businessDate } from '../../../src/kernel/time/business-date.ts';
import { at, process, send, unit, works } from '../../figures/processing/works.ts';
import { testContext } from '../../support/database.ts';

const DAY = '2026-06-10';

it('misses the document of a unit that was retired after the day', async () => {
  const context = await testContext('2026-06-11T06:00:00Z');
  const industry = await works(context, [unit('IN', 'FLOW_CATEGORY'), unit('OUT', 'FLOW_CATEGORY')]);
  await send(
    context,
    industry,
    ['IN', 'OUT'].map((unitId) => ({ unitId, createdOn: at(industry, DAY, 3), value: 1000 })),
  );
  await process(context, industry, DAY, DAY);
  const state = async (date: string) => {
    const startEpochMs = dayStart(industry.clock, businessDate(date));
    const asked = { industryKey: industry.industryKey, startEpochMs, hasEnded: true };
    const [found] = await checkProcessed(context.database, [asked], businessDate(date));
    return [found?.state, found?.unitsWithoutDocument];
  };
  const retire = (instant: string) =>
    context.database.execute("UPDATE tenant.unit SET removed_at = $2 WHERE industry_key = $1 AND unit_id = 'OUT'", [
      industry.industryKey,
      instant,
    ]);
  await retire(at(industry, '2026-06-11', 2));
  expect(await state(DAY)).toEqual(['complete', []]);
  await context.database.execute(
    "DELETE FROM telemetry.document WHERE unit_key = (SELECT unit_key FROM tenant.unit WHERE industry_key = $1 AND unit_id = 'OUT')",
    [industry.industryKey],
  );
  expect(await state(DAY)).toEqual(['incomplete', ['OUT']]);
  await retire(at(industry, '2026-06-09', 2));
  expect(await state(DAY)).toEqual(['complete', []]);
});
