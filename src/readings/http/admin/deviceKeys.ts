import { createRoute } from '@hono/zod-openapi';
import { endpoint } from '../../../platform/http/endpoint.ts';
import { answerWith, done, errors, ok, TOKEN_ERRORS } from '../../../platform/http/schemas/envelope.ts';
import { requiredTargetHeader } from '../../../platform/http/schemas/parameters.ts';
import { targetOf } from '../../../platform/http/target.ts';
import { findDeviceKey } from '../../keys/manage-keys.ts';
import { keyEndpoints } from '../key-endpoints.ts';
import { deviceKey, keyIdPath, keyOnTheWire } from '../schemas/deviceKey.ts';

const PATH = '/api/admin/deviceKeys';

export const adminDeviceKeys = keyEndpoints({
  path: PATH,
  headers: requiredTargetHeader,
  prefix: '',
  summaries: {
    list: 'Keys of an industry, with what was sent with them',
    create: 'Create a key',
    revoke: 'Revoke a key',
    rotate: 'Put another key in its place',
  },
  examples: { revoked: '3f2b8c1e6a524b10', rotated: '3f2b8c1e6a524b11' },
});

/** GET /api/admin/deviceKeys/{keyId}. Spec gap: keys for devices. */
export const getDeviceKeyById = endpoint(
  createRoute({
    method: 'get',
    path: `${PATH}/{keyId}`,
    tags: ['device keys'],
    summary: 'One key, with what was sent with it',
    request: { headers: requiredTargetHeader, params: keyIdPath('3f2b8c1e6a524b0f') },
    responses: {
      200: ok('The key', answerWith(deviceKey).openapi('DeviceKeyAnswer')),
      ...errors(400, 404, ...TOKEN_ERRORS),
    },
  }),
  ({ context }) =>
    async (c) => {
      const key = await findDeviceKey(context, targetOf(c), c.req.valid('param').keyId);
      return c.json({ ...done('Device key'), data: keyOnTheWire(key, context.clock.now()) }, 200);
    },
);
