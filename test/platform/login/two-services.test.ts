import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseConfig } from '../../../src/config.ts';
import { openConfigured, type OpenDatabase } from '../../../src/platform/database/open.ts';
import { createLogger } from '../../../src/logger.ts';
import { disableAccount, enableAccount } from '../../../src/industries/users/disabled.ts';
import { bearer, login, type LoginKeys, mintUser, testApp, type TestApp } from '../../service/support/app-fixture.ts';
import { testContext, type TestContext } from '../../support/database.ts';
import { databaseEnvironment } from '../../support/database-environment.ts';

/*
 * Two services on one database, as two processes are: each with its own connections, caches and secrets.
 */
const OLD = 'the-old-secret-of-the-tests-'.repeat(2);
const NEW = 'the-new-secret-of-the-tests-'.repeat(2);

let context: TestContext;
let elsewhere: TestContext;
let second: OpenDatabase;
beforeAll(async () => {
  context = await testContext();
  second = await openConfigured(parseConfig(databaseEnvironment()), createLogger('silent'));
  elsewhere = { ...context, database: second.database };
});
afterAll(() => second.close());

const service = (on: TestContext, ...secrets: string[]): TestApp => testApp(on, {}, undefined, { secrets });
const statusAt = async (app: TestApp, { token }: { token: string }): Promise<number> =>
  (await app.request('/api/user/user', { headers: bearer(token) })).status;
const refreshAt = async (app: TestApp, { refreshToken }: LoginKeys): Promise<Response> =>
  app.request('/api/user/refreshToken', { method: 'POST', headers: bearer(refreshToken) });

describe('a new signing secret', () => {
  it('goes in one process after the other without signing anybody out: listed second, then first, then alone', async () => {
    const user = await mintUser(context);
    const steps: [string[], string[]][] = [
      [[OLD], [OLD, NEW]],
      [
        [OLD, NEW],
        [OLD, NEW],
      ],
      [
        [OLD, NEW],
        [NEW, OLD],
      ],
      [
        [NEW, OLD],
        [NEW, OLD],
      ],
    ];
    const kept = [await login(service(context, OLD), user, { 'x-device-id': 'first' })];
    for (const [index, [ours, theirs]] of steps.entries()) {
      const [here, there] = [service(context, ...ours), service(elsewhere, ...theirs)];
      kept.push(
        await login(here, user, { 'x-device-id': `here ${index}` }),
        await login(there, user, { 'x-device-id': `there ${index}` }),
      );
      for (const keys of kept) expect([await statusAt(here, keys), await statusAt(there, keys)]).toEqual([200, 200]);
    }
  });

  it('signs what a refresh gives, so that the old one can go after the longest refresh token', async () => {
    const user = await mintUser(context);
    const before = await login(service(context, OLD), user);
    const refreshed = (await (await refreshAt(service(elsewhere, NEW, OLD), before)).json()) as LoginKeys;
    const alone = service(context, NEW);
    expect(await statusAt(alone, refreshed)).toBe(200);
    expect((await refreshAt(alone, before)).status).toBe(401);
  });

  it('alone refuses what the old one signed', async () => {
    const before = await login(service(context, OLD), await mintUser(context));
    expect(await statusAt(service(context, NEW), before)).toBe(420);
  });
});

describe('a disabled account', () => {
  it.each(['user', 'industry'] as const)(
    'is refused by every process from the next request on, refreshes and logins too, until it is enabled (%s)',
    async (kind) => {
      const user = await mintUser(context);
      const account = { industry: user, userId: kind === 'user' ? user.userId : null };
      const [here, there] = [service(context, NEW), service(elsewhere, NEW)];
      const keys = await login(there, user);
      const seen = async () => [
        await statusAt(here, keys),
        await statusAt(there, keys),
        (await refreshAt(here, keys)).status,
        (await refreshAt(there, keys)).status,
      ];
      expect([await statusAt(here, keys), await statusAt(there, keys)]).toEqual([200, 200]);

      expect(await disableAccount(context, account)).toBe(true);
      expect(await seen()).toEqual([420, 420, 420, 420]);
      await expect(login(there, user)).rejects.toThrow('420');
      expect(await disableAccount(elsewhere, account)).toBe(false);

      expect(await enableAccount(elsewhere, account)).toBe(true);
      expect([await statusAt(here, keys), await statusAt(there, keys)]).toEqual([200, 200]);
      expect(await enableAccount(context, account)).toBe(false);
    },
  );

  it('is nobody else of the industry when it is a user', async () => {
    const [user, colleague] = [await mintUser(context), await mintUser(context)];
    const keys = await login(service(context, NEW), colleague);
    await disableAccount(context, { industry: user, userId: user.userId });
    expect(await statusAt(service(elsewhere, NEW), keys)).toBe(200);
  });
});

describe('sign-out elsewhere', () => {
  it('counts on every process from the next request on', async () => {
    const user = await mintUser(context);
    const [here, there] = [service(context, NEW), service(elsewhere, NEW)];
    const [own, phone] = [await login(here, user), await login(there, user, { 'x-device-id': 'phone' })];
    await here.request('/api/user/sessions', { method: 'DELETE', headers: bearer(own.token) });
    expect([await statusAt(there, phone), await statusAt(there, own)]).toEqual([440, 200]);
  });
});

describe('refreshes at the same moment', () => {
  it('on two processes all give tokens that both take', async () => {
    const services = [service(context, NEW), service(elsewhere, NEW)] as const;
    const before = await login(services[0], await mintUser(context));
    const answers = await Promise.all(
      Array.from(
        { length: 10 },
        async (_, index) => (await refreshAt(services[index % 2 === 0 ? 0 : 1], before)).json() as Promise<LoginKeys>,
      ),
    );
    const seen = await Promise.all(services.flatMap((app) => [before, ...answers].map((keys) => statusAt(app, keys))));
    expect(seen).toEqual(seen.map(() => 200));
  });
});
