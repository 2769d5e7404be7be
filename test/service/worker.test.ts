import { Writable } from 'node:stream';
import type { PgBoss } from 'pg-boss';
import { Counter } from 'prom-client';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { channelsOf } from '../../src/platform/live/publish.ts';
import type { DailyDocument, MonthlyDocument, YearlyDocument } from '../../src/kernel/document/types.ts';
import type { Industry } from '../../src/kernel/industry/industry.ts';
import { QUEUE_NAMES, startWorker } from '../../src/service/worker.ts';
import { BEGIN_MORNINGS_QUEUE } from '../../src/service/begin-mornings.ts';
import { FORMER_DUTIES, SCHEDULES, scheduleIndustries } from '../../src/service/schedules.ts';
import { PROCESS_INDUSTRY_QUEUE } from '../../src/figures/jobs/process-industry.ts';
import { createLogger } from '../../src/logger.ts';
import { queueClient } from '../../src/platform/queue/client.ts';
import { businessDate } from '../../src/kernel/time/business-date.ts';
import { BACKLOG_QUEUE, enqueueBacklog, enqueueRebuilds, REBUILD_QUEUE } from '../../src/ledger/ask-for-rebuilds.ts';
import { SETTLED_CONSUMERS } from '../../src/kernel/document/day-settled.ts';
import { daySettledQueue } from '../../src/figures/settled/publish-settled.ts';
import { receiveReadings } from '../../src/readings/receive-readings.ts';
import { takingReadings } from '../support/intake.ts';
import {
  at,
  documents,
  process,
  processedOf,
  send,
  staleOf,
  unit,
  virtual,
  works,
} from '../figures/processing/works.ts';
import { type OwnContext, ownContext } from '../keeping/upkeep/own-database.ts';
import { bossOf } from './support/boss-of.ts';

/* Real queues on a database of this file alone; a worker runs from the second describe on. */

let context: OwnContext;
let boss: PgBoss;
const UNITS = [
  unit('A', 'FLOW_CATEGORY'),
  unit('B', 'FLOW_CATEGORY'),
  virtual('OVER', '{A} * 2'),
  virtual('OVER_OVER', '{OVER} + {B}'),
];

const SHIFT = { timezone: 'Asia/Kolkata', shiftStartAt: '06:30:00' };

beforeAll(async () => {
  context = await ownContext(new Date().toISOString());
  boss = await bossOf(context);
});
afterAll(async () => {
  await boss.stop({ graceful: false });
});

interface JobRow {
  id: string;
  state: string;
  retry_count: number;
  start_after: string;
}
const jobsOf = (industryId: string, name = REBUILD_QUEUE): Promise<JobRow[]> =>
  context.database.execute<JobRow>(
    `SELECT id::text, state::text, retry_count, start_after FROM pgboss.job WHERE name = $1 AND data ->> 'industryId' = $2 ORDER BY created_on`,
    [name, industryId],
  );
const states = async (industryId: string): Promise<string[]> => (await jobsOf(industryId)).map((job) => job.state);

describe('the job of an industry with stale days', () => {
  const industry = { industryId: 'QUEUED', clock: { timezone: 'UTC', shiftStartAt: '00:00:00', daysOffset: 0 } };
  const ask = (dates: readonly string[]): Promise<void> =>
    enqueueRebuilds(
      queueClient(boss, () => Date.now()),
      industry,
      dates,
      Date.now(),
    );

  it('is queued once however many days are stale and however often it is asked for; while it is worked on, one more may wait', async () => {
    for (let times = 0; times < 3; times += 1) await ask(['2026-03-02', '2026-03-03']);
    expect(await states('QUEUED')).toEqual(['created']);

    const [active] = await boss.fetch(REBUILD_QUEUE);
    expect(await states('QUEUED')).toEqual(['active']);
    for (let times = 0; times < 3; times += 1) await ask(['2026-03-02']);
    expect((await states('QUEUED')).sort()).toEqual(['active', 'created']);
    // A job whose worker was killed stays active until its heartbeat is missed: the one that waits is not in the way of
    // others, nor they in its.
    expect(await boss.fetch(REBUILD_QUEUE, { batchSize: 5 })).toHaveLength(1);
    expect(active).toBeDefined();
    await boss.deleteAllJobs(REBUILD_QUEUE);
  });

  it('that fails while the next one waits is not in its way', async () => {
    await ask(['2026-03-02']);
    const [first] = await boss.fetch(REBUILD_QUEUE);
    await ask(['2026-03-02']);
    await boss.fail(REBUILD_QUEUE, first?.id ?? '', { message: 'failed' });
    expect((await states('QUEUED')).sort()).toEqual(['created', 'retry']);
    const [second] = await boss.fetch(REBUILD_QUEUE);
    expect(second?.id).not.toBe(first?.id);
    await boss.complete(REBUILD_QUEUE, second?.id ?? '');
    await boss.deleteAllJobs(REBUILD_QUEUE);
  });

  it('of a day long ago is kept as long as any other, whatever the upkeep of the queue throws away', async () => {
    await ask(['2020-03-02']);
    await boss.supervise(REBUILD_QUEUE);
    const kept = await context.database.execute<{ days: number }>(
      'SELECT extract(epoch FROM keep_until - now())::float8 / 86400 AS days FROM pgboss.job WHERE name = $1',
      [REBUILD_QUEUE],
    );
    expect(kept).toHaveLength(1);
    expect(kept[0]?.days).toBeGreaterThan(1);
    await boss.deleteAllJobs(REBUILD_QUEUE);
  });

  it('waits for the end of a day that has not ended', async () => {
    // Today may end while the test runs.
    const day = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
    await ask([day]);
    expect(await boss.fetch(REBUILD_QUEUE)).toEqual([]);
    expect(Date.parse((await jobsOf('QUEUED'))[0]?.start_after ?? '')).toBe(Date.parse(day) + 86_400_000);
    // Nor is the job of other days in its way.
    await ask(['2026-03-02', day]);
    expect(await boss.fetch(REBUILD_QUEUE, { batchSize: 5 })).toHaveLength(1);
    await boss.deleteAllJobs(REBUILD_QUEUE);
  });
});

describe('the next run of a backlog', () => {
  it('waits behind the runs that others have asked for', async () => {
    const queue = queueClient(boss, () => Date.now());
    const run = (industryId: string, after: string | null) =>
      enqueueBacklog(queue, {
        industryId,
        from: { after: after === null ? null : businessDate(after), sinceEpochMs: 0 },
      });
    await run('ONE', null);
    await run('OTHER', null);
    const taken: string[] = [];
    for (const next of [
      () => run('ONE', '2026-03-02'),
      () => run('THIRD', null),
      () => run('ONE', null),
      async () => {},
      async () => {},
    ]) {
      const [job] = await boss.fetch<{ industryId: string }>(BACKLOG_QUEUE);
      taken.push(job?.data.industryId ?? '');
      await boss.complete(BACKLOG_QUEUE, job?.id ?? '');
      await next();
    }
    expect(taken).toEqual(['ONE', 'OTHER', 'ONE', 'THIRD', 'ONE']);
    await boss.deleteAllJobs(BACKLOG_QUEUE);
  });
});

describe('a worker', () => {
  let industry: Industry;
  let logged = '';
  const failures = new Counter({ name: 'failures', help: 'of this test', labelNames: ['queue'], registers: [] });
  const linesOf = (message: string): Record<string, unknown>[] =>
    logged
      .trim()
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter((line) => line['msg'] === message);

  beforeAll(async () => {
    industry = await works(context, UNITS, SHIFT);
    await works(context, UNITS, { industryId: 'ASLEEP', isActive: false });
    await boss.schedule(PROCESS_INDUSTRY_QUEUE, '0 0 * * *', { industryId: 'GONE' }, { key: 'GONE' });
    for (const queue of FORMER_DUTIES) {
      await boss.createQueue(queue);
      await boss.schedule(queue, '* * * * *', {}, { tz: 'UTC' });
    }
    const log = createLogger(
      'info',
      new Writable({
        write: (chunk, _, done) => {
          logged += String(chunk);
          done();
        },
      }),
    );
    await startWorker(
      boss,
      {
        context: { ...context, log, clock: { now: () => Date.now() } },
        queue: queueClient(boss, () => Date.now()),
        channels: channelsOf(context),
      },
      { failures },
    );
  });

  it('keeps the schedules of all duties, and one of each shift start in each zone, three minutes after it', async () => {
    const schedules = await boss.getSchedules();
    expect(
      schedules
        .filter(({ name }) => name !== BEGIN_MORNINGS_QUEUE)
        .map(({ name, cron }) => `${name} ${cron}`)
        .sort(),
    ).toEqual(SCHEDULES.map(({ job, cron }) => `${job.name} ${cron}`).sort());
    expect(SCHEDULES.every(({ job }) => QUEUE_NAMES.includes(job.name))).toBe(true);
    expect(
      (await boss.getSchedules(BEGIN_MORNINGS_QUEUE)).map(({ key, cron, timezone, data, options }) => ({
        key,
        cron,
        timezone,
        data,
        missed: options?.missed,
      })),
    ).toEqual([
      {
        key: 'Asia/Kolkata.06.30.00',
        cron: '3 1 * * *',
        timezone: 'UTC',
        data: { timezone: 'Asia/Kolkata', shiftStartAt: '06:30:00', daysOffset: 0 },
        missed: 'once',
      },
    ]);
  });

  it('has as many schedules for a hundred industries of one shift start as for one, and writes none that is right', async () => {
    const runs = Array.from({ length: 100 }, (_, index) => ({
      industryId: `MANY_${index}`,
      timezone: 'Etc/GMT+5',
      shiftStartAt: '00:00:00',
      daysOffset: 0,
    }));
    const own = (): Promise<unknown> =>
      context.database.execute(
        "SELECT key, timezone, updated_on FROM pgboss.schedule WHERE name = 'begin-mornings' ORDER BY key",
      );
    const present = [{ industryId: industry.industryId, ...SHIFT, daysOffset: 0 }];
    await scheduleIndustries(boss, [...present, ...runs], Date.now());
    const first = await own();
    await scheduleIndustries(boss, [...present, ...runs], Date.now());
    expect(first).toHaveLength(2);
    expect(await own()).toEqual(first);
    await scheduleIndustries(boss, present, Date.now());
    expect(await own()).toHaveLength(1);
  });

  it('makes day, month, year and dependent virtual units agree after one corrected reading of a closed day', async () => {
    await send(
      context,
      industry,
      Array.from({ length: 24 }, (_, hour) => ({
        unitId: 'A',
        createdOn: at(industry, '2026-03-02', hour),
        value: 10,
      })),
    );
    await process(context, industry, '2026-03-01', '2026-03-31');
    const receiving = takingReadings(
      context,
      queueClient(boss, () => Date.now()),
    );
    const figures = async () =>
      [
        ...(await documents<DailyDocument>(context, industry, 'DAILY')).filter((day) => day.date === '02/03/2026'),
        ...(await documents<MonthlyDocument>(context, industry, 'MONTHLY')),
        ...(await documents<YearlyDocument>(context, industry, 'YEARLY')),
      ]
        .filter((document) => document.unitId !== 'B')
        .map((document) => `${document.unitId} ${String(document.value)}`);
    for (let correction = 1; correction <= 8; correction += 1) {
      await receiveReadings(
        receiving,
        industry,
        [[{ row: { unitId: 'A', createdOn: at(industry, '2026-03-02', 5), value: 10 + correction } }]],
        'http',
      );
      const total = 240 + correction;
      const expected = [`A ${total}`, `OVER ${2 * total}`, `OVER_OVER ${2 * total}`];
      await vi.waitFor(
        async () => {
          expect(await figures()).toEqual([...expected, ...expected, ...expected]);
          expect(await staleOf(context, industry)).toEqual([]);
        },
        { timeout: 60_000, interval: 20 },
      );
    }
  });

  it('writes one line per job: queue, industry, duration', async () => {
    await vi.waitFor(
      () => expect(linesOf('job done').filter((line) => line['job'] === REBUILD_QUEUE).length).toBeGreaterThan(0),
      { timeout: 60_000 },
    );
    expect(linesOf('job done').findLast((line) => line['job'] === REBUILD_QUEUE)).toMatchObject({
      industry: industry.industryId,
      jobId: expect.any(String),
      durationMs: expect.any(Number),
      level: 30,
    });
  });

  it('counts and logs a job that fails, and tries it again after a pause', async () => {
    const sentAt = Date.now();
    await boss.send(BACKLOG_QUEUE, { industryId: 'FAILING', from: 'no day' }, { singletonKey: 'FAILING' });
    const job = await vi.waitUntil(
      async () => (await jobsOf('FAILING', BACKLOG_QUEUE)).find(({ state }) => state === 'retry'),
      { timeout: 60_000, interval: 20 },
    );
    expect(Date.parse(job.start_after)).toBeGreaterThan(sentAt + 1000);
    const [failed] = (await failures.get()).values;
    expect(failed).toMatchObject({ labels: { queue: BACKLOG_QUEUE } });
    // It may have been tried again meanwhile.
    expect(linesOf('job failed').slice(0, 1)).toEqual([
      expect.objectContaining({
        job: BACKLOG_QUEUE,
        industry: 'FAILING',
        level: 50,
        error: expect.stringContaining('from'),
      }),
    ]);
  });

  it('works a backlog off without a pause: 20 days that became stale at once', async () => {
    const days = Array.from({ length: 20 }, (_, index) => `2026-02-${String(index + 1).padStart(2, '0')}`);
    await send(
      context,
      industry,
      days.map((day) => ({ unitId: 'B', createdOn: at(industry, day, 5), value: 3 })),
    );
    await boss.send('sweep-stale-days', {});
    await vi.waitFor(async () => expect(await staleOf(context, industry)).toEqual([]), { timeout: 60_000 });
  });

  it('sweeps: a stale day that nobody asked a job for gets one', async () => {
    await send(context, industry, [{ unitId: 'B', createdOn: at(industry, '2026-03-10', 5), value: 3 }]);
    expect(await staleOf(context, industry)).toEqual(['2026-03-10: B: late reading']);
    await boss.send('sweep-stale-days', {});
    await vi.waitFor(async () => expect(await staleOf(context, industry)).toEqual([]), { timeout: 60_000 });
  });

  it('runs the daily run of an industry whose day begins, and asks for its reports and its mail of the morning', async () => {
    await boss.send(BEGIN_MORNINGS_QUEUE, SHIFT, { singletonKey: 'test' });
    const yesterday = new Date(Date.now() - 86_400_000 - 3_600_000 * 7).toISOString().slice(0, 10);
    await vi.waitFor(
      async () => expect((await processedOf(context, industry)).some((date) => date >= yesterday)).toBe(true),
      { timeout: 60_000 },
    );
    const waiting = await vi.waitUntil(
      async () => {
        const jobs = await context.database.execute<{ name: string; minutes: number; frequency: string | null }>(
          `SELECT name, round(extract(epoch FROM start_after - created_on) / 60)::int AS minutes,
                  data ->> 'frequency' AS frequency
           FROM pgboss.job WHERE data ->> 'industryId' = $1 AND start_after > created_on + INTERVAL '1 minute'
           ORDER BY start_after`,
          [industry.industryId],
        );
        return jobs.length >= 3 && jobs;
      },
      { timeout: 60_000 },
    );
    expect(waiting).toEqual([
      { name: 'send-reports', minutes: 12, frequency: 'daily' },
      { name: 'morning-mail', minutes: 17, frequency: null },
      { name: 'send-reports', minutes: 22, frequency: 'monthly' },
    ]);
  });

  it('does every duty of the installation without an error', async () => {
    for (const { job } of SCHEDULES) await boss.send(job.name, {}, { singletonKey: `test ${job.name}` });
    const duties = [
      ...SCHEDULES.map(({ job }) => job.name),
      REBUILD_QUEUE,
      BEGIN_MORNINGS_QUEUE,
      PROCESS_INDUSTRY_QUEUE,
      ...SETTLED_CONSUMERS.map(daySettledQueue),
    ];
    // A backlog is worked off as well where days were marked during a rebuild.
    await vi.waitFor(
      () => expect(linesOf('job done').map((line) => line['job'])).toEqual(expect.arrayContaining(duties)),
      { timeout: 60_000 },
    );
    // The one that was made to fail may have been tried again meanwhile.
    expect(linesOf('job failed').filter((line) => line['industry'] !== 'FAILING')).toEqual([]);
  });
});
