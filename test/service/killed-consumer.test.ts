import type { PgBoss } from 'pg-boss';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { businessDate } from '../../src/kernel/time/business-date.ts';
import { queueClient } from '../../src/platform/queue/client.ts';
import { SETTLED_CONSUMERS } from '../../src/kernel/document/day-settled.ts';
import { publishSettled } from '../../src/figures/settled/publish-settled.ts';
import { countWaitingEvents, settledTotals, writeSettledEvent } from '../../src/figures/store/settled-events.ts';
import { process as processDays, unit, works } from '../figures/processing/works.ts';
import { type OwnContext, ownContext } from '../keeping/upkeep/own-database.ts';
import { killed, startWorkerProcess } from './worker-process.ts';
import { bossOf } from './support/boss-of.ts';

/*
 * Real workers, killed between the publishing of events and their consumption; the database of this file belongs to the
 * test itself.
 */

let context: OwnContext;
let boss: PgBoss;
beforeAll(async () => {
  context = await ownContext(new Date().toISOString());
  boss = await bossOf(context);
});
afterAll(async () => {
  await boss.stop({ graceful: false });
});

const KILLS = 3;
const EVENTS_PER_KILL = 150;
const EVENTS = KILLS * EVENTS_PER_KILL;
const waiting = async (): Promise<number> => (await countWaitingEvents(context.database)).waiting;

it(
  'every event takes effect once, however often the worker is killed and the event is published',
  { timeout: 600_000 },
  async () => {
    const { industryKey } = await works(context, [unit('A', 'FLOW_CATEGORY')]).then(async (industry) => {
      await processDays(context, industry, '2026-02-01', '2026-02-02');
      return industry;
    });
    const days = ['2026-02-01', '2026-02-02'].map((date) => ({
      businessDate: businessDate(date),
      causes: ['late reading'],
      markedAt: new Date(context.clock.now() - 1000),
    }));
    let killedHalfway = 0;
    for (let kill = 0; kill < KILLS; kill += 1) {
      const worker = await startWorkerProcess(context.environment);
      // A worker that is ready has taken what waited, so the events come while it runs.
      await context.database.transaction(async (transaction) => {
        for (let event = 0; event < EVENTS_PER_KILL; event += 1)
          await writeSettledEvent(transaction, industryKey, days, new Date(context.clock.now()));
      });
      const before = await waiting();
      expect(before).toBeGreaterThanOrEqual(EVENTS_PER_KILL * SETTLED_CONSUMERS.length);
      // Not awaited: a quick worker has taken all of them when the last one is published.
      const published = publishSettled(
        context,
        queueClient(boss, () => Date.now()),
      );
      await vi.waitUntil(async () => (await waiting()) < before, { timeout: 120_000, interval: 1 });
      await killed(worker);
      await published;
      if ((await waiting()) > 0) killedHalfway += 1;
    }
    expect(killedHalfway).toBeGreaterThan(0);
    await startWorkerProcess(context.environment);
    await publishSettled(
      context,
      queueClient(boss, () => Date.now()),
    );
    await vi.waitUntil(async () => (await waiting()) === 0, { timeout: 300_000, interval: 50 });
    // Jobs of killed workers begin again later, and find nothing.
    await publishSettled(
      context,
      queueClient(boss, () => Date.now()),
    );
    const counted = await context.database.execute<{ cause: string; days: number }>(
      'SELECT cause, count(*) AS days FROM telemetry.settled_event_day, unnest(causes) AS cause GROUP BY 1 ORDER BY 1',
    );
    expect(
      (await settledTotals(context.database)).map(({ cause, settledDays }) => ({ cause, days: settledDays })),
    ).toEqual(counted);
    expect(counted.find(({ cause }) => cause === 'late reading')?.days).toBe(EVENTS * days.length);
  },
);
