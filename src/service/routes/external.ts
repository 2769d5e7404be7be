import { docsLoginAttempt, docsLoginForm } from '../../platform/openapi/docs-login.ts';
import { docsPageEndpoint, openApiEndpoint } from '../../platform/openapi/docs.ts';
import { ofSurface } from '../../platform/http/route-declaration.ts';
import { getLatestAll, getLatestUnit } from '../../figures/http/external/latest.ts';
import { postReadings } from '../../readings/http/external/readings.ts';
import { getWaterRatio, postWaterRatio, putWaterRatio } from '../../figures/http/external/waterRatio.ts';

export const EXTERNAL_ROUTES = ofSurface('external', [
  { ...docsLoginForm('external'), access: 'public', effect: 'read', rateLimit: 'standard' },
  { ...docsLoginAttempt('external'), access: 'public', effect: 'acts', rateLimit: 'standard' },
  // The route has no limit per address, because every device behind a gateway's address sends 288 times a day.
  {
    ...postReadings,
    access: 'token',
    permission: 'readings:write',
    deviceKeys: true,
    effect: 'acts',
    body: 'streamed',
    rateLimit: 'none',
  },
  { ...getLatestUnit, access: 'token', permission: null, effect: 'read' },
  { ...getLatestAll, access: 'token', permission: null, effect: 'read' },
  { ...getWaterRatio, access: 'token', permission: null, effect: 'read' },
  { ...postWaterRatio, access: 'token', permission: 'readings:write', effect: 'acts' },
  { ...putWaterRatio, access: 'token', permission: 'readings:write', effect: 'acts' },
  { ...openApiEndpoint('external'), access: 'docs', effect: 'read', rateLimit: 'standard' },
  { ...docsPageEndpoint('external'), access: 'docs', effect: 'read', rateLimit: 'standard' },
]);
