import { createRoute, z } from '@hono/zod-openapi';
import { answerIssued, answerKeys, answerRevoked, answerRotated } from '../answer-keys.ts';
import { endpoint } from '../../../platform/http/endpoint.ts';
import { answerWith, errors, ok, TOKEN_ERRORS } from '../../../platform/http/schemas/envelope.ts';
import { jsonBody, targetIndustryHeader } from '../../../platform/http/schemas/parameters.ts';
import { deviceKey, issuedKey, keyBody, keyIdPath, rotatedKey, rotationBody } from '../schemas/deviceKey.ts';

const PATH = '/api/user/deviceKeys';

/** GET /api/user/deviceKeys. Spec gap: an industry's own people keep the keys of its devices, too. */
export const getUserDeviceKeys = endpoint(
  createRoute({
    method: 'get',
    path: PATH,
    tags: ['device keys'],
    summary: 'Keys of your industry, with what was sent with them',
    description: 'Newest first, those that ended among them.',
    request: { headers: targetIndustryHeader },
    responses: {
      200: ok(
        'The keys',
        answerWith(z.object({ keys: z.array(deviceKey), total: z.number().int() })).openapi('OwnDeviceKeys'),
      ),
      ...errors(400, ...TOKEN_ERRORS),
    },
  }),
  ({ context }) =>
    (c) =>
      answerKeys(context, c),
);

/** POST /api/user/deviceKeys. Spec gap: as the list of keys. */
export const postUserDeviceKey = endpoint(
  createRoute({
    method: 'post',
    path: PATH,
    tags: ['device keys'],
    summary: 'Create a key for devices of your industry',
    description: 'The key is in this answer and nowhere else.',
    request: { headers: targetIndustryHeader, body: jsonBody(keyBody) },
    responses: {
      200: ok('Created', answerWith(issuedKey).openapi('OwnDeviceKeyCreated')),
      ...errors(400, ...TOKEN_ERRORS),
    },
  }),
  ({ context }) =>
    (c) =>
      answerIssued(context, c, c.req.valid('json')),
);

/** DELETE /api/user/deviceKeys/{keyId}. Spec gap: as the list of keys. */
export const deleteUserDeviceKey = endpoint(
  createRoute({
    method: 'delete',
    path: `${PATH}/{keyId}`,
    tags: ['device keys'],
    summary: 'Revoke a key of your industry',
    description: 'Every process refuses it within a second, and its MQTT sessions end. What it has sent stays.',
    request: { headers: targetIndustryHeader, params: keyIdPath('3f2b8c1e6a524b12') },
    responses: {
      200: ok('Revoked', answerWith(deviceKey).openapi('OwnDeviceKeyRevoked')),
      ...errors(400, 404, ...TOKEN_ERRORS),
    },
  }),
  ({ context }) =>
    (c) =>
      answerRevoked(context, c, c.req.valid('param').keyId),
);

/** POST /api/user/deviceKeys/{keyId}/rotate. Spec gap: no such endpoint is stated; who may list keys may. */
export const postUserDeviceKeyRotate = endpoint(
  createRoute({
    method: 'post',
    path: `${PATH}/{keyId}/rotate`,
    tags: ['device keys'],
    summary: 'Put another key in the place of one of your industry',
    description:
      'The new key has the same name and units, and lives as long. The old one goes on for the overlap. The new key is in this answer and nowhere else.',
    request: {
      headers: targetIndustryHeader,
      params: keyIdPath('3f2b8c1e6a524b13'),
      body: { required: false, content: { 'application/json': { schema: rotationBody } } },
    },
    responses: {
      200: ok('Rotated', answerWith(rotatedKey).openapi('OwnDeviceKeyRotated')),
      ...errors(400, 404, ...TOKEN_ERRORS),
    },
  }),
  ({ context }) =>
    (c) =>
      answerRotated(context, c, c.req.valid('param').keyId, c.req.valid('json')),
);
