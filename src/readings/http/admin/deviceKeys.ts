import { createRoute, z } from '@hono/zod-openapi';
import { answerIssued, answerKeys } from '../answer-keys.ts';
import { endpoint } from '../../../platform/http/endpoint.ts';
import { deviceKey, issuedKey, keyBody } from '../schemas/deviceKey.ts';
import { answerWith, errors, ok, TOKEN_ERRORS } from '../../../platform/http/schemas/envelope.ts';
import { jsonBody, requiredTargetHeader } from '../../../platform/http/schemas/parameters.ts';

const PATH = '/api/admin/deviceKeys';

/**
 * GET /api/admin/deviceKeys. Spec gap: the specification lets people log in to send readings, and has no keys for
 * devices.
 */
export const getDeviceKeys = endpoint(
  createRoute({
    method: 'get',
    path: PATH,
    tags: ['device keys'],
    summary: 'Keys of an industry, with what was sent with them',
    description: 'Newest first, those that ended among them.',
    request: { headers: requiredTargetHeader },
    responses: {
      200: ok(
        'The keys',
        answerWith(z.object({ keys: z.array(deviceKey), total: z.number().int() })).openapi('DeviceKeys'),
      ),
      ...errors(400, ...TOKEN_ERRORS),
    },
  }),
  ({ context }) =>
    (c) =>
      answerKeys(context, c),
);

/** POST /api/admin/deviceKeys. Spec gap: keys for devices. */
export const postDeviceKey = endpoint(
  createRoute({
    method: 'post',
    path: PATH,
    tags: ['device keys'],
    summary: 'Create a key',
    description: 'The key is in this answer and nowhere else.',
    request: { headers: requiredTargetHeader, body: jsonBody(keyBody) },
    responses: {
      200: ok('Created', answerWith(issuedKey).openapi('DeviceKeyCreated')),
      ...errors(400, ...TOKEN_ERRORS),
    },
  }),
  ({ context }) =>
    (c) =>
      answerIssued(context, c, c.req.valid('json')),
);
