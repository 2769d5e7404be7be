import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { parseConfig } from '../../src/config.ts';
import { createLogger } from '../../src/logger.ts';
import { faultSentence, type FaultKind } from '../../src/platform/faults/rules/fault.ts';
import { newestFaults } from '../../src/platform/faults/store/faults.ts';
import { type RunningService, startService } from '../../src/service/service.ts';
import { ownDatabaseEnvironment } from '../keeping/upkeep/own-database.ts';
import { startBroker } from '../readings/mqtt/broker.ts';
import { databaseEnvironment } from '../support/database-environment.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { type NameService, takeNameService } from '../support/name-service.ts';
import { mintUser } from './support/app-fixture.ts';

/* The name service is away: names of mail server, broker and database server get no answer. */

const isEmbedded = databaseEnvironment()['DATABASE_URL'] === undefined;
const named = (url: string, name: string): string => {
  const address = new URL(url);
  address.hostname = `${name}.water.test`;
  return address.href;
};

let names: NameService;
let mails: MailServer;
let environment: Record<string, string>;
let service: RunningService;
/** Another process, which reaches the database without a name. */
let onlooker: RunningService;
beforeAll(async () => {
  names = takeNameService();
  mails = await startMailServer();
  const own = await ownDatabaseEnvironment();
  environment = {
    ...own,
    PORT: '0',
    LOG_LEVEL: 'silent',
    JWT_SECRET: 'a-secret-for-the-processes-of-one-service',
    SMTP_URL: named(mails.settings.url, 'mail'),
    MAIL_FROM: 'Water <water@example.org>',
    PUBLIC_URL: 'https://water.test',
  };
  const log = createLogger('silent');
  onlooker = await startService(parseConfig({ ...environment, ROLE: 'api' }), log);
  service = await startService(
    parseConfig({
      ...environment,
      ...(isEmbedded ? {} : { DATABASE_URL: named(own['DATABASE_URL'] ?? '', 'database') }),
    }),
    log,
  );
});
afterAll(async () => {
  await service.stop();
  await onlooker.stop();
  await mails.stop();
  names.restore();
});

/** Names get no answer until the test says otherwise, or ends. */
function loseNames(): void {
  names.goAway();
  onTestFinished(() => names.comeBack());
}

const sentence = async (kind: FaultKind, lasts: boolean): Promise<string | false> => {
  const faults = await newestFaults(onlooker.context.database, new Date());
  const fault = faults.find((one) => one.kind === kind && (one.ended === null) === lasts);
  return fault !== undefined && faultSentence(fault, 'en', (at) => new Date(at).toISOString().slice(0, 16));
};
const told = (kind: FaultKind, lasts: boolean): Promise<string> =>
  vi.waitUntil(() => sentence(kind, lasts), { timeout: 90_000, interval: 250 });
const detailsOf = async ({ url }: RunningService): Promise<string> =>
  ((await (await fetch(`${url}/readyz`)).json()) as { faults?: string[] }).faults?.join(' ') ?? '';

const askForMail = async (): Promise<number> => {
  const { username } = await mintUser(onlooker.context as Parameters<typeof mintUser>[0]);
  const response = await fetch(`${onlooker.url}/api/user/password/forgot`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username }),
  });
  return response.status;
};

it('a mail waits for the name of its server, is told to wait, and is sent once', { timeout: 180_000 }, async () => {
  loseNames();
  expect(await askForMail()).toBe(200);
  // The server is told to be away first, and then that a mail waits for it.
  await vi.waitFor(
    async () => expect(await told('mail', true)).toMatch(/^The mail server has been away since .*\. 1 mail waits\.$/),
    { timeout: 90_000, interval: 250 },
  );
  expect(await detailsOf(service)).toContain('The mail server has been away since');
  expect(mails.received).toEqual([]);
  names.comeBack();
  expect(await told('mail', false)).toMatch(/^The mail server was away from .* to /);
  expect(mails.received).toHaveLength(1);
});

it('a broker that cannot be found again is told to be away, and is found', { timeout: 180_000 }, async () => {
  const broker = await startBroker();
  const listener = await startService(
    parseConfig({ ...environment, ROLE: 'worker', MQTT_URL: named(broker.url, 'broker') }),
    createLogger('silent'),
  );
  onTestFinished(() => listener.stop());
  await vi.waitUntil(() => broker.subscriptions().length > 0, { timeout: 30_000 });
  loseNames();
  await broker.goAway();
  // The broker is there, but nobody finds it.
  await broker.comeBack();
  expect(await told('broker', true)).toMatch(
    /^\S+ has been without the MQTT broker since .*\. Readings wait at the broker or at their senders\.$/,
  );
  expect(await detailsOf(listener)).toContain('without the MQTT broker since');
  // What is published meanwhile is kept for the listener and taken once it is back.
  const taken = broker.acknowledged();
  await broker.publish('water/NOBODY/M1/readings', { value: 1 });
  names.comeBack();
  expect(await told('broker', false)).toMatch(/^\S+ was without the MQTT broker from .* to /);
  await vi.waitUntil(() => broker.acknowledged() > taken, { timeout: 30_000 });
});

it.skipIf(isEmbedded)(
  'a database server that cannot be found answers 503 and is told, and requests go on once it is found',
  { timeout: 180_000 },
  async () => {
    const logIn = async (): Promise<number> => {
      const headers = { username: 'nobody', password: 'Wrong-horse-1', LoginType: 'DEFAULT' };
      return (await fetch(`${service.url}/api/user/login`, { method: 'POST', headers })).status;
    };
    expect(await logIn()).toBe(401);
    loseNames();
    await vi.waitUntil(
      async () => {
        // Connections that were made before need no name.
        await onlooker.context.database
          .execute(
            `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
             WHERE datname = current_database() AND pid <> pg_backend_pid()`,
          )
          .catch(() => {});
        return (await logIn()) === 503;
      },
      { timeout: 60_000, interval: 20 },
    );
    const ready = await fetch(`${service.url}/readyz`);
    expect([ready.status, await ready.text()]).toEqual([503, expect.stringMatching(/database/)]);
    await vi.waitUntil(async () => (await detailsOf(service)).includes('without the database'), { timeout: 60_000 });
    names.comeBack();
    expect(await told('database', false)).toMatch(/ requests? .*503\./);
    await vi.waitUntil(async () => (await logIn()) === 401, { timeout: 60_000 });
  },
);
