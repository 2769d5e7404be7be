import { existsSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Database } from '../../../../src/platform/database/database.ts';
import type { Industry } from '../../../../src/kernel/industry/industry.ts';
import { startServer, type RunningServer } from '../../../../src/platform/http/server.ts';
import { ROWS_PER_TRANSACTION } from '../../../../src/readings/sent-rows.ts';
import { mintWorks, slots } from '../../works.ts';
import { mintId, testContext, type TestContext } from '../../../support/database.ts';
import { PASSWORD, testApp } from '../../../service/support/app-fixture.ts';
import { type ServiceProcess, startServiceProcess } from '../../../service/support/service-process.ts';
import { StreamingClient } from '../../../service/support/streaming-client.ts';
import { mintMember } from './support.ts';
import { databaseEnvironment } from '../../../support/database-environment.ts';

const NDJSON = { 'content-type': 'application/x-ndjson' };
const FIRST_DAY = '2026-01-01T00:30:00Z';

/** Lines of one unit, five minutes apart from `from` on, as many as asked for. */
const lines = (unitId: string, count: number, from = FIRST_DAY): string =>
  slots(unitId, from, count)
    .map((row) => `${JSON.stringify(row)}\n`)
    .join('');

describe('a database that is slower than the sender', () => {
  let context: TestContext;
  let server: RunningServer;
  let headers: Record<string, string>;
  const gate = { open: (): void => {}, opened: Promise.resolve() };

  beforeAll(async () => {
    context = await testContext('2026-11-21T12:00:00Z');
    const slow: Database = {
      ...context.database,
      transaction: async (work) => {
        await gate.opened;
        return context.database.transaction(work);
      },
    };
    const app = testApp({ ...context, database: slow });
    headers = (await mintMember(context, app)).headers;
    server = await startServer(app, '127.0.0.1', 0);
  });
  afterAll(() => server.stop());

  it('slows the sender down: no more is taken from it than two batches and what sockets hold', async () => {
    gate.opened = new Promise((resolve) => {
      gate.open = resolve;
    });
    const client = new StreamingClient(`${server.url}/api/external/readings`, { ...headers, ...NDJSON });
    const piece = lines('M1', 2000);
    const pieces = 100;
    const sending = (async () => {
      for (let index = 0; index < pieces; index += 1) await client.send(piece);
    })();
    let seen = -1;
    await vi.waitUntil(
      () => {
        const before = seen;
        seen = client.bytesSent;
        return seen > 0 && seen === before;
      },
      { interval: 300, timeout: 60_000 },
    );
    expect(seen).toBeGreaterThan(piece.length);
    // What sockets hold is the machine's choice, and more on a busy one. A service that reads on would take everything.
    expect(seen).toBeLessThan(piece.length * pieces * 0.75);
    gate.open();
    await sending;
    expect(await client.answer()).toMatchObject({
      status: 200,
      body: { data: { received: 2000 * pieces, inserted: 2000, rejected: 0 } },
    });
  });
});

describe('the running service', () => {
  let context: TestContext;
  let service: ServiceProcess;
  let industry: Industry;
  let headers: Record<string, string>;

  beforeAll(async () => {
    context = await testContext('2026-11-21T12:00:00Z');
    const username = mintId('s').slice(-24).toLowerCase();
    industry = await mintWorks(context, [
      {
        userId: username,
        email: `${username}@works.example`,
        username,
        password: PASSWORD,
        role: 'user',
        permissions: ['readings:write'],
      },
    ]);
    service = await startServiceProcess(databaseEnvironment());
    const login = await fetch(`${service.url}/api/user/login`, {
      method: 'POST',
      headers: { username, password: PASSWORD, LoginType: 'DEFAULT' },
    });
    const { token } = (await login.json()) as { token: string };
    headers = { ...NDJSON, authorization: `Bearer ${token}` };
  });
  afterAll(() => service.stop());

  const countOf = async (unitId: string): Promise<number> =>
    (
      await context.database.execute<{ count: number }>('SELECT count(*) FROM telemetry.reading WHERE unit_key = $1', [
        industry.units.get(unitId)?.unitKey,
      ])
    )[0]?.count ?? 0;

  // Memory is read where Linux shows it.
  it.runIf(existsSync('/proc/self/status'))(
    'takes 300,000 lines in one body in a container of 512 MB',
    { timeout: 180_000 },
    async () => {
      const client = new StreamingClient(`${service.url}/api/external/readings`, headers);
      let peak = 0;
      for (let sent = 0; sent < 300_000; sent += 2000) {
        await client.send(
          lines('M1', 2000, new Date(Date.parse('2020-01-01T00:00:00Z') + sent * 300_000).toISOString()),
        );
        peak = Math.max(peak, service.rssMegabytes());
      }
      expect(await client.answer()).toMatchObject({
        status: 200,
        body: { data: { received: 300_000, inserted: 300_000, rejected: 0 } },
      });
      expect(Math.max(peak, service.rssMegabytes())).toBeLessThan(512);
    },
  );

  it('keeps what was committed when a client disconnects midway, and goes on', async () => {
    const client = new StreamingClient(`${service.url}/api/external/readings`, headers);
    await client.send(lines('M2', ROWS_PER_TRANSACTION + 1000));
    await vi.waitUntil(async () => (await countOf('M2')) === ROWS_PER_TRANSACTION, { interval: 50, timeout: 60_000 });
    client.vanish();
    const again = new StreamingClient(`${service.url}/api/external/readings`, headers);
    await again.send(lines('M2', ROWS_PER_TRANSACTION + 1000));
    expect(await again.answer()).toMatchObject({
      status: 200,
      body: { data: { inserted: 1000, unchanged: ROWS_PER_TRANSACTION } },
    });
  });

  it('that is stopped in the middle of an upload answers what of it is stored', async () => {
    const client = new StreamingClient(`${service.url}/api/external/readings`, headers);
    await client.send(lines('TANK', ROWS_PER_TRANSACTION));
    await vi.waitUntil(async () => (await countOf('TANK')) === ROWS_PER_TRANSACTION, { interval: 50, timeout: 60_000 });
    const stopped = service.stop();
    const answered = client.answered();
    // A gateway sends on and on, whatever happens at the other end.
    const sending = setInterval(() => void client.send(lines('TANK', 1, '2025-01-01T00:30:00Z')).catch(() => {}), 50);
    try {
      expect(await answered).toMatchObject({
        status: 503,
        body: {
          message:
            'The service is being stopped. Please send the request again. What data counts is stored; sending everything again is safe.',
          data: { received: ROWS_PER_TRANSACTION, inserted: ROWS_PER_TRANSACTION },
        },
      });
    } finally {
      clearInterval(sending);
    }
    client.vanish();
    await stopped;
  });
});

describe('a client that goes away after it has sent everything', () => {
  it('is not worked for any longer: the rows that were not being stored yet are left', async () => {
    const context = await testContext('2026-11-21T12:00:00Z');
    let transactions = 0;
    const begun = Promise.withResolvers<void>();
    const gone = Promise.withResolvers<void>();
    const slow: Database = {
      ...context.database,
      transaction: async (work) => {
        transactions += 1;
        begun.resolve();
        await gone.promise;
        return context.database.transaction(work);
      },
    };
    const answered = Promise.withResolvers<void>();
    const app = testApp({ ...context, database: slow });
    const { headers } = await mintMember(context, testApp(context));
    const answer = app.fetch;
    app.fetch = async (...given) => {
      const response = await answer(...given);
      answered.resolve();
      return response;
    };
    const server = await startServer(app, '127.0.0.1', 0);
    const client = new StreamingClient(`${server.url}/api/external/readings`, {
      ...headers,
      ...NDJSON,
      'content-encoding': 'gzip',
    });
    // Many batches, since readings of 64 parameters fill them soon, in a few kilobytes, all of which the server has at
    // once.
    const value = Object.fromEntries(Array.from({ length: 64 }, (_, index) => [`p${index}`, index]));
    await client.send(
      gzipSync(
        slots('LAB', FIRST_DAY, 10_000)
          .map(({ unitId, createdOn }) => `${JSON.stringify({ unitId, createdOn, value })}\n`)
          .join(''),
      ),
    );
    client.answer().catch(() => {});
    await begun.promise;
    client.vanish();
    gone.resolve();
    await answered.promise;
    expect(transactions).toBeLessThanOrEqual(3);
    await server.stop();
  });
});
