import { cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  authorization,
  cookies,
  meterReadings,
  ndjsonLine,
  provisionMeters,
  SLOT_MILLISECONDS,
} from '../../scripts/bench/meters.ts';
import type { Industry } from '../../src/kernel/industry/industry.ts';
import { staleOf } from '../figures/processing/works.ts';
import { type OwnContext, ownContext } from '../keeping/upkeep/own-database.ts';
import { databaseEnvironment } from '../support/database-environment.ts';
import { type RetryingProxy, startRetryingProxy } from './support/retrying-proxy.ts';
import { type ServiceProcess, startServiceProcess } from './support/service-process.ts';

/*
 * Processes are replaced one after another by those of a newer release, over a migration, while devices send and people
 * read. Each release has files of its own, as images have them. A server only: processes on the embedded engine share
 * the one that started it.
 */

const REPOSITORY = fileURLToPath(new URL('../../', import.meta.url));
const METERS = 20;
const SENDERS = 3;
/** Rhythms of devices and people, who wait for nothing meanwhile. They leave room for the processes that start. */
const SENDERS_PAUSE_MILLISECONDS = 50;
const PEOPLES_PAUSE_MILLISECONDS = 100;
/** Attempts of the migration that the long report outlasts. From the first to the last pass seven seconds and more. */
const OUTLASTED_ATTEMPTS = 4;
/** What a device waits at most, on a busy machine: less than it would for the long report. */
const LONGEST_WAIT_MILLISECONDS = 6_000;

/** What a release may add below a running one: columns without a value or with a fixed one, tables, functions. */
const ADDITIVE = `
ALTER TABLE telemetry.reading ADD COLUMN added_note text;
ALTER TABLE telemetry.document ADD COLUMN added_note text;
ALTER TABLE tenant.unit ADD COLUMN added_note text;
ALTER TABLE tenant.unit_version ADD COLUMN added_count int NOT NULL DEFAULT 0;
ALTER TABLE tenant.industry ADD COLUMN added_note text;
CREATE TABLE operations.added (added_key int PRIMARY KEY);
`;

/** Each attempt of the migration is a transaction of its own. */
const WAITING_MIGRATION = `SELECT virtualtransaction AS attempt FROM pg_locks
  WHERE relation = 'telemetry.reading'::regclass AND mode = 'AccessExclusiveLock' AND NOT granted`;

/** The files that the image has. */
async function newerRelease(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'metered-water-newer-'));
  for (const path of ['package.json', 'src', 'sql', 'scripts', 'docs'])
    await cp(join(REPOSITORY, path), join(folder, path), { recursive: true });
  await symlink(join(REPOSITORY, 'node_modules'), join(folder, 'node_modules'));
  await writeFile(join(folder, 'sql/migrations/9001_added.sql'), ADDITIVE);
  return folder;
}

interface Seen {
  readonly acknowledged: Set<number>;
  /** Answers that are no 200, to devices and to people. */
  readonly refused: string[];
  readonly pages: number[];
  longestWaitMilliseconds: number;
}

async function timed<T>(seen: Seen, work: () => Promise<T>): Promise<T> {
  const began = performance.now();
  const done = await work();
  seen.longestWaitMilliseconds = Math.max(seen.longestWaitMilliseconds, performance.now() - began);
  return done;
}

describe.skipIf(databaseEnvironment()['DATABASE_URL'] === undefined)('a rolling upgrade (needs a server)', () => {
  let context: OwnContext;
  let industry: Industry;
  let newer: string;
  let proxy: RetryingProxy;
  const running = new Set<ServiceProcess>();
  const secret = { JWT_SECRET: 'a-secret-for-the-processes-of-one-service' };

  async function start(role: 'api' | 'worker', release = REPOSITORY): Promise<ServiceProcess> {
    const service = await startServiceProcess({ ...context.environment, ...secret, ROLE: role }, release);
    running.add(service);
    return service;
  }
  const newestMigration = async (): Promise<string | undefined> =>
    (
      await context.database.execute<{ name: string }>(
        'SELECT name FROM public.schema_migration ORDER BY name DESC LIMIT 1',
      )
    )[0]?.name;

  beforeAll(async () => {
    context = await ownContext(new Date().toISOString());
    industry = await provisionMeters(context, 'ROLLING', METERS);
    newer = await newerRelease();
    proxy = await startRetryingProxy();
  });
  afterAll(async () => {
    await Promise.all([...running].map((service) => service.stop()));
    proxy.stop();
    await rm(newer, { recursive: true, force: true });
  });

  /** Slots that are over, so that their days are figured out by workers of both releases. */
  let slot = Math.floor(Date.now() / SLOT_MILLISECONDS) - 20_000;

  async function sendReadings(headers: Record<string, string>, seen: Seen, stopping: AbortSignal): Promise<void> {
    while (!stopping.aborted) {
      const mine = slot;
      slot += 1;
      const body = [...meterReadings(industry, mine * SLOT_MILLISECONDS, 1)].map(ndjsonLine).join('');
      const { status, text } = await timed(seen, async () => {
        const answer = await fetch(`${proxy.url}/api/external/readings`, {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/x-ndjson' },
          body,
        });
        return { status: answer.status, text: await answer.text() };
      });
      if (status === 200) seen.acknowledged.add(mine);
      else seen.refused.push(`device ${status} ${text}`);
      await delay(SENDERS_PAUSE_MILLISECONDS);
    }
  }

  async function lookAtPages(headers: Record<string, string>, seen: Seen, stopping: AbortSignal): Promise<void> {
    while (!stopping.aborted) {
      const answer = await fetch(`${proxy.url}/app`, { headers });
      const text = await answer.text();
      seen.pages.push(answer.status);
      if (answer.status !== 200) seen.refused.push(`person ${answer.status} ${text.slice(0, 200)}`);
      await delay(PEOPLES_PAUSE_MILLISECONDS);
    }
  }

  it('is seen by no device: every request is answered 200, and every acknowledged reading is stored', async () => {
    const old = [await start('api'), await start('api'), await start('worker')];
    const apis = old.slice(0, 2);
    for (const { url } of apis) proxy.add(url);
    const seen: Seen = { acknowledged: new Set(), refused: [], pages: [], longestWaitMilliseconds: 0 };
    const stopping = new AbortController();
    const first = { url: proxy.url };
    const device = await authorization(first, 'ROLLING');
    const person = await cookies(first, 'ROLLING');
    const sending = Promise.all([
      ...Array.from({ length: SENDERS }, () => sendReadings(device, seen, stopping.signal)),
      lookAtPages(person, seen, stopping.signal),
    ]);
    await vi.waitUntil(() => seen.acknowledged.size > 20, { timeout: 60_000 });
    const before = seen.longestWaitMilliseconds;

    // A report that holds the table of readings when the newer release wants to change it, and for long.
    const reporting = context.database.transaction(async ({ execute }) => {
      await execute('SELECT count(*) FROM telemetry.reading');
      const attempts = new Set<string>();
      await vi.waitUntil(
        async () => {
          for (const { attempt } of await execute<{ attempt: string }>(WAITING_MIGRATION)) attempts.add(attempt);
          return attempts.size >= OUTLASTED_ATTEMPTS;
        },
        { timeout: 120_000 },
      );
    });
    const waits: number[] = [];
    for (const [index, service] of old.entries()) {
      seen.longestWaitMilliseconds = 0;
      const next = await start(index < 2 ? 'api' : 'worker', newer);
      const readiness = await fetch(`${next.url}/readyz`);
      expect([readiness.status, await newestMigration()]).toEqual([200, '9001_added.sql']);
      if (index < 2) proxy.add(next.url);
      const refusedBefore = proxy.refusedConnections();
      await service.stop();
      if (index < 2) {
        // A balancer hears of it by a connection that is refused.
        await vi.waitUntil(() => proxy.refusedConnections() > refusedBefore, { timeout: 60_000 });
        proxy.remove(service.url);
      }
      waits.push(Math.round(seen.longestWaitMilliseconds));
    }
    await reporting;
    const acknowledgedByNewer = seen.acknowledged.size;
    await vi.waitUntil(() => seen.acknowledged.size > acknowledgedByNewer + 20, { timeout: 60_000 });
    stopping.abort();
    await sending;

    console.log(
      `longest wait ${Math.round(before)} ms before, ${waits.join(', ')} ms while a process was replaced; `
        + `${seen.acknowledged.size * METERS} readings acknowledged, ${seen.pages.length} pages; `
        + `${proxy.refusedConnections()} connections refused and tried elsewhere`,
    );
    expect(seen.refused).toEqual([]);
    expect(Math.max(...waits)).toBeLessThan(LONGEST_WAIT_MILLISECONDS);
    const [stored] = await context.database.execute<{ stored: number }>(
      'SELECT count(*) AS stored FROM telemetry.reading WHERE created_on = ANY ($1::timestamptz[])',
      [[...seen.acknowledged].map((acknowledged) => new Date(acknowledged * SLOT_MILLISECONDS))],
    );
    expect(stored?.stored).toBe(seen.acknowledged.size * METERS);
    await vi.waitFor(async () => expect(await staleOf(context, industry)).toEqual([]), { timeout: 120_000 });
  });

  it('leaves no way back in for a process of the older release', async () => {
    await expect(start('api')).rejects.toThrow(
      'Migration 9001_added.sql ran on this database but is not in sql/migrations: this program is older than its database.',
    );
  });
});
