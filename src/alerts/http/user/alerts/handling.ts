import { createRoute, z } from '@hono/zod-openapi';
import { MINUTE_MS } from '../../../../kernel/time/durations.ts';
import { isoOrNull } from '../../../../kernel/time/iso.ts';
import { actorOf } from '../../../../platform/http/actor.ts';
import { endpoint } from '../../../../platform/http/endpoint.ts';
import { assignment, commentBody, handledFields, noteBody } from '../../../../platform/http/schemas/assignee.ts';
import { answerWith, done, errors, ok, TOKEN_ERRORS } from '../../../../platform/http/schemas/envelope.ts';
import { freeText, targetIndustryHeader } from '../../../../platform/http/schemas/parameters.ts';
import {
  acknowledgeAlert,
  assignAlertAndTell,
  commentOnAlert,
  resolveAlert,
  snoozeAlert,
} from '../../../handle-incident.ts';
import { alertStatusOf } from '../../../rules/listing.ts';
import { incidentIdPath } from '../../schemas/alertRule.ts';

/* Spec gap: acts of people on an alert are not shown. They are those on a finding, and a snooze and an end by hand. */

const PATH = '/api/user/alerts/{alertId}';
const MOST_MINUTES = 7 * 24 * 60;

const instant = z.string().nullable();
const handled = answerWith(
  z.object({
    alertId: z.string(),
    status: z.enum(['active', 'resolved']),
    acknowledgedAt: instant,
    ...handledFields,
    snoozedUntil: instant,
    resolvedAt: instant,
  }),
).openapi('AlertHandled');

const shown = (incident: Awaited<ReturnType<typeof acknowledgeAlert>>) => ({
  alertId: incident.incidentId,
  status: alertStatusOf(incident.state),
  acknowledgedAt: isoOrNull(incident.acknowledgedAt),
  acknowledgedBy: incident.acknowledgedBy,
  acknowledgedByName: incident.acknowledgedByName,
  assigneeId: incident.assigneeId,
  assigneeName: incident.assigneeName,
  snoozedUntil: isoOrNull(incident.snoozedUntil),
  resolvedAt: isoOrNull(incident.closedAt),
});

/** The request of an act, and its answer: the alert as it is afterwards. A body of wishes alone may be left out. */
const act = <S extends z.ZodType>(schema: S, required: boolean) => ({
  tags: ['alerts'],
  request: {
    headers: targetIndustryHeader,
    params: incidentIdPath,
    body: { required, content: { 'application/json': { schema } } },
  },
  responses: { 200: ok('The alert', handled), ...errors(400, 404, ...TOKEN_ERRORS) },
});

const acknowledgement = noteBody.openapi('AlertAcknowledgement', { example: { note: 'Looking at it this afternoon' } });

/** POST /api/user/alerts/{alertId}/acknowledge */
export const postAlertAcknowledge = endpoint(
  createRoute({
    method: 'post',
    path: `${PATH}/acknowledge`,
    summary: 'Somebody has seen it',
    description: 'Nobody else is called. Of several the first counts, and the note of a later one becomes a comment.',
    ...act(acknowledgement, false),
  }),
  ({ context }) =>
    async (c) => {
      const { alertId } = c.req.valid('param');
      const note = c.req.valid('json').note ?? null;
      const alert = await acknowledgeAlert(context, c.get('caller').industry, actorOf(c), { alertId, note });
      return c.json({ ...done('Alert acknowledged'), data: shown(alert) }, 200);
    },
);

/** PUT /api/user/alerts/{alertId}/assignee */
export const putAlertAssignee = endpoint(
  createRoute({
    method: 'put',
    path: `${PATH}/assignee`,
    summary: 'Hand it to somebody, or take it away',
    description:
      "Also of an alert that is over. The assignee is mailed, unless it is the caller. Event `alert` on the industry's channel names the assignee.",
    ...act(assignment, true),
  }),
  ({ context, queue }) =>
    async (c) => {
      const { alertId } = c.req.valid('param');
      const { userId: assigneeId, note = null } = c.req.valid('json');
      const asked = { alertId, assigneeId, note };
      const alert = await assignAlertAndTell(context, queue, c.get('caller').industry, actorOf(c), asked);
      return c.json({ ...done('Assignee changed'), data: shown(alert) }, 200);
    },
);

const comment = commentBody.openapi('AlertComment', {
  example: { text: 'The gateway has no power; the electrician comes at noon' },
});

/** POST /api/user/alerts/{alertId}/comments */
export const postAlertComment = endpoint(
  createRoute({
    method: 'post',
    path: `${PATH}/comments`,
    summary: 'Write down what is known of it',
    description: 'Also of an alert that is over. GET of the alert lists comments among its transitions.',
    ...act(comment, true),
  }),
  ({ context }) =>
    async (c) => {
      const { alertId } = c.req.valid('param');
      const { text } = c.req.valid('json');
      const alert = await commentOnAlert(context, c.get('caller').industry, actorOf(c), { alertId, text });
      return c.json({ ...done('Comment added'), data: shown(alert) }, 200);
    },
);

const snooze = z
  .strictObject({
    minutes: z.int().min(1).max(MOST_MINUTES).optional().openapi({ description: 'A week at most', example: 60 }),
    until: z.iso.datetime({ offset: true }).optional().openapi({ description: 'Within the next 30 days' }),
  })
  .refine(({ minutes, until }) => (minutes === undefined) !== (until === undefined), {
    path: ['until'],
    message: 'allowed is either minutes or until',
  })
  .openapi('AlertSnooze', { example: { until: '2026-01-17T06:00:00+05:30' } });

/** POST /api/user/alerts/{alertId}/snooze */
export const postAlertSnooze = endpoint(
  createRoute({
    method: 'post',
    path: `${PATH}/snooze`,
    summary: 'Call nobody for a while',
    description: 'Nobody is called or mailed about it until then. Whoever was told is reminded then, while it is open.',
    ...act(snooze, true),
  }),
  ({ context }) =>
    async (c) => {
      const { alertId } = c.req.valid('param');
      const { minutes = 0, until: named } = c.req.valid('json');
      const until = named === undefined ? context.clock.now() + minutes * MINUTE_MS : Date.parse(named);
      const alert = await snoozeAlert(context, c.get('caller').industry, actorOf(c), { alertId, until });
      return c.json({ ...done('Alert snoozed'), data: shown(alert) }, 200);
    },
);

const resolution = z
  .strictObject({ reason: freeText().nullish().openapi({ description: 'For whoever reads it later' }) })
  .openapi('AlertResolution', { example: { reason: 'The gateway has power again' } });

/** POST /api/user/alerts/{alertId}/resolve */
export const postAlertResolve = endpoint(
  createRoute({
    method: 'post',
    path: `${PATH}/resolve`,
    summary: 'End it by hand',
    description: 'While its condition lasts, it fires again after its hold time.',
    ...act(resolution, false),
  }),
  ({ context }) =>
    async (c) => {
      const { alertId } = c.req.valid('param');
      const reason = c.req.valid('json').reason ?? null;
      const alert = await resolveAlert(context, c.get('caller').industry, actorOf(c), { alertId, reason });
      return c.json({ ...done('Alert resolved'), data: shown(alert) }, 200);
    },
);
