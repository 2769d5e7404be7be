import { describe, expect, it } from 'vitest';
import { downlinkTopicOf, downlinkText } from '../../../../src/readings/rules/sources/downlink.ts';

const EUI = '0101010101010101';
const RESET = { port: 15, payload: 'bbebaf', confirmed: true };
const ID = '0b2f4e4e-6a8e-4f3e-9d5c-0c9b2d9e7a11';

describe('a downlink', () => {
  it.each([
    ['application/a1/device/0101010101010101/event/up', 'application/a1/device/0101010101010101/command/down'],
    [
      'water/W/sources/S/application/a1/device/0101010101010101/event/status',
      'water/W/sources/S/application/a1/device/0101010101010101/command/down',
    ],
    ['water/W/sources/S/application/a1/device/0202020202020202/event/up', null],
    ['water/W/sources/S/gateway/7', null],
  ])('of ChirpStack goes beside its uplink %s', (topic, expected) => {
    expect(downlinkTopicOf('chirpstack', topic, { deviceId: EUI, message: {} })).toBe(expected);
    expect(downlinkTopicOf('json', topic, { deviceId: EUI, message: {} })).toBeNull();
  });

  it.each([
    ['v3/app1@tenant/devices/dev1/up', 'v3/app1@tenant/devices/dev1/down/push'],
    ['water/W/sources/S/v3/app1@tenant/devices/dev1/up', 'water/W/sources/S/v3/app1@tenant/devices/dev1/down/push'],
    ['v3/app1@tenant/devices/dev2/up', null],
    ['v3/app1@tenant/devices/dev1/join', null],
  ])('of The Things Stack goes beside its uplink %s', (topic, expected) => {
    const message = { end_device_ids: { device_id: 'dev1', dev_eui: EUI } };
    expect(downlinkTopicOf('things-stack', topic, { deviceId: EUI, message })).toBe(expected);
  });

  it('has the shape that its network reads', () => {
    expect(JSON.parse(downlinkText('chirpstack', EUI, RESET, ID))).toEqual({
      id: ID,
      devEui: EUI,
      confirmed: true,
      fPort: 15,
      data: 'u+uv',
    });
    expect(JSON.parse(downlinkText('things-stack', EUI, RESET, ID))).toEqual({
      downlinks: [{ f_port: 15, frm_payload: 'u+uv', confirmed: true, priority: 'NORMAL', correlation_ids: [ID] }],
    });
  });
});
