import { z } from '@hono/zod-openapi';
import type { AlertRule } from '../../rules/rule.ts';
import { PRINTED_PARAMETERS } from '../../rules/printed-condition.ts';
import { shownChannels } from '../../rules/webhook-address.ts';
import { SEVERITIES } from '../../../kernel/severity.ts';
import { ALERT_TYPES, SCOPE_KINDS } from '../../rules/types.ts';

const EXAMPLE = {
  title: 'Main inlet takes too much',
  description: 'More than the permit of a day',
  severity: 'high',
  condition: { parameter: 'consumption', operator: '>', threshold: 500, unit: 'KL', aggregation: 'daily' },
  units: ['CB_BORE_1'],
  channels: { email: { enabled: true, recipients: ['duty@example.com'] } },
  schedule: { enabled: true, timezone: 'Asia/Kolkata', quietHours: { start: '22:00', end: '06:00' } },
};

const TEXT = { type: 'string' as const };
const NUMBER = { type: 'number' as const };
const FLAG = { type: 'boolean' as const };
const TEXTS = { type: 'array' as const, items: TEXT };
const MINUTES = { type: ['integer', 'null'] as ('integer' | 'null')[] };
const CHANNELS = {
  type: 'object' as const,
  properties: {
    email: { type: 'object' as const, required: ['enabled'], properties: { enabled: FLAG, recipients: TEXTS } },
    sms: { type: 'object' as const, required: ['enabled'], properties: { enabled: FLAG, phoneNumbers: TEXTS } },
    chatMessaging: {
      type: 'object' as const,
      required: ['enabled'],
      properties: { enabled: FLAG, phoneNumbers: TEXTS },
    },
    chat: {
      type: 'object' as const,
      required: ['enabled'],
      properties: { enabled: FLAG, webhookUrl: { type: ['string', 'null'] as ('string' | 'null')[] } },
    },
    push: { type: 'object' as const, required: ['enabled'], properties: { enabled: FLAG, userIds: TEXTS } },
    web: { type: 'object' as const, required: ['enabled'], properties: { enabled: FLAG } },
  },
};
const COUNT = { type: 'integer' as const, description: 'Of recipients, to those without the permission alerts:write' };
const counted = <P extends object>(channel: { properties: P }) => ({
  type: 'object' as const,
  required: ['enabled'],
  properties: { ...channel.properties, count: COUNT },
});
const SHOWN_CHANNELS = {
  type: 'object' as const,
  description: 'Recipients are shown with the permission alerts:write. Of a chat space scheme and host are shown.',
  properties: {
    ...CHANNELS.properties,
    email: counted(CHANNELS.properties.email),
    sms: counted(CHANNELS.properties.sms),
    chatMessaging: counted(CHANNELS.properties.chatMessaging),
    push: counted(CHANNELS.properties.push),
  },
};
const SCHEDULE = {
  type: 'object' as const,
  properties: {
    enabled: FLAG,
    timezone: { type: ['string', 'null'] as ('string' | 'null')[], description: "null: the industry's" },
    quietHours: {
      type: ['object', 'null'] as ('object' | 'null')[],
      required: ['start', 'end'],
      properties: { start: { ...TEXT, description: 'HH:MM' }, end: { ...TEXT, description: 'HH:MM' } },
    },
    holdCritical: { ...FLAG, description: 'Whether critical messages wait for the end of quiet hours, too' },
  },
};
const escalationWith = <C extends object>(channels: C) => ({
  type: 'array' as const,
  description: 'Who is told as well when nobody has acknowledged after so many minutes',
  items: {
    type: 'object' as const,
    required: ['afterMinutes', 'channels'],
    properties: { afterMinutes: { type: 'integer' as const }, channels },
  },
});
const SCOPE = {
  type: 'object' as const,
  required: ['kind'],
  properties: { kind: { ...TEXT, enum: [...SCOPE_KINDS] }, ids: TEXTS },
};
const SETTINGS = {
  type: 'object' as const,
  additionalProperties: true,
  description: 'Parameters of the condition, in shown units',
};

/** A body that defines a rule. alerts/rules/read-rule.ts parses it, so that all mistakes are told at once. */
export const alertRuleBody = z.record(z.string(), z.unknown()).openapi('AlertRuleBody', {
  type: 'object',
  description:
    'The form of the specification, with condition and units, or alertType, settings and scope. The rest is common to both.',
  required: ['title', 'severity'],
  properties: {
    title: TEXT,
    description: { type: ['string', 'null'] },
    severity: { ...TEXT, enum: [...SEVERITIES] },
    condition: {
      type: 'object',
      required: ['parameter', 'operator', 'threshold'],
      properties: {
        parameter: { ...TEXT, description: `${PRINTED_PARAMETERS.join(', ')}, or a parameter that the units measure` },
        operator: { ...TEXT, description: '> or <' },
        threshold: NUMBER,
        unit: { type: ['string', 'null'] },
        aggregation: { ...TEXT, description: 'hourly, daily, monthly or instant' },
      },
    },
    units: { ...TEXTS, description: 'Empty: the whole industry' },
    alertType: { ...TEXT, enum: [...ALERT_TYPES] },
    settings: SETTINGS,
    scope: SCOPE,
    holdMinutes: MINUTES,
    recoverMinutes: MINUTES,
    lateAfterMinutes: { type: 'integer' },
    channels: CHANNELS,
    schedule: SCHEDULE,
    escalation: escalationWith(CHANNELS),
    isEnabled: FLAG,
  },
  additionalProperties: false,
  example: EXAMPLE,
});

const alertIdExample = (description: string, example: string) =>
  z.object({ alertId: z.string().openapi({ description, example }) });

export const alertIdPath = alertIdExample('Of a rule', '3f2b8c1e-6a52-4b0f-9c1d-2f4f6f0b7a11');
export const deletedIdPath = alertIdExample('Of a rule', '3f2b8c1e-6a52-4b0f-9c1d-2f4f6f0b7a12');
export const incidentIdPath = alertIdExample('Of an alert', '8d1c7e52-0b34-4f6a-a7d9-5c2e9b8f4a31');

/** A rule as it is listed. */
export const alertRule = z
  .object({
    alertId: z.string(),
    version: z.number().int(),
    alertType: z.enum(ALERT_TYPES),
    title: z.string(),
    description: z.string().nullable(),
    severity: z.enum(SEVERITIES),
    scope: z.object({ kind: z.enum(SCOPE_KINDS), ids: z.array(z.string()) }),
    settings: z.record(z.string(), z.unknown()).openapi(SETTINGS),
    holdMinutes: z.number().openapi({ description: 'How long it must last before it fires' }),
    recoverMinutes: z.number().openapi({ description: 'How long it must be over before it recovers' }),
    lateAfterMinutes: z
      .number()
      .openapi({ description: 'What is found later than this is recorded, and pages nobody' }),
    channels: z.record(z.string(), z.unknown()).openapi(SHOWN_CHANNELS),
    schedule: z.record(z.string(), z.unknown()).openapi(SCHEDULE),
    escalation: z.array(z.record(z.string(), z.unknown())).openapi(escalationWith(SHOWN_CHANNELS)),
    isEnabled: z.boolean(),
    createdBy: z.string(),
    createdAt: z.string(),
    updatedBy: z.string(),
    updatedAt: z.string(),
  })
  .openapi('AlertRule');

/** @param showsRecipients whether who asks may change rules. */
export const ruleOnTheWire = (
  {
    ruleId,
    ruleKey: _internal,
    definition: _asSent,
    channels,
    schedule,
    escalation,
    scope,
    createdAt,
    updatedAt,
    ...rule
  }: AlertRule,
  showsRecipients: boolean,
): z.input<typeof alertRule> => ({
  alertId: ruleId,
  ...rule,
  scope: { kind: scope.kind, ids: [...scope.ids] },
  channels: shownChannels(channels, showsRecipients),
  schedule: { ...schedule },
  escalation: escalation.map((step) => ({ ...step, channels: shownChannels(step.channels, showsRecipients) })),
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
});
