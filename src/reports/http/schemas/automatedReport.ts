import { z } from '@hono/zod-openapi';
import { boundField } from '../../../platform/http/schemas/document.ts';
import { askedInstant } from '../../../platform/http/schemas/instant.ts';
import { isMailAddress } from '../../../platform/login/rules/login-name.ts';
import type { Industry } from '../../../kernel/industry/industry.ts';
import { REPORT_FREQUENCIES, REPORT_MAILS } from '../../rules/automated-mails.ts';
import { formatRequestDate } from '../../../kernel/time/business-date.ts';
import type { DataContext } from '../../../context.ts';
import { reportHistory, isLost } from '../../find-recorded-report.ts';
import { optional, whole } from '../../../platform/http/schemas/parameters.ts';

/** Spec gap: number of further recipients of a request. */
export const MOST_EMAILS = 50;

export const mailAddress = z
  .string()
  .max(254, 'is longer than 254 characters')
  .refine(isMailAddress, { error: 'is no mail address' });

const mailStates = z.enum(['queued', 'sending', 'sent', 'failed', 'unconfirmed']).openapi({
  description:
    'queued: it is tried again; unconfirmed: its sender ended before the mail server answered, so it may have left. It is sent again only by POST ../resend',
});

export const recipientObject = z
  .object({
    recipient: z.string().openapi({ example: 'manager@example.com' }),
    state: mailStates,
    problem: z.string().nullable().openapi({ description: 'Why it has not arrived; null otherwise' }),
  })
  .openapi('ReportRecipient');

type Recipient = z.infer<typeof recipientObject>;

/** The recipient of a mail, and how far the mail has come. */
export const recipientOf = ({ recipient, state, problem }: Recipient): Recipient => ({ recipient, state, problem });

const instant = z.string().openapi({ description: 'ISO 8601 UTC', format: 'date-time' });
const day = z.string().openapi({ description: 'DD/MM/YYYY', example: '15/01/2026' });

const restatedFigure = z.object({
  name: z.string(),
  unit: z.string(),
  was: z.number().nullable(),
  is: z.number().nullable(),
  wasBound: boundField,
  isBound: boundField,
  hasShare: z.boolean().openapi({ description: 'false: a share of it means nothing, as of pH and of degrees' }),
});

const restatements = z.array(
  z.object({
    state: z.enum(['waiting', 'told']).openapi({ description: 'waiting: its days have changed and are not quiet' }),
    days: z.array(day),
    causes: z.array(z.string()),
    units: z
      .array(z.object({ unitId: z.string(), unitName: z.string() }))
      .openapi({ description: 'Units whose readings, meter or configuration are others' }),
    changes: z.array(restatedFigure),
    decidedAt: instant.nullable(),
  }),
);

const sent = {
  reportId: z.string(),
  frequency: z.enum(REPORT_FREQUENCIES),
  mail: z.enum(REPORT_MAILS),
  startDate: day,
  endDate: day,
};

/** A sent report for operators. */
export const sentReportObject = z
  .object({
    ...sent,
    origin: z.enum(['schedule', 'request', 'subscription']),
    requestedBy: z.string().nullable().openapi({ description: 'userId; null: by schedule' }),
    provisional: z.boolean().openapi({ description: 'It went out before all its days had settled' }),
    subject: z.string(),
    createdAt: instant,
    lacking: z.array(recipientObject).openapi({
      description:
        'Whoever does not have what is known of the report: his mail, or his newest note of other figures, has failed or is unconfirmed. POST ../resend sends it again',
    }),
    mails: z.array(
      recipientObject.extend({
        purpose: z.enum(['report', 'restatement']),
        round: z.number().int().openapi({ description: 'Above the first: it was sent again' }),
        attempts: z.number().int(),
        finishedAt: instant.nullable(),
      }),
    ),
    restatements,
  })
  .openapi('SentReport');

/** A sent report for people of the industry: numbers of recipients, and no addresses. */
export const ownSentReport = z
  .object({
    ...sent,
    provisional: z.boolean().openapi({ description: 'It went out before all its days had settled' }),
    subject: z.string(),
    createdAt: instant,
    recipients: z.object({
      sent: z.number().int(),
      waiting: z.number().int().openapi({ description: 'Queued, or on their way' }),
      failed: z.number().int(),
      unconfirmed: z.number().int(),
    }),
    restatements,
  })
  .openapi('OwnSentReport');

export const historyQuery = z.object({
  before: optional(askedInstant()).openapi({
    type: 'string',
    format: 'date-time',
    description: 'Only reports made before; `next` of the page before',
  }),
  limit: whole(50, { min: 1, max: 200 }).openapi({ description: 'Reports of a page' }),
});

type Sent = Awaited<ReturnType<typeof reportHistory>>[number];

/** A page, the newest first; `next` null: there is no more. */
export async function pageOfHistory(
  context: DataContext,
  industry: Industry,
  { before, limit }: z.output<typeof historyQuery>,
): Promise<{ readonly reports: readonly Sent[]; readonly next: string | null }> {
  const found = await reportHistory(context, industry, {
    before: new Date(before ?? context.clock.now() + 1),
    limit: limit + 1,
  });
  const reports = found.slice(0, limit);
  return { reports, next: found.length > limit ? (reports.at(-1)?.createdAt.toISOString() ?? null) : null };
}

const sentOf = (report: Sent) => ({
  reportId: report.reportId,
  frequency: report.frequency,
  mail: report.mail,
  startDate: formatRequestDate(report.firstDate),
  endDate: formatRequestDate(report.lastDate),
  provisional: report.isProvisional,
  subject: report.subject,
  createdAt: report.createdAt.toISOString(),
  restatements: report.restatements.map(({ state, days, causes, places, changes, decidedAt }) => ({
    state,
    days: days.map(formatRequestDate),
    causes: [...causes],
    units: places.map(({ unitId, displayName }) => ({ unitId, unitName: displayName })),
    changes: changes.map((change) => ({ wasBound: null, isBound: null, hasShare: true, ...change })),
    decidedAt: decidedAt?.toISOString() ?? null,
  })),
});

export const sentReportOf = (report: Sent): z.infer<typeof sentReportObject> => ({
  ...sentOf(report),
  origin: report.origin,
  requestedBy: report.requestedBy,
  lacking: report.decisiveMails.filter(isLost).map(recipientOf),
  mails: report.mails.map(({ recipient, state, problem, purpose, round, attempts, finishedAt }) => ({
    recipient,
    state,
    problem,
    purpose,
    round,
    attempts,
    finishedAt: finishedAt?.toISOString() ?? null,
  })),
});

/** A sent report for people of the industry. The decisive mail of each recipient counts. */
export function ownSentReportOf(report: Sent): z.infer<typeof ownSentReport> {
  const count = (...states: readonly string[]): number =>
    report.decisiveMails.filter(({ state }) => states.includes(state)).length;
  return {
    ...sentOf(report),
    recipients: {
      sent: count('sent'),
      waiting: count('queued', 'sending'),
      failed: count('failed'),
      unconfirmed: count('unconfirmed'),
    },
  };
}
