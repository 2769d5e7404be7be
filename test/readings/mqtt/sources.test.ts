import { connectAsync, type IClientOptions, type MqttClient } from 'mqtt';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Industry } from '../../../src/kernel/industry/industry.ts';
import { readDeviceKey } from '../../../src/platform/login/rules/device-key.ts';
import { noQueue } from '../../../src/platform/queue/client.ts';
import { issueDeviceKey } from '../../../src/readings/keys/manage-keys.ts';
import { startListener } from '../../../src/readings/mqtt/listener.ts';
import { startMqtt } from '../../../src/readings/mqtt/subscriber.ts';
import { receiveByIndustryId } from '../../../src/readings/receive-readings.ts';
import { DEFAULT_READINGS_TOPIC, DEFAULT_SOURCE_TOPIC } from '../../../src/readings/rules/topic.ts';
import type { SourceFormat } from '../../../src/readings/rules/sources/source.ts';
import { readDevices, readSource, removeSource } from '../../../src/readings/sources/manage-sources.ts';
import { receiverOfBroker, receiverOfKeys } from '../../../src/readings/sources/receive-of-key.ts';
import { testContext, type TestContext } from '../../support/database.ts';
import { takingReadings } from '../../support/intake.ts';
import { watchedSecret } from '../../support/log-leaks.ts';
import { ACTOR, keysOn, mintKey } from '../keys/support.ts';
import { CHIRPSTACK, THINGS_STACK } from '../sources/messages.ts';
import { mintSource } from '../sources/support.ts';
import { mintWorks, quarantined, slots, stored } from '../works.ts';
import { startBroker } from './broker.ts';

let context: TestContext;
let url: string;
beforeAll(async () => {
  context = await testContext('2026-11-21T12:00:00Z');
  const deviceKeys = keysOn(context);
  const listener = await startListener({
    host: '127.0.0.1',
    port: 0,
    tls: null,
    topic: DEFAULT_READINGS_TOPIC,
    sourceTopic: DEFAULT_SOURCE_TOPIC,
    log: context.log,
    deviceKeys,
    receiveOfKey: receiverOfKeys(takingReadings(context, noQueue), deviceKeys),
  });
  url = listener.url;
  return () => listener.stop();
});

/** ChirpStack from 4.7 on speaks version 5 alone, a bridge of Mosquitto 3.1.1. */
const VERSIONS = [4, 5] as const;

async function logIn(text: string, more: IClientOptions = {}): Promise<MqttClient> {
  const { keyId, secret } = readDeviceKey(text) ?? { keyId: '', secret: '' };
  watchedSecret(secret);
  const client = await connectAsync(url, { username: keyId, password: secret, reconnectPeriod: 0, ...more });
  onTestFinished(() => client.endAsync(true));
  return client;
}

async function sending(format: SourceFormat, more: IClientOptions = {}) {
  const industry = await mintWorks(context);
  const source = await mintSource(context, industry, format);
  const { key, text } = await issueDeviceKey(context, industry, { name: 'Net', sourceId: source.sourceId }, ACTOR);
  return { industry, source, key, client: await logIn(text, more) };
}

const closed = (client: MqttClient): Promise<void> =>
  new Promise((resolve) => {
    client.once('close', () => resolve());
  });

/** Publishes with QoS 1; rejects when the session ends without an acknowledgement. */
const publish = (client: MqttClient, topic: string, payload: unknown): Promise<unknown> =>
  Promise.race([
    client.publishAsync(
      topic,
      typeof payload === 'string' || payload instanceof Buffer ? payload : JSON.stringify(payload),
      { qos: 1 },
    ),
    closed(client).then(() => Promise.reject(new Error('the session has ended'))),
  ]);

const readingsOf = async (industry: Industry) =>
  (await stored(context, industry)).readings.map(({ unit_id, created_on, summed_value }) => [
    unit_id,
    new Date(created_on).toISOString(),
    summed_value,
  ]);

const eventTopic = (event: string): string =>
  `application/${CHIRPSTACK.up.deviceInfo.applicationId}/device/0101010101010101/event/${event}`;

describe.each(VERSIONS)('MQTT of version %i: the integration of ChirpStack', (protocolVersion) => {
  it('publishes on its own topics, and an uplink is stored before it is acknowledged', async () => {
    const { industry, source, client } = await sending('chirpstack', { protocolVersion });
    // Without this subscription to commands it does not start.
    await client.subscribeAsync('application/+/device/+/command/+', { qos: 1 });
    await publish(client, eventTopic('up'), CHIRPSTACK.up);
    expect(await readingsOf(industry)).toEqual([['M1', '2022-07-18T09:34:15.775Z', 128_400]]);
    for (const event of ['join', 'ack', 'log', 'location', 'status'] as const)
      await publish(client, eventTopic(event), CHIRPSTACK[event]);
    expect(await readingsOf(industry)).toHaveLength(1);
    expect(await readDevices(context, industry, source)).toMatchObject([
      { deviceId: '0101010101010101', messages: 2, rssi: -36, batteryPercent: expect.closeTo(88.3, 4) },
    ]);
    expect((await readSource(context, industry, source.sourceId)).problem).toBeNull();
  });

  it('sends a frame again, as two gateways heard it, and it is one reading', async () => {
    const { industry, client } = await sending('chirpstack', { protocolVersion });
    const copy = { ...CHIRPSTACK.up, time: '2022-07-18T09:34:16.900000000+00:00' };
    await Promise.all([CHIRPSTACK.up, copy, CHIRPSTACK.up].map((sent) => publish(client, eventTopic('up'), sent)));
    expect(await readingsOf(industry)).toEqual([['M1', '2022-07-18T09:34:15.775Z', 128_400]]);
  });

  it('is welcome without a name, and takes its subscriptions back', async () => {
    const { client } = await sending('chirpstack', { protocolVersion, clientId: '', clean: true });
    await client.subscribeAsync(['one/#', 'two/#'], { qos: 0 });
    await client.unsubscribeAsync(['one/#', 'two/#']);
    expect(client.connected).toBe(true);
  });
});

describe('messages of a source over MQTT', () => {
  it('of The Things Stack are taken on the topic of its own server, as a bridge passes them on', async () => {
    const { industry, client } = await sending('things-stack');
    // A bridge tells its state first, and keeps it at the broker.
    await client.publishAsync('$SYS/broker/connection/bridge/state', '1', { qos: 1, retain: true });
    await publish(client, 'v3/app1@tenant/devices/dev1/join', THINGS_STACK.join);
    await publish(client, 'v3/app1@tenant/devices/dev1/up', THINGS_STACK.uplink);
    expect(await readingsOf(industry)).toEqual([['M1', '2020-02-12T15:15:45.789Z', 64_250]]);
  });

  it('of other JSON may be lists', async () => {
    const { industry, client } = await sending('json');
    const at = (hour: number) => ({ meter: 'A1', at: `2026-07-01T${hour}:00:00Z`, volume: hour });
    await publish(client, 'gateway/7', [at(10), at(11)]);
    expect(await readingsOf(industry)).toHaveLength(2);
  });

  it('of a device without a unit wait in the list of their source', async () => {
    const { industry, source, client } = await sending('json');
    await publish(client, 'gateway/7', { meter: 'B2', at: '2026-07-01T10:00:00Z', volume: 1 });
    expect(await readingsOf(industry)).toEqual([]);
    expect(await readDevices(context, industry, source)).toMatchObject([
      { deviceId: 'B2', unitId: null, messages: 1 },
      { deviceId: 'A1' },
    ]);
  });

  it.each([
    ['Protobuf', Buffer.from([0x0a, 0x24, 0x33, 0xff, 0x00]), 'set `json = true`'],
    ['half an object', '{"deviceInfo":', 'the message is not JSON'],
    ['2 MiB and a byte', '1'.padEnd(2_097_153), 'more than 2097152 bytes'],
    ['more values than a request may have', `[${'1,'.repeat(100_001)}1]`, 'more than 100000 values'],
    ['a list of 1001', JSON.stringify(Array(1001).fill({})), 'at most 1000 are allowed'],
  ])('that are %s are acknowledged, and the source tells why they were not read', async (_, payload, problem) => {
    const { industry, source, client } = await sending('chirpstack');
    await publish(client, eventTopic('up'), payload);
    await publish(client, eventTopic('up'), CHIRPSTACK.up);
    const { problem: told, problemCount } = await readSource(context, industry, source.sourceId);
    expect([told, problemCount]).toEqual([expect.stringContaining(problem), 1]);
    expect(await readingsOf(industry)).toHaveLength(1);
  });

  it('with text that no database holds do not hold up the others', async () => {
    const { industry, source, client } = await sending('json');
    await publish(client, 'gateway/7', { meter: 'A1', at: '2026-07-01T10:00:00Z', volume: 1, note: 'a\0b \ud800' });
    await publish(client, 'gateway/7', { meter: 'A\0', at: '2026-07-01T10:00:00Z', volume: 1 });
    expect(await readingsOf(industry)).toHaveLength(1);
    expect((await readSource(context, industry, source.sourceId)).problem).toContain('the id of a device');
  });
});

describe('a device of a source', () => {
  const PLACES = {
    camera: {
      deviceId: '$.topic[0]',
      time: { place: '$.timestamp', form: 'iso', timezone: 'Europe/Berlin' },
      fields: [{ place: '$.value', to: 'summedValue', parameter: null, counted: { measure: 'm3', weight: 1 } }],
    },
    edgeLink: {
      deviceId: '$.d.tag',
      list: '$.d',
      time: { place: '$.ts', form: 'iso', timezone: null },
      fields: [{ place: '$.d.value', to: 'summedValue', parameter: null, counted: { measure: 'm3', weight: 1 } }],
    },
  } as const;
  const READ = { value: '11.234', raw: '11.234', pre: '10.000', error: 'no error', rate: '1.234000' };

  it('that its topic alone names is found there, whichever way the topic came', async () => {
    const industry = await mintWorks(context);
    const devices = { watermeter: 'M1', 'kiosk1-water': 'M2' };
    const source = await mintSource(context, industry, 'json', devices, PLACES.camera);
    const { text } = await issueDeviceKey(context, industry, { name: 'Net', sourceId: source.sourceId }, ACTOR);
    const ofSource = await logIn(text);
    // As AI-on-the-edge-device sends it: all figures are texts.
    await publish(ofSource, 'kiosk1-water/main/json', { ...READ, timestamp: '2026-06-27T10:00:00' });
    const ofNone = await logIn((await mintKey(context, industry)).text);
    const below = `water/${industry.industryId}/sources/${source.sourceId}/watermeter/main/json`;
    await publish(ofNone, below, { ...READ, timestamp: '2026-06-27T10:00:00+0200' });
    expect(await readingsOf(industry)).toEqual([
      ['M1', '2026-06-27T08:00:00.000Z', 11_234],
      ['M2', '2026-06-27T08:00:00.000Z', 11_234],
    ]);
    // A message with a topic of its own keeps that, and then no device is found.
    await publish(ofSource, 'kiosk1-water/main/json', { ...READ, topic: 'mine', timestamp: '2026-06-27T11:00:00' });
    expect((await readSource(context, industry, source.sourceId)).problem).toContain('$.topic[0] is missing');
  });

  it('is one of several in a message, as EdgeLink of Advantech sends its tags', async () => {
    const industry = await mintWorks(context);
    const devices = { 'B_PR04:Counter': 'M1', 'B_PR03:Counter': 'M2' };
    const source = await mintSource(context, industry, 'json', devices, PLACES.edgeLink);
    const { text } = await issueDeviceKey(context, industry, { name: 'Net', sourceId: source.sourceId }, ACTOR);
    const client = await logIn(text);
    const d = [
      { tag: 'B_PR04:Counter', value: 413 },
      { tag: 'B_PR03:Counter', value: 391 },
      { tag: 'B_PR03:TG_in', value: 1 },
    ];
    for (let time = 0; time < 2; time += 1) await publish(client, 'data/8', { d, ts: '2023-11-17T04:13:55+0000' });
    expect(await readingsOf(industry)).toEqual([
      ['M1', '2023-11-17T04:13:55.000Z', 413_000],
      ['M2', '2023-11-17T04:13:55.000Z', 391_000],
    ]);
    const waiting = (await readDevices(context, industry, source)).find(({ unitId }) => unitId === null);
    expect(waiting).toMatchObject({ deviceId: 'B_PR03:TG_in', messages: 2 });
    expect(JSON.parse(waiting?.example ?? '')).toEqual({ d: d[2], ts: '2023-11-17T04:13:55+0000' });
    expect((await readSource(context, industry, source.sourceId)).problem).toBeNull();
  });
});

describe('a key over MQTT', () => {
  it('of a source sends readings for its units alone, and nothing of another industry', async () => {
    const { industry, client } = await sending('json');
    await publish(client, `water/${industry.industryId}/M1/readings`, slots('M1', '2026-11-21T06:00:00Z', 1));
    await publish(client, `water/${industry.industryId}/M2/readings`, slots('M2', '2026-11-21T06:00:00Z', 1));
    expect((await readingsOf(industry)).map(([unitId]) => unitId)).toEqual(['M1']);
    expect(await quarantined(context, industry)).toMatchObject([{ unit_id: 'M2', reason_code: 'unit_not_of_key' }]);
    await expect(publish(client, 'water/SOMEBODY/M1/readings', [])).rejects.toThrow('has ended');
  });

  it('of a source does not send for another source, nor for one of another industry', async () => {
    const { industry, client } = await sending('json');
    const other = await mintSource(context, industry, 'json', { C3: 'M2' });
    const topic = `water/${industry.industryId}/sources/${other.sourceId}`;
    await expect(publish(client, topic, { meter: 'C3', at: '2026-07-01T10:00:00Z', volume: 1 })).rejects.toThrow(
      'has ended',
    );
    const strange = await sending('json');
    const named = `water/${strange.industry.industryId}/sources/${other.sourceId}/7`;
    await expect(publish(strange.client, named, { meter: 'C3' })).rejects.toThrow('has ended');
    expect(await readingsOf(industry)).toEqual([]);
    expect((await readSource(context, industry, other.sourceId)).problem).toBeNull();
  });

  it('of no source names it in the topic, with any levels below', async () => {
    const industry = await mintWorks(context);
    const source = await mintSource(context, industry, 'chirpstack');
    const client = await logIn((await mintKey(context, industry)).text);
    await publish(client, `water/${industry.industryId}/sources/${source.sourceId}/${eventTopic('up')}`, CHIRPSTACK.up);
    expect(await readingsOf(industry)).toHaveLength(1);
    await expect(publish(client, eventTopic('up'), CHIRPSTACK.up)).rejects.toThrow('has ended');
  });

  it('of a source that was removed sends nothing', async () => {
    const { industry, source, client } = await sending('chirpstack');
    await removeSource(context, industry, { sourceId: source.sourceId, by: ACTOR, expected: null });
    await expect(publish(client, eventTopic('up'), CHIRPSTACK.up)).rejects.toThrow('has ended');
  });

  it('hears nothing of what others send, whatever it subscribes to', async () => {
    const { industry, client, source } = await sending('chirpstack');
    const heard: string[] = [];
    client.on('message', (topic) => heard.push(topic));
    await client.subscribeAsync(['#', '$SYS/#'], { qos: 1 });
    const other = await issueDeviceKey(context, industry, { name: 'Other', sourceId: source.sourceId }, ACTOR);
    const second = await logIn(other.text);
    await publish(second, eventTopic('up'), CHIRPSTACK.up);
    await publish(client, eventTopic('up'), CHIRPSTACK.up);
    expect(heard).toEqual([]);
  });

  it('has 20 subscriptions at most', async () => {
    const { client } = await sending('chirpstack');
    for (let index = 0; index < 20; index += 1) await client.subscribeAsync(`topic/${index}`, { qos: 1 });
    await expect(client.subscribeAsync('topic/20', { qos: 1 })).rejects.toThrow();
  });
});

describe('a broker of the site', () => {
  it('passes on messages of sources below their topic, and those of unknown sources are dropped and counted', async () => {
    const industry = await mintWorks(context);
    const source = await mintSource(context, industry, 'chirpstack');
    const receiving = takingReadings(context, noQueue);
    const broker = await startBroker();
    const dropped: unknown[] = [];
    const running = startMqtt({
      url: broker.url,
      clientId: 'water-1',
      topic: DEFAULT_READINGS_TOPIC,
      sourceTopic: DEFAULT_SOURCE_TOPIC,
      shareGroup: null,
      tls: {},
      log: context.log,
      receive: (industryId, groups) => receiveByIndustryId(receiving, industryId, groups, 'mqtt'),
      receiveOfSource: receiverOfBroker(receiving),
      countRows: (...given) => dropped.push(given),
    });
    onTestFinished(() => running.stop());
    await running.subscribed;
    await expect.poll(() => broker.subscriptions()).toContain('water/+/sources/+/#');
    const of = (sourceId: string) => `water/${industry.industryId}/sources/${sourceId}/${eventTopic('up')}`;
    await broker.publish(of('01234567-89ab-4cde-8f01-23456789abcd'), CHIRPSTACK.up);
    await broker.publish(of(source.sourceId), CHIRPSTACK.up);
    await expect.poll(() => broker.acknowledged(), { timeout: 60_000 }).toBe(2);
    expect(await readingsOf(industry)).toEqual([['M1', '2022-07-18T09:34:15.775Z', 128_400]]);
    expect(dropped).toEqual([['mqtt', 'dropped', 1, 'source_unknown']]);
  });
});
