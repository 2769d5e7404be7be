import { createRoute, z } from '@hono/zod-openapi';
import { missingPermissions } from '../../../../platform/login/rules/permissions.ts';
import { DELIVERY_CHANNELS, type DeliveryChannel } from '../../../rules/audience.ts';
import { TRANSITION_KINDS } from '../../../rules/incident-record.ts';
import { shownWebhook } from '../../../rules/webhook-address.ts';
import { endpoint } from '../../../../platform/http/endpoint.ts';
import { alertFields, alertOf } from '../../schemas/alert.ts';
import { isoOf, isoOrNull } from '../../../../kernel/time/iso.ts';
import { incidentIdPath } from '../../schemas/alertRule.ts';
import { personName } from '../../../../platform/http/schemas/assignee.ts';
import { answerWith, done, errors, ok, TOKEN_ERRORS } from '../../../../platform/http/schemas/envelope.ts';
import { targetIndustryHeader } from '../../../../platform/http/schemas/parameters.ts';
import { readAlert } from '../../../list-alerts.ts';

/** A token of push messages is a secret of its device, and the address of a chat space holds its key. */
const shownRecipient = (channel: DeliveryChannel, recipient: string): string | null =>
  channel === 'push' || channel === 'browser' ? null : channel === 'chat-space' ? shownWebhook(recipient) : recipient;

const detail = z.record(z.string(), z.unknown());
export const alertDetail = answerWith(
  z.object({
    ...alertFields,
    origin: z.enum(['rule', 'request']).openapi({ description: 'Found by a rule, or sent by a request' }),
    type: z.string().openapi({ description: "The request's own type; 'rule' where a rule found it" }),
    ruleId: z.string().nullable(),
    windowStart: z.string().nullable().openapi({
      format: 'date-time',
      description: 'Start of the hour, day or month that is added up; null: none is',
    }),
    detectedAt: z.string().openapi({ format: 'date-time' }),
    evidence: detail.openapi({
      description:
        'What the alert rests on. Found by a rule: `since`, the first reading out of bounds; `settings`, `holdMinutes`, `recoverMinutes` and `ruleVersion` of the rule as it was then. By a request: `meta` as it was sent; `unknownUserIds`, users to be told at first whom the industry has not; `reportedBy` and `checked`, its reporter and what the readings say, with the instant and the amount that say so.',
    }),
    transitions: z
      .array(
        z.object({
          kind: z.enum(TRANSITION_KINDS),
          at: z.string().openapi({ format: 'date-time', description: 'By the time of the readings' }),
          recordedAt: z.string().openapi({ format: 'date-time' }),
          by: z.string().nullable().openapi({ description: 'userId; null: the service itself' }),
          byName: personName(),
          detail: detail.openapi({
            description:
              'Of a person: `note`, `text` of a comment, `assigneeId`, `until` of a snooze, `reason` of an end by hand',
          }),
          assigneeName: personName(),
        }),
      )
      .openapi({ description: 'What happened to it, in order' }),
    deliveries: z
      .array(
        z.object({
          transition: z.number().int().openapi({ description: 'Which of the transitions it tells of, from 1' }),
          channel: z.enum(DELIVERY_CHANNELS),
          recipient: z.string().nullable().openapi({
            description:
              'null without the permission alerts:write, and of push messages; of a chat space without its key',
          }),
          state: z.enum(['queued', 'sending', 'sent', 'failed', 'unconfirmed', 'suppressed']),
          attempts: z.number().int(),
          problem: z.string().nullable().openapi({ description: 'Why it was not sent' }),
          queuedAt: z.string().openapi({ format: 'date-time' }),
          finishedAt: z.string().nullable().openapi({ format: 'date-time' }),
        }),
      )
      .openapi({ description: 'Messages about it, the first thousand' }),
  }),
).openapi('AlertDetail');

/** GET /api/user/alerts/{alertId}. Spec gap: an addition, because somebody who is paged asks why. */
export const getAlertsByAlertId = endpoint(
  createRoute({
    method: 'get',
    path: '/api/user/alerts/{alertId}',
    tags: ['alerts'],
    summary: 'One alert: what happened, and what it rests on',
    request: {
      params: incidentIdPath,
      headers: targetIndustryHeader,
    },
    responses: { 200: ok('Alert', alertDetail), ...errors(400, 404, ...TOKEN_ERRORS) },
  }),
  ({ context }) =>
    async (c) => {
      const showsRecipients = missingPermissions(c.get('caller').permissions, ['alerts:write']).length === 0;
      const { incident, transitions, deliveries } = await readAlert(
        context,
        c.get('caller').industry,
        c.req.valid('param').alertId,
      );
      return c.json(
        {
          ...done('Alert'),
          data: {
            ...alertOf(incident),
            origin: incident.origin,
            type: incident.type,
            ruleId: incident.ruleId,
            windowStart: isoOrNull(incident.windowStart),
            detectedAt: isoOf(incident.detectedAt),
            evidence: { ...incident.evidence },
            transitions: transitions.map(
              ({ kind, at, recordedAt, actorUserId, actorName, detail: more, assigneeName }) => ({
                kind,
                at: isoOf(at),
                recordedAt: isoOf(recordedAt),
                by: actorUserId,
                byName: actorName,
                detail: { ...more },
                assigneeName,
              }),
            ),
            deliveries: deliveries.map(({ ordinal, channel, recipient, state, attempts, problem, ...instants }) => ({
              transition: ordinal,
              channel,
              recipient: showsRecipients ? shownRecipient(channel, recipient) : null,
              state,
              attempts,
              problem: showsRecipients ? problem : null,
              queuedAt: instants.queuedAt.toISOString(),
              finishedAt: instants.finishedAt?.toISOString() ?? null,
            })),
          },
        },
        200,
      );
    },
);
