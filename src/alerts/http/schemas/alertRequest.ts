import { z } from '@hono/zod-openapi';
import { ALERT_TYPES } from '../../rules/types.ts';

/*
 * The body of POST /api/user/alerts as it is documented. Its rules have an order of their own, so services read it
 * (src/alerts/rules/alert-request.ts).
 */

export const SHOWN_ALERT = {
  type: 'threshold',
  unitId: 'CB_BORE_1',
  createdOn: '2026-01-15T09:30:00Z',
  severity: 'high',
  meta: { alertType: 'unit_threshold', threshold: 1000, currentValue: 1214, unit: 'KL' },
  recipients: [{ userId: 'asha.rao' }],
};

export const alertRequest = z
  .looseObject({
    type: z.string().openapi({ description: 'What the sender calls it, e.g. threshold' }),
    unitId: z.string(),
    createdOn: z.string().optional().openapi({
      description:
        'YYYY-MM-DDTHH:MM:SSZ. The same type, unitId, alertType and createdOn again give the first answer, and nothing is sent',
    }),
    recipients: z
      .array(z.looseObject({ userId: z.string() }))
      .optional()
      .openapi({ description: 'Users of the industry; without any nothing is sent' }),
    title: z.string().optional(),
    description: z.string().optional(),
    severity: z.string().optional().openapi({ description: 'critical, high, medium (default) or low' }),
    meta: z.looseObject({
      alertType: z.string().openapi({ description: `One of ${ALERT_TYPES.join(', ')}` }),
      threshold: z.number().optional(),
      currentValue: z.number().optional(),
      unit: z.string().optional().openapi({ description: "What these are measured in; default: the unit's own" }),
      parameter: z.string().optional().openapi({ description: 'Of a quality_threshold' }),
      status: z.string().optional().openapi({ description: 'Of a device_status: offline or online' }),
    }),
  })
  .openapi('AlertRequest');

const entry = z.string().openapi({ description: 'channel:recipient', example: 'email:asha@works.example' });

export const alertAnswer = z
  .object({
    message: z
      .string()
      .openapi({ description: "'Alert processing completed', or 'Alert type not implemented' and nothing was sent" }),
    status: z.literal('Success'),
    success: z.array(entry),
    failed: z.array(entry),
    problems: z
      .array(z.object({ entry: z.string(), problem: z.string() }))
      .openapi({ description: 'Of each that failed, why' }),
  })
  .openapi('AlertAnswer');
