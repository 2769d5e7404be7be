import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { channelsOf } from '../../src/platform/live/publish.ts';
import type { PgBoss } from 'pg-boss';
import { Counter } from 'prom-client';
import type { Database } from '../../src/platform/database/database.ts';
import type { Industry } from '../../src/kernel/industry/industry.ts';
import { startWorker } from '../../src/service/worker.ts';
import { queueClient } from '../../src/platform/queue/client.ts';
import { receiveReadings } from '../../src/readings/receive-readings.ts';
import { takingReadings } from '../support/intake.ts';
import { rebuildLock } from '../../src/ledger/store/ledger.ts';
import { at, dates, process, staleOf, unit, works } from '../figures/processing/works.ts';
import { type OwnContext, ownContext } from '../keeping/upkeep/own-database.ts';
import { bossOf } from './support/boss-of.ts';

/* A real worker, whose backlog is held in the middle for as long as the test says. */

const UNITS = ['A', 'B', 'C', 'D', 'E'].map((unitId) => unit(unitId, 'FLOW_CATEGORY'));
/** 300 unit-days: more than is done at once. */
const DAYS = dates('2026-07-01', '2026-08-29');

let context: OwnContext;
let boss: PgBoss;
beforeAll(async () => {
  context = await ownContext(new Date().toISOString());
  boss = await bossOf(context);
});
afterAll(async () => {
  await boss.stop({ graceful: false });
});

const staleCount = async (industry: Industry): Promise<number> => (await staleOf(context, industry)).length;

it(
  "while a run of one industry's backlog is held, corrections of another one settle; then the backlog does",
  { timeout: 300_000 },
  async () => {
    const [busy, other] = [await works(context, UNITS), await works(context, UNITS)];
    await process(context, other, '2026-08-28', '2026-08-28');
    const release = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    let turns = 0;
    const tryWithLock: Database['tryWithLock'] = async (key, work) => {
      if (key === rebuildLock(busy.industryKey) && (turns += 1) === 2) {
        held.resolve();
        await release.promise;
      }
      return context.database.tryWithLock(key, work);
    };
    const now = () => Date.now();
    const queue = queueClient(boss, now);
    await startWorker(
      boss,
      {
        context: { ...context, database: { ...context.database, tryWithLock }, clock: { now } },
        queue,
        channels: channelsOf(context),
      },
      { failures: new Counter({ name: 'failures', help: 'of this test', labelNames: ['queue'], registers: [] }) },
    );
    const receiving = takingReadings(context, queue);
    const send = (industry: Industry, days: readonly string[], unitIds: readonly string[], hour: number) =>
      receiveReadings(
        receiving,
        industry,
        [
          days.flatMap((date) =>
            unitIds.map((unitId) => ({ row: { unitId, createdOn: at(industry, date, hour), value: 7 } })),
          ),
        ],
        'http',
      );

    await send(busy, DAYS, ['A', 'B', 'C', 'D', 'E'], 5);
    await held.promise;
    const begun = await staleCount(busy);
    expect(begun).toBeGreaterThan(0);
    expect(begun).toBeLessThan(DAYS.length);
    for (const hour of [6, 7, 8]) {
      await send(other, ['2026-08-28'], ['A'], hour);
      await vi.waitFor(async () => expect(await staleCount(other)).toBe(0), { timeout: 60_000, interval: 20 });
    }
    expect(await staleCount(busy)).toBe(begun);
    release.resolve();
    await vi.waitFor(async () => expect(await staleCount(busy)).toBe(0), { timeout: 60_000, interval: 50 });
  },
);
