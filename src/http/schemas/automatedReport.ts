import { z } from '@hono/zod-openapi';
import { isMailAddress } from '../../domain/access/mail-address.ts';
import { AUTOMATED_FREQUENCIES } from '../../domain/reports/automated.ts';

/** Spec gap: how many further recipients a request may name. */
export const MOST_EMAILS = 50;

export const mailAddress = z
  .string()
  .max(254, 'is longer than 254 characters')
  .refine(isMailAddress, { error: 'is no mail address' });

const mailStates = z.enum(['queued', 'sending', 'sent', 'failed', 'unconfirmed']).openapi({
  description:
    'queued: it is tried again; unconfirmed: it left, and whoever sent it ended before the mail server answered, so it is not sent again',
});

export const recipientObject = z
  .object({
    recipient: z.string().openapi({ example: 'manager@example.com' }),
    state: mailStates,
    problem: z.string().nullable().openapi({ description: 'Why it has not arrived; null otherwise' }),
  })
  .openapi('ReportRecipient');

const instant = z.string().openapi({ description: 'ISO 8601 UTC', format: 'date-time' });
const day = z.string().openapi({ description: 'DD/MM/YYYY', example: '15/01/2026' });

const restatedFigure = z.object({
  name: z.string(),
  unit: z.string(),
  was: z.number().nullable(),
  is: z.number().nullable(),
});

export const sentReportObject = z
  .object({
    reportId: z.string(),
    frequency: z.enum(AUTOMATED_FREQUENCIES),
    mail: z.enum(['consumption', 'summary', 'monthly']),
    startDate: day,
    endDate: day,
    origin: z.enum(['schedule', 'request']),
    requestedBy: z.string().nullable().openapi({ description: 'userId; null: by schedule' }),
    provisional: z.boolean().openapi({ description: 'It went out before all its days had settled' }),
    subject: z.string(),
    createdAt: instant,
    mails: z.array(
      recipientObject.extend({
        purpose: z.enum(['report', 'restatement']),
        round: z.number().int().openapi({ description: 'Above the first: it was sent again' }),
        attempts: z.number().int(),
        finishedAt: instant.nullable(),
      }),
    ),
    restatements: z.array(
      z.object({
        state: z.enum(['waiting', 'told']).openapi({ description: 'waiting: its days have changed and are not quiet' }),
        days: z.array(day),
        causes: z.array(z.string()),
        changes: z.array(restatedFigure),
        decidedAt: instant.nullable(),
      }),
    ),
  })
  .openapi('SentReport');
