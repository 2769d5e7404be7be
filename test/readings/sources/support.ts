import type { Industry } from '../../../src/kernel/industry/industry.ts';
import type { Downlink } from '../../../src/readings/rules/sources/downlink.ts';
import type { SourceFormat, SourceMapping } from '../../../src/readings/rules/sources/source.ts';
import { createSource, type KnownSource } from '../../../src/readings/sources/manage-sources.ts';
import type { TestContext } from '../../support/database.ts';
import { ACTOR } from '../keys/support.ts';

const REGISTER = { to: 'summedValue', parameter: null, counted: { measure: 'm3', weight: 1 } } as const;
const NOWHERE: SourceMapping = { deviceId: null, time: null, fields: [], battery: null, rssi: null, snr: null };

/** How the sources of these tests are read: a register in cubic metres. */
const MAPPINGS: Readonly<Record<SourceFormat, SourceMapping>> = {
  chirpstack: { ...NOWHERE, fields: [{ ...REGISTER, place: '$.object.volume' }] },
  'things-stack': { ...NOWHERE, fields: [{ ...REGISTER, place: '$.uplink_message.decoded_payload.volume' }] },
  sparkplug: { ...NOWHERE, fields: [{ ...REGISTER, place: "$.metrics['Flow/Total']" }] },
  json: {
    ...NOWHERE,
    deviceId: '$.meter',
    time: { place: '$.at', form: 'iso', timezone: 'Europe/Berlin' },
    fields: [{ ...REGISTER, place: '$.volume' }],
  },
};

/** A source of the format with one device, which is at unit M1. */
export const mintSource = (
  context: TestContext,
  industry: Industry,
  format: SourceFormat,
  devices: Readonly<Record<string, string>> = {
    chirpstack: { '0101010101010101': 'M1' },
    'things-stack': { '0004A30B001C0530': 'M1' },
    sparkplug: { 'Works/Edge 1/Meter 1': 'M1' },
    json: { A1: 'M1' },
  }[format],
  { downlink = null, ...mapping }: Partial<SourceMapping> & { readonly downlink?: Downlink | null } = {},
): Promise<KnownSource> =>
  createSource(
    context,
    industry,
    {
      name: format,
      format,
      mapping: { ...MAPPINGS[format], ...mapping },
      downlink,
      devices: Object.entries(devices).map(([deviceId, unitId]) => ({ deviceId, unitId })),
    },
    ACTOR,
  );
