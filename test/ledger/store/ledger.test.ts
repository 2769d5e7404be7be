import { describe, expect, it } from 'vitest';
import { clearStale, markStale, staleDays } from '../../../src/ledger/store/ledger.ts';
import { works, unit } from '../../figures/processing/works.ts';
import { ownContext } from '../../keeping/upkeep/own-database.ts';

describe('the ledger of stale days', () => {
  it('takes no more room however often a busy day is marked, and every mark is a later one', async () => {
    const context = await ownContext('2026-03-10T00:00:00Z');
    const { industryKey } = await works(context, [unit('A', 'FLOW_CATEGORY')]);
    const at = new Date(context.clock.now());
    const marks = Array.from({ length: 3000 }, (_, index) => ({
      businessDate: '2026-03-01',
      unitKey: 100_000 + index * 7,
      cause: 'late reading' as const,
    }));
    const size = async () =>
      (
        await context.database.execute<{ bytes: number }>(
          "SELECT pg_total_relation_size('telemetry.stale_day') AS bytes",
        )
      )[0]?.bytes;
    await markStale(context.database, industryKey, marks, at);
    const [first] = await staleDays(context.database, industryKey, '2026-03-01', '2026-03-01');
    for (let batch = 0; batch < 200; batch += 1)
      await markStale(context.database, industryKey, marks.slice(batch * 10, batch * 10 + 1000), at);
    expect(await size()).toBeLessThan(200_000);

    const [last] = await staleDays(context.database, industryKey, '2026-03-01', '2026-03-01');
    expect(last).toMatchObject({
      revision: 201,
      unitKeys: marks.map((mark) => mark.unitKey),
      causes: { 'late reading': 3000 + 200 * 1000 },
    });
    // Who saw the first mark cannot clear the later ones.
    await clearStale(context.database, industryKey, first === undefined ? [] : [first]);
    expect(await staleDays(context.database, industryKey, '2026-03-01', '2026-03-01')).toEqual([last]);
    await markStale(
      context.database,
      industryKey,
      [{ businessDate: '2026-03-01', unitKey: 1, cause: 'correction' }],
      at,
    );
    expect((await staleDays(context.database, industryKey, '2026-03-01', '2026-03-01'))[0]?.unitKeys).toEqual([
      1,
      ...marks.map((mark) => mark.unitKey),
    ]);
  });
});
