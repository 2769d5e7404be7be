import { existsSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mintWorks } from '../../works.ts';
import { mintId, testContext } from '../../../support/database.ts';
import { PASSWORD } from '../../../service/support/app-fixture.ts';
import { type ServiceProcess, startServiceProcess } from '../../../service/support/service-process.ts';
import { databaseEnvironment } from '../../../support/database-environment.ts';

/** A usual container. Node's heap takes 240 at most, all bodies 64, the program 110; without bounds it would be 3 GB. */
const MOST_MEGABYTES = 512;
const SENDERS = 10;
const EMPTY = 5_400_000;
const JSON_TYPE = 'application/json';
const NDJSON = 'application/x-ndjson';
/** Lines are told how many of them were looked at before. */
const EXPANDS = /^The request body expands to more than 200 times its compressed size(?:$|\. 0 readings stored, )/;

let service: ServiceProcess;
let authorization: string;

beforeAll(async () => {
  const context = await testContext('2026-11-21T12:00:00Z');
  const username = mintId('f').slice(-24).toLowerCase();
  await mintWorks(context, [
    {
      userId: username,
      email: `${username}@works.example`,
      username,
      password: PASSWORD,
      role: 'user',
      permissions: ['readings:write'],
    },
  ]);
  service = await startServiceProcess({
    ...databaseEnvironment(),
    NODE_OPTIONS: '--max-old-space-size=192',
    // What Node has compiled before would count as memory of the service.
    NODE_DISABLE_COMPILE_CACHE: '1',
  });
  const login = await fetch(`${service.url}/api/user/login`, {
    method: 'POST',
    headers: { username, password: PASSWORD, LoginType: 'DEFAULT' },
  });
  authorization = `Bearer ${((await login.json()) as { token: string }).token}`;
});
afterAll(() => service.stop());

interface Answered {
  readonly status: number;
  readonly message: string;
  readonly retryAfter: string | null;
}

/** The same body from ten senders at the same moment. */
const fromTenAtOnce = (body: Uint8Array<ArrayBuffer>, headers: Record<string, string>): Promise<Answered[]> =>
  Promise.all(
    Array.from({ length: SENDERS }, async () => {
      const response = await fetch(`${service.url}/api/external/readings`, {
        method: 'POST',
        body,
        headers: { authorization, ...headers },
      });
      return {
        status: response.status,
        message: ((await response.json()) as { message: string }).message,
        retryAfter: response.headers.get('retry-after'),
      };
    }),
  );

const staysUp = async (): Promise<void> => {
  expect((await fetch(`${service.url}/healthz`)).status).toBe(200);
  expect(service.peakMegabytes()).toBeLessThan(MOST_MEGABYTES);
};

// Memory is read where Linux shows it.
describe.runIf(existsSync('/proc/self/status'))(
  'a service with a heap of 192 MB goes on, in less than 512 MB, after ten bodies at once',
  { timeout: 180_000 },
  () => {
    it.each([
      ['a list', JSON_TYPE, `{"readings":[${'{},'.repeat(EMPTY)}{}]}`],
      ['lines', NDJSON, '{}\n'.repeat(EMPTY)],
      ['one reading of lists', JSON_TYPE, `{"readings":[{"value":[${'[],'.repeat(EMPTY)}[]]}]}`],
    ])('of 16 kB that expand to 5.4 million empty objects, as %s', async (_, type, text) => {
      const answers = await fromTenAtOnce(gzipSync(text), { 'content-type': type, 'content-encoding': 'gzip' });
      for (const { status, message } of answers)
        expect([status, message]).toEqual([413, expect.stringMatching(EXPANDS)]);
      await staysUp();
    });

    it.each([
      ['a list', `{"readings":[${'{},'.repeat(EMPTY)}{}]}`],
      ['one reading of lists', `{"readings":[{"value":[${'[],'.repeat(EMPTY)}[]]}]}`],
    ])('of 16 MB of empty objects, not compressed, as %s', async (_, text) => {
      const answers = await fromTenAtOnce(Buffer.from(text), { 'content-type': JSON_TYPE });
      for (const { status, message, retryAfter } of answers) {
        if (status === 503) expect(retryAfter).toBe('5');
        else expect([status, message]).toEqual([413, expect.stringContaining('application/x-ndjson')]);
      }
      expect(answers.map(({ status }) => status)).toContain(413);
      await staysUp();
    });
  },
);
