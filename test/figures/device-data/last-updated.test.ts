import { expect, it } from 'vitest';
import { lastUpdatedTime } from '../../../src/figures/device-data/last-updated.ts';
import { testContext } from '../../support/database.ts';
import { at, send, unit, virtual, works } from '../processing/works.ts';

it('the last update is the newest reading up to now, whatever a clock ahead has sent', async () => {
  const context = await testContext('2026-05-03T12:00:00Z');
  const industry = await works(context, [
    ...['ON_TIME', 'AHEAD', 'LATER_ALONE', 'NEVER'].map((unitId) => unit(unitId, 'FLOW_CATEGORY')),
    virtual('BOTH', '{ON_TIME} + {AHEAD}'),
  ]);
  const sent = { ON_TIME: [9], AHEAD: [10, 15], LATER_ALONE: [16] };
  await send(
    context,
    industry,
    Object.entries(sent).flatMap(([unitId, hours]) =>
      hours.map((hour) => ({ unitId, createdOn: at(industry, '2026-05-03', hour), value: 1 })),
    ),
  );
  const updated = (...unitIds: string[]) => lastUpdatedTime(context, industry, unitIds);
  expect(await updated('ON_TIME')).toBe('2026-05-03T09:00:00.000Z');
  expect(await updated('ON_TIME', 'AHEAD', 'LATER_ALONE')).toBe('2026-05-03T10:00:00.000Z');
  expect(await updated('BOTH')).toBe('2026-05-03T10:00:00.000Z');
  expect(await updated('LATER_ALONE', 'NEVER')).toBeNull();
  context.clock.set('2026-05-03T15:00:00Z');
  expect(await updated('BOTH')).toBe('2026-05-03T15:00:00.000Z');
});
