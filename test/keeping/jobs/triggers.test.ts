import type { PgBoss } from 'pg-boss';
import { Counter } from 'prom-client';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { FAILED_BATCH_QUEUE, FAILED_REPORTS_QUEUE } from '../../../src/platform/global-logs/write-service-log.ts';
import { PROCESS_INDUSTRY_QUEUE } from '../../../src/figures/jobs/process-industry.ts';
import { startWorker } from '../../../src/service/worker.ts';
import { queueClient, queueDepth } from '../../../src/platform/queue/client.ts';
import { REBUILD_QUEUE } from '../../../src/ledger/ask-for-rebuilds.ts';
import { channelsOf } from '../../../src/platform/live/publish.ts';
import { SEND_REPORTS_QUEUE } from '../../../src/reports/run-scheduled-reports.ts';
import { EVENT_STREAM_QUEUE, publishEvent } from '../../../src/keeping/triggers/events.ts';
import { BATCH_TRIGGER_QUEUE, pushBatchTrigger } from '../../../src/keeping/triggers/push-trigger.ts';
import { at, processedOf, send, unit, works } from '../../figures/processing/works.ts';
import { type OwnContext, ownContext } from '../upkeep/own-database.ts';
import { bossOf } from '../../service/support/boss-of.ts';

/* Real queues on a database of this file alone; a worker runs from the second describe on. */

let context: OwnContext;
let boss: PgBoss;
beforeAll(async () => {
  context = await ownContext(new Date().toISOString());
  boss = await bossOf(context);
});
afterAll(async () => {
  await boss.stop({ graceful: false });
});
const queue = () => queueClient(boss, () => context.clock.now());
const statesOf = async (industryId: string): Promise<string[]> =>
  (
    await context.database.execute<{ state: string }>(
      `SELECT state::text FROM pgboss.job WHERE name = $1 AND data ->> 'industryId' = $2 ORDER BY created_on`,
      [BATCH_TRIGGER_QUEUE, industryId],
    )
  ).map(({ state }) => state);

const daysAgo = (days: number): string => new Date(context.clock.now() - days * 86_400_000).toISOString().slice(0, 10);
// A trigger of yesterday waits until some minutes after midnight, and this file may run then.
const [dayOfBatch, dayAfter] = [(): string => daysAgo(2), (): string => daysAgo(1)];
const asked = { source: 'test', purpose: 'daily' };

describe('a trigger event', () => {
  const clock = { timezone: 'UTC', shiftStartAt: '00:00:00', daysOffset: 0 };
  const push = (industryId: string, time: string): Promise<number> =>
    pushBatchTrigger(context, queue(), { industryId, clock }, { ...asked, time });

  it('waits once per industry and day, also while it is worked on', async () => {
    await push('ONCE', `${dayAfter()}T00:00:00Z`);
    await push('ONCE', `${dayAfter()}T00:00:00`);
    await push('ONCE', `${dayOfBatch()}T00:00:00Z`);
    expect(await statesOf('ONCE')).toEqual(['created', 'created']);
    expect((await boss.fetch(BATCH_TRIGGER_QUEUE)).length).toBe(1);
    await push('ONCE', `${dayAfter()}T00:00:00Z`);
    await push('ONCE', `${dayOfBatch()}T00:00:00Z`);
    expect((await statesOf('ONCE')).toSorted()).toEqual(['active', 'created']);
    expect(await queueDepth(boss, BATCH_TRIGGER_QUEUE)).toEqual({ queued: 1, active: 1 });
    await context.database.execute('DELETE FROM pgboss.job WHERE name = $1', [BATCH_TRIGGER_QUEUE]);
  });

  it('is given up to the queue of its kind: batches and reports apart', async () => {
    const names = [PROCESS_INDUSTRY_QUEUE, REBUILD_QUEUE, BATCH_TRIGGER_QUEUE, SEND_REPORTS_QUEUE];
    const queues = await Promise.all(names.map((name) => boss.getQueue(name)));
    expect(queues.map((found) => found?.deadLetter)).toEqual([
      FAILED_BATCH_QUEUE,
      FAILED_BATCH_QUEUE,
      FAILED_BATCH_QUEUE,
      FAILED_REPORTS_QUEUE,
    ]);
  });
});

describe('the worker', () => {
  beforeAll(async () => {
    const failures = new Counter({ name: 'failures', help: 'of the test', labelNames: ['queue'], registers: [] });
    await startWorker(boss, { context, queue: queue(), channels: channelsOf(context) }, { failures });
  });

  it('runs the batch that a trigger asks for', async () => {
    const industry = await works(context, [unit('A', 'FLOW_CATEGORY')]);
    await send(context, industry, [{ unitId: 'A', createdOn: at(industry, dayOfBatch(), 5), value: 1 }]);
    await context.database.execute('DELETE FROM telemetry.processed_day WHERE industry_key = $1', [
      industry.industryKey,
    ]);
    await pushBatchTrigger(context, queue(), industry, { ...asked, time: `${dayAfter()}T00:00:00Z` });
    await vi.waitFor(async () => expect(await processedOf(context, industry)).toContain(dayOfBatch()), {
      timeout: 60_000,
    });
    // An industry that is gone is no reason to try again.
    await pushBatchTrigger(
      context,
      queue(),
      { ...industry, industryId: 'GONE' },
      { ...asked, time: dayAfter() + 'T00:00' },
    );
    await vi.waitFor(async () => expect(await statesOf('GONE')).toEqual(['completed']), { timeout: 60_000 });
  });

  it('writes down for operators what was given up', async () => {
    // Jobs that fail whenever they are tried, which is once here.
    await boss.send(BATCH_TRIGGER_QUEUE, { industryId: 'BROKEN' }, { retryLimit: 0 });
    await boss.send(SEND_REPORTS_QUEUE, { industryId: 'BROKEN', frequency: 'hourly' }, { retryLimit: 0 });
    const entries = () =>
      context.database.execute(
        `SELECT log_group, title, meta FROM operations.global_log WHERE meta ->> 'industryId' = 'BROKEN' ORDER BY log_group`,
      );
    await vi.waitFor(
      async () =>
        expect(await entries()).toEqual([
          { log_group: 'batch', title: 'Batch processing of BROKEN was given up', meta: { industryId: 'BROKEN' } },
          { log_group: 'reports', title: 'Scheduled reports of BROKEN were given up', meta: { industryId: 'BROKEN' } },
        ]),
      { timeout: 60_000 },
    );
  });

  it('tells the dashboards of operators of events', async () => {
    const heard: unknown[] = [];
    const stop = await context.database.listen('web_event', (payload) => heard.push(JSON.parse(payload)));
    const event = await publishEvent(context, queue(), { kind: 'test', industryId: null, unitId: null });
    await vi.waitFor(() => expect(heard).toContainEqual({ channel: 'ADMIN', name: 'event', payload: event }), {
      timeout: 60_000,
    });
    await stop();
    expect(await queueDepth(boss, EVENT_STREAM_QUEUE)).toMatchObject({ queued: 0 });
  });
});
