import { setTimeout as delay } from 'node:timers/promises';
import type { PgBoss } from 'pg-boss';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Industry } from '../../src/kernel/industry/industry.ts';
import { createQueues, QUEUE_NAMES } from '../../src/service/worker.ts';
import { queueClient } from '../../src/platform/queue/client.ts';
import { enqueueRebuilds } from '../../src/ledger/ask-for-rebuilds.ts';
import { at, send, staleOf, unit, works } from '../figures/processing/works.ts';
import { type OwnContext, ownContext } from '../keeping/upkeep/own-database.ts';
import { killed, startWorkerProcess } from './worker-process.ts';
import { bossOf } from './support/boss-of.ts';

/* Real workers, killed in the middle of a job; the database of this file belongs to the test itself. */

let context: OwnContext;
let boss: PgBoss;
beforeAll(async () => {
  context = await ownContext(new Date().toISOString());
  boss = await bossOf(context);
});
afterAll(async () => {
  await boss.stop({ graceful: false });
});

const activeJobs = async (): Promise<string[]> =>
  (
    await context.database.execute<{ id: string }>(
      `SELECT id::text FROM pgboss.job WHERE name = 'rebuild-industry' AND state = 'active'`,
    )
  ).map(({ id }) => id);

const DAYS = Array.from({ length: 28 }, (_, index) => `2026-02-${String(index + 1).padStart(2, '0')}`);

async function staleMonth(industry: Industry, value: number): Promise<void> {
  await send(
    context,
    industry,
    DAYS.flatMap((day) => ['A', 'B'].map((unitId) => ({ unitId, createdOn: at(industry, day, 5), value }))),
  );
  await enqueueRebuilds(
    queueClient(boss, () => Date.now()),
    industry,
    DAYS,
    Date.now(),
  );
}

/** What is promised, and what the settings of the queues add up to at most. */
const TAKEN_OVER_SECONDS = 20;

/**
 * Seconds until something has happened, each as long as a timer of 1 s and a look at the database take here: a busy
 * machine slows down the workers alike.
 */
async function secondsOfThisMachine(happened: () => Promise<boolean>): Promise<number> {
  for (let seconds = 0; seconds < 10 * TAKEN_OVER_SECONDS; seconds += 1) {
    if (await happened()) return seconds;
    await delay(1000);
  }
  return Number.POSITIVE_INFINITY;
}

it('the job of a worker that was killed is begun by another soon after, and done', { timeout: 240_000 }, async () => {
  const industry = await works(context, [unit('A', 'FLOW_CATEGORY'), unit('B', 'FLOW_CATEGORY')]);
  const left = await vi.waitUntil(
    async () => {
      const worker = await startWorkerProcess(context.environment);
      await staleMonth(industry, performance.now());
      await vi.waitUntil(async () => (await activeJobs()).length > 0, { timeout: 60_000, interval: 1 });
      await killed(worker);
      const jobs = await activeJobs();
      const [row] = await context.database.execute<{ now: string }>('SELECT clock_timestamp()::text AS now');
      // Between two jobs at that moment: once more.
      return jobs.length > 0 && row !== undefined && { jobs, killedAt: row.now };
    },
    { timeout: 150_000 },
  );
  await startWorkerProcess(context.environment);
  const seconds = await secondsOfThisMachine(async () => {
    const [row] = await context.database.execute<{ begun: number }>(
      'SELECT count(*)::int AS begun FROM pgboss.job WHERE id = ANY ($1::uuid[]) AND started_on > $2::timestamptz',
      [left.jobs, left.killedAt],
    );
    return row?.begun === left.jobs.length;
  });
  console.log(`begun by another worker after ${seconds} s`);
  expect(seconds).toBeLessThanOrEqual(TAKEN_OVER_SECONDS);
  await vi.waitFor(async () => expect(await staleOf(context, industry)).toEqual([]), { timeout: 60_000 });
});

it("queues of an earlier release take today's options", async () => {
  await boss.updateQueue('rebuild-industry', { heartbeatSeconds: 60, retryDelay: 5 });
  await createQueues(boss);
  const queues = (await boss.getQueues()).filter(({ name }) => QUEUE_NAMES.includes(name));
  expect(queues.map(({ heartbeatSeconds }) => heartbeatSeconds)).toEqual(QUEUE_NAMES.map(() => 10));
  expect(queues.find(({ name }) => name === 'rebuild-industry')).toMatchObject({ retryDelay: 1, retryLimit: 11 });
});
