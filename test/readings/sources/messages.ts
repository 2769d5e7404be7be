/*
 * Messages as the products send them. ChirpStack v4: its documentation, "Integrations, Event types". The Things Stack
 * v3: its documentation, "Data Formats". Both examples have decoded figures of a water meter in place of theirs.
 */

const deviceInfo = {
  tenantId: '52f14cd4-c6f1-4fbd-8f87-4025e1d49242',
  tenantName: 'ChirpStack',
  applicationId: '17c82e96-be03-4f38-aef3-f83d48582d97',
  applicationName: 'Test application',
  deviceProfileId: '14855bf7-d10d-4aee-b618-ebfcb64dc7ad',
  deviceProfileName: 'Test device-profile',
  deviceName: 'Test device',
  devEui: '0101010101010101',
  tags: { key: 'value' },
};

export const CHIRPSTACK = {
  up: {
    deduplicationId: '3ac7e3c4-4401-4b8d-9386-a5c902f9202d',
    time: '2022-07-18T09:34:15.775023242+00:00',
    deviceInfo,
    devAddr: '00189440',
    dr: 1,
    fCnt: 7,
    fPort: 1,
    data: 'qg==',
    object: { volume: 128.4, battery: 3.6 },
    rxInfo: [
      {
        gatewayId: '0016c001f153a14d',
        uplinkId: 4217106254,
        rssi: -101,
        snr: -7.5,
        context: 'E3OWOQ==',
        metadata: { region_name: 'eu868', region_common_name: 'EU868' },
      },
      {
        gatewayId: '0016c001f153a14c',
        uplinkId: 4217106255,
        rssi: -36,
        snr: 10.5,
        context: 'E3OWOQ==',
        metadata: { region_name: 'eu868', region_common_name: 'EU868' },
      },
    ],
    txInfo: {
      frequency: 867100000,
      modulation: { lora: { bandwidth: 125000, spreadingFactor: 11, codeRate: 'CR_4_5' } },
    },
  },
  status: {
    deduplicationId: 'bf2a9746-1c8b-49be-a92e-f0b89c8534e4',
    time: '2022-07-18T09:35:06.927172638+00:00',
    deviceInfo,
    margin: 10,
    batteryLevel: 88.3,
  },
  join: {
    deduplicationId: 'c9dbe358-2578-4fb7-b295-66b44edc45a6',
    time: '2022-07-18T09:33:28.823500726+00:00',
    deviceInfo,
    devAddr: '00189440',
  },
  ack: {
    deduplicationId: '856a03e7-80f6-4c26-b971-9dcb34a59c2e',
    time: '2022-07-18T09:38:49.235700766+00:00',
    deviceInfo,
    queueItemId: '1bbcab1d-6ec6-4136-b3f5-d63be1dc08de',
    acknowledged: true,
    fCntDown: 3,
  },
  log: {
    time: '2022-07-18T09:39:57.311414029+00:00',
    deviceInfo,
    level: 'ERROR',
    code: 'UPLINK_MIC',
    description: 'MIC of join-request is invalid, make sure keys are correct',
    context: { deduplication_id: '4e91db13-5ce3-4c8c-ab0f-dfc626cf0771' },
  },
  location: {
    deduplicationId: '63d870b9-b769-4d88-8b33-8e43f58851a7',
    time: '2022-07-18T09:55:11.059481003+00:00',
    deviceInfo,
    location: { latitude: 37.344214, longitude: -8.839375, altitude: 2 },
  },
} as const;

const end_device_ids = {
  device_id: 'dev1',
  application_ids: { application_id: 'app1' },
  dev_eui: '0004A30B001C0530',
  join_eui: '800000000000000C',
  dev_addr: '00BCB929',
};

export const THINGS_STACK = {
  uplink: {
    end_device_ids,
    correlation_ids: ['as:up:01E0WZGT6Y7657CPFPE5WEYDSQ', 'gs:conn:01E0WDEC6T5T4XXBAX7S1VMFKE'],
    received_at: '2020-02-12T15:15:46.014773143Z',
    uplink_message: {
      session_key_id: 'AXA50tHUGUucuzS/bCGMNw==',
      f_cnt: 1,
      frm_payload: 'gkHe',
      decoded_payload: { volume: 64.25, 'Flow rate': 1.5 },
      rx_metadata: [
        {
          gateway_ids: { gateway_id: 'gtw1', eui: '9C5C8E00001A05C4' },
          time: '2020-02-12T15:15:45.787Z',
          timestamp: 2463457000,
          rssi: -35,
          channel_rssi: -35,
          snr: 5,
          uplink_token: 'ChIKEAoEZ3R3MRIInFyOAAAaBcQQ6L3Vlgk=',
          channel_index: 2,
        },
      ],
      settings: {
        data_rate: { lora: { bandwidth: 125000, spreading_factor: 7 } },
        data_rate_index: 5,
        coding_rate: '4/6',
        frequency: '868300000',
        timestamp: 2463457000,
        time: '2020-02-12T15:15:45.787Z',
      },
      consumed_airtime: '0.056576s',
      last_battery_percentage: { f_cnt: 1, value: 52.569168, received_at: '2020-02-12T15:10:45.787Z' },
      received_at: '2020-02-12T15:15:45.789585559Z',
    },
  },
  join: {
    end_device_ids,
    correlation_ids: ['as:up:01E191YN5F2HMBQCBCVRF731VY'],
    received_at: '2020-02-17T07:49:09.935284891Z',
    join_accept: { session_key_id: 'AXBSH1Pk6Z0G166RlH16CQ==', received_at: '2020-02-17T07:49:09.736532315Z' },
  },
  ack: {
    end_device_ids,
    correlation_ids: ['as:downlink:01E19B99501X84X6CV471TVSZ1'],
    received_at: '2020-02-17T10:32:24.590413417Z',
    downlink_ack: { session_key_id: 'AXBSp8v2brG0jqkri+sIkw==', f_port: 15, f_cnt: 1, confirmed: true },
  },
} as const;
