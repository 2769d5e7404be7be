import { readOwnSessions, signOut, signOutElsewhere, type OwnSession } from '../../users/sessions.ts';
import { createRoute, z } from '@hono/zod-openapi';
import { endpoint } from '../../../platform/http/endpoint.ts';
import { errors, ok, TOKEN_ERRORS, answerWith, done } from '../../../platform/http/schemas/envelope.ts';
import { doneAnswer } from '../../../platform/login/http/schemas/login.ts';
import { text } from '../../../platform/http/schemas/parameters.ts';

const session = z
  .object({
    sessionId: z.string(),
    deviceId: z.string().openapi({ description: "'default' when the client named none" }),
    deviceType: z.string().nullable(),
    browser: z.string().nullable(),
    os: z.string().nullable(),
    since: z.string().openapi({ description: 'When it logged in' }),
    lastSeen: z.string().openapi({ description: 'When it last got a token, by its login or a refresh' }),
    current: z.boolean().openapi({ description: 'The session of this request' }),
  })
  .openapi('Session');

export const sessionsAnswer = answerWith(z.array(session));

const sessionsAnswerOf = (sessions: readonly OwnSession[]): z.infer<typeof sessionsAnswer> => ({
  ...done('Sessions'),
  data: sessions.map(({ sid, deviceId, deviceType, browser, os, loggedInAt, renewedAt, isCurrent }) => ({
    sessionId: sid,
    deviceId,
    deviceType,
    browser,
    os,
    since: loggedInAt.toISOString(),
    lastSeen: renewedAt.toISOString(),
    current: isCurrent,
  })),
});

const PATH = '/api/user/sessions';
const SIGNED_OUT = { status: 'success' as const, status_code: 200 as const, message: 'Signed out' };

/** GET /api/user/sessions. Spec gap: the specification names signing out elsewhere (States), without an endpoint. */
export const getSessions = endpoint(
  createRoute({
    method: 'get',
    path: PATH,
    tags: ['user'],
    summary: 'Own sessions, the latest seen first',
    responses: { 200: ok('Sessions', sessionsAnswer), ...errors(...TOKEN_ERRORS) },
  }),
  ({ context }) =>
    async (c) =>
      c.json(sessionsAnswerOf(await readOwnSessions(context, c.get('caller'))), 200),
);

export const deleteSessions = endpoint(
  createRoute({
    method: 'delete',
    path: PATH,
    tags: ['user'],
    summary: 'Sign out everywhere else',
    description:
      'Requests of every other session get 440 from now on, and devices that they registered no push messages.',
    responses: { 200: ok('Signed out', doneAnswer), ...errors(...TOKEN_ERRORS) },
  }),
  ({ context }) =>
    async (c) => {
      await signOutElsewhere(context, c.get('caller'));
      return c.json(SIGNED_OUT, 200);
    },
);

export const deleteSessionsBySessionId = endpoint(
  createRoute({
    method: 'delete',
    path: `${PATH}/{sessionId}`,
    tags: ['user'],
    summary: 'Sign out one session',
    description: 'Its requests get 440 from now on, and devices that it registered no push messages.',
    request: {
      params: z.object({
        sessionId: text(100).openapi({
          description: 'As the list of sessions gives it',
          example: '7b0f6a4e-52c1-4d0e-9d8e-3f6f1f0a2c11',
        }),
      }),
    },
    responses: { 200: ok('Signed out', doneAnswer), ...errors(400, 404, ...TOKEN_ERRORS) },
  }),
  ({ context }) =>
    async (c) => {
      await signOut(context, c.get('caller'), c.req.valid('param').sessionId);
      return c.json(SIGNED_OUT, 200);
    },
);
