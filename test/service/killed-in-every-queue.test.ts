import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { PgBoss } from 'pg-boss';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { daySettledQueue } from '../../src/figures/settled/publish-settled.ts';
import { SETTLED_CONSUMERS } from '../../src/kernel/document/day-settled.ts';
import { SCHEDULES } from '../../src/service/schedules.ts';
import { QUEUE_NAMES } from '../../src/service/worker.ts';
import { unit, works } from '../figures/processing/works.ts';
import { type OwnContext, ownContext } from '../keeping/upkeep/own-database.ts';
import { childEnvironment } from '../support/child-environment.ts';
import { killed, startWorkerProcess } from './worker-process.ts';
import { bossOf } from './support/boss-of.ts';

/*
 * A real process that is killed with a job of every queue in its hands. What jobs leave behind is told by
 * killed-at-each-step.test.ts; this is about the queue itself.
 */

let context: OwnContext;
let boss: PgBoss;
beforeAll(async () => {
  context = await ownContext(new Date().toISOString());
  boss = await bossOf(context);
});
afterAll(() => boss.stop({ graceful: false }));

/** A job of each queue that its worker can do: about an industry in which nothing happens. */
function payloads(industryId: string, industryKey: number): Readonly<Record<string, object>> {
  const date = '2026-02-01';
  return {
    'failed-batch': { industryId },
    'failed-reports': { industryId },
    'rebuild-industry': { industryId },
    'rebuild-backlog': { industryId, from: null },
    'process-industry': { industryId },
    'begin-mornings': { timezone: 'UTC', shiftStartAt: '00:00:00' },
    'evaluate-alerts': { industryId },
    'send-reports': { industryId, frequency: 'daily', date, since: 0 },
    'confirm-recipient': { recipientKey: 0 },
    'password-reset': { userKey: null },
    'batch-trigger': { industryId, time: `${date}T12:00:00Z`, source: 'test', purpose: 'test' },
    'event-stream': { kind: 'test', at: `${date}T12:00:00Z`, industryId, unitId: null },
    'source-downlink': { industryKey, downlinkId: '00000000-0000-4000-8000-000000000000' },
    'make-report': { industryId, jobId: '00000000-0000-4000-8000-000000000000' },
    'industry-insights': { industryId },
    'deliver-message': { industryId },
    'deliver-mail': { industryKey },
    'morning-mail': { industryId, since: 0 },
    ...Object.fromEntries(
      SETTLED_CONSUMERS.map((consumer) => [daySettledQueue(consumer), { industryId, industryKey, eventKey: 0 }]),
    ),
    ...Object.fromEntries(SCHEDULES.map(({ job }) => [job.name, {}])),
  };
}

/** Every start of a worker does what this duty does, and its next job may be ten minutes away. */
const RESTED = 'schedule-industries';
const TAKEN_UP = QUEUE_NAMES.filter((name) => name !== RESTED);

const completed = async (since: string): Promise<string[]> =>
  (
    await context.database.execute<{ name: string }>(
      `SELECT DISTINCT name FROM pgboss.job WHERE state = 'completed' AND completed_on > $1::timestamptz AND name = ANY ($2) ORDER BY name`,
      [since, TAKEN_UP],
    )
  ).map(({ name }) => name);

it.each(['taken', 'done'])(
  'a worker that is killed when a job of every queue is %s leaves each of them to the next worker',
  { timeout: 600_000 },
  async (dies) => {
    const { industryId, industryKey } = await works(context, [unit('A', 'FLOW_CATEGORY')]);
    const jobs = payloads(industryId, industryKey);
    expect(Object.keys(jobs).sort()).toEqual([...QUEUE_NAMES].sort());
    for (const [name, payload] of Object.entries(jobs)) await boss.send(name, payload, { singletonKey: dies });
    const child = spawn(process.execPath, ['test/service/support/dying-worker.ts'], {
      cwd: fileURLToPath(new URL('../../', import.meta.url)),
      stdio: 'ignore',
      env: {
        ...childEnvironment(),
        ...context.environment,
        ...{ ROLE: 'worker', PORT: '0', DIES: dies, DIES_WITH: QUEUE_NAMES.join(' ') },
      },
    });
    onTestFinished(() => killed(child));
    const [, signal] = (await once(child, 'exit')) as [unknown, string]; // what 'exit' gives
    expect(signal).toBe('SIGKILL');
    const [row] = await context.database.execute<{ now: string }>('SELECT clock_timestamp()::text AS now');
    const next = await startWorkerProcess(context.environment);
    // Queues whose jobs are not retried get one from their schedule, a minute later at most.
    await vi.waitUntil(async () => (await completed(row?.now ?? '')).length >= TAKEN_UP.length, {
      timeout: 180_000,
      interval: 500,
    });
    expect(await completed(row?.now ?? '')).toEqual([...TAKEN_UP].sort());
    await killed(next);
  },
);
