import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createLogger } from '../../../src/logger.ts';
import { type Database, openDatabase } from '../../../src/platform/database/database.ts';
import { type Answer, followPrimary, type Primary } from '../../../src/platform/database/primary.ts';
import { isDatabaseUnavailable } from '../../../src/kernel/unavailable.ts';
import { testDatabase } from '../../support/database.ts';
import { type DatabaseLogin, type Wire, wireTo } from '../../support/wire.ts';

/** Two ways to one database stand for two servers: one that is lost and one that was promoted. */
let first: Wire, second: Wire;
let primary: Primary | null = null;
let database: Database;
let login: DatabaseLogin;

async function open(ask?: (server: 'first' | 'second') => Answer): Promise<void> {
  const { user, password = '', database: name } = login;
  const ports = [await first.listen(), await second.listen()] as const;
  const addressAt = (port: number): string =>
    `postgres://${user}:${encodeURIComponent(password)}@127.0.0.1:${port}/${name}`;
  const addresses = [addressAt(ports[0]), addressAt(ports[1])] as const;
  primary = followPrimary(
    addresses,
    createLogger('silent'),
    ask && (async (address) => ask(address === addresses[0] ? 'first' : 'second')),
  );
  database = openDatabase({ connectionString: addresses[0], stream: primary.socket }, () => {});
}

beforeEach(async () => {
  const { connection } = await testDatabase();
  [{ wire: first, login }, { wire: second }] = [wireTo(connection), wireTo(connection)];
});
afterEach(async () => {
  await database.close();
  primary?.close();
  first.close();
  second.close();
});

const answers = async (): Promise<boolean> =>
  (await database.execute<{ one: number }>('SELECT 1 AS one'))[0]?.one === 1;

it('the first server that takes writes is used, and the next one once it is lost', async () => {
  await open();
  expect(await answers()).toBe(true);
  second.cut();
  expect(await answers()).toBe(true);
  second.mend();
  first.cut();
  await vi.waitFor(async () => expect(await answers()).toBe(true), { timeout: 60_000 });
});

it('a replica is passed over', async () => {
  await open((server) => (server === 'first' ? { refusal: 'answers reads only' } : { timeline: 1 }));
  first.cut();
  expect(await answers()).toBe(true);
});

it('where two take writes, the one that was promoted last is used, and connections to the other are cut', async () => {
  const timelines = { first: 7, second: 6 };
  await open((server) => ({ timeline: timelines[server] }));
  second.cut();
  expect(await answers()).toBe(true);
  second.mend();
  timelines.second = 8;
  // A lost connection makes it look again: the listener's.
  const heard: string[] = [];
  await database.listen('of_the_promoted', (payload) => heard.push(payload));
  first.cut();
  await vi.waitFor(async () => expect(await answers()).toBe(true), { timeout: 60_000 });
  first.mend();
  second.cut();
  await expect(answers()).rejects.toThrow();
});

it('a server that was replaced is not used again, also while its successor does not answer', async () => {
  const seen: Record<'first' | 'second', Answer> = { first: { timeline: 1 }, second: { timeline: 2 } };
  await open((server) => seen[server]);
  expect(await answers()).toBe(true);
  seen.second = { refusal: 'cannot be reached (sorry, too many clients already)' };
  second.cut();
  await expect(vi.waitFor(async () => expect(await answers()).toBe(true), { timeout: 4000 })).rejects.toThrow(
    'was replaced by another',
  );
});

it('a search ends when the database is closed', async () => {
  await open(() => ({ refusal: 'is away' }));
  const asked = answers();
  primary?.close();
  await expect(asked).rejects.toThrow('No server takes writes');
});

it('a listener hears at the second server once the first is lost', async () => {
  await open();
  const heard: string[] = [];
  await database.listen('of_the_primary', (payload) => heard.push(payload));
  first.cut();
  await vi.waitFor(
    async () => {
      await database.execute("SELECT pg_notify('of_the_primary', 'hello')");
      expect(heard).toContain('hello');
    },
    { timeout: 10_000 },
  );
});

it('no server that takes writes is told as a lost connection, with each server and its reason', async () => {
  await open((server) => ({ refusal: server === 'first' ? 'answers reads only' : 'cannot be reached (why)' }));
  const error = await database.execute('SELECT 1').then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(isDatabaseUnavailable(error)).toBe(true);
  expect(String(error)).toMatch(
    /^Error: No server takes writes: 127\.0\.0\.1:\d+ answers reads only; 127\.0\.0\.1:\d+ cannot be reached \(why\)\.$/,
  );
});
