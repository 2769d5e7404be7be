import { createRoute, z } from '@hono/zod-openapi';
import type { Context } from '../../../context.ts';
import { ServiceError } from '../../../kernel/errors.ts';
import { reasonOf } from '../../../kernel/reason-of.ts';
import { expectedVersion } from '../../../kernel/versions/if-match.ts';
import { actorOf } from '../../../platform/http/actor.ts';
import { endpoint } from '../../../platform/http/endpoint.ts';
import type { HttpContext } from '../../../platform/http/environment.ts';
import { entityTag, sourceSavingHeaders, versionHeader } from '../../../platform/http/schemas/entity-tag.ts';
import { answerWith, done, errors, ok, succeeded, TOKEN_ERRORS } from '../../../platform/http/schemas/envelope.ts';
import { jsonBody, targetIndustryHeader } from '../../../platform/http/schemas/parameters.ts';
import {
  changeSource,
  createSource,
  type KnownSource,
  placeDevice,
  readDevices,
  readSource,
  readSources,
  removeSource,
} from '../../sources/manage-sources.ts';
import { messagesOf } from '../../sources/receive-message.ts';
import { tryMessages } from '../../sources/try-message.ts';
import {
  deviceBody,
  devicesOf,
  sourceBody,
  sourceIdPath,
  sourceObject,
  sourceOf,
  sourceWithDevices,
  triedObject,
  tryBody,
  wantedSource,
} from '../schemas/source.ts';

const PATH = '/api/user/sources';
const ID_PATH = `${PATH}/{sourceId}`;
const SHOWN = '5d0c7a31-9b2e-4f48-8a67-2c1e0d9f8b31';

const oneAnswer = { ...ok('The source', answerWith(sourceWithDevices).openapi('SourceAnswerOne')), ...versionHeader };

async function answered(
  { context }: { readonly context: Context },
  c: HttpContext,
  message: string,
  found: KnownSource,
) {
  const devices = devicesOf(await readDevices(context, c.get('caller').industry, found));
  return c.json({ ...done(message), data: { ...sourceOf(found), devices } }, 200, { ETag: entityTag(found.version) });
}

/**
 * GET /api/user/sources. Spec gap: the specification knows readings in its own form alone. Meters on a network of
 * devices come in the form of the network, so that an industry declares how it is read.
 */
export const getSources = endpoint(
  createRoute({
    method: 'get',
    path: PATH,
    tags: ['sources'],
    summary: 'Sources of your industry',
    description: 'Each with when it was heard last, how many devices wait for a unit, and what could not be read.',
    request: { headers: targetIndustryHeader },
    responses: {
      200: ok('Sources', answerWith(z.object({ sources: z.array(sourceObject) })).openapi('Sources')),
      ...errors(400, ...TOKEN_ERRORS),
    },
  }),
  ({ context }) =>
    async (c) => {
      const sources = (await readSources(context, c.get('caller').industry)).map(sourceOf);
      return c.json({ ...done('Sources'), data: { sources } }, 200);
    },
);

/** GET /api/user/sources/{sourceId}. Spec gap: sources. */
export const getSource = endpoint(
  createRoute({
    method: 'get',
    path: ID_PATH,
    tags: ['sources'],
    summary: 'One source with its devices, and its version',
    request: { headers: targetIndustryHeader, params: sourceIdPath(SHOWN) },
    responses: { 200: oneAnswer, ...errors(400, 404, ...TOKEN_ERRORS) },
  }),
  (services) => async (c) =>
    answered(
      services,
      c,
      'Source',
      await readSource(services.context, c.get('caller').industry, c.req.valid('param').sourceId),
    ),
);

/** POST /api/user/sources. Spec gap: sources. */
export const postSource = endpoint(
  createRoute({
    method: 'post',
    path: PATH,
    tags: ['sources'],
    summary: 'Declare a source',
    description:
      'Places say where a message holds what. A place is read, never run. Amounts are converted into what readings of the unit count.',
    request: { headers: targetIndustryHeader, body: jsonBody(sourceBody) },
    responses: { 200: oneAnswer, ...errors(400, ...TOKEN_ERRORS) },
  }),
  (services) => async (c) => {
    const wanted = wantedSource(c.req.valid('json'));
    const made = await createSource(services.context, c.get('caller').industry, wanted, actorOf(c));
    return answered(services, c, 'Source declared', made);
  },
);

/** PUT /api/user/sources/{sourceId}. Spec gap: sources. */
export const putSource = endpoint(
  createRoute({
    method: 'put',
    path: ID_PATH,
    tags: ['sources'],
    summary: 'Change a source',
    description:
      'The body replaces all of it, also which device is at which unit. Devices that are left out wait for a unit, if they were ever heard. Readings that came before stay as they are.',
    request: {
      headers: targetIndustryHeader.extend(sourceSavingHeaders),
      params: sourceIdPath(SHOWN),
      body: jsonBody(sourceBody),
    },
    responses: { 200: oneAnswer, ...errors(400, 404, 412, ...TOKEN_ERRORS) },
  }),
  (services) => async (c) => {
    const wanted = wantedSource(c.req.valid('json'));
    const changed = await changeSource(services.context, c.get('caller').industry, wanted, changeOf(c));
    return answered(services, c, 'Source changed', changed);
  },
);

/** DELETE /api/user/sources/{sourceId}. Spec gap: sources. */
export const deleteSource = endpoint(
  createRoute({
    method: 'delete',
    path: ID_PATH,
    tags: ['sources'],
    summary: 'Remove a source',
    description: 'Its messages are taken no more, and its keys send for no unit. Readings stay.',
    request: {
      headers: targetIndustryHeader.extend(sourceSavingHeaders),
      params: sourceIdPath('5d0c7a31-9b2e-4f48-8a67-2c1e0d9f8b32'),
    },
    responses: { 200: ok('Removed', succeeded), ...errors(400, 404, 412, ...TOKEN_ERRORS) },
  }),
  ({ context }) =>
    async (c) => {
      await removeSource(context, c.get('caller').industry, changeOf(c));
      return c.json(done('Source removed'), 200);
    },
);

/** POST /api/user/sources/{sourceId}/devices. Spec gap: sources. */
export const postSourceDevice = endpoint(
  createRoute({
    method: 'post',
    path: `${ID_PATH}/devices`,
    tags: ['sources'],
    summary: 'Give a device to a unit, or forget it',
    description: 'Its readings count from the next message on.',
    request: {
      headers: targetIndustryHeader.extend(sourceSavingHeaders),
      params: sourceIdPath(SHOWN),
      body: jsonBody(deviceBody),
    },
    responses: {
      200: { ...ok('The source', answerWith(sourceObject).openapi('SourceOfDevice')), ...versionHeader },
      ...errors(400, 404, 412, ...TOKEN_ERRORS),
    },
  }),
  ({ context }) =>
    async (c) => {
      const changed = await placeDevice(context, c.get('caller').industry, c.req.valid('json'), changeOf(c));
      return c.json({ ...done('Device given'), data: sourceOf(changed) }, 200, { ETag: entityTag(changed.version) });
    },
);

/** POST /api/user/sources/{sourceId}/try. Spec gap: sources. */
export const postSourceTry = endpoint(
  createRoute({
    method: 'post',
    path: `${ID_PATH}/try`,
    tags: ['sources'],
    summary: 'What a message would become',
    description: 'Each message with its unit, time, figures and verdict. Nothing is stored.',
    request: { headers: targetIndustryHeader, params: sourceIdPath(SHOWN), body: jsonBody(tryBody) },
    responses: {
      200: ok(
        'What it would become',
        answerWith(z.object({ messages: z.array(triedObject) })).openapi('TriedMessages'),
      ),
      ...errors(400, 404, ...TOKEN_ERRORS),
    },
  }),
  ({ context }) =>
    async (c) => {
      const { industry } = c.get('caller');
      const source = await readSource(context, industry, c.req.valid('param').sourceId);
      const sent = messagesOf(parsed(c.req.valid('json').sent), source);
      const messages = await tryMessages(context, industry, source, sent);
      return c.json({ ...done('Nothing was stored'), data: { messages } }, 200);
    },
);

/** @throws ServiceError 1430 for a text that is no JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const problem = `is not valid JSON: ${reasonOf(error)}`;
    throw new ServiceError(1430, `Invalid 'sent': it ${problem}`, [{ field: 'sent', problem }]);
  }
}

const changeOf = (c: HttpContext) => ({
  sourceId: c.req.param('sourceId') ?? '',
  by: actorOf(c),
  expected: expectedVersion(c.req.header('If-Match')),
});
