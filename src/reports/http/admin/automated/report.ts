import { createRoute, z } from '@hono/zod-openapi';
import { isMailAddress } from '../../../../platform/login/rules/login-name.ts';
import { invalid, ServiceError } from '../../../../kernel/errors.ts';
import { AUTOMATED_FREQUENCIES, type AutomatedFrequency, REPORT_MAILS } from '../../../rules/automated-mails.ts';
import { REPORT_FORMATS, type ReportFormat } from '../../../rules/terms.ts';
import { isLost } from '../../../find-recorded-report.ts';
import { reportMaker } from '../../../report-run.ts';
import type { RunMail } from '../../../send-reports.ts';
import { sendRequestedReports } from '../../../resend-report.ts';
import { MINUTE_MS } from '../../../../kernel/time/durations.ts';
import { actorOf } from '../../../../platform/http/actor.ts';
import { endpoint } from '../../../../platform/http/endpoint.ts';
import { requireTarget } from '../../../../platform/http/target.ts';
import { MOST_EMAILS, recipientObject, recipientOf } from '../../schemas/automatedReport.ts';
import { errors, ok, TOKEN_ERRORS } from '../../../../platform/http/schemas/envelope.ts';
import { date, flag, repeated, requiredTargetHeader, text } from '../../../../platform/http/schemas/parameters.ts';

const isFormat = (text: string): text is ReportFormat => REPORT_FORMATS.some((format) => format === text);

/**
 * A repeated parameter whose values must all fit.
 * @param problem of a value that does not, behind `is`
 */
const listed = <T extends string>(fits: (text: string) => boolean, problem: string) =>
  repeated('optional').transform((items, context): T[] => {
    const wrong = items.find((item) => !fits(item));
    if (wrong === undefined) return items as T[]; // as each of them fits
    // The value itself is told where it is the only one.
    const message = items.length === 1 ? `is ${problem}` : `has '${wrong.slice(0, 80)}', which is ${problem}`;
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });

const query = z.object({
  date: date().openapi({ description: 'The day, or any day of the month' }),
  types: text().openapi({ enum: [...AUTOMATED_FREQUENCIES], description: 'daily or monthly', example: 'daily' }),
  formats: listed<ReportFormat>(isFormat, `none of ${REPORT_FORMATS.join(', ')}`).openapi({
    type: 'array',
    items: { type: 'string', enum: [...REPORT_FORMATS] },
    description: 'pdf and xlsx when absent',
  }),
  test: flag(false).openapi({ description: 'true: the reports are made, and nothing is sent or kept' }),
  force: flag(false).openapi({
    description: 'true: whoever got the same mail of the same request within the last hour gets it once more',
  }),
  emails: listed(isMailAddress, 'no mail address')
    .refine((emails) => emails.length <= MOST_EMAILS, { error: `is a list of more than ${MOST_EMAILS} addresses` })
    .openapi({ type: 'array', items: { type: 'string' }, description: 'Further recipients' }),
});

const answer = z
  .object({
    message: z.string().openapi({ example: 'Automated Monthly Report Sent Successfully' }),
    status: z.literal('Success'),
    data: z.array(
      z.object({
        reportId: z.string().nullable().openapi({ description: 'null: a test, or a mail that is left out' }),
        mail: z.enum(REPORT_MAILS),
        files: z.array(z.string()),
        recipients: z.array(recipientObject),
        sentBefore: z.iso.datetime().nullable().openapi({
          description:
            'When the same request has sent this mail within the last hour. Whoever has it does not get it again. null: this request sent it',
        }),
        leftOut: z
          .string()
          .nullable()
          .openapi({ description: 'Why there is no such mail: the industry has units for none of its reports' }),
      }),
    ),
  })
  .openapi('AutomatedReportAnswer');

/**
 * GET /api/admin/automated/report (specification, Admin: automated reports). Spec gap: a test sends no mail to anybody,
 * because the table says so. Messages other than the printed one follow its pattern. The same request within an hour
 * mails nobody twice, unless it is forced.
 */
export const getAutomatedReport = endpoint(
  createRoute({
    method: 'get',
    path: '/api/admin/automated/report',
    tags: ['automated reports'],
    summary: 'Make and send the reports of a day or a month',
    description:
      'Daily: a mail with the water report, then one with the daily summary. Monthly: one mail with every enabled report. The same request within an hour mails nobody twice: the answer says when it was sent, and force=true sends it again. Other formats are another request, and so is one whose figures have changed since. Recipients that are named beside the others get what was sent. A mail server that is away is tried again by the service, and the answer says queued.',
    request: { query, headers: requiredTargetHeader },
    responses: { 200: ok('Sent', answer), ...errors(400, 404, 413, ...TOKEN_ERRORS) },
  }),
  ({ context, channels }) =>
    async (c) => {
      const { industry } = c.get('caller');
      const asked = c.req.valid('query');
      requireTarget(industry);
      const frequency = frequencyOf(asked.types);
      const mails = await sendRequestedReports(
        { ...context, channels },
        reportMaker(context),
        industry,
        {
          frequency,
          date: asked.date,
          formats: asked.formats.length === 0 ? ['pdf', 'xlsx'] : [...new Set(asked.formats)],
          emails: asked.emails,
          isTest: asked.test,
          isForced: asked.force,
        },
        actorOf(c),
      );
      requireArrived(mails);
      const report = `Automated ${frequency === 'daily' ? 'Daily' : 'Monthly'} Report`;
      const before = sentBefore(mails);
      return c.json(
        {
          message:
            before === null
              ? `${report} ${asked.test ? 'Generated' : 'Sent'} Successfully`
              : `${report} was sent ${agoText(context.clock.now() - before.getTime())}; force=true sends it again`,
          status: 'Success' as const,
          data: mails.map(({ reportId, mail, files, recipients, sentBefore: at, leftOut }) => ({
            reportId,
            mail,
            files: [...files],
            recipients: recipients.map(recipientOf),
            sentBefore: at?.toISOString() ?? null,
            leftOut,
          })),
        },
        200,
      );
    },
);

/** Instant of the first mail, when all requested mails had been sent before; null: a mail was sent now. */
function sentBefore(mails: readonly RunMail[]): Date | null {
  const sent = mails.filter(({ leftOut }) => leftOut === null);
  const before = sent.flatMap((mail) => (mail.queued > 0 ? [] : (mail.sentBefore ?? [])));
  return before.length < sent.length ? null : (before.toSorted((one, other) => Number(one) - Number(other))[0] ?? null);
}

function agoText(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / MINUTE_MS);
  if (minutes < 1) return 'less than a minute ago';
  return minutes === 1 ? '1 minute ago' : `${minutes} minutes ago`;
}

function frequencyOf(types: string): AutomatedFrequency {
  const known = AUTOMATED_FREQUENCIES.find((frequency) => frequency === types);
  if (known !== undefined) return known;
  throw invalid(400, 'types', `'${types.slice(0, 80)}' is not one of ${AUTOMATED_FREQUENCIES.join(', ')}`);
}

/**
 * Requires that no mail is lost. A mail that waits for its server is not: it goes out by itself, and a new request
 * would send it twice.
 * @throws ServiceError 400 naming the recipients that have no mail (specification, Errors: delivery failure).
 */
function requireArrived(mails: readonly RunMail[]): void {
  const lost = mails.flatMap(({ recipients }) => recipients.filter(isLost));
  if (lost.length === 0) return;
  throw new ServiceError(
    400,
    `The reports are made, but not everybody has them. See GET /api/admin/automated/report/history`,
    lost.map(({ recipient, state, problem }) => ({
      field: recipient,
      problem: `${state}: ${problem ?? 'no reason is known'}`,
    })),
  );
}
