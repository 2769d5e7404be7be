import { createRoute, z } from '@hono/zod-openapi';
import type { Incident } from '../../../rules/incident-record.ts';
import { acknowledgeAlert, resolveAlert, snoozeAlert } from '../../../handle-incident.ts';
import { endpoint } from '../../../../platform/http/endpoint.ts';
import { incidentIdPath } from '../../schemas/alertRule.ts';
import { answerWith, done, errors, ok, TOKEN_ERRORS } from '../../../../platform/http/schemas/envelope.ts';
import { targetIndustryHeader } from '../../../../platform/http/schemas/parameters.ts';

const MOST_MINUTES = 7 * 24 * 60;

const instant = z.string().nullable();
const handled = answerWith(
  z.object({
    alertId: z.string(),
    status: z.enum(['active', 'resolved']),
    acknowledgedAt: instant,
    acknowledgedBy: z.string().nullable().openapi({ description: 'userId' }),
    snoozedUntil: instant,
    resolvedAt: instant,
  }),
).openapi('AlertHandled');

const shown = (incident: Incident) => {
  const iso = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());
  return {
    alertId: incident.incidentId,
    status: incident.state === 'open' ? ('active' as const) : ('resolved' as const),
    acknowledgedAt: iso(incident.acknowledgedAt),
    acknowledgedBy: incident.acknowledgedBy,
    snoozedUntil: iso(incident.snoozedUntil),
    resolvedAt: iso(incident.closedAt),
  };
};

/** POST /api/user/alerts/{alertId}/acknowledge. Spec gap: how a person says that he has seen it is not shown. */
export const postAlertAcknowledge = endpoint(
  createRoute({
    method: 'post',
    path: '/api/user/alerts/{alertId}/acknowledge',
    tags: ['alerts'],
    summary: 'Somebody has seen it',
    description: 'Nobody else is called. Of several the first counts.',
    request: { headers: targetIndustryHeader, params: incidentIdPath },
    responses: { 200: ok('Acknowledged', handled), ...errors(400, 404, ...TOKEN_ERRORS) },
  }),
  ({ context }) =>
    async (c) => {
      const { industry, userId } = c.get('caller');
      const incident = await acknowledgeAlert(context, industry, c.req.valid('param').alertId, userId);
      return c.json({ ...done('Alert acknowledged'), data: shown(incident) }, 200);
    },
);

/** POST /api/user/alerts/{alertId}/snooze. Spec gap: as acknowledge. */
export const postAlertSnooze = endpoint(
  createRoute({
    method: 'post',
    path: '/api/user/alerts/{alertId}/snooze',
    tags: ['alerts'],
    summary: 'Call nobody for a while',
    description: 'Whoever was told is reminded once the time is over, while it is open.',
    request: {
      headers: targetIndustryHeader,
      params: incidentIdPath,
      body: {
        required: true,
        content: {
          'application/json': {
            schema: z
              .strictObject({
                minutes: z.int().min(1).max(MOST_MINUTES).openapi({ description: 'A week at most', example: 60 }),
              })
              .openapi('AlertSnooze'),
          },
        },
      },
    },
    responses: { 200: ok('Snoozed', handled), ...errors(400, 404, ...TOKEN_ERRORS) },
  }),
  ({ context }) =>
    async (c) => {
      const { industry, userId } = c.get('caller');
      const { minutes } = c.req.valid('json');
      const incident = await snoozeAlert(context, industry, c.req.valid('param').alertId, { minutes, by: userId });
      return c.json({ ...done('Alert snoozed'), data: shown(incident) }, 200);
    },
);

/** POST /api/user/alerts/{alertId}/resolve. Spec gap: as acknowledge. */
export const postAlertResolve = endpoint(
  createRoute({
    method: 'post',
    path: '/api/user/alerts/{alertId}/resolve',
    tags: ['alerts'],
    summary: 'End it by hand',
    description: 'While its condition lasts, it fires again after its hold time.',
    request: { headers: targetIndustryHeader, params: incidentIdPath },
    responses: { 200: ok('Resolved', handled), ...errors(400, 404, ...TOKEN_ERRORS) },
  }),
  ({ context }) =>
    async (c) => {
      const { industry, userId } = c.get('caller');
      const incident = await resolveAlert(context, industry, c.req.valid('param').alertId, userId);
      return c.json({ ...done('Alert resolved'), data: shown(incident) }, 200);
    },
);
