import { createRoute, z } from '@hono/zod-openapi';
import { actorOf } from '../../platform/http/actor.ts';
import { type Endpoint, endpoint } from '../../platform/http/endpoint.ts';
import { answerWith, done, errors, ok, TOKEN_ERRORS } from '../../platform/http/schemas/envelope.ts';
import { jsonBody, type targetIndustryHeader } from '../../platform/http/schemas/parameters.ts';
import { targetOf } from '../../platform/http/target.ts';
import { issueDeviceKey, listDeviceKeys, revokeDeviceKey, rotateDeviceKey } from '../keys/manage-keys.ts';
import {
  deviceKey,
  issuedKey,
  keyBody,
  keyIdPath,
  keyOnTheWire,
  rotatedKey,
  rotatedOnTheWire,
  rotationBody,
} from './schemas/deviceKey.ts';

/** Where device keys are kept: the surface of operators, or that of an industry's own people. */
interface KeySurface {
  readonly path: string;
  readonly headers: typeof targetIndustryHeader;
  /** How names of answers begin in the description of the API. */
  readonly prefix: '' | 'Own';
  readonly summaries: Readonly<Record<keyof KeyEndpoints, string>>;
  /** keyIds of the examples. */
  readonly examples: { readonly revoked: string; readonly rotated: string };
}

interface KeyEndpoints {
  readonly list: Endpoint;
  readonly create: Endpoint;
  readonly revoke: Endpoint;
  readonly rotate: Endpoint;
}

/**
 * Endpoints that both surfaces have. Spec gap: the specification lets people log in to send readings, and has no keys
 * for devices.
 */
export const keyEndpoints = ({ path, headers, prefix, summaries, examples }: KeySurface): KeyEndpoints => ({
  list: endpoint(
    createRoute({
      method: 'get',
      path,
      tags: ['device keys'],
      summary: summaries.list,
      description: 'Newest first, those that ended among them.',
      request: { headers },
      responses: {
        200: ok(
          'The keys',
          answerWith(z.object({ keys: z.array(deviceKey), total: z.number().int() })).openapi(`${prefix}DeviceKeys`),
        ),
        ...errors(400, ...TOKEN_ERRORS),
      },
    }),
    ({ context }) =>
      async (c) => {
        const now = context.clock.now();
        const keys = (await listDeviceKeys(context, targetOf(c))).map((key) => keyOnTheWire(key, now));
        return c.json({ ...done('Device keys'), data: { keys, total: keys.length } }, 200);
      },
  ),

  create: endpoint(
    createRoute({
      method: 'post',
      path,
      tags: ['device keys'],
      summary: summaries.create,
      description: 'The key is in this answer and nowhere else.',
      request: { headers, body: jsonBody(keyBody) },
      responses: {
        200: ok('Created', answerWith(issuedKey).openapi(`${prefix}DeviceKeyCreated`)),
        ...errors(400, ...TOKEN_ERRORS),
      },
    }),
    ({ context }) =>
      async (c) => {
        const { key, text } = await issueDeviceKey(context, targetOf(c), c.req.valid('json'), actorOf(c));
        const data = { ...keyOnTheWire(key, context.clock.now()), key: text };
        return c.json({ ...done('Device key created'), data }, 200);
      },
  ),

  revoke: endpoint(
    createRoute({
      method: 'delete',
      path: `${path}/{keyId}`,
      tags: ['device keys'],
      summary: summaries.revoke,
      description: 'Every process refuses it within a second, and its MQTT sessions end. What it has sent stays.',
      request: { headers, params: keyIdPath(examples.revoked) },
      responses: {
        200: ok('Revoked', answerWith(deviceKey).openapi(`${prefix}DeviceKeyRevoked`)),
        ...errors(400, 404, ...TOKEN_ERRORS),
      },
    }),
    ({ context }) =>
      async (c) => {
        const key = await revokeDeviceKey(context, targetOf(c), c.req.valid('param').keyId, actorOf(c));
        return c.json({ ...done('Device key revoked'), data: keyOnTheWire(key, context.clock.now()) }, 200);
      },
  ),

  rotate: endpoint(
    createRoute({
      method: 'post',
      path: `${path}/{keyId}/rotate`,
      tags: ['device keys'],
      summary: summaries.rotate,
      description:
        'The new key has the same name and units, and lives as long. The old one goes on for the overlap, and `oldKey.worksUntil` says until when. The new key is in this answer and nowhere else.',
      request: {
        headers,
        params: keyIdPath(examples.rotated),
        body: { required: false, content: { 'application/json': { schema: rotationBody } } },
      },
      responses: {
        200: ok('Rotated', answerWith(rotatedKey).openapi(`${prefix}DeviceKeyRotated`)),
        ...errors(400, 404, ...TOKEN_ERRORS),
      },
    }),
    ({ context }) =>
      async (c) => {
        const { keyId } = c.req.valid('param');
        const rotated = await rotateDeviceKey(context, targetOf(c), keyId, c.req.valid('json'), actorOf(c));
        return c.json({ ...done('Device key rotated'), data: rotatedOnTheWire(rotated, context.clock.now()) }, 200);
      },
  ),
});
