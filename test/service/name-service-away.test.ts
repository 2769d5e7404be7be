import dns from 'node:dns';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { parseConfig } from '../../src/config.ts';
import { createLogger } from '../../src/logger.ts';
import type { FaultKind } from '../../src/platform/faults/rules/fault.ts';
import { newestFaults } from '../../src/platform/faults/store/faults.ts';
import { type RunningService, startService } from '../../src/service/service.ts';
import { ownDatabaseEnvironment } from '../keeping/upkeep/own-database.ts';
import { type Broker, startBroker } from '../readings/mqtt/broker.ts';
import { databaseEnvironment } from '../support/database-environment.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { mintUser } from './support/app-fixture.ts';

/* The service knows its surroundings by names, and for a while nobody resolves names. */

const NAMES = '.water.test';
let isAway = false;
/** Names that nobody resolved. */
const unresolved = new Set<string>();

/** Resolves the names of this test to this machine, or fails as the system does without its name server. */
function resolveOwnNames(): void {
  const { lookup } = dns;
  vi.spyOn(dns, 'lookup').mockImplementation(((
    name: string,
    options: object,
    answer: (error: Error | null) => void,
  ) => {
    if (!name.endsWith(NAMES)) return lookup(name, options, answer as never);
    if (!isAway) return lookup('127.0.0.1', options, answer as never);
    unresolved.add(name);
    const code = 'EAI_AGAIN';
    const error = Object.assign(new Error(`getaddrinfo ${code} ${name}`), { code, syscall: 'getaddrinfo' });
    return void setImmediate(answer, error);
  }) as typeof dns.lookup); // the form that sockets call: a name, options and who hears the answer
}

const named = (url: string, name: string): string => {
  const address = new URL(url);
  address.hostname = `${name}${NAMES}`;
  return address.href.replace(/\/$/, '');
};

interface Named {
  readonly service: RunningService;
  readonly mails: MailServer;
  readonly broker: Broker;
}

/** A service that is ready, with a mail server and a broker, whose addresses are names. */
async function startNamed(): Promise<Named> {
  isAway = false;
  const [mails, broker, database] = [await startMailServer(), await startBroker(), await ownDatabaseEnvironment()];
  const url = database['DATABASE_URL'];
  const environment = {
    ...database,
    // The embedded engine has no name.
    ...(url === undefined ? {} : { DATABASE_URL: named(url, 'database') }),
    PORT: '0',
    LOG_LEVEL: 'silent',
    JWT_SECRET: 'a-secret-for-a-service-without-names',
    SMTP_URL: named(mails.settings.url, 'mail'),
    MAIL_FROM: 'Water <water@example.org>',
    PUBLIC_URL: 'https://water.test',
    MQTT_URL: named(broker.url, 'broker'),
  };
  const service = await startService(parseConfig(environment), createLogger('silent'));
  onTestFinished(async () => {
    isAway = false;
    await service.stop();
    await mails.stop();
  });
  await vi.waitUntil(() => broker.subscriptions().length > 0, { timeout: 30_000 });
  return { service, mails, broker };
}

beforeAll(resolveOwnNames);
afterAll(() => vi.restoreAllMocks());

async function faultsOf(service: RunningService): Promise<string> {
  const answer = (await (await fetch(`${service.url}/readyz`)).json()) as { faults?: string[] };
  return (answer.faults ?? []).join(' ');
}

const hasEnded = async ({ service }: Named, kind: FaultKind): Promise<boolean> =>
  (await newestFaults(service.context.database, new Date())).some(
    (fault) => fault.kind === kind && fault.ended !== null,
  );

it('a name service that is away is told by what cannot be reached, and everything comes when it is back', async () => {
  const installation = await startNamed();
  const { service, mails, broker } = installation;
  const { username } = await mintUser(service.context as Parameters<typeof mintUser>[0]);
  const askForMail = () =>
    fetch(`${service.url}/api/user/password/forgot`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username }),
    });

  isAway = true;
  await broker.goAway();
  await broker.comeBack();
  expect((await askForMail()).status).toBe(200);
  await vi.waitUntil(async () => /mail server has been away.*1 mail waits/.test(await faultsOf(service)), {
    timeout: 60_000,
  });
  await vi.waitUntil(async () => /without the MQTT broker since/.test(await faultsOf(service)), { timeout: 60_000 });
  expect([...unresolved]).toEqual(expect.arrayContaining([`broker${NAMES}`, `mail${NAMES}`]));
  expect(mails.received).toEqual([]);

  isAway = false;
  await vi.waitUntil(() => hasEnded(installation, 'broker'), { timeout: 60_000 });
  await vi.waitUntil(() => hasEnded(installation, 'mail'), { timeout: 120_000 });
  expect(mails.received).toHaveLength(1);
  expect(await faultsOf(service)).toMatch(
    /^The mail server was away from .* without the MQTT broker from .* came late\.$/,
  );
});

it('a database whose name is not resolved is refused to callers with 503, and answers by itself afterwards', async ({
  skip,
}) => {
  if (databaseEnvironment()['DATABASE_URL'] === undefined) skip('the embedded engine has no name');
  const { service } = await startNamed();
  isAway = true;
  const login = () =>
    fetch(`${service.url}/api/user/login`, {
      method: 'POST',
      headers: { username: 'nobody', password: 'Wrong-horse-1', LoginType: 'DEFAULT' },
    });
  // Open connections need no name. They are cut, and no new ones can be made.
  await service.context.database
    .execute(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
    )
    .catch(() => {});
  const refused = await vi.waitUntil(
    async () => {
      const answer = await login();
      return answer.status === 503 && answer;
    },
    { timeout: 60_000 },
  );
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  isAway = false;
  await vi.waitUntil(async () => (await login()).status === 401, { timeout: 60_000 });
});
