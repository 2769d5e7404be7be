import { connect, createServer, type Server } from 'node:net';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { parseConfig } from '../../src/config.ts';
import { createLogger } from '../../src/logger.ts';
import { Faults } from '../../src/platform/faults/faults.ts';
import { watchSurroundings } from '../../src/platform/faults/watch-surroundings.ts';
import { type Fault, type FaultKind, faultSentence } from '../../src/platform/faults/rules/fault.ts';
import { newestFaults } from '../../src/platform/faults/store/faults.ts';
import { type RunningService, startService } from '../../src/service/service.ts';
import { ownDatabaseEnvironment } from '../keeping/upkeep/own-database.ts';
import { startBroker } from '../readings/mqtt/broker.ts';
import { databaseEnvironment } from '../support/database-environment.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { killEngines } from './support/kill-engine.ts';
import { mintUser } from './support/app-fixture.ts';

/* Two services of one installation, whose surroundings fail for real. The table tells what either has met. */

const HOUR_MS = 3_600_000;
const isEmbedded = databaseEnvironment()['DATABASE_URL'] === undefined;

let first: RunningService;
let second: RunningService;
let mails: MailServer;
/** The address of the mail server, at which nothing may be. */
let mailPort: number;
let environment: Record<string, string>;
let ahead = 0;

async function openAt(port: number): Promise<Server> {
  const server = createServer((socket) => {
    const on = connect(Number(new URL(mails.settings.url).port), '127.0.0.1');
    for (const one of [socket, on]) one.on('error', () => {});
    socket.pipe(on).pipe(socket);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

beforeAll(async () => {
  mails = await startMailServer();
  const free = await openAt(0);
  mailPort = (free.address() as { port: number }).port; // listening on a port, never on a pipe
  free.close();
  environment = {
    ...(await ownDatabaseEnvironment()),
    PORT: '0',
    LOG_LEVEL: 'silent',
    JWT_SECRET: 'a-secret-for-the-processes-of-one-service',
    SMTP_URL: mails.settings.url.replace(/\d+$/, String(mailPort)),
    MAIL_FROM: 'Water <water@example.org>',
    PUBLIC_URL: 'https://water.test',
  };
  const log = createLogger('silent');
  first = await startService(parseConfig(environment), log);
  second = await startService(parseConfig({ ...environment, ROLE: 'api' }), log, { now: () => Date.now() + ahead });
});
afterAll(async () => {
  await second.stop();
  await first.stop();
  await mails.stop();
});

const nameOf = ({ url }: RunningService): string => new RegExp(`:${new URL(url).port}$`).source;

const faultOf = async (kind: FaultKind, of?: RunningService): Promise<Fault | undefined> =>
  // The database may be what is away.
  (await newestFaults(first.context.database, new Date()).catch(() => [])).find(
    (fault) => fault.kind === kind && (of === undefined || new RegExp(nameOf(of)).test(fault.process)),
  );

const told = (fault: Fault): string => faultSentence(fault, 'en', (at) => new Date(at).toISOString().slice(0, 16));

const until = (kind: FaultKind, of: RunningService | undefined, holds: (fault: Fault) => boolean): Promise<Fault> =>
  vi.waitUntil(
    async () => {
      const fault = await faultOf(kind, of);
      return fault !== undefined && holds(fault) && fault;
    },
    { timeout: 60_000, interval: 250 },
  );

async function readyz({ url }: RunningService): Promise<readonly string[]> {
  return ((await (await fetch(`${url}/readyz`)).json()) as { faults?: string[] }).faults ?? [];
}

it(
  'tells of a mail server that is away, of the mails that wait, and that they were late',
  { timeout: 180_000 },
  async () => {
    const { username } = await mintUser(first.context as Parameters<typeof mintUser>[0]);
    const ask = () =>
      fetch(`${second.url}/api/user/password/forgot`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username }),
      });
    expect((await ask()).status).toBe(200);
    const away = await until('mail', undefined, ({ ended, mailsWaiting }) => ended === null && mailsWaiting === 1);
    expect(away.process).toBe('');
    expect(told(away)).toMatch(/^The mail server has been away since .*, and was last tried .*\. 1 mail waits\.$/);
    expect(await readyz(first)).toEqual([expect.stringContaining('The mail server has been away since')]);
    // The process that sends no mails has met nothing.
    expect(await readyz(second)).toEqual([]);

    const server = await openAt(mailPort);
    onTestFinished(() => void server.close());
    const back = await until('mail', undefined, ({ ended }) => ended !== null);
    expect(mails.received).toHaveLength(1);
    expect(back).toMatchObject({ mails: 1, mailsWaiting: 0, times: 1 });
    expect(told(back)).toMatch(
      /^The mail server was away from .* to .*\. 1 mail waited for it, and was sent late or given up\.$/,
    );
  },
);

it(
  'tells of a clock that jumps, by how much it differs, and when it is right again',
  { timeout: 120_000 },
  async () => {
    ahead = HOUR_MS;
    const off = await until('clock', second, ({ ended }) => ended === null);
    expect(told(off)).toMatch(/^The clock of \S+ has been 1\sh ahead of the database's since .*\. It tells of/);
    expect(told(await until('jump', second, () => true))).toMatch(
      /^The clock of \S+ jumped ahead by 1\sh at .*, or its machine stood still\./,
    );
    expect(await faultOf('clock', first)).toBeUndefined();
    expect((await readyz(second)).join(' ')).toContain('The clock of This process has been');
    ahead = 0;
    expect(told(await until('clock', second, ({ ended }) => ended !== null))).toMatch(
      /^The clock of \S+ was 1\sh ahead of the database's from .* to .*\./,
    );
    const jumps = await newestFaults(first.context.database, new Date());
    expect(jumps.filter(({ kind }) => kind === 'jump').map(({ milliseconds }) => Math.sign(milliseconds ?? 0))).toEqual(
      [-1, 1],
    );
    // A clock has no requests, mails and restarts, so these are unknown of it and not 0.
    expect(jumps.find(({ kind }) => kind === 'jump')).toMatchObject({ requests: null, mails: null, isRestart: null });
  },
);

it(
  'tells of connections to the database that were lost, and of requests answered 503',
  { timeout: 180_000 },
  async () => {
    const stopping = new AbortController();
    let refused = 0;
    const asking = (async () => {
      while (!stopping.signal.aborted) {
        const { status } = await fetch(`${second.url}/api/user/login`, {
          method: 'POST',
          headers: { username: 'nobody', password: 'Wrong-horse-1', LoginType: 'DEFAULT' },
        });
        if (status === 503) refused += 1;
      }
    })();
    await killDatabase(() => refused > 0);
    const met = await until('database', second, ({ ended }) => ended !== null);
    stopping.abort();
    await asking;
    expect(met.requests).toBeGreaterThan(0);
    expect(met.requests).toBeLessThanOrEqual(refused);
    expect(told(met)).toMatch(
      isEmbedded
        ? /^The database was restarted or replaced: \S+ was without it from .* for .*, and answered \d+ requests? 503\. What/
        : /^Connections of \S+ to the database were cut at .*\. They were there again after .*, and \d+ requests? w.* 503\./,
    );
  },
);

/** Kills the embedded engine; cuts all connections to a server until requests have failed for it. */
async function killDatabase(isNoticed: () => boolean): Promise<void> {
  if (isEmbedded) {
    killEngines();
    return;
  }
  const cut = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()`;
  await vi.waitUntil(
    async () => {
      await first.context.database.execute(cut).catch(() => {});
      return isNoticed();
    },
    { timeout: 60_000, interval: 20 },
  );
}

it('tells of a broker that is away, and when it is back', { timeout: 120_000 }, async () => {
  const broker = await startBroker();
  const third = await startService(
    parseConfig({ ...environment, ROLE: 'worker', MQTT_URL: broker.url }),
    createLogger('silent'),
  );
  onTestFinished(() => third.stop());
  await vi.waitUntil(() => broker.subscriptions().length > 0, { timeout: 30_000 });
  await broker.goAway();
  expect(told(await until('broker', third, ({ ended }) => ended === null))).toMatch(
    /^\S+ has been without the MQTT broker since .*\. Readings wait at the broker or at their senders\.$/,
  );
  await broker.comeBack();
  expect(told(await until('broker', third, ({ ended }) => ended !== null))).toMatch(
    /^\S+ was without the MQTT broker from .* to .*\. Readings waited .*, and came late\.$/,
  );
});

it('tells of a replica that answers no reads', { timeout: 120_000 }, async () => {
  const free = await openAt(0);
  const { port } = free.address() as { port: number }; // listening on a port, never on a pipe
  free.close();
  const third = await startService(
    parseConfig({ ...environment, ROLE: 'worker', DATABASE_READ_URL: `postgres://water@127.0.0.1:${port}/water` }),
    createLogger('silent'),
  );
  onTestFinished(() => third.stop());
  expect(told(await until('replica', third, ({ ended }) => ended === null))).toMatch(
    /^\S+ has had no answers from the read replica since .*: the replica is away or behind, the log says why\. The/,
  );
  expect(await faultOf('replica', first)).toBeUndefined();
});

it('tells when the replica answers again', { timeout: 120_000 }, async () => {
  let isAway = true;
  const endWatch = watchSurroundings({
    ...first.context,
    faults: new Faults(),
    process: 'reader:3000',
    broker: () => null,
    isReplicaPassedOver: async () => isAway,
    engineRestarts: () => null,
    dataDir: null,
  });
  onTestFinished(endWatch);
  const replicaOf = async (): Promise<Fault | undefined> =>
    (await newestFaults(first.context.database, new Date())).find(({ process }) => process === 'reader:3000');
  await vi.waitUntil(async () => (await replicaOf())?.ended === null, { timeout: 60_000, interval: 250 });
  isAway = false;
  const back = await vi.waitUntil(
    async () => {
      const fault = await replicaOf();
      return fault !== undefined && fault.ended !== null && fault;
    },
    { timeout: 60_000, interval: 250 },
  );
  expect(told(back)).toMatch(/^reader:3000 had no answers from the read replica from .* to .*: the replica was away/);
});
