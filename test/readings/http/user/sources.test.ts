import { beforeAll, describe, expect, it } from 'vitest';
import type { Industry } from '../../../../src/kernel/industry/industry.ts';
import { listAudit } from '../../../../src/platform/audit/store/audit.ts';
import {
  bearer,
  login,
  type MintedUser,
  mintUser,
  testApp,
  type TestApp,
} from '../../../service/support/app-fixture.ts';
import { testContext, type TestContext } from '../../../support/database.ts';
import { CHIRPSTACK } from '../../sources/messages.ts';
import { mintWorks, quarantined, stored } from '../../works.ts';

const PATH = '/api/user/sources';
const FIELD = { place: '$.object.volume', to: 'summedValue', unit: 'm3' };
const SOURCE = {
  name: 'LoRaWAN of the works',
  format: 'chirpstack',
  fields: [FIELD],
  devices: [{ deviceId: '0101010101010101', unitId: 'M1' }],
};
const ONLY = { place: '$.fPort', values: ['2', '3'] };
const DOWNLINK = { port: 15, payload: 'ff01', confirmed: true };
const JSON_SOURCE = { ...SOURCE, format: 'json', deviceId: '$.meter', time: { place: '$.at' } };

let context: TestContext;
let app: TestApp;
let industry: Industry;
let keeper: MintedUser;
beforeAll(async () => {
  context = await testContext('2026-11-21T12:00:00Z');
  app = testApp(context);
  industry = await mintWorks(context);
  keeper = await mintUser(context, { industryId: industry.industryId, permissions: ['keys:write'] });
});

interface Answer {
  readonly status: number;
  readonly etag: string | null;
  readonly body: {
    readonly message: string;
    readonly errors?: readonly { readonly field: string; readonly problem: string }[];
    readonly data: {
      readonly sourceId: string;
      readonly sources: readonly { readonly sourceId: string }[];
      readonly devices: readonly unknown[];
      readonly messages: readonly unknown[];
    };
  };
}

async function asking(user: MintedUser) {
  const { token } = await login(app, user);
  return async (method: string, path = '', body?: unknown, headers = {}): Promise<Answer> => {
    const response = await app.request(`${PATH}${path}`, {
      method,
      headers: { ...bearer(token), 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return {
      status: response.status,
      etag: response.headers.get('etag'),
      body: (await response.json()) as Answer['body'],
    };
  };
}
const ifMatch = (version: number) => ({ 'If-Match': `"${version}"` });

describe('a source', () => {
  it('is declared, listed, changed and removed by the version that was read, and the audit tells it', async () => {
    const ask = await asking(keeper);
    const made = await ask('POST', '', SOURCE);
    expect([made.status, made.etag]).toEqual([200, '"1"']);
    expect(made.body.data).toMatchObject({
      ...SOURCE,
      fields: [{ ...FIELD, parameter: null, pulse: null }],
      devices: [
        { deviceId: '0101010101010101', unitId: 'M1', unitName: 'M1 of the works', lastHeardAt: null, messages: 0 },
      ],
      deviceCount: 1,
      waitingCount: 0,
      problem: null,
    });
    const { sourceId } = made.body.data;
    const changed = await ask('PUT', `/${sourceId}`, { ...SOURCE, devices: [] }, ifMatch(1));
    expect([changed.status, changed.etag, changed.body.data.devices]).toEqual([200, '"2"', []]);
    expect((await ask('PUT', `/${sourceId}`, SOURCE, ifMatch(1))).body.message).toBe(
      "The source was saved by somebody else meanwhile: 'If-Match' asks for version 1, in force is version 2",
    );
    const given = await ask('POST', `/${sourceId}/devices`, { deviceId: '0A0B0C0D0E0F0001', unitId: 'M2' }, ifMatch(2));
    expect([given.etag, (await ask('GET', `/${sourceId}`)).body.data.devices]).toEqual([
      '"3"',
      [expect.objectContaining({ deviceId: '0a0b0c0d0e0f0001', unitId: 'M2' })],
    ]);
    expect((await ask('DELETE', `/${sourceId}`, undefined, ifMatch(2))).status).toBe(412);
    expect((await ask('GET')).body.data.sources.map((one) => one.sourceId)).toContain(sourceId);
    expect((await ask('DELETE', `/${sourceId}`, undefined, ifMatch(3))).status).toBe(200);
    expect((await ask('GET', `/${sourceId}`)).status).toBe(404);
    const { industryKey } = industry;
    const filter = { industryKey, verb: null, subject: sourceId, from: null, to: null, before: null };
    expect((await listAudit(context.database, filter, 9)).map(({ verb }) => verb)).toEqual([
      'source.remove',
      'source.device',
      'source.change',
      'source.create',
    ]);
  });

  it.each([
    ['fields', { ...SOURCE, fields: [] }],
    ['fields[0].place', { ...SOURCE, fields: [{ ...FIELD, place: '$.a[?(@.b)]' }] }],
    ['fields[0].place', { ...SOURCE, fields: [{ ...FIELD, place: `$.${'a'.repeat(199)}` }] }],
    ['fields[0].unit', { ...SOURCE, fields: [{ ...FIELD, unit: 'gal' }] }],
    ['fields[0].pulse', { ...SOURCE, fields: [{ ...FIELD, unit: 'pulse' }] }],
    ['fields[0].pulse', { ...SOURCE, fields: [{ ...FIELD, pulse: { weight: 10, unit: 'L' } }] }],
    ['fields[0].pulse.weight', { ...SOURCE, fields: [{ ...FIELD, unit: 'pulse', pulse: { weight: 0, unit: 'L' } }] }],
    ['fields[0].parameter', { ...SOURCE, fields: [{ ...FIELD, unit: null, to: 'parameter' }] }],
    ['fields[0].parameter', { ...SOURCE, fields: [{ ...FIELD, parameter: 'ph' }] }],
    ['fields[0].unit', { ...SOURCE, fields: [{ ...FIELD, to: 'parameter', parameter: 'ph' }] }],
    ['format', { ...SOURCE, format: 'sigfox' }],
    ['name', { ...SOURCE, name: ' ' }],
    ['name', { ...SOURCE, name: 'x'.repeat(201) }],
    ['deviceId', { ...SOURCE, deviceId: '$.a' }],
    ['deviceId', { ...JSON_SOURCE, deviceId: null }],
    ['deviceId', { ...JSON_SOURCE, deviceId: '$.data[hex 0 u32le]' }],
    ['list', { ...SOURCE, format: 'sparkplug', list: '$.meters' }],
    ['list', { ...JSON_SOURCE, list: '$.meters[*]' }],
    ['only', { ...SOURCE, format: 'sparkplug', only: ONLY }],
    ['only.place', { ...SOURCE, only: { ...ONLY, place: 'fPort' } }],
    ['only.values', { ...SOURCE, only: { ...ONLY, values: [] } }],
    ['only.values[0]', { ...SOURCE, only: { ...ONLY, values: [' '] } }],
    ['time', { ...JSON_SOURCE, time: null }],
    ['time.timezone', { ...SOURCE, time: { place: '$.at', timezone: 'Mars/Olympus' } }],
    ['devices[0].unitId', { ...SOURCE, devices: [{ deviceId: 'a', unitId: 'NO_SUCH' }] }],
    ['devices[0].unitId', { ...SOURCE, devices: [{ deviceId: 'a', unitId: 'BALANCE' }] }],
    [
      'devices[1].deviceId',
      {
        ...SOURCE,
        devices: [
          { deviceId: '0A0B0C0D0E0F0001', unitId: 'M1' },
          { deviceId: '0a0b0c0d0e0f0001', unitId: 'M2' },
        ],
      },
    ],
    ['script', { ...SOURCE, script: 'return 1' }],
    ['downlink', { ...JSON_SOURCE, downlink: DOWNLINK }],
    ['downlink.port', { ...SOURCE, downlink: { ...DOWNLINK, port: 0 } }],
    ['downlink.port', { ...SOURCE, downlink: { ...DOWNLINK, port: Number.NaN } }],
    ['downlink.payload', { ...SOURCE, downlink: { ...DOWNLINK, payload: 'ff0' } }],
    ['downlink.payload', { ...SOURCE, downlink: { ...DOWNLINK, payload: '' } }],
  ])('with a wrong %s is refused, and the field is named', async (field, body) => {
    const { status, body: answer } = await (await asking(keeper))('POST', '', body);
    expect([status, (answer.errors ?? []).map((one) => one.field)]).toEqual([400, [field]]);
  });

  it.each([
    ['fields', 32, (count: number) => ({ ...SOURCE, fields: Array(count).fill(FIELD) })],
    [
      'devices',
      2000,
      (count: number) => ({
        ...SOURCE,
        devices: Array.from({ length: count }, (_, index) => ({ deviceId: `D${index}`, unitId: 'M1' })),
      }),
    ],
    ['values', 20, (count: number) => ({ ...SOURCE, only: { ...ONLY, values: Array(count).fill('2') } })],
    ['place', 200, (count: number) => ({ ...SOURCE, fields: [{ ...FIELD, place: `$.${'a'.repeat(count - 2)}` }] })],
    ['device id', 100, (count: number) => ({ ...SOURCE, devices: [{ deviceId: 'x'.repeat(count), unitId: 'M1' }] })],
    [
      'bytes of a downlink',
      242,
      (count: number) => ({ ...SOURCE, downlink: { ...DOWNLINK, payload: 'f0'.repeat(count) } }),
    ],
    ['port of a downlink', 223, (port: number) => ({ ...SOURCE, downlink: { ...DOWNLINK, port } })],
  ] as const)('has %s up to %i', async (_, most, body) => {
    const own = await mintWorks(context);
    const ask = await asking(await mintUser(context, { industryId: own.industryId, permissions: ['keys:write'] }));
    const statuses: number[] = [];
    for (const count of [most - 1, most, most + 1]) statuses.push((await ask('POST', '', body(count))).status);
    expect(statuses).toEqual([200, 200, 400]);
  });

  it('may name which messages count, a list within them, and numbers in bytes', async () => {
    const ask = await asking(keeper);
    const places = { only: ONLY, list: '$.object.history', fields: [{ ...FIELD, place: '$.data[base64 3 u32le]' }] };
    const { sourceId } = (await ask('POST', '', { ...SOURCE, ...places })).body.data;
    expect((await ask('GET', `/${sourceId}`)).body.data).toMatchObject(places);
    expect((await ask('POST', '', SOURCE)).body.data).toMatchObject({ only: null, list: null });
  });

  it('may have as many devices, also when one more is given by itself', async () => {
    const ask = await asking(keeper);
    const devices = Array.from({ length: 1999 }, (_, index) => ({ deviceId: `D${index}`, unitId: 'M1' }));
    const { sourceId } = (await ask('POST', '', { ...SOURCE, devices })).body.data;
    const give = async (deviceId: string) =>
      (await ask('POST', `/${sourceId}/devices`, { deviceId, unitId: 'M1' })).status;
    expect([await give('E0'), await give('E1'), await give('E0')]).toEqual([200, 400, 200]);
  });

  it('is one of 50 at most', async () => {
    const own = await mintWorks(context);
    const ask = await asking(await mintUser(context, { industryId: own.industryId, permissions: ['keys:write'] }));
    const statuses: number[] = [];
    for (let count = 1; count <= 51; count += 1) statuses.push((await ask('POST', '', SOURCE)).status);
    expect(statuses).toEqual([...Array(50).fill(200), 400]);
  });

  it('of another industry is not there, and without the right to keep keys neither is one of the own', async () => {
    const { sourceId } = (await (await asking(keeper))('POST', '', SOURCE)).body.data;
    const acts: readonly (readonly [method: string, path: string, body?: unknown])[] = [
      ['GET', `/${sourceId}`],
      ['PUT', `/${sourceId}`, { ...SOURCE, devices: [] }],
      ['DELETE', `/${sourceId}`],
      ['POST', `/${sourceId}/devices`, { deviceId: 'a', unitId: 'M1' }],
      ['POST', `/${sourceId}/try`, { sent: '{}' }],
    ];
    const { industryId } = await mintWorks(context);
    const stranger = await asking(await mintUser(context, { industryId, permissions: ['keys:write'] }));
    for (const act of acts) expect([act[0], act[1], (await stranger(...act)).status]).toEqual([act[0], act[1], 404]);
    expect((await stranger('GET')).body.data.sources).toEqual([]);
    const reader = await asking(await mintUser(context, { industryId: industry.industryId }));
    for (const act of acts) expect((await reader(...act)).status).toBe(401);
  });
});

describe('a message that is tried', () => {
  it('tells its reading and the verdict, and nothing is stored', async () => {
    const ask = await asking(keeper);
    const { sourceId } = (await ask('POST', '', SOURCE)).body.data;
    const tried = async (message: unknown) =>
      (await ask('POST', `/${sourceId}/try`, { sent: JSON.stringify(message) })).body.data.messages;
    expect(await tried(CHIRPSTACK.up)).toEqual([
      {
        verdict: 'stored',
        reason: null,
        deviceId: '0101010101010101',
        unitId: 'M1',
        siUnit: 'KL',
        reading: { unitId: 'M1', createdOn: '2022-07-18T09:34:15.775Z', summedValue: 128_400 },
        health: { batteryPercent: null, batteryVolts: null, rssi: -36, snr: 10.5 },
      },
    ]);
    const strange = { ...CHIRPSTACK.up, deviceInfo: { ...CHIRPSTACK.up.deviceInfo, devEui: '0202020202020202' } };
    // 128.4 m³ would be 128,400 L of a unit that is measured in kilolitres.
    expect(await tried(strange)).toMatchObject([
      {
        verdict: 'waiting',
        reason: "device '0202020202020202' has no unit yet",
        unitId: null,
        siUnit: 'KL',
        reading: { createdOn: '2022-07-18T09:34:15.775Z', summedValue: 128_400 },
      },
    ]);
    expect(await tried({ ...strange, object: { volume: 'much' } })).toMatchObject([
      {
        verdict: 'waiting',
        reason: '$.object.volume is "much", allowed is a number',
        reading: null,
      },
    ]);
    const future = { ...CHIRPSTACK.up, time: '2026-12-21T12:00:00Z' };
    const empty = { ...CHIRPSTACK.up, object: { temperature: 20 } };
    const all = [CHIRPSTACK.status, CHIRPSTACK.join, strange, future, empty, 'text'];
    expect((await tried(all)).map((one) => (one as { verdict: string }).verdict)).toEqual([
      'status',
      'passed',
      'waiting',
      'refused',
      'unreadable',
      'unreadable',
    ]);
    expect((await stored(context, industry)).readings).toEqual([]);
    expect(await quarantined(context, industry)).toEqual([]);
    expect((await ask('GET', `/${sourceId}`)).body.data).toMatchObject({
      problem: null,
      waitingCount: 0,
      devices: [{ messages: 0 }],
    });
  });

  it('may be 65,536 characters long, and must be JSON', async () => {
    const ask = await asking(keeper);
    const { sourceId } = (await ask('POST', '', SOURCE)).body.data;
    const statuses: number[] = [];
    for (const length of [65_535, 65_536, 65_537])
      statuses.push((await ask('POST', `/${sourceId}/try`, { sent: '{}'.padEnd(length) })).status);
    expect(statuses).toEqual([200, 200, 400]);
    expect((await ask('POST', `/${sourceId}/try`, { sent: '{' })).body.errors).toEqual([
      { field: 'sent', problem: expect.stringContaining('is not valid JSON') },
    ]);
  });
});
