import { beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '../../../src/platform/login/rules/caller.ts';
import { broadcastWebEvent, publishWebEvent } from '../../../src/platform/live/publish.ts';
import { createLive } from '../../../src/platform/live/streams.ts';
import { mintId, testContext, type TestContext } from '../../support/database.ts';

let context: TestContext;
beforeAll(async () => {
  context = await testContext('2026-03-01T06:00:00Z');
});

const caller = { userId: 'u', homeIndustryId: 'I' } as Caller; // all of it that is read
const token = { text: 't', targetIndustryId: null, role: 'user' } as const;
const LIMITS = { streamsPerUser: 3, streamsPerProcess: 3, waitingBytes: 20_000, checkMilliseconds: 50 };
const live = (limits = LIMITS) =>
  createLive(context, { tokenProblems: async (tokens) => tokens.map(() => null), limits });

describe('a page that reads nothing', () => {
  it('is disconnected once what waits for it is too much, and holds up nobody', async () => {
    const streams = live();
    const channel = mintId('CH');
    const deaf = (await streams.open(caller, token, [channel], null)).getReader();
    const reading = (await streams.open(caller, token, [channel], null)).getReader();
    let heard = 0;
    const read = (async () => {
      for (let piece = await reading.read(); !piece.done; piece = await reading.read()) heard += 1;
    })();
    const text = 'x'.repeat(5000);
    // All ten are found at once, and are more than may wait for a page.
    await context.database.transaction(async (transaction) => {
      for (let n = 0; n < 10; n += 1)
        await publishWebEvent(transaction, { channel, name: 'alert', payload: { text } }, context.clock.now());
    });
    await expect.poll(() => heard, { timeout: 60_000 }).toBe(11);
    await expect(deaf.closed).rejects.toThrow('The page reads too slowly.');
    // Its place is free again.
    await streams.open(caller, token, [channel], null);
    await streams.stop();
    await read;
  });
});

describe('streams of a process', () => {
  it('are bounded, and one that is closed makes room', async () => {
    const streams = live({ ...LIMITS, streamsPerUser: 2 });
    const open = (userId: string) => streams.open({ ...caller, userId }, token, [mintId('CH')], null);
    const [first] = [await open('a'), await open('a')];
    await expect(open('a')).rejects.toMatchObject({ code: 429 });
    await open('b');
    await expect(open('c')).rejects.toMatchObject({ code: 503 });
    await first?.cancel();
    await open('a');
    await streams.stop();
    await expect(open('a')).rejects.toMatchObject({ code: 503 });
  });
});

describe('an event', () => {
  const event = { channel: mintId('CH'), name: 'alert', payload: {} };

  it('whose name could end a line is refused', async () => {
    for (const name of ['a\nb', 'a\rdata: x', '', ' a', 'a'.repeat(101)])
      await expect(publishWebEvent(context.database, { ...event, name }, 0)).rejects.toThrow('is no name of an event');
  });

  it('that is not kept is refused when it is larger than the database tells in one piece', async () => {
    const payload = { text: 'x'.repeat(8000) };
    await expect(broadcastWebEvent(context.database, { ...event, payload })).rejects.toThrow('at most 7900 bytes');
  });
});
