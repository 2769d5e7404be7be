import { expect, it } from 'vitest';
import { TooManyRequests } from '../../../src/domain/errors.ts';
import { createKeyGate } from '../../../src/services/device-keys/key-gate.ts';
import { testContext } from '../../support/database.ts';

it('a key has 1,200 requests a minute, in which others have theirs; the next minute takes more', async () => {
  const context = await testContext('2026-11-21T12:00:00Z');
  const { takeRequest } = createKeyGate(context);
  for (let request = 0; request < 1200; request += 1) takeRequest('one');
  context.clock.set('2026-11-21T12:00:59.000Z');
  expect(() => takeRequest('one')).toThrow(new TooManyRequests(1));
  expect(() => takeRequest('another')).not.toThrow();
  context.clock.set('2026-11-21T12:01:00.000Z');
  expect(() => takeRequest('one')).not.toThrow();
});
