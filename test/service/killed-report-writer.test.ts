import type { PgBoss } from 'pg-boss';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Industry } from '../../src/kernel/industry/industry.ts';
import { USUAL_CSV } from '../../src/kernel/format/csv-line.ts';
import { businessDate } from '../../src/kernel/time/business-date.ts';
import { type QueueClient, queueClient } from '../../src/platform/queue/client.ts';
import { readReportFile, readReportJob, startReportJob, sweepReportJobs } from '../../src/reports/report-jobs.ts';
import { mintUser } from './support/app-fixture.ts';
import { unit, works } from '../figures/processing/works.ts';
import { type OwnContext, ownContext } from '../keeping/upkeep/own-database.ts';
import { killed, startWorkerProcess } from './worker-process.ts';
import { bossOf } from './support/boss-of.ts';

/* Real workers in processes of their own; the sweep takes the jobs of a whole installation. */

let context: OwnContext;
let boss: PgBoss;
beforeAll(async () => {
  context = await ownContext(new Date().toISOString());
  boss = await bossOf(context);
});
afterAll(() => boss.stop({ graceful: false }));

const noQueue: QueueClient = { send: () => Promise.reject(new Error('the queue is away')) };
const now = (aheadMinutes = 0): void => context.clock.set(new Date(Date.now() + aheadMinutes * 60_000).toISOString());
const ASKED = {
  service: 'water',
  reportType: 'monthly',
  reportFormat: 'pdf',
  layout: 'v2',
  startDate: businessDate('2026-01-01'),
  endDate: null,
  unitIds: null,
  useShift: true,
  subCategories: [],
  divisionFactor: 1,
  body: null,
} as const;

/** A job of an industry with some meters, and how it stands. */
async function startedJob(industry: Industry, queue: QueueClient) {
  const user = await mintUser(context, { industryId: industry.industryId });
  const asker = { industry, industryKey: industry.industryKey, userKey: user.userKey };
  now();
  const { jobId } = await startReportJob({ ...context, queue }, asker, { asked: ASKED, csv: USUAL_CSV });
  const find = () => readReportJob(context, asker, jobId);
  const ended = async () => {
    const hasEnded = async (): Promise<boolean> => ['done', 'failed'].includes((await find()).state);
    await vi.waitUntil(hasEnded, { timeout: 120_000, interval: 100 });
    return find();
  };
  return { jobId, asker, find, ended };
}
const meters = (): Promise<Industry> =>
  works(
    context,
    Array.from({ length: 60 }, (_, index) => unit(`M${index}`, 'FLOW_CATEGORY')),
  );
const queue = (): QueueClient => queueClient(boss, () => Date.now());

it('a report whose worker is killed while it makes it is made by another', { timeout: 240_000 }, async () => {
  const first = await startWorkerProcess(context.environment);
  const { find, ended, asker, jobId } = await startedJob(await meters(), queue());
  await vi.waitUntil(async () => (await find()).state === 'running', { timeout: 60_000, interval: 1 });
  await killed(first);
  expect((await find()).state).toBe('running');
  await startWorkerProcess(context.environment);
  expect(await ended()).toMatchObject({ state: 'done', problem: null });
  const { bytes } = await readReportFile(context, asker, jobId);
  expect(Buffer.from(bytes).subarray(0, 5).toString()).toBe('%PDF-');
});

it(
  'a report that the queue never heard of is asked for by the sweep, and made once',
  { timeout: 240_000 },
  async () => {
    const { find, ended, jobId } = await startedJob(await meters(), noQueue);
    await sweepReportJobs(context, noQueue);
    expect((await find()).state).toBe('waiting');
    now(2);
    await sweepReportJobs(context, queue());
    await sweepReportJobs(context, queue());
    const [queued] = await context.database.execute<{ jobs: number }>(
      `SELECT count(*)::int AS jobs FROM pgboss.job
       WHERE name = 'make-report' AND state < 'completed' AND data ->> 'jobId' = $1`,
      [jobId],
    );
    expect(queued?.jobs).toBe(1);
    await startWorkerProcess(context.environment);
    expect(await ended()).toMatchObject({ state: 'done', problem: null });
  },
);

it('a report that nobody has made for an hour is given up with a sentence', async () => {
  const { find } = await startedJob(await meters(), noQueue);
  now(59);
  await sweepReportJobs(context, { send: async () => {} });
  expect((await find()).state).toBe('waiting');
  now(61);
  await sweepReportJobs(context, { send: async () => {} });
  expect(await find()).toMatchObject({
    state: 'failed',
    problem: { code: 503, message: expect.stringMatching(/^The report was not made within an hour: .*ask again\.$/) },
  });
});
