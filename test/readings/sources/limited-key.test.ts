import { connectAsync } from 'mqtt';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startListener } from '../../../src/readings/mqtt/listener.ts';
import { DEFAULT_READINGS_TOPIC, DEFAULT_SOURCE_TOPIC } from '../../../src/readings/rules/topic.ts';
import type { SourceFormat } from '../../../src/readings/rules/sources/source.ts';
import { readDevices, readSource } from '../../../src/readings/sources/manage-sources.ts';
import { noQueue } from '../../../src/platform/queue/client.ts';
import { receiverOfKeys } from '../../../src/readings/sources/receive-of-key.ts';
import { bearer, testApp, type TestApp } from '../../service/support/app-fixture.ts';
import { takingReadings } from '../../support/intake.ts';
import { testContext, type TestContext } from '../../support/database.ts';
import { keysOn, type MintedKey, mintKey } from '../keys/support.ts';
import { type Metric, session, START, tahuBytes } from '../rules/sparkplug/edge-node.ts';
import { mintWorks, quarantined, stored } from '../works.ts';
import { mintSource } from './support.ts';

let context: TestContext;
let app: TestApp;
let url: string;
beforeAll(async () => {
  context = await testContext('2026-11-21T12:00:00Z');
  app = testApp(context);
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

/** A source with a device at M1 and one at M2, a key of the whole industry, and one that may send for M1 alone. */
async function works(format: SourceFormat, [first, second]: readonly [string, string]) {
  const industry = await mintWorks(context);
  const battery = format === 'json' ? { battery: { place: '$.battery', measure: '%' } as const } : {};
  const source = await mintSource(context, industry, format, { [first]: 'M1', [second]: 'M2' }, battery);
  return {
    industry,
    source,
    full: await mintKey(context, industry),
    limited: await mintKey(context, industry, ['M1']),
    registers: async () =>
      (await stored(context, industry)).readings.map(({ unit_id, summed_value }) => [unit_id, summed_value]),
    devices: async () =>
      Object.fromEntries((await readDevices(context, industry, source)).map((one) => [one.deviceId, one])),
    problems: async () => (await readSource(context, industry, source.sourceId)).problemCount,
    refused: async () => (await quarantined(context, industry)).map((row) => [row.unit_id, row.reason_code]),
  };
}

type Works = Awaited<ReturnType<typeof works>>;

const message = (meter: string, volume: number) => ({ meter, at: '2026-11-21T10:00:00Z', volume, battery: 50 });

async function login({ keyId, secret }: MintedKey) {
  const client = await connectAsync(url, { username: keyId, password: secret, reconnectPeriod: 0 });
  onTestFinished(() => client.endAsync(true));
  return client;
}

const SENT = [message('A1', 1), message('A2', 2), message('A3', 3), { volume: 4 }];

const ROADS: readonly (readonly [string, (of: Works) => Promise<unknown>])[] = [
  [
    'HTTP',
    async ({ source, limited }) => {
      const response = await app.request(`/api/external/sources/${source.sourceId}`, {
        method: 'POST',
        headers: { ...bearer(limited.text), 'content-type': 'application/json' },
        body: JSON.stringify(SENT),
      });
      expect(await response.json()).toMatchObject({
        message: '4 messages: 1 reading stored, 3 rejected',
        data: {
          inserted: 1,
          waiting: 0,
          unreadable: 0,
          errors: [
            { unitId: null, reason: `device 'A2' is at no unit that device key ${limited.keyId} may send for` },
            { unitId: null, reason: `device 'A3' is at no unit that device key ${limited.keyId} may send for` },
            { unitId: null, reason: expect.stringContaining('$.meter is missing') },
          ],
        },
      });
    },
  ],
  [
    'MQTT',
    async ({ industry, source, limited }) => {
      const client = await login(limited);
      await client.publishAsync(
        `water/${industry.industryId}/sources/${source.sourceId}/gateway`,
        JSON.stringify(SENT),
        { qos: 1 },
      );
    },
  ],
];

describe.each(ROADS)('a key of some units, over %s', (_, send) => {
  it('sends through a source for these units alone, and touches no other device', async () => {
    const of = await works('json', ['A1', 'A2']);
    await send(of);
    expect(await of.registers()).toEqual([['M1', 1000]]);
    const devices = await of.devices();
    expect(Object.keys(devices).sort()).toEqual(['A1', 'A2']);
    expect(devices).toMatchObject({
      A1: { messages: 1, batteryPercent: 50 },
      A2: { messages: 0, lastHeardAt: null, batteryPercent: null },
    });
    expect(await of.problems()).toBe(0);
    expect((await of.refused()).sort()).toEqual([
      [null, 'not_a_reading'],
      [null, 'unit_not_of_key'],
      [null, 'unit_not_of_key'],
    ]);
  });
});

describe('lines of a key of some units', () => {
  it('that are refused for anything are refused as another unit is, where it is another one', async () => {
    const of = await works('json', ['A1', 'A2']);
    const response = await app.request('/api/v2/write?bucket=water&precision=s', {
      method: 'POST',
      headers: { authorization: `Token ${of.limited.text}`, 'content-type': 'text/plain' },
      body: 'water,unitId=M1 value=1 1\nwater,unitId=M2 value=1 1\n',
    });
    expect(response.status).toBe(400);
    expect((await of.refused()).sort()).toEqual([
      ['M1', 'instant_too_old'],
      ['M2', 'unit_not_of_key'],
    ]);
  });
});

describe('an edge node with a key of some units', () => {
  const total = (value: number): Metric => ({ name: 'Flow/Total', alias: 1, value, type: 'Double' });

  async function node(of: Works, key: MintedKey) {
    const client = await login(key);
    return (kind: string, seq: number, metrics: Metric[], device = '') =>
      client.publishAsync(
        `water/${of.industry.industryId}/sources/${of.source.sourceId}/spBv1.0/Works/${kind}/Edge${device}`,
        tahuBytes({ timestamp: START, seq, metrics }),
        { qos: 1 },
      );
  }

  it('tells the birth and death of no other device', async () => {
    const of = await works('sparkplug', ['Works/Edge/1', 'Works/Edge/2']);
    const full = await node(of, of.full);
    await full('NBIRTH', 0, [session(1)]);
    await full('DBIRTH', 1, [total(1)], '/1');
    await full('DBIRTH', 2, [total(2)], '/2');
    const limited = await node(of, of.limited);
    await limited('NBIRTH', 0, [session(2)]);
    await limited('DBIRTH', 1, [total(1)], '/1');
    await limited('DBIRTH', 2, [total(9)], '/2');
    await limited('DDEATH', 3, [], '/2');
    await limited('NDEATH', 4, [session(2)]);
    expect(await of.devices()).toMatchObject({
      'Works/Edge/1': { diedAt: new Date(context.clock.now()), messages: 2 },
      'Works/Edge/2': { diedAt: null, messages: 1 },
    });
    await full('DDEATH', 3, [], '/2');
    await limited('NBIRTH', 0, [session(3)]);
    await limited('DBIRTH', 1, [total(1)], '/2');
    expect(await of.devices()).toMatchObject({ 'Works/Edge/2': { diedAt: new Date(context.clock.now()) } });
    expect(await of.registers()).toEqual([
      ['M1', 1000],
      ['M2', 2000],
    ]);
    expect(new Set((await of.refused()).map(([, code]) => code))).toEqual(new Set(['unit_not_of_key']));
  });

  it('gives no meaning to the numbers by which another session names its metrics', async () => {
    const of = await works('sparkplug', ['Works/Edge/1', 'Works/Edge/2']);
    const full = await node(of, of.full);
    await full('NBIRTH', 0, [session(1)]);
    await full(
      'DBIRTH',
      1,
      [
        { name: 'Pressure', alias: 1, value: 3, type: 'Double' },
        { ...total(2), alias: 2 },
      ],
      '/2',
    );
    const limited = await node(of, of.limited);
    await limited('NBIRTH', 0, [session(2)]);
    await limited('DBIRTH', 1, [total(1)], '/2');
    await full('DDATA', 2, [{ alias: 1, value: 77, type: 'Double', timestamp: START + 300_000 }], '/2');
    expect(await of.registers()).toEqual([['M2', 2000]]);
  });
});
