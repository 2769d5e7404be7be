import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { writeIso } from '../../../src/kernel/time/iso.ts';
import { sourceBody, wantedSource } from '../../../src/readings/http/schemas/source.ts';
import { MEASURES } from '../../../src/readings/rules/measures.ts';
import { TIME_FORMS } from '../../../src/readings/rules/sources/message-time.ts';
import { readPayload } from '../../../src/readings/rules/sources/read-payload.ts';
import type { SourceMapping } from '../../../src/readings/rules/sources/source.ts';
import { measuredAt, messageFigures } from '../../../src/readings/rules/sources/to-row.ts';
import { CHIRPSTACK } from './messages.ts';

/*
 * docs/how-to/send-readings.md, "Places of common devices": each row reads a message as the documentation or the code of
 * that sender shows it.
 */

const page = readFileSync(new URL('../../../docs/how-to/send-readings.md', import.meta.url), 'utf8');
const [, section = ''] = page.split('\n### Places of common devices\n');
const [table = ''] = section.split('\n### ');

const placeIn = (cell = ''): string | undefined => /`([^`]+)`/.exec(cell)?.[1];

/** The mapping of a row, by the beginning of its sender's name. */
function mappingOf(sender: string): SourceMapping {
  const row = table.split('\n').find((line) => line.startsWith(`| ${sender}`));
  const [, , list, device, time = '', register = ''] = (row ?? '').split('|');
  const [listPlace, deviceId = null, timePlace = '', place = ''] = [list, device, time, register].map(placeIn);
  const measure = MEASURES.find((one) => register.trim().endsWith(`, ${one}`));
  const form = TIME_FORMS.find((one) => time.split(/[, ]+/).includes(one));
  if (measure === undefined || form === undefined) throw new Error(`the row of ${sender} cannot be read`);
  return {
    deviceId,
    ...(listPlace === undefined ? {} : { list: listPlace }),
    time: { place: timePlace, form, timezone: time.includes('zone') ? 'Europe/Berlin' : null },
    fields: [{ place, to: 'summedValue', parameter: null, counted: { measure, weight: 1 } }],
    battery: null,
    rssi: null,
    snr: null,
  };
}

const TOTALS = { Yesterday: 1.495, Today: 0.537, Power: 56, Voltage: 234 };
type Example = readonly [
  sender: string,
  topic: string,
  sent: object,
  ...readings: (readonly [string, string, number])[],
];
const MESSAGES: readonly Example[] = [
  [
    'zigbee2mqtt',
    'zigbee2mqtt/Pump house',
    { energy: 12.34, power: 5, linkquality: 120, last_seen: '2026-06-27T12:00:00+02:00' },
    ['Pump house', '2026-06-27T10:00:00.000Z', 12_340],
  ],
  [
    'Tasmota',
    'tele/sonoff_desk/SENSOR',
    { Time: '2023-05-19T20:52:56', ENERGY: { TotalStartTime: '2022-03-20T15:20:48', Total: 514.153, ...TOTALS } },
    ['sonoff_desk', '2023-05-19T18:52:56.000Z', 514_153],
  ],
  [
    'Shelly',
    'shelly1/events/rpc',
    {
      src: 'shellypro4pm-30c6f784e78c',
      dst: 'shelly1/events',
      method: 'NotifyStatus',
      params: { ts: 1_675_935_540.5, 'switch:0': { id: 0, aenergy: { by_minute: [0, 0, 0], total: 2674.9 } } },
    },
    ['shellypro4pm-30c6f784e78c', '2023-02-09T09:39:00.500Z', 2674.9],
  ],
  [
    'AI-on-the-edge-device',
    'kiosk1-water/main/json',
    {
      value: '11.234',
      raw: '11.234',
      pre: '10.000',
      error: 'no error',
      rate: '1.234000',
      timestamp: '2026-06-27T10:00:00',
    },
    ['kiosk1-water', '2026-06-27T08:00:00.000Z', 11_234],
  ],
  [
    'wmbusmeters',
    'wmbusmeters/Water',
    {
      _: 'telegram',
      media: 'cold water',
      meter: 'multical21',
      name: 'Water',
      id: '76348799',
      flow_temperature_c: 127,
      target_m3: 6.408,
      total_m3: 6.408,
      status: 'DRY',
      timestamp: '2026-02-28T12:51:25Z',
    },
    ['76348799', '2026-02-28T12:51:25.000Z', 6408],
  ],
  [
    'rtlamr',
    'rtlamr',
    {
      Time: '2025-12-05T16:44:45.730309536Z',
      Offset: 0,
      Length: 40_960,
      Type: 'SCM',
      Message: { ID: 44_826_100, Type: 12, TamperPhy: 1, TamperEnc: 0, Consumption: 1000, ChecksumVal: 47_768 },
    },
    ['44826100', '2025-12-05T16:44:45.730Z', 3785.411784],
  ],
  [
    'DSMR-reader',
    'dsmr/json',
    { id: 2_864_217, timestamp: '2020-10-24T22:12:13.990Z', electricity_delivered_1: '12972.117' },
    ['dsmr', '2020-10-24T22:12:13.990Z', 12_972_117],
  ],
  [
    'ThingPark',
    '',
    {
      DevEUI_uplink: {
        Time: '2025-09-10T12:02:26.581+00:00',
        DevEUI: '20635F03C10001A7',
        FPort: 18,
        FCntUp: 46_584,
        payload_hex: '052046768040020600030305',
        LrrRSSI: -91,
        payload: { volume: 12.5 },
      },
    },
    ['20635F03C10001A7', '2025-09-10T12:02:26.581Z', 12_500],
  ],
  [
    'Telemetry as of ThingsBoard',
    'meters/Inlet',
    [
      { ts: 1_451_649_600_000, values: { volume: 22.5 } },
      { ts: 1_451_649_601_000, values: { volume: 22.7 } },
    ],
    ['Inlet', '2016-01-01T12:00:00.000Z', 22_500],
    ['Inlet', '2016-01-01T12:00:01.000Z', 22_700],
  ],
  [
    'A gateway of ThingsBoard',
    'v1/gateway/telemetry',
    {
      'Device A': [
        { ts: 1_483_228_800_000, values: { volume: 42 } },
        { ts: 1_483_228_801_000, values: { volume: 43 } },
      ],
      'Device B': [{ ts: 1_483_228_800_000, values: { volume: 7.5 } }],
    },
    ['Device A', '2017-01-01T00:00:00.000Z', 42_000],
    ['Device A', '2017-01-01T00:00:01.000Z', 43_000],
    ['Device B', '2017-01-01T00:00:00.000Z', 7500],
  ],
  [
    'OPC UA PubSub',
    'opcua/json/data',
    {
      MessageId: '9279C0B3-DA88-45A4-AF74-451CEBF82DB0',
      MessageType: 'ua-data',
      PublisherId: 'MyPublisher',
      Messages: ['Writer100', 'Writer101'].map((DataSetWriterName, at) => ({
        DataSetWriterId: 100 + at,
        SequenceNumber: 29_766,
        Timestamp: '2021-09-27T18:45:19.5551234Z',
        MessageType: 'ua-keyframe',
        DataSetWriterName,
        Payload: { Total: { Value: 25 + at, SourceTimestamp: '2021-09-27T18:45:19.555Z' } },
      })),
    },
    ['Writer100', '2021-09-27T18:45:19.555Z', 25_000],
    ['Writer101', '2021-09-27T18:45:19.555Z', 26_000],
  ],
  [
    'Neuron',
    '/neuron/mqtt',
    {
      timestamp: 1_650_006_388_943,
      node: 'modbus',
      group: 'grp',
      values: { total: 123 },
      errors: { t: 2014 },
      metas: {},
    },
    ['modbus', '2022-04-15T07:06:28.943Z', 123_000],
  ],
  [
    'EdgeLink',
    'data/8',
    { d: [{ tag: 'B_PR04:Counter', value: 413 }], ts: '2023-11-17T04:13:55+0000' },
    ['B_PR04:Counter', '2023-11-17T04:13:55.000Z', 413_000],
  ],
  [
    'Kepware',
    'iotgateway',
    {
      timestamp: 1_415_650_384_816,
      values: [
        { id: 'Channel1.Device1.Tag1', v: 42, q: true, t: 1_415_650_384_816 },
        { id: 'Channel1.Device1.Tag2', v: '7.5', q: true, t: 1_415_650_384_900 },
      ],
    },
    ['Channel1.Device1.Tag1', '2014-11-10T20:13:04.816Z', 42_000],
    ['Channel1.Device1.Tag2', '2014-11-10T20:13:04.900Z', 7500],
  ],
  [
    'rtl_433',
    'rtl_433/raspberry/events',
    {
      time: '2020-11-05 15:49:01',
      model: 'ERT-SCM',
      id: 27_581_412,
      physical_tamper: 3,
      ert_type: 12,
      encoder_tamper: 1,
      consumption_data: 1234,
      mic: 'CRC',
    },
    ['27581412', '2020-11-05T14:49:01.000Z', 4671.198141],
  ],
  [
    'SensorThings',
    'v1.1/Datastreams(1)/Observations',
    { phenomenonTime: '2017-02-07T18:02:00.000Z', resultTime: null, result: 21.6, '@iot.id': 1 },
    ['Datastreams(1)', '2017-02-07T18:02:00.000Z', 21_600],
  ],
  [
    'ChirpStack v3',
    '',
    {
      applicationID: '2',
      applicationName: 'newapp',
      deviceName: 'Inlet',
      devEUI: 'qEBBTWGC4Ig=',
      rxInfo: [{ gatewayID: 'dP5I//5MnTc=', time: null, rssi: -56, loRaSNR: 9.5, crcStatus: 'CRC_OK' }],
      txInfo: { frequency: 867_100_000, modulation: 'LORA' },
      adr: true,
      dr: 0,
      fCnt: 33,
      fPort: 2,
      data: 'DQgA+QA=',
      objectJSON: '{"Bat":3.336,"volume":249.5,"Interrupt_status":0}',
      tags: {},
      confirmedUplink: false,
      devAddr: 'AFOWqg==',
      publishedAt: '2021-08-15T12:06:41.521032244Z',
    },
    ['qEBBTWGC4Ig=', '2021-08-15T12:06:41.521Z', 249_500],
  ],
  [
    'LORIOT',
    '',
    {
      cmd: 'rx',
      EUI: '0102030405060708',
      ts: 1_470_850_675_433,
      ack: false,
      bat: 254,
      fcnt: 1,
      port: 1,
      data: '0102AABB',
    },
    ['0102030405060708', '2016-08-10T17:37:55.433Z', 16_951_995],
  ],
  [
    'Everynet',
    '',
    {
      type: 'uplink',
      meta: { device: '0018b20000000001', gateway: 'FF0106DE', time: 1_707_734_445.123, device_addr: '040005BA' },
      params: { rx_time: 1_707_734_445.123, port: 10, counter_up: 125, payload: 'AQIDBA==', duplicate: false },
    },
    ['0018b20000000001', '2024-02-12T10:40:45.123Z', 16_909_060],
  ],
  [
    'Wanesy of Kerlink',
    'dataUp',
    {
      id: '5d2342ac71a1270001035042',
      endDevice: { devEui: '343737394A336F09', devAddr: '24004F6B', cluster: { id: 1 } },
      fPort: 2,
      fCntUp: 6940,
      encrypted: false,
      payload: '0027800bddfd773b447bf9fede870046',
      recvTime: 1_562_591_916_089,
      gwInfo: [{ gwEui: '7276FF0039030436', rssi: -107, snr: -7 }],
    },
    ['343737394A336F09', '2019-07-08T13:18:36.089Z', 2_588_683],
  ],
  [
    'AWS IoT Core for LoRaWAN',
    'lorawan/uplinks',
    {
      WirelessDeviceId: '5b58245e-146c-4c30-9703-0ca942e3ff35',
      PayloadData: 'Cc48AAAAAAAAAAA=',
      WirelessMetadata: {
        LoRaWAN: {
          DevAddr: '00b96cd4',
          DevEui: '58a0cb0000202c99',
          FCnt: 1,
          FPort: 136,
          Gateways: [{ GatewayEui: '80029cfffe5cf1cc', Snr: 9.75, Rssi: -29 }],
          Timestamp: '2021-05-03T03:24:29Z',
        },
      },
    },
    ['58a0cb0000202c99', '2021-05-03T03:24:29.000Z', 3_984_905],
  ],
  [
    'Sigfox',
    '',
    { device: '12CAC94', time: 1_700_000_000, data: '00012f1b0d', seqNumber: 24 },
    ['12CAC94', '2023-11-14T22:13:20.000Z', 77_595],
  ],
];

/** Device, instant and register of each message that a source makes of a payload, or why there is none. */
function readingsOf(source: Parameters<typeof readPayload>[0], topic: string, sent: object): unknown[] {
  const siUnit = source.mapping.fields[0]?.counted?.measure.endsWith('Wh') === true ? 'kWh' : 'KL';
  const unit = { unitId: 'U', siUnit, group: 'FLOW', capacities: [] } as const;
  return readPayload(source, { topic, payload: Buffer.from(JSON.stringify(sent)) }).map((one) => {
    if (one.kind !== 'heard') return one;
    const measured = measuredAt(one, source.mapping);
    if (typeof measured === 'string') return measured;
    const figures = messageFigures(one.message, source, unit, measured.at);
    return [one.deviceId, writeIso(measured.at), typeof figures === 'string' ? figures : figures.summedValue];
  });
}

describe('the places of common devices', () => {
  it.each(MESSAGES.map((one) => [one[0], one] as const))('read a message of %s', (_, example) => {
    const [sender, topic, sent, ...readings] = example;
    const source = { sourceId: 'none', format: 'json', mapping: mappingOf(sender) } as const;
    expect(readingsOf(source, topic, sent)).toEqual(readings);
  });

  it('are those of the page, each with a message', () => {
    const rows = table
      .split('\n')
      .filter((line) => line.startsWith('| '))
      .slice(1);
    expect(rows.map((line) => MESSAGES.filter(([sender]) => line.startsWith(`| ${sender}`)).length)).toEqual(
      MESSAGES.map(() => 1),
    );
  });

  it('are of frames with figures alone, where the source names these', () => {
    const [, text = ''] = /```json\n(\{"only".*\})\n```/.exec(table) ?? [];
    const { only } = JSON.parse(text) as Required<Pick<SourceMapping, 'only'>>; // of the page
    const mapping = { ...mappingOf('LORIOT'), only };
    const source = { sourceId: 'none', format: 'json', mapping } as const;
    const [, , sent = {}, ...readings] = MESSAGES.find(([sender]) => sender === 'LORIOT') ?? [];
    expect(readingsOf(source, '', sent)).toEqual(readings);
    expect(readingsOf(source, '', { ...sent, port: 2 })).toEqual([{ kind: 'passed', what: 'other' }]);
  });

  it('are of some topics alone, where the source names these', () => {
    const only = { place: '$.topic[2]', values: ['SENSOR'] };
    for (const deviceId of ['$.topic[1]', '$.id']) {
      const source = {
        sourceId: 'none',
        format: 'json',
        mapping: { ...mappingOf('Tasmota'), deviceId, only },
      } as const;
      const sent = { id: 'desk', Time: '2023-05-19T20:52:56', ENERGY: { Total: 514.153 } };
      expect(readingsOf(source, 'tele/desk/STATE', sent)).toEqual([{ kind: 'passed', what: 'other' }]);
      expect(readingsOf(source, 'tele/desk/SENSOR', sent)).toEqual([['desk', '2023-05-19T18:52:56.000Z', 514_153]]);
    }
  });
});

it('a history that a codec has decoded counts at its own times', () => {
  const [, text = ''] = /```json title="a history"\n([^]*?)```/.exec(page) ?? [];
  const declared = { name: 'Milesight', format: 'chirpstack', ...(JSON.parse(text) as object) };
  const { mapping } = wantedSource(sourceBody.parse(declared));
  const source = { sourceId: 'none', format: 'chirpstack', mapping } as const;
  const up = (object: object) => readingsOf(source, 'application/1/device/2/event/up', { ...CHIRPSTACK.up, object });
  // Milesight: the codec of EM300-DI.
  const history = [256, 260].map((pulse, at) => ({ humidity: 46.5, pulse, timestamp: 1_665_561_758 + 600 * at }));
  expect([...up({ battery: 92, history }), ...up({ battery: 92, pulse: 270 })]).toEqual([
    ['0101010101010101', '2022-10-12T08:02:38.000Z', 2560],
    ['0101010101010101', '2022-10-12T08:12:38.000Z', 2600],
    ['0101010101010101', '2022-07-18T09:34:15.775Z', 2700],
  ]);
  // Places beside it are of another time, as the network's is.
  expect(up({ pulse: 270, history: [{ timestamp: 1_665_561_758 }, { pulse: 256 }] })).toEqual([
    ['0101010101010101', '2022-10-12T08:02:38.000Z', expect.stringContaining('there is no figure')],
    '$.object.history.timestamp is missing, allowed is when it was measured',
  ]);
  expect(up({ pulse: 270, history: [] })).toEqual([['0101010101010101', '2022-07-18T09:34:15.775Z', 2700]]);
});

it('a function node of Node-RED makes a message of the source that Home Assistant has', () => {
  const [, code = ''] = /\n### Node-RED\n[^]*?```js\n([^]*?)```/.exec(page) ?? [];
  const node = new Function('msg', code) as (msg: object) => { readonly payload: object }; // of the page
  const mapping: SourceMapping = {
    ...mappingOf('wmbusmeters'),
    deviceId: '$.meter',
    time: { place: '$.at', form: 'iso', timezone: null },
    fields: [{ place: '$.total', to: 'summedValue', parameter: null, counted: { measure: 'm3', weight: 1 } }],
  };
  const sent = node({ topic: 'inlet', payload: '5000.4' }).payload;
  expect(readingsOf({ sourceId: 'none', format: 'json', mapping }, '', sent)).toEqual([
    ['inlet', expect.stringMatching(/Z$/), 5_000_400],
  ]);
});
