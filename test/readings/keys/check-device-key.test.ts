import { expect, it } from 'vitest';
import { TooManyRequests } from '../../../src/kernel/errors.ts';
import { createKeyGate } from '../../../src/readings/keys/check-device-key.ts';
import { createLimiter } from '../../../src/platform/limits/limiter.ts';
import { mintId, testContext } from '../../support/database.ts';
import { mintWorks } from '../works.ts';
import { mintKey } from './support.ts';

it('a key has 1,200 requests a minute, in which others have theirs; the next minute takes more', async () => {
  const context = await testContext('2026-11-21T12:00:00Z');
  const { takeRequest } = createKeyGate(context, createLimiter(context));
  for (let request = 0; request < 1200; request += 1) takeRequest('one');
  context.clock.set('2026-11-21T12:00:59.000Z');
  expect(() => takeRequest('one')).toThrow(new TooManyRequests(1));
  expect(() => takeRequest('another')).not.toThrow();
  context.clock.set('2026-11-21T12:01:00.000Z');
  expect(() => takeRequest('one')).not.toThrow();
});

it('a network has 100 wrong keys in 15 minutes on all processes, and then hears 429; right keys and other networks do not', async () => {
  const context = await testContext('2026-11-21T12:00:00Z');
  const key = await mintKey(context, await mintWorks(context));
  const [here, elsewhere] = [mintId('NETWORK'), mintId('NETWORK')];
  const processes = [1, 2].map(() => createKeyGate(context, createLimiter(context)));
  const wrong = async (network: string, attempt = 0): Promise<number> =>
    (await processes[attempt % 2]?.open({ ...key, secret: 'A'.repeat(43) }, network).then(
      () => 200,
      (error: unknown) => Number(Object(error).code),
    )) ?? 0;
  const codes = await Promise.all(Array.from({ length: 101 }, (_, attempt) => wrong(here, attempt)));
  expect([codes.filter((code) => code === 420).length, codes.filter((code) => code === 429).length]).toEqual([100, 1]);
  expect(await wrong(elsewhere)).toBe(420);
  expect(await processes[0]?.open(key, here)).toMatchObject({ keyId: key.keyId });
  context.clock.set('2026-11-21T12:15:00Z');
  expect(await wrong(here)).toBe(420);
});
