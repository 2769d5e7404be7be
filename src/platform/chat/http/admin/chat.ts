import { createRoute, z } from '@hono/zod-openapi';
import type { JsonValue } from '../../../../kernel/json.ts';
import { isPlainJson } from '../../../../kernel/text.ts';
import { postToChat } from '../../post-to-group.ts';
import { actorOf } from '../../../http/actor.ts';
import { endpoint } from '../../../http/endpoint.ts';
import { errors, ok, TOKEN_ERRORS } from '../../../http/schemas/envelope.ts';
import { freeText, jsonBody, text } from '../../../http/schemas/parameters.ts';
import { validation } from '../../../http/validation.ts';

const groupId = text(100).openapi({
  description:
    'ChatGroupId: a name that the setting CHAT_GROUPS gives an incoming webhook, or `default` for that of CHAT_WEBHOOK_URL. The message of error 400 names the allowed ones',
  example: 'operations',
});

const sent = z
  .object({ message: z.literal('Message sent successfully'), status: z.literal('success') })
  .openapi('ChatMessageSent');
const SENT = { message: 'Message sent successfully', status: 'success' } as const;

/** GET /api/admin/chat/ (specification, Admin: operations). */
export const getChat = endpoint(
  createRoute({
    method: 'get',
    path: '/api/admin/chat',
    tags: ['chat'],
    summary: 'Write a line to a chat space',
    request: {
      query: z.object({
        message: freeText(4000).openapi({ description: 'The line', example: 'The import of January is done.' }),
        groupId,
      }),
    },
    responses: { 200: ok('Sent', sent), ...errors(400, ...TOKEN_ERRORS) },
  }),
  ({ context, channels }) =>
    async (c) => {
      const query = c.req.valid('query');
      await postToChat({ ...context, channels }, actorOf(c), query.groupId, { text: query.message });
      return c.json(SENT, 200);
    },
  validation({ parameterCode: 400 }),
);

/** The value comes from a JSON parser. */
const anyJson = z.unknown().transform((value) => value as JsonValue);

const body = z.object({
  data: z
    .record(z.string(), anyJson)
    .refine((data) => Object.keys(data).length > 0, 'is empty, allowed is an object with one field or more')
    .refine(isPlainJson, 'holds control characters')
    .openapi({
      description: 'The message as the chat space takes it',
      example: { text: 'The import of January is done.', cardsV2: [] },
    }),
});

/** POST /api/admin/chat/ (specification, Admin: operations). */
export const postChat = endpoint(
  createRoute({
    method: 'post',
    path: '/api/admin/chat',
    tags: ['chat'],
    summary: 'Write a structured message to a chat space',
    request: { query: z.object({ groupId }), body: jsonBody(body) },
    responses: { 200: ok('Sent', sent), ...errors(400, ...TOKEN_ERRORS) },
  }),
  ({ context, channels }) =>
    async (c) => {
      await postToChat({ ...context, channels }, actorOf(c), c.req.valid('query').groupId, {
        text: '',
        data: c.req.valid('json').data,
      });
      return c.json(SENT, 200);
    },
  validation({ bodyCode: 400, parameterCode: 400 }),
);
