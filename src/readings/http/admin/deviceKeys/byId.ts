import { createRoute } from '@hono/zod-openapi';
import { findDeviceKey } from '../../../keys/manage-keys.ts';
import { targetOf } from '../../../../platform/http/target.ts';
import { answerRevoked, answerRotated } from '../../answer-keys.ts';
import { endpoint } from '../../../../platform/http/endpoint.ts';
import { deviceKey, rotatedKey, keyIdPath, keyOnTheWire, rotationBody } from '../../schemas/deviceKey.ts';
import { answerWith, done, errors, ok, TOKEN_ERRORS } from '../../../../platform/http/schemas/envelope.ts';
import { requiredTargetHeader } from '../../../../platform/http/schemas/parameters.ts';

const PATH = '/api/admin/deviceKeys/{keyId}';

/** GET /api/admin/deviceKeys/{keyId}. Spec gap: keys for devices. */
export const getDeviceKeyById = endpoint(
  createRoute({
    method: 'get',
    path: PATH,
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

/** DELETE /api/admin/deviceKeys/{keyId}. Spec gap: keys for devices. */
export const deleteDeviceKeyById = endpoint(
  createRoute({
    method: 'delete',
    path: PATH,
    tags: ['device keys'],
    summary: 'Revoke a key',
    description: 'Every process refuses it within a second, and its MQTT sessions end. What it has sent stays.',
    request: { headers: requiredTargetHeader, params: keyIdPath('3f2b8c1e6a524b10') },
    responses: {
      200: ok('Revoked', answerWith(deviceKey).openapi('DeviceKeyRevoked')),
      ...errors(400, 404, ...TOKEN_ERRORS),
    },
  }),
  ({ context }) =>
    (c) =>
      answerRevoked(context, c, c.req.valid('param').keyId),
);

/** POST /api/admin/deviceKeys/{keyId}/rotate. Spec gap: keys for devices. */
export const postDeviceKeyRotate = endpoint(
  createRoute({
    method: 'post',
    path: `${PATH}/rotate`,
    tags: ['device keys'],
    summary: 'Put another key in its place',
    description:
      'The new key has the same name and units, and lives as long. The old one goes on for the overlap, and `oldKey.worksUntil` says until when. The new key is in this answer and nowhere else.',
    request: {
      headers: requiredTargetHeader,
      params: keyIdPath('3f2b8c1e6a524b11'),
      body: { required: false, content: { 'application/json': { schema: rotationBody } } },
    },
    responses: {
      200: ok('Rotated', answerWith(rotatedKey).openapi('DeviceKeyRotated')),
      ...errors(400, 404, ...TOKEN_ERRORS),
    },
  }),
  ({ context }) =>
    (c) =>
      answerRotated(context, c, c.req.valid('param').keyId, c.req.valid('json')),
);
