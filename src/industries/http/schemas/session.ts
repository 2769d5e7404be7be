import { z } from '@hono/zod-openapi';
import { answerWith, done } from '../../../platform/http/schemas/envelope.ts';
import type { OwnSession } from '../../users/sessions.ts';

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

export const sessionsAnswerOf = (sessions: readonly OwnSession[]): z.infer<typeof sessionsAnswer> => ({
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
