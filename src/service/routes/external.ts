import { docsLoginAttempt, docsLoginForm } from '../../platform/openapi/docs-login.ts';
import { docsPageEndpoint, openApiEndpoint } from '../../platform/openapi/docs.ts';
import { ofSurface } from '../../platform/http/route-declaration.ts';
import { getLatestAll, getLatestUnit } from '../../figures/http/external/latest.ts';
import { postInfluxV1Write, postInfluxV2Write } from '../../readings/http/external/influx.ts';
import { getInfluxHealth, getInfluxPing, postInfluxQuery } from '../../readings/http/external/influx-probes.ts';
import { postReadings } from '../../readings/http/external/readings.ts';
import { postSourceMessages } from '../../readings/http/external/sources.ts';
import { postMeterFile } from '../../readings/http/external/readings/meterFile.ts';
import { getWaterRatio, postWaterRatio, putWaterRatio } from '../../figures/http/external/waterRatio.ts';

/** No limit per address, because every device behind a gateway's address sends 288 times a day. */
const SENDS_READINGS = {
  access: 'token',
  permission: 'readings:write',
  deviceKeys: true,
  effect: 'acts',
  body: 'streamed',
  rateLimit: 'none',
} as const;

export const EXTERNAL_ROUTES = ofSurface('external', [
  { ...docsLoginForm('external'), access: 'public', effect: 'read', rateLimit: 'standard' },
  { ...docsLoginAttempt('external'), access: 'public', effect: 'acts', rateLimit: 'standard' },
  { ...postReadings, ...SENDS_READINGS },
  { ...postSourceMessages, ...SENDS_READINGS },
  { ...postMeterFile, access: 'token', permission: 'readings:write', effect: 'acts', body: 'streamed' },
  { ...postInfluxV2Write, ...SENDS_READINGS, influx: 'v2' },
  { ...postInfluxV1Write, ...SENDS_READINGS, influx: 'v1' },
  {
    ...postInfluxQuery,
    access: 'token',
    permission: 'readings:write',
    deviceKeys: true,
    effect: 'read',
    rateLimit: 'none',
    influx: 'v1',
  },
  // Agents ask these as often as they send.
  { ...getInfluxPing, access: 'public', effect: 'read', rateLimit: 'none', influx: 'v1' },
  { ...getInfluxHealth, access: 'public', effect: 'read', rateLimit: 'none', influx: 'v2' },
  { ...getLatestUnit, access: 'token', permission: null, effect: 'read' },
  { ...getLatestAll, access: 'token', permission: null, effect: 'read' },
  { ...getWaterRatio, access: 'token', permission: null, effect: 'read' },
  { ...postWaterRatio, access: 'token', permission: 'readings:write', effect: 'acts' },
  { ...putWaterRatio, access: 'token', permission: 'readings:write', effect: 'acts' },
  // Spec gap: who reads the documents. Whoever connects a device has no account, and they hold nothing of anybody's.
  { ...openApiEndpoint('external'), access: 'public', effect: 'read', rateLimit: 'standard' },
  { ...docsPageEndpoint('external'), access: 'public', effect: 'read', rateLimit: 'standard' },
]);
