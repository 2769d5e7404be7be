import { expect, it } from 'vitest';
import { dayInsights } from '../../../src/findings/insights/day-insights.ts';
import { businessDate } from '../../../src/kernel/time/business-date.ts';
import { send, unit, works } from '../../figures/processing/works.ts';
import { testContext } from '../../support/database.ts';

it('a unit that has sent within the last hour is online in the first minutes of a day, too', async () => {
  const context = await testContext('2026-03-02T00:10:00Z');
  const industry = await works(context, [unit('HEARD', 'FLOW_CATEGORY'), unit('SILENT', 'FLOW_CATEGORY')]);
  await send(context, industry, [
    { unitId: 'HEARD', createdOn: '2026-03-01T23:30:00Z', value: 1 },
    { unitId: 'SILENT', createdOn: '2026-03-01T23:05:00Z', value: 1 },
  ]);
  const dates = [businessDate('2026-03-01'), businessDate('2026-03-02')];
  const days = await dayInsights(context, industry, dates, context.clock.now());
  expect(days.map(({ onlineUnits, offlineUnits }) => [onlineUnits, offlineUnits])).toEqual([
    [2, 0],
    [1, 1],
  ]);
});
