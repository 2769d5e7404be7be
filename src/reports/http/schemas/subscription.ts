import { z } from '@hono/zod-openapi';
import { LANGUAGES } from '../../../kernel/language.ts';
import { identity, text } from '../../../platform/http/schemas/parameters.ts';
import type { WantedSubscription } from '../../check-subscription.ts';
import { isLost } from '../../find-recorded-report.ts';
import { REPORT_FREQUENCIES } from '../../rules/automated-mails.ts';
import { MOST_RECIPIENTS, STANDINGS } from '../../rules/subscription.ts';
import { REPORT_FORMATS, REPORT_LAYOUTS, REPORT_SERVICES, REPORT_TYPES } from '../../rules/terms.ts';
import type { readSubscriptions } from '../../subscriptions.ts';
import { mailAddress, ownSentReport, ownSentReportOf, recipientObject, recipientOf } from './automatedReport.ts';

const MOST_UNITS = 1000;

const frequency = z.enum(REPORT_FREQUENCIES);
const weekday = z.int().min(1).max(7).nullable();
const monthDay = z.int().min(1).max(31).nullable();
const localTime = z
  .string()
  .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'is no time HH:MM')
  .openapi({ description: "HH:MM by the clocks of the industry's zone", example: '07:30' });

/** The report of a subscription and its times; the same in requests and answers. */
const fields = {
  service: z.enum(REPORT_SERVICES),
  reportType: z.enum(REPORT_TYPES).openapi({
    description:
      'daily: daily, hourly, granular, ai_summary, custom; weekly: weekly, daily_range, hourly, granular, custom; monthly: monthly, daily_range, monthly_range, hourly, granular, custom; of these the types that the service has',
  }),
  formats: z.array(z.enum(REPORT_FORMATS)),
  frequency: frequency.openapi({
    description:
      'daily: the last business day that has ended by then or ends within two hours; weekly: the seven that end with it; monthly: the calendar month before',
  }),
  localTime,
  language: z.enum(LANGUAGES).openapi({ description: 'Of the mail and of its report' }),
};

export const subscriptionBody = z
  .strictObject({
    ...fields,
    formats: fields.formats.min(1, 'is empty').max(REPORT_FORMATS.length, 'names a format twice').default(['pdf']),
    layout: z.enum(REPORT_LAYOUTS).default('v1'),
    unitIds: z
      .array(text(200))
      .min(1, 'is empty')
      .max(MOST_UNITS, `is a list of more than ${MOST_UNITS} units`)
      .nullable()
      .default(null)
      .openapi({ description: 'null: every unit of the service' }),
    subCategories: z
      .array(text(200))
      .max(MOST_UNITS, `is a list of more than ${MOST_UNITS} sub-categories`)
      .default([])
      .openapi({ description: 'smart_city: ids of sub-categories of the source; empty: all' }),
    weekday: weekday.default(null).openapi({ description: 'Of a weekly one. 1: Monday' }),
    monthDay: monthDay.default(null).openapi({
      description: 'Of a monthly one. In a shorter month its last day',
    }),
    language: fields.language.default('en'),
    userIds: z
      .array(text(200))
      .max(MOST_RECIPIENTS, `is a list of more than ${MOST_RECIPIENTS} users`)
      .default([])
      .openapi({ description: `Users of the industry. ${MOST_RECIPIENTS} recipients with the addresses` }),
    addresses: z
      .array(mailAddress)
      .max(MOST_RECIPIENTS, `is a list of more than ${MOST_RECIPIENTS} addresses`)
      .default([])
      .openapi({ description: 'Outside of the industry. Each is mailed a link, and gets nothing before it is used' }),
  })
  .refine((body) => (body.frequency === 'weekly') === (body.weekday !== null), {
    path: ['weekday'],
    error: 'belongs to a weekly subscription, and to each',
  })
  .refine((body) => (body.frequency === 'monthly') === (body.monthDay !== null), {
    path: ['monthDay'],
    error: 'belongs to a monthly subscription, and to each',
  })
  .openapi('ReportSubscription', {
    example: {
      service: 'water',
      reportType: 'daily',
      formats: ['pdf'],
      frequency: 'daily',
      localTime: '07:30',
      userIds: ['asha.rao'],
    },
  });

export const wantedOf = (body: z.output<typeof subscriptionBody>): WantedSubscription => ({
  report: {
    service: body.service,
    reportType: body.reportType,
    choice: { layout: body.layout, unitIds: body.unitIds, subCategories: body.subCategories },
  },
  formats: REPORT_FORMATS.filter((format) => body.formats.includes(format)),
  frequency: body.frequency,
  weekday: body.weekday,
  monthDay: body.monthDay,
  localTime: body.localTime,
  mailLanguage: body.language,
  userIds: body.userIds,
  addresses: body.addresses,
});

const instant = z.iso.datetime();

export const subscriptionObject = z
  .object({
    subscriptionId: z.string(),
    ...fields,
    layout: z.enum(REPORT_LAYOUTS),
    unitIds: z.array(z.string()).nullable(),
    subCategories: z.array(z.string()),
    weekday,
    monthDay,
    createdBy: z.object({ userId: z.string(), username: z.string() }),
    createdAt: instant,
    isPaused: z.boolean(),
    isManaged: z.boolean().openapi({ description: 'Whether the caller may change, pause and remove it' }),
    nextAt: instant.nullable().openapi({ description: 'null: it is paused' }),
    problem: z.string().nullable().openapi({ description: 'Why its newest report could not be made; null: it could' }),
    problemAt: instant.nullable(),
    recipients: z.array(
      z.object({
        userId: z.string().nullable().openapi({ description: 'null: an address outside' }),
        username: z.string().nullable(),
        address: z.string().nullable().openapi({ description: 'null: a user, or the caller may not mail to it' }),
        standing: z.enum(STANDINGS).openapi({
          description:
            'unconfirmed: the link was not used yet; noAccess: the user, or who added the address, has left or may not do it any more',
        }),
        problem: z.string().nullable().openapi({ description: 'Why the link could not be mailed' }),
      }),
    ),
    newest: z
      .object({ ...ownSentReport.shape, lacking: z.array(recipientObject).nullable() })
      .nullable()
      .openapi({
        description:
          'What was mailed last, and what has been restated since; null: nothing yet. lacking: whose mail has failed; null: the caller may not see it',
      }),
  })
  .openapi('OwnReportSubscription');

export const personObject = z.object({ userId: z.string(), username: z.string() });

/** @param example The request that ends a subscription has another one, because all examples are sent in turn. */
export const subscriptionPath = (example = '7c1d9a52-3e0b-4a6f-8f21-0b9d4e6c5a71') =>
  z.object({ subscriptionId: identity().openapi({ description: 'Of a subscription', example }) });

type Shown = Awaited<ReturnType<typeof readSubscriptions>>[number];

export const subscriptionOf = (shown: Shown): z.infer<typeof subscriptionObject> => ({
  subscriptionId: shown.subscriptionId,
  service: shown.report.service,
  reportType: shown.report.reportType,
  layout: shown.report.choice?.layout ?? 'v1',
  unitIds: shown.report.choice?.unitIds?.slice() ?? null,
  subCategories: [...(shown.report.choice?.subCategories ?? [])],
  formats: [...shown.formats],
  frequency: shown.frequency,
  weekday: shown.weekday,
  monthDay: shown.monthDay,
  localTime: shown.localTime,
  language: shown.mailLanguage,
  createdBy: { userId: shown.createdBy, username: shown.createdByName },
  createdAt: shown.createdAt.toISOString(),
  isPaused: shown.pausedAt !== null,
  isManaged: shown.isManaged,
  nextAt: shown.pausedAt === null ? shown.nextAt.toISOString() : null,
  problem: shown.problem,
  problemAt: shown.problemAt?.toISOString() ?? null,
  recipients: shown.recipients.map(({ userId, username, address, standing, confirmProblem }) => ({
    userId,
    username,
    address,
    standing,
    problem: standing === 'unconfirmed' ? confirmProblem : null,
  })),
  newest:
    shown.newest === null
      ? null
      : {
          ...ownSentReportOf(shown.newest),
          lacking: shown.isManaged ? shown.newest.decisiveMails.filter(isLost).map(recipientOf) : null,
        },
});
