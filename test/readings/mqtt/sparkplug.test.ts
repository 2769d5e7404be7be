import { connectAsync, type IClientOptions, type MqttClient } from 'mqtt';
import { get } from 'sparkplug-payload';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Industry } from '../../../src/kernel/industry/industry.ts';
import { readDeviceKey } from '../../../src/platform/login/rules/device-key.ts';
import { issueDeviceKey } from '../../../src/readings/keys/manage-keys.ts';
import { type RunningListener, startListener } from '../../../src/readings/mqtt/listener.ts';
import { DEFAULT_READINGS_TOPIC, DEFAULT_SOURCE_TOPIC } from '../../../src/readings/rules/topic.ts';
import { readDevices, readSource } from '../../../src/readings/sources/manage-sources.ts';
import { noQueue } from '../../../src/platform/queue/client.ts';
import { receiverOfKeys } from '../../../src/readings/sources/receive-of-key.ts';
import { takingReadings } from '../../support/intake.ts';
import { testContext, type TestContext } from '../../support/database.ts';
import { watchedSecret } from '../../support/log-leaks.ts';
import { ACTOR, keysOn } from '../keys/support.ts';
import { type Metric, rebirth, session, START, tahuBytes } from '../rules/sparkplug/edge-node.ts';
import { mintSource } from '../sources/support.ts';
import { mintWorks, stored } from '../works.ts';

let context: TestContext;
let listener: RunningListener;
/** Industries whose alerts are asked to look, though nothing was stored. */
const woken: string[] = [];
const listen = (): Promise<RunningListener> => {
  const deviceKeys = keysOn(context);
  return startListener({
    host: '127.0.0.1',
    port: 0,
    tls: null,
    topic: DEFAULT_READINGS_TOPIC,
    sourceTopic: DEFAULT_SOURCE_TOPIC,
    log: context.log,
    deviceKeys,
    receiveOfKey: receiverOfKeys(
      { ...takingReadings(context, noQueue), tellStored: ({ industryId }) => void woken.push(industryId) },
      deviceKeys,
    ),
  });
};
beforeAll(async () => {
  context = await testContext('2026-11-21T12:00:00Z');
  listener = await listen();
  return () => listener.stop();
});

const topicOf = (kind: string, device?: string): string =>
  `spBv1.0/Works/${kind}/Edge 1${device === undefined ? '' : `/${device}`}`;
const total = (value: number): Metric => ({ name: 'Flow/Total', alias: 1, value, type: 'Double' });
const byAlias = (value: number, at: number): Metric => ({ alias: 1, value, type: 'Double', timestamp: at });

/** An edge node of one meter, as far as its login. Commands that it hears are told as Tahu reads them. */
async function edgeNode(
  text: string,
  { bdSeq = 0, url = listener.url, ...more }: IClientOptions & { bdSeq?: number; url?: string } = {},
) {
  const { keyId, secret } = readDeviceKey(text) ?? { keyId: '', secret: '' };
  watchedSecret(secret);
  const will = {
    topic: topicOf('NDEATH'),
    payload: tahuBytes({ metrics: [session(bdSeq)] }),
    qos: 1 as const,
    retain: false,
  };
  const login = { username: keyId, password: secret, reconnectPeriod: 0, will, ...more };
  const client = await connectAsync(url, login);
  onTestFinished(() => client.endAsync(true));
  const commands: unknown[] = [];
  client.on('message', (topic, payload) => {
    commands.push([
      topic,
      get('spBv1.0')
        ?.decodePayload(payload)
        .metrics?.map(({ name, value }) => [name, value]),
    ]);
  });
  await client.subscribeAsync('spBv1.0/Works/NCMD/Edge 1', { qos: 0 });
  let seq = 0;
  const send = (
    kind: string,
    metrics: Metric[],
    { device, at = START, skip = 0 }: { device?: string; at?: number; skip?: number } = {},
  ) => {
    seq = kind === 'NBIRTH' ? 0 : (seq + 1 + skip) % 256;
    return client.publishAsync(topicOf(kind, device), tahuBytes({ timestamp: at, seq, metrics }), { qos: 1 });
  };
  const begin = async (value: number): Promise<void> => {
    await send('NBIRTH', [session(bdSeq), rebirth]);
    await send('DBIRTH', [total(value)], { device: 'Meter 1' });
  };
  return { client, commands, send, begin };
}

async function works() {
  const industry = await mintWorks(context);
  const source = await mintSource(context, industry, 'sparkplug');
  const { text } = await issueDeviceKey(context, industry, { name: 'SCADA', sourceId: source.sourceId }, ACTOR);
  return { industry, source, text };
}

const registersOf = async (industry: Industry) =>
  (await stored(context, industry)).readings.map(({ created_on, summed_value }) => [
    new Date(created_on).toISOString().slice(11, 16),
    summed_value,
  ]);
const REBIRTH = ['spBv1.0/Works/NCMD/Edge 1', [['Node Control/Rebirth', true]]];
/** Bytes go both ways in their order: what was asked for has come once this is answered. */
const settle = (client: MqttClient): Promise<unknown> => client.subscribeAsync('settled', { qos: 0 });

describe.each([4, 5] as const)('an edge node of Sparkplug B over MQTT of version %i', (protocolVersion) => {
  it('tells figures by aliases of its birth, and they are readings of its unit', async () => {
    const { industry, source, text } = await works();
    const { begin, send, client, commands } = await edgeNode(text, { protocolVersion });
    await begin(128.4);
    await send('DDATA', [byAlias(128.5, START + 300_000)], { device: 'Meter 1', at: START + 300_000 });
    // What has not changed is not told, and a message without the figure is none that cannot be read.
    await send('DDATA', [{ name: 'Temperature', value: 7, type: 'Double' }], { device: 'Meter 1' });
    expect(await registersOf(industry)).toEqual([
      ['06:00', 128_400],
      ['06:05', 128_500],
    ]);
    await settle(client);
    expect(commands).toEqual([]);
    expect((await readSource(context, industry, source.sourceId)).problem).toBeNull();
  });

  it('is asked once for its birth after a gap, and for figures whose alias nobody knows', async () => {
    const { industry, text } = await works();
    const { begin, send, client, commands } = await edgeNode(text, { protocolVersion });
    await begin(1);
    await send('DDATA', [byAlias(2, START + 300_000)], { device: 'Meter 1', skip: 3 });
    await send('DDATA', [{ alias: 99, value: 5, type: 'Double' }], { device: 'Meter 1' });
    await settle(client);
    expect(commands).toEqual([REBIRTH]);
    expect(await registersOf(industry)).toEqual([
      ['06:00', 1000],
      ['06:05', 2000],
    ]);
  });
});

describe('an edge node', () => {
  it('is asked for its birth by a process that has not heard it', async () => {
    const { industry, text } = await works();
    const first = await edgeNode(text);
    await first.begin(1);
    const second = await listen();
    onTestFinished(() => second.stop());
    const node = await edgeNode(text, { url: second.url });
    await node.send('DDATA', [byAlias(2, START + 300_000)], { device: 'Meter 1' });
    await settle(node.client);
    expect(node.commands).toEqual([REBIRTH]);
    await node.begin(3);
    expect((await registersOf(industry)).map(([, register]) => register)).toEqual([3000]);
  });

  it('that is cut off is dead at once with its devices, until it is born again', async () => {
    const { industry, source, text } = await works();
    const node = await edgeNode(text, { bdSeq: 7 });
    await node.begin(1);
    const died = async () => (await readDevices(context, industry, source)).map(({ diedAt }) => diedAt);
    expect(await died()).toEqual([null]);
    node.client.stream.destroy();
    await expect.poll(died, { timeout: 20_000 }).toEqual([new Date(context.clock.now())]);
    const again = await edgeNode(text, { bdSeq: 8 });
    await again.begin(2);
    expect(await died()).toEqual([null]);
    await again.send('DDEATH', [], { device: 'Meter 1' });
    expect(await died()).toEqual([new Date(context.clock.now())]);
    // It died twice. Between, a reading told that it lives.
    expect(woken.filter((one) => one === industry.industryId)).toHaveLength(2);
  });

  it.each([
    [4, undefined, 'nothing'],
    [5, 0, 'nothing'],
    [5, 4, 'its death'],
  ] as const)(
    'of version %i that takes its leave with reason %s tells %s',
    async (protocolVersion, reasonCode, tells) => {
      const { industry, source, text } = await works();
      const node = await edgeNode(text, { protocolVersion });
      await node.begin(1);
      await node.client.endAsync(false, reasonCode === undefined ? {} : { reasonCode });
      // Messages of one key are stored in the order in which they come.
      const next = await edgeNode(text);
      await next.client.publishAsync('spBv1.0/STATE/host', '{"online": true}', { qos: 1 });
      expect(await readDevices(context, industry, source)).toMatchObject([
        { diedAt: tells === 'nothing' ? null : new Date(context.clock.now()) },
      ]);
    },
  );

  it('lives on when the service stops', async () => {
    const { industry, source, text } = await works();
    const own = await listen();
    const node = await edgeNode(text, { url: own.url });
    await node.begin(1);
    await own.stop();
    expect(await readDevices(context, industry, source)).toMatchObject([{ diedAt: null }]);
  });

  it('that sends what is no payload is told by its source', async () => {
    const { industry, source, text } = await works();
    const { client } = await edgeNode(text);
    await client.publishAsync(topicOf('NDATA'), '{"total": 1}', { qos: 1 });
    await client.publishAsync('spBv1.0/STATE/host', '{"online": true}', { qos: 1 });
    expect(await readSource(context, industry, source.sourceId)).toMatchObject({
      problem: 'the message is no payload of Sparkplug B',
      problemCount: 1,
    });
  });
});
