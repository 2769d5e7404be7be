import { once } from 'node:events';
import { createConnection } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { connectAsync, type IClientOptions, type MqttClient } from 'mqtt';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { parseConfig } from '../../../src/config.ts';
import { openConfigured, type OpenDatabase } from '../../../src/platform/database/open.ts';
import { DEFAULT_READINGS_TOPIC, DEFAULT_SOURCE_TOPIC } from '../../../src/readings/rules/topic.ts';
import { receiverOfKeys } from '../../../src/readings/sources/receive-of-key.ts';
import { createLogger } from '../../../src/logger.ts';
import { type RunningListener, startListener } from '../../../src/readings/mqtt/listener.ts';
import { TooManyRequests } from '../../../src/kernel/errors.ts';
import { noQueue } from '../../../src/platform/queue/client.ts';
import { createDeviceKeys, type DeviceKeys } from '../../../src/readings/keys/device-keys.ts';
import { findDeviceKey, revokeDeviceKey, rotateDeviceKey } from '../../../src/readings/keys/manage-keys.ts';
import { takingReadings } from '../../support/intake.ts';
import { disableAccount } from '../../../src/industries/users/disabled.ts';
import { ACTOR, keysOn, type MintedKey, mintKey } from '../keys/support.ts';
import { mintWorks, quarantined, slots, stored } from '../works.ts';
import { testContext, type TestContext } from '../../support/database.ts';
import { watchedSecret } from '../../support/log-leaks.ts';
import { databaseEnvironment } from '../../support/database-environment.ts';

const TODAY = '2026-11-21T06:00:00Z';
let context: TestContext;
/** Operators act on another process than the one that devices are connected to. */
let second: OpenDatabase;
let elsewhere: TestContext;
beforeAll(async () => {
  context = await testContext('2026-11-21T12:00:00Z');
  second = await openConfigured(parseConfig(databaseEnvironment()), createLogger('silent'));
  elsewhere = { ...context, database: second.database };
});
afterAll(() => second.close());

async function listen(deviceKeys: DeviceKeys = keysOn(context), heldBytes?: number): Promise<RunningListener> {
  const listener = await startListener({
    host: '127.0.0.1',
    port: 0,
    tls: null,
    topic: DEFAULT_READINGS_TOPIC,
    sourceTopic: DEFAULT_SOURCE_TOPIC,
    log: context.log,
    deviceKeys,
    receiveOfKey: receiverOfKeys(takingReadings(context, noQueue), deviceKeys),
    ...(heldBytes === undefined ? {} : { heldBytes }),
  });
  onTestFinished(() => listener.stop());
  return listener;
}

async function logIn({ url }: RunningListener, key: Pick<MintedKey, 'keyId' | 'secret'>, more: IClientOptions = {}) {
  watchedSecret(key.secret);
  const client = await connectAsync(url, {
    username: key.keyId,
    password: key.secret,
    reconnectPeriod: 0,
    ...more,
  });
  onTestFinished(() => client.endAsync(true));
  return client;
}

const closed = (client: MqttClient): Promise<void> =>
  new Promise((resolve) => {
    client.once('close', () => resolve());
  });

/** Publishes with QoS 1; rejects when the session ends without an acknowledgement. */
const publish = (client: MqttClient, topic: string, payload: unknown): Promise<unknown> =>
  Promise.race([
    client.publishAsync(topic, JSON.stringify(payload), { qos: 1 }),
    closed(client).then(() => Promise.reject(new Error('the session has ended'))),
  ]);

describe('a device with a key', () => {
  it('publishes readings, which are acknowledged after commit and counted', async () => {
    const industry = await mintWorks(context);
    const key = await mintKey(context, industry, ['M1', 'M2']);
    const client = await logIn(await listen(), key);
    await publish(client, `water/${industry.industryId}/M1/readings`, slots('M1', TODAY, 3));
    expect((await stored(context, industry)).readings).toHaveLength(3);
    await vi.waitFor(
      async () =>
        expect(await findDeviceKey(elsewhere, industry, key.keyId)).toMatchObject({ rowsAccepted: 3, rowsRefused: 0 }),
      { timeout: 60_000 },
    );
  });

  it('is refused the unit of another: acknowledged, in quarantine, and counted', async () => {
    const industry = await mintWorks(context);
    const key = await mintKey(context, industry, ['M1', 'M2']);
    const client = await logIn(await listen(), key);
    await publish(client, `water/${industry.industryId}/TANK/readings`, slots('TANK', TODAY, 1)[0]);
    expect(await quarantined(context, industry)).toMatchObject([
      { unit_id: 'TANK', reason_code: 'unit_not_of_key', source: 'mqtt' },
    ]);
    expect((await stored(context, industry)).readings).toEqual([]);
    await vi.waitFor(
      async () =>
        expect(await findDeviceKey(elsewhere, industry, key.keyId)).toMatchObject({
          rowsAccepted: 0,
          refusals: { unit_not_of_key: 1 },
        }),
      { timeout: 60_000 },
    );
  });

  it.each([
    ['of another industry', (_: string) => 'water/SOMEBODY/M1/readings'],
    ['of no readings', (industryId: string) => `water/${industryId}/M1/commands`],
    ['of the broker', (_: string) => '$SYS/heartbeat'],
  ])('ends its session with a topic %s', async (_, topicOf) => {
    const industry = await mintWorks(context);
    const client = await logIn(await listen(), await mintKey(context, industry));
    await expect(publish(client, topicOf(industry.industryId), slots('M1', TODAY, 1))).rejects.toThrow('has ended');
    expect((await stored(context, industry)).readings).toEqual([]);
  });

  it('may not listen to others', async () => {
    const industry = await mintWorks(context);
    const client = await logIn(await listen(), await mintKey(context, industry));
    await expect(client.subscribeAsync('#', { qos: 0 })).rejects.toThrow();
  });

  it('does not end the session of another key by taking its client id', async () => {
    const listener = await listen();
    const industry = await mintWorks(context);
    const first = await logIn(listener, await mintKey(context, industry), { clientId: 'gateway' });
    await logIn(listener, await mintKey(context, industry), { clientId: 'gateway' });
    await publish(first, `water/${industry.industryId}/M1/readings`, slots('M1', TODAY, 1));
    expect(first.connected).toBe(true);
  });

  it('without a client id keeps its session when another of its key comes without one', async () => {
    const listener = await listen();
    const industry = await mintWorks(context);
    const key = await mintKey(context, industry);
    const first = await logIn(listener, key, { clientId: '' });
    await logIn(listener, key, { clientId: '' });
    await publish(first, `water/${industry.industryId}/M1/readings`, slots('M1', TODAY, 1));
    expect(first.connected).toBe(true);
  });

  it('may say what is to be told of its death, and nobody is told', async () => {
    const industry = await mintWorks(context);
    const topic = `water/${industry.industryId}/M1/readings`;
    const [reading] = slots('M1', TODAY, 1);
    const client = await logIn(await listen(), await mintKey(context, industry), {
      will: { topic, payload: Buffer.from(JSON.stringify(reading)), qos: 1, retain: true },
    });
    const ended = closed(client);
    client.stream.destroy();
    await ended;
    await logIn(await listen(), await mintKey(context, industry));
    expect((await stored(context, industry)).readings).toEqual([]);
  });
});

describe('a login', () => {
  it.each([
    ['without a name', { username: '' }],
    ['with another secret', { password: 'A'.repeat(43) }],
    ['with the name of another key', { username: '00000000000000ff' }],
  ])('%s is refused', async (_, changed) => {
    const key = await mintKey(context, await mintWorks(context));
    await expect(logIn(await listen(), key, changed)).rejects.toThrow('Not authorized');
  });

  it('too often from one network ends with another answer; a right key is let in all the same', async () => {
    const mine = await testContext('2026-11-21T12:00:00Z');
    const key = await mintKey(mine, await mintWorks(mine));
    const refusals = { take: async () => Promise.reject(new TooManyRequests(60)) };
    const listener = await listen(createDeviceKeys(takingReadings(mine, noQueue), refusals));
    await expect(logIn(listener, key, { password: 'A'.repeat(43) })).rejects.toThrow('Server unavailable');
    expect((await logIn(listener, key)).connected).toBe(true);
  });

  it('with the whole key in place of the secret is taken', async () => {
    const key = await mintKey(context, await mintWorks(context));
    expect((await logIn(await listen(), key, { password: key.text })).connected).toBe(true);
  });
});

describe('a key that ends', () => {
  it('takes its session with it within a second of being revoked by another process, and no other', async () => {
    const listener = await listen();
    const industry = await mintWorks(context);
    const [key, other] = [await mintKey(context, industry), await mintKey(context, industry)];
    const [client, kept] = [await logIn(listener, key), await logIn(listener, other)];
    const ended = closed(client);
    await revokeDeviceKey(elsewhere, industry, key.keyId, ACTOR);
    // Each as long as a timer takes here, because a busy machine slows down the listener alike.
    let tenthsOfASecond = 0;
    while (!(await Promise.race([ended.then(() => true), delay(100, false)]))) tenthsOfASecond += 1;
    expect(tenthsOfASecond).toBeLessThan(10);
    await expect(logIn(listener, key)).rejects.toThrow('Not authorized');
    await publish(kept, `water/${industry.industryId}/M1/readings`, slots('M1', TODAY, 1));
  });

  it('sends nothing after it was revoked, though its session is still open', async () => {
    const industry = await mintWorks(context);
    const key = await mintKey(context, industry);
    // The look at open sessions is not awaited: it says that nothing has ended.
    const client = await logIn(await listen({ ...keysOn(context), endsOf: async () => new Map() }), key);
    await revokeDeviceKey(elsewhere, industry, key.keyId, ACTOR);
    await expect(publish(client, `water/${industry.industryId}/M1/readings`, slots('M1', TODAY, 1))).rejects.toThrow(
      'has ended',
    );
    expect((await stored(context, industry)).readings).toEqual([]);
  });

  it('by rotation goes on for the overlap, and then takes its session with it', async () => {
    const mine = await testContext('2026-11-21T12:00:00Z');
    const industry = await mintWorks(mine);
    const key = await mintKey(mine, industry);
    const client = await logIn(await listen(keysOn(mine)), key);
    await rotateDeviceKey(elsewhere, industry, key.keyId, { overlapHours: 1 }, ACTOR);
    await publish(client, `water/${industry.industryId}/M1/readings`, slots('M1', TODAY, 1));
    const ended = closed(client);
    mine.clock.set('2026-11-21T13:00:00Z');
    await ended;
  });

  it('with its industry takes its session with it', async () => {
    const industry = await mintWorks(context);
    const client = await logIn(await listen(), await mintKey(context, industry));
    const ended = closed(client);
    await disableAccount(context, { industry, userId: null });
    await ended;
  });
});

describe('what is sent', () => {
  it('waits for a database that is away, and is acknowledged when it is stored', async () => {
    const industry = await mintWorks(context);
    const deviceKeys = keysOn(context);
    let isAway = true;
    const client = await logIn(
      await listen({
        ...deviceKeys,
        send: async (...sent) => {
          if (isAway) throw new Error('the database is away');
          return deviceKeys.send(...sent);
        },
      }),
      await mintKey(context, industry),
    );
    let isAcknowledged = false;
    const published = publish(client, `water/${industry.industryId}/M1/readings`, slots('M1', TODAY, 2)).then(() => {
      isAcknowledged = true;
    });
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(isAcknowledged).toBe(false);
    isAway = false;
    await published;
    expect((await stored(context, industry)).readings).toHaveLength(2);
  });

  it('that cannot be stored holds up its own key alone: others are acknowledged at once, and counted once', async () => {
    const industry = await mintWorks(context);
    const [stuck, fine] = [await mintKey(context, industry, ['M1']), await mintKey(context, industry, ['M2'])];
    const deviceKeys = keysOn(context);
    let isStuck = true;
    const listener = await listen({
      ...deviceKeys,
      send: async (key, ...sent) => {
        if (isStuck && key.keyId === stuck.keyId) throw new Error('its industry is locked');
        return deviceKeys.send(key, ...sent);
      },
    });
    const [one, other] = [await logIn(listener, stuck), await logIn(listener, fine)];
    const held = publish(one, `water/${industry.industryId}/M1/readings`, slots('M1', TODAY, 2));
    for (const count of [1, 2, 3])
      await publish(other, `water/${industry.industryId}/M2/readings`, slots('M2', TODAY, count));
    isStuck = false;
    await held;
    for (const [key, rowsAccepted] of [
      [fine, 6],
      [stuck, 2],
    ] as const)
      await vi.waitFor(
        async () =>
          expect(await findDeviceKey(elsewhere, industry, key.keyId)).toMatchObject({ rowsAccepted, rowsRefused: 0 }),
        { timeout: 60_000 },
      );
  });

  it('ends its session where all connections together hold too much, and comes again', async () => {
    const industry = await mintWorks(context);
    const client = await logIn(await listen(keysOn(context), 20_000), await mintKey(context, industry));
    const topic = `water/${industry.industryId}/M1/readings`;
    await publish(client, topic, slots('M1', TODAY, 3));
    await expect(publish(client, topic, slots('M1', TODAY, 250))).rejects.toThrow('has ended');
    expect((await stored(context, industry)).readings).toHaveLength(3);
  });

  it('finds its room however many strangers have claimed packets that they never send', async () => {
    const industry = await mintWorks(context);
    const listener = await listen(keysOn(context), 20_000);
    const client = await logIn(listener, await mintKey(context, industry));
    const strangers = Array.from({ length: 10 }, () =>
      createConnection(Number(new URL(listener.url).port), '127.0.0.1'),
    );
    onTestFinished(() => strangers.forEach((socket) => socket.destroy()));
    await Promise.all(strangers.map((socket) => once(socket, 'connect')));
    // CONNECT with a length of 2,000 bytes, of which none comes.
    await Promise.all(
      strangers.map((socket) => new Promise((done) => socket.write(Buffer.from([0x10, 0xd0, 0x0f]), done))),
    );
    await publish(client, `water/${industry.industryId}/M1/readings`, slots('M1', TODAY, 3));
    expect(strangers.every(({ destroyed }) => !destroyed)).toBe(true);
  });

  it.each([4, 5] as const)(
    'in a message longer than any may be is one row in quarantine, and holds nothing up (version %i)',
    async (protocolVersion) => {
      const industry = await mintWorks(context);
      const client = await logIn(await listen(), await mintKey(context, industry), { protocolVersion });
      const topic = `water/${industry.industryId}/M1/readings`;
      await publish(client, topic, `begins so ${'x'.repeat(5 * 1024 * 1024)}`);
      await publish(client, topic, slots('M1', TODAY, 1));
      expect(await quarantined(context, industry)).toMatchObject([
        { unit_id: 'M1', reason_code: 'message_too_long', raw: expect.stringMatching(/^"begins so x{1000}/) },
      ]);
      expect((await stored(context, industry)).readings).toHaveLength(1);
    },
  );

  it('in a login longer than any is ends the connection at its header', async () => {
    const { url } = await listen();
    const socket = createConnection(Number(new URL(url).port), '127.0.0.1');
    const closed = once(socket, 'close');
    // CONNECT with a length of 64 KB.
    socket.write(Buffer.from([0x10, 0x80, 0x80, 0x04]));
    await closed;
  });

  it('in a packet longer than a message may be ends the connection before it is in memory', async () => {
    const { url } = await listen();
    const socket = createConnection(Number(new URL(url).port), '127.0.0.1');
    const closed = once(socket, 'close');
    // CONNECT with a length of 200 MB.
    socket.write(Buffer.from([0x10, 0x80, 0x80, 0x80, 0x60]));
    await closed;
  });
});
