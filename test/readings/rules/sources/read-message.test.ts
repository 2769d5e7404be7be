import { describe, expect, it } from 'vitest';
import { readMessage } from '../../../../src/readings/rules/sources/read-message.ts';
import type { SourceFormat, SourceMapping } from '../../../../src/readings/rules/sources/source.ts';
import { CHIRPSTACK, THINGS_STACK } from '../../sources/messages.ts';

const mapping: SourceMapping = { deviceId: null, time: null, fields: [], battery: null, rssi: null, snr: null };
const read = (format: SourceFormat, message: unknown, more: Partial<SourceMapping> = {}, event: string | null = null) =>
  readMessage({ format, mapping: { ...mapping, ...more } }, message, event);

describe('ChirpStack', () => {
  it('sends an uplink with its device, the signal at the best gateway and the frame', () => {
    expect(read('chirpstack', CHIRPSTACK.up, {}, 'up')).toMatchObject({
      kind: 'heard',
      deviceId: '0101010101010101',
      mayHaveFigures: true,
      heardAt: '2022-07-18T09:34:15.775023242+00:00',
      frame: '00189440 7',
      health: { batteryPercent: null, rssi: -36, snr: 10.5 },
    });
  });

  it('sends a status with the battery, and no figures', () => {
    expect(read('chirpstack', CHIRPSTACK.status, {}, 'status')).toMatchObject({
      kind: 'heard',
      mayHaveFigures: false,
      health: { batteryPercent: 88.3, rssi: null },
    });
    const unknown = { ...CHIRPSTACK.status, batteryLevel: 0, batteryLevelUnavailable: true };
    expect(read('chirpstack', unknown)).toMatchObject({ health: { batteryPercent: null } });
  });

  it('names its events; where it does not, they are known by their fields', () => {
    const kinds = Object.values(CHIRPSTACK).map((message) => read('chirpstack', message).kind);
    expect(kinds).toEqual(['heard', 'heard', 'passed', 'passed', 'passed', 'passed']);
    expect(read('chirpstack', CHIRPSTACK.join, {}, 'join')).toEqual({ kind: 'passed', what: 'join' });
  });

  it.each(['\0', '\ud800', 'x'.repeat(200), 'a b'])('has no frames of an address %j', (devAddr) => {
    expect(read('chirpstack', { ...CHIRPSTACK.up, devAddr })).toMatchObject({ frame: null });
  });

  it('sends frames without a payload, which have no figures whatever a codec makes of them', () => {
    const { fPort: _, data: __, ...empty } = CHIRPSTACK.up;
    for (const message of [
      { ...empty, object: { volume: 0 } },
      { ...empty, fPort: 0, data: '', object: null },
    ])
      expect(read('chirpstack', message, {}, 'up')).toMatchObject({
        kind: 'heard',
        mayHaveFigures: false,
        health: { rssi: -36 },
      });
    // One that somebody tries by hand is no frame.
    const { devAddr: ___, ...typed } = empty;
    expect(read('chirpstack', typed)).toMatchObject({ mayHaveFigures: true });
  });

  it('leaves a frame counter of 0 out', () => {
    const { fCnt: _, ...first } = CHIRPSTACK.up;
    expect(read('chirpstack', first)).toMatchObject({ frame: '00189440 0' });
  });
});

describe('The Things Stack', () => {
  it('sends an uplink with its device, signal, battery and frame', () => {
    expect(read('things-stack', THINGS_STACK.uplink)).toMatchObject({
      kind: 'heard',
      deviceId: '0004a30b001c0530',
      heardAt: '2020-02-12T15:15:45.789585559Z',
      frame: '00BCB929 1',
      health: { batteryPercent: 52.569168, rssi: -35, snr: 5 },
    });
  });

  it('sends other events, and messages that were made up in its console: none has figures', () => {
    expect(read('things-stack', THINGS_STACK.join)).toEqual({ kind: 'passed', what: 'join_accept' });
    expect(read('things-stack', THINGS_STACK.ack)).toEqual({ kind: 'passed', what: 'downlink_ack' });
    const simulated = { ...THINGS_STACK.uplink, simulated: true };
    expect(read('things-stack', simulated)).toEqual({ kind: 'passed', what: 'simulated' });
  });

  it('sends frames without a payload, which have no figures', () => {
    const { frm_payload: _, decoded_payload: __, ...empty } = THINGS_STACK.uplink.uplink_message;
    const heard = read('things-stack', { ...THINGS_STACK.uplink, uplink_message: empty });
    expect(heard).toMatchObject({ kind: 'heard', mayHaveFigures: false, health: { rssi: -35 } });
  });

  it('has devices without a DevEUI, which are known by their id', () => {
    const { dev_eui: _, ...ids } = THINGS_STACK.uplink.end_device_ids;
    expect(read('things-stack', { ...THINGS_STACK.uplink, end_device_ids: ids })).toMatchObject({ deviceId: 'dev1' });
  });
});

describe('a device of its own', () => {
  const json = { deviceId: '$.meter', battery: { place: '$.mv', measure: 'mV' }, rssi: '$.rssi' } as const;
  it('says where its id, battery and signal stand', () => {
    const heard = read('json', { meter: 1234, mv: 3612, rssi: '-90' }, json);
    expect(heard).toMatchObject({
      deviceId: '1234',
      health: { batteryPercent: null, batteryVolts: 3.612, rssi: -90, snr: null },
    });
  });

  it.each([undefined, null, '', {}, 'x'.repeat(101), 'a\0b', 'a\nb', '\ud800'])('has no id %j', (meter) => {
    expect(read('json', { meter }, json)).toMatchObject({
      kind: 'unreadable',
      problem: expect.stringMatching(/^\$\.meter /),
    });
  });

  it.each([12_345_678_901_234_567_890, 9_007_199_254_740_992, 1.5])(
    'has no id %d: others would be read as it',
    (meter) => {
      expect(read('json', { meter }, json)).toMatchObject({
        kind: 'unreadable',
        problem: expect.stringContaining('as text where it is a number of more than 15 digits'),
      });
    },
  );

  it('may be as near to nothing as a number goes', () => {
    expect(read('json', { meter: 'A', mv: 1e-300, rssi: -1e-60 }, json)).toMatchObject({
      health: { batteryVolts: 0, rssi: expect.closeTo(0) },
    });
  });

  it('may have an id of 100 characters', () => {
    expect(read('json', { meter: 'x'.repeat(100) }, json).kind).toBe('heard');
  });

  it.each(['text', 12, null, [], [1]])('does not send %j', (message) => {
    expect(read('json', message, json)).toMatchObject({
      kind: 'unreadable',
      problem: expect.stringContaining('no message'),
    });
  });
});

describe('a source that names which messages count', () => {
  /* LORIOT: its documentation, "Uplink Data Message" and "Downlink Data Message". */
  const LORIOT = { cmd: 'rx', EUI: '0102030405060708', ts: 1_470_850_675_433, fcnt: 1, port: 1, data: '0102AABB' };
  const at = (place: string, ...values: string[]) => ({ deviceId: '$.EUI', only: { place, values } });
  const kinds = (mapping: Partial<SourceMapping>, ...sent: unknown[]) =>
    sent.map((message) => read('json', message, mapping).kind);

  it('passes over the others, also those of no device', () => {
    const sent = { cmd: 'txd', EUI: LORIOT.EUI, seqdn: 12, seqq: 13, ts: LORIOT.ts };
    expect(kinds(at('$.cmd', 'rx'), LORIOT, sent, { cmd: 'gw' }, {}, { ...LORIOT, EUI: null })).toEqual([
      'heard',
      'passed',
      'passed',
      'passed',
      'unreadable',
    ]);
  });

  it('knows numbers, true and false by their texts, and bytes', () => {
    expect(kinds(at('$.port', '1', '2'), LORIOT, { ...LORIOT, port: 3 })).toEqual(['heard', 'passed']);
    expect(kinds(at('$.data[hex 0 u8]', '1'), LORIOT, { ...LORIOT, data: '02' })).toEqual(['heard', 'passed']);
    expect(kinds(at('$.q', 'true'), { ...LORIOT, q: true }, { ...LORIOT, q: false }, LORIOT)).toEqual([
      'heard',
      'passed',
      'passed',
    ]);
  });

  it('hears a status in any case', () => {
    const only = { place: '$.fPort', values: ['1'] };
    const sent = [CHIRPSTACK.up, { ...CHIRPSTACK.up, fPort: 2 }, CHIRPSTACK.status];
    expect(sent.map((message) => read('chirpstack', message, { only }).kind)).toEqual(['heard', 'passed', 'heard']);
  });
});
