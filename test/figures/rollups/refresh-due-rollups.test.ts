import { beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../../src/platform/database/database.ts';
import { openConfigured } from '../../../src/platform/database/open.ts';
import { LOCK_NOT_AVAILABLE } from '../../../src/platform/database/retry.ts';
import { codeOf } from '../../../src/kernel/error-code.ts';
import type { Industry } from '../../../src/kernel/industry/industry.ts';
import { businessDate } from '../../../src/kernel/time/business-date.ts';
import { createLogger } from '../../../src/logger.ts';
import { processDocuments } from '../../../src/figures/processing/process.ts';
import { refreshDueRollups } from '../../../src/figures/rollups/refresh-due-rollups.ts';
import { addDueRollups, refreshRollups } from '../../../src/figures/store/upkeep.ts';
import { ROLLUPS_LOCK } from '../../../src/platform/database/locks.ts';
import { at, process, processedOf, requestOf, send, unit, works } from '../processing/works.ts';
import type { StatementValues } from '../../../src/platform/database/statements.ts';
import { type OwnContext, ownContext } from '../../keeping/upkeep/own-database.ts';

let context: OwnContext;
beforeAll(async () => {
  context = await ownContext('2026-11-21T00:00:00Z');
});

async function loadedWorks(value: number): Promise<Industry> {
  const industry = await works(context, [unit('A', 'FLOW_CATEGORY')]);
  await send(
    context,
    industry,
    ['2025-12-31', '2026-01-01', '2026-03-02'].map((date) => ({
      unitId: 'A',
      createdOn: at(industry, date, 5),
      value,
    })),
  );
  return industry;
}
const due = async (): Promise<string[]> =>
  (
    await context.database.execute<{ days: string }>(
      `SELECT from_date || '..' || to_date AS days FROM telemetry.rollup_due ORDER BY due_key`,
    )
  ).map(({ days }) => days);
/** Sums of the unit's rollups, as they are materialised. */
async function sums(industry: Industry): Promise<Record<string, number[]>> {
  const found: Record<string, number[]> = {};
  for (const level of ['hourly', 'daily', 'monthly', 'yearly']) {
    found[level] = (
      await context.database.execute<{ total: number }>(
        `SELECT value_sum_micro / 1e6 AS total FROM telemetry.rollup_${level} WHERE unit_key = $1 ORDER BY bucket`,
        [industry.units.get('A')?.unitKey],
      )
    ).map(({ total }) => total);
  }
  return found;
}
/** Materialised up to today, so that what is not refreshed is seen not to be. */
const materialise = () =>
  refreshRollups(context.database, businessDate('2025-01-01'), businessDate('2026-11-01'), businessDate('2026-11-01'));
/** The context with a database that does something of its own before a statement. */
const before = (name: string, act: () => Promise<void>): OwnContext => {
  const many: Database['many'] = async (statement, parameters) => {
    if (statement === name) await act();
    return context.database.many(statement, parameters);
  };
  return { ...context, database: { ...context.database, many } };
};

describe('rollups of processed days', () => {
  it('are refreshed with them, each level of every period they touch, and are due no more', async () => {
    await materialise();
    const industry = await loadedWorks(10);
    await process(context, industry, '2025-12-31', '2026-01-01');
    await process(context, industry, '2026-03-02', '2026-03-02');
    expect(await sums(industry)).toEqual({
      hourly: [10, 10, 10],
      daily: [10, 10, 10],
      monthly: [10, 10, 10],
      yearly: [10, 20],
    });
    expect(await due()).toEqual([]);
  });

  it('stay due where someone else is refreshing, and nobody waits; whoever is next refreshes all of them', async () => {
    const industry = await loadedWorks(10);
    await context.database.withLock(ROLLUPS_LOCK, async () => {
      await process(context, industry, '2025-12-31', '2026-03-02');
      expect(await processedOf(context, industry)).toHaveLength(62);
      expect(await due()).toEqual(['2025-12-31..2026-03-02']);
    });
    await processDocuments(context, [requestOf(industry, '2026-03-02', '2026-03-02')]);
    expect(await due()).toEqual(['2025-12-31..2026-03-02', '2026-03-02..2026-03-02']);
    await refreshDueRollups(context);
    expect(await sums(industry)).toEqual({
      hourly: [10, 10, 10],
      daily: [10, 10, 10],
      monthly: [10, 10, 10],
      yearly: [10, 20],
    });
    expect(await due()).toEqual([]);
  });

  it('stay due when the refresh breaks off', async () => {
    const industry = await loadedWorks(10);
    await expect(
      process(
        before('upkeep.refresh_monthly', () => Promise.reject(new Error('the process ends here'))),
        industry,
        '2026-03-02',
        '2026-03-02',
      ),
    ).rejects.toThrow('the process ends here');
    expect(await processedOf(context, industry)).toEqual(['2026-03-02']);
    expect(await due()).toEqual(['2026-03-02..2026-03-02']);
    await refreshDueRollups(context);
    expect(await due()).toEqual([]);
  });

  it('that become due while others are refreshed stay due', async () => {
    const industry = await loadedWorks(10);
    let added = 0;
    await process(
      before('upkeep.refresh_daily', async () => {
        added += 1;
        if (added === 1) await addDueRollups(context.database, businessDate('2026-03-02'), businessDate('2026-03-02'));
      }),
      industry,
      '2026-03-02',
      '2026-03-02',
    );
    expect(added).toBeGreaterThan(0);
    expect(await due()).toEqual(['2026-03-02..2026-03-02']);
    await refreshDueRollups(context);
  });

  it('are refreshed between two chunks that are compressed one after another', async () => {
    const industry = await loadedWorks(10);
    await processDocuments(context, [requestOf(industry, '2026-03-02', '2026-03-02')]);
    const duesAtChunks: string[][] = [];
    const chunk = (during: () => void = () => {}): Promise<void> =>
      context.database.withLock(ROLLUPS_LOCK, async () => {
        during();
        duesAtChunks.push(await due());
      });
    let duty: Promise<void> | undefined;
    await chunk(() => (duty = refreshDueRollups(context)));
    await chunk();
    await duty;
    expect(duesAtChunks).toEqual([['2026-03-02..2026-03-02'], []]);
  });
});

describe('several processes that refresh the same rollups at the same time', () => {
  it('have their turns: none is sent back', async () => {
    const industry = await loadedWorks(10);
    const others = await Promise.all([1, 2, 3].map(() => openConfigured(context.config, createLogger('silent'))));
    let sentBack = 0;
    const counting = (database: Database): Database => ({
      ...database,
      async many<R>(name: string, values?: StatementValues): Promise<R[]> {
        try {
          return await database.many<R>(name, values);
        } catch (error) {
          if (codeOf(error) === LOCK_NOT_AVAILABLE) sentBack += 1;
          throw error;
        }
      },
    });
    const [from, to] = [businessDate('2025-12-31'), businessDate('2026-03-02')];
    await Promise.all(
      others.map(({ database }) => refreshRollups(counting(database), from, to, businessDate('2026-11-18'))),
    );
    expect(sentBack).toBe(0);
    expect(await sums(industry)).toMatchObject({ yearly: [10, 20] });
    for (const other of others) await other.close();
  });
});
