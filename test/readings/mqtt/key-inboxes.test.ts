import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Industry } from '../../../src/kernel/industry/industry.ts';
import type { DeviceKeys } from '../../../src/readings/keys/device-keys.ts';
import { findDeviceKey, revokeDeviceKey } from '../../../src/readings/keys/manage-keys.ts';
import { KeyInboxes } from '../../../src/readings/mqtt/key-inboxes.ts';
import { testContext, type TestContext } from '../../support/database.ts';
import { ACTOR, keysOn, mintKey } from '../keys/support.ts';
import { mintWorks, quarantined, slots, stored } from '../works.ts';

const TODAY = '2026-11-21T06:00:00Z';
let context: TestContext;
beforeAll(async () => {
  context = await testContext('2026-11-21T12:00:00Z');
});

type Sender = ReturnType<typeof sendingTo>;

/** Inboxes whose stores are counted. The returned function sends a message and tells what became of it. */
function sendingTo(changed: (deviceKeys: DeviceKeys) => Partial<DeviceKeys> = () => ({})) {
  const real = keysOn(context);
  const deviceKeys = { ...real, ...changed(real) };
  const sent: number[] = [];
  const inboxes = new KeyInboxes(
    {
      deviceKeys: {
        ...deviceKeys,
        send: (...given) => {
          sent.push(1);
          return deviceKeys.send(...given);
        },
        sendTogether: (together, source) => {
          sent.push(together.length);
          return deviceKeys.sendTogether(together, source);
        },
      },
      receiveOfKey: () => Promise.reject(new Error('no message of a source is sent here')),
    },
    () => {},
  );
  onTestFinished(() => inboxes.stop());
  const send = ({ industryId }: Industry, keyId: string, unitId: string, message: unknown): Promise<void> =>
    new Promise((acknowledge, refuse) => {
      const payload = Buffer.from(typeof message === 'string' ? message : JSON.stringify(message));
      inboxes.add({ keyId, industryId, to: { kind: 'unit', unitId }, payload, acknowledge, refuse, tell: () => {} });
    });
  return { send, sent, flush: () => deviceKeys.flush() };
}

const countsOf = async (industry: Industry, keyId: string, { flush }: Sender) => {
  await flush();
  const { rowsAccepted, rowsRefused, refusals } = await findDeviceKey(context, industry, keyId);
  return { rowsAccepted, rowsRefused, refusals };
};

describe('messages that many keys of an industry send at once', () => {
  it('are stored together behind the first, and each key counts its own rows', async () => {
    const industry = await mintWorks(context);
    const keys = await Promise.all(['M1', 'M2', 'M1', 'M2'].map((unitId) => mintKey(context, industry, [unitId])));
    const [one, two, three, four] = keys.map(({ keyId }) => keyId) as [string, string, string, string];
    const sender = sendingTo();
    await Promise.all([
      sender.send(industry, one, 'M1', slots('M1', TODAY, 1)),
      sender.send(industry, two, 'M2', slots('M2', TODAY, 3)),
      sender.send(industry, three, 'M2', slots('M2', TODAY, 2)),
      sender.send(industry, four, 'M2', [...slots('M2', '2026-11-21T08:00:00Z', 2), { createdOn: 'never' }]),
    ]);
    expect(sender.sent).toEqual([1, 3]);
    expect((await stored(context, industry)).readings).toHaveLength(6);
    expect(await quarantined(context, industry)).toHaveLength(3);
    expect(await countsOf(industry, one, sender)).toEqual({ rowsAccepted: 1, rowsRefused: 0, refusals: {} });
    expect(await countsOf(industry, two, sender)).toEqual({ rowsAccepted: 3, rowsRefused: 0, refusals: {} });
    expect(await countsOf(industry, three, sender)).toEqual({
      rowsAccepted: 0,
      rowsRefused: 2,
      refusals: { unit_not_of_key: 2 },
    });
    expect(await countsOf(industry, four, sender)).toMatchObject({ rowsAccepted: 2, rowsRefused: 1 });
  });

  it('do not wait for one that cannot be stored, which goes by itself from then on', async () => {
    const industry = await mintWorks(context);
    const [first, poisoned, fine] = await Promise.all([1, 2, 3].map(() => mintKey(context, industry)));
    const ids = [first, poisoned, fine].map((key) => key?.keyId ?? '') as [string, string, string];
    let isPoisoned = true;
    const sender = sendingTo((real) => ({
      send: async (key, ...given) => {
        if (isPoisoned && key.keyId === ids[1]) throw new Error('this key alone fails');
        return real.send(key, ...given);
      },
      sendTogether: async (sent, source) => {
        if (isPoisoned && sent.some(({ key }) => key.keyId === ids[1])) throw new Error('one of the keys fails');
        return real.sendTogether(sent, source);
      },
    }));
    const sending = ids.map((keyId, index) => sender.send(industry, keyId, 'M1', slots('M1', TODAY, index + 1)));
    await Promise.all([sending[0], sending[2]]);
    isPoisoned = false;
    await sending[1];
    // The first by itself, both others together, each of them by itself, and the one that had failed by itself again.
    expect(sender.sent).toEqual([1, 2, 1, 1, 1]);
    for (const [index, keyId] of ids.entries())
      expect(await countsOf(industry, keyId, sender)).toMatchObject({ rowsAccepted: index + 1, rowsRefused: 0 });
  });

  it('are tried again together by hand of three when the database is away, and stored once it is back', async () => {
    const industry = await mintWorks(context);
    const keys = await Promise.all(Array.from({ length: 6 }, () => mintKey(context, industry)));
    let isAway = true;
    const away = async (): Promise<never> => Promise.reject(new Error('the database is away'));
    const sender = sendingTo((real) => ({
      send: (...given) => (isAway ? away() : real.send(...given)),
      sendTogether: (...given) => (isAway ? away() : real.sendTogether(...given)),
    }));
    const sending = keys.map(({ keyId }, index) => sender.send(industry, keyId, 'M1', slots('M1', TODAY, index + 1)));
    await expect.poll(() => sender.sent.length).toBe(5);
    // The first by itself, five together, three of them by themselves: then none of the rest is tried.
    expect(sender.sent).toEqual([1, 5, 1, 1, 1]);
    isAway = false;
    await Promise.all(sending);
    expect((await stored(context, industry)).readings).toHaveLength(6);
  });

  it('with a key that has ended are refused alone', async () => {
    const industry = await mintWorks(context);
    const keys = await Promise.all([1, 2, 3].map(() => mintKey(context, industry)));
    const [first, ended, fine] = keys.map(({ keyId }) => keyId) as [string, string, string];
    await revokeDeviceKey(context, industry, ended, ACTOR);
    const sender = sendingTo();
    const outcomes = await Promise.allSettled(
      [first, ended, fine].map((keyId, index) => sender.send(industry, keyId, 'M1', slots('M1', TODAY, index + 1))),
    );
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect((await stored(context, industry)).readings).toHaveLength(3);
  });

  it('are no transaction with those of another industry, which waits for no lock of theirs', async () => {
    const [mine, other] = [await mintWorks(context), await mintWorks(context)];
    const [stuck, free] = [await mintKey(context, mine), await mintKey(context, other)];
    const { promise: unlocked, resolve: unlock } = Promise.withResolvers<void>();
    const sender = sendingTo((real) => ({
      send: async (key, ...given) => {
        if (key.keyId === stuck.keyId) await unlocked;
        return real.send(key, ...given);
      },
    }));
    const held = sender.send(mine, stuck.keyId, 'M1', slots('M1', TODAY, 1));
    await sender.send(other, free.keyId, 'M1', slots('M1', TODAY, 1));
    unlock();
    await held;
  });
});
