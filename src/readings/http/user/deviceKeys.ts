import { targetIndustryHeader } from '../../../platform/http/schemas/parameters.ts';
import { keyEndpoints } from '../key-endpoints.ts';

/** An industry's own people keep the keys of its devices, too. */
export const userDeviceKeys = keyEndpoints({
  path: '/api/user/deviceKeys',
  headers: targetIndustryHeader,
  prefix: 'Own',
  summaries: {
    list: 'Keys of your industry, with what was sent with them',
    create: 'Create a key for devices of your industry',
    revoke: 'Revoke a key of your industry',
    rotate: 'Put another key in the place of one of your industry',
  },
  examples: { revoked: '3f2b8c1e6a524b12', rotated: '3f2b8c1e6a524b13' },
});
