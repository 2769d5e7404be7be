import { describe, expect, it } from 'vitest';
import { statement, valuesInOrder } from '../../../src/platform/database/statements.ts';
import { send, unit, works } from '../../figures/processing/works.ts';
import { testContext } from '../../support/database.ts';

describe('the hours without readings, of many industries', () => {
  it('are looked for in the chunks of their day alone, however many years are kept', async () => {
    const context = await testContext('2026-06-11T06:00:00Z');
    const industry = await works(context, [unit('A', 'FLOW_CATEGORY')]);
    const days = ['2019-01-10', '2021-02-10', '2023-03-10', '2026-06-10'];
    await send(
      context,
      industry,
      days.map((day) => ({ unitId: 'A', createdOn: `${day}T12:00:00Z`, value: 1 })),
    );
    const plan = statement('workspace.missing_hours');
    const [row] = await context.database.execute<{ ['QUERY PLAN']: unknown }>(
      `EXPLAIN (FORMAT JSON) ${plan.text}`,
      valuesInOrder('workspace.missing_hours', plan, {
        industryKeys: [industry.industryKey],
        hours: [3],
        hourStarts: [new Date('2026-06-10T03:00Z')],
        hourEnds: [new Date('2026-06-10T04:00Z')],
        date: '2026-06-10',
      }),
    );
    expect(new Set(JSON.stringify(row).match(/_hyper_\d+_\d+_chunk/g))).toHaveProperty('size', 1);
  });
});
