import { requireTarget } from '../../../../../platform/http/target.ts';
import { createRoute, z } from '@hono/zod-openapi';
import { reportMaker } from '../../../../report-run.ts';
import { resendReport } from '../../../../resend-report.ts';
import { actorOf } from '../../../../../platform/http/actor.ts';
import { endpoint } from '../../../../../platform/http/endpoint.ts';
import { mailAddress, MOST_EMAILS, recipientObject, recipientOf } from '../../../schemas/automatedReport.ts';
import { answerWith, done, errors, ok, TOKEN_ERRORS } from '../../../../../platform/http/schemas/envelope.ts';
import { jsonBody, requiredTargetHeader } from '../../../../../platform/http/schemas/parameters.ts';

const body = z
  .strictObject({
    reportId: z.uuid({ error: 'is no reportId of GET ../history' }),
    emails: z
      .array(mailAddress)
      .max(MOST_EMAILS, `is a list of more than ${MOST_EMAILS} addresses`)
      .default([])
      .openapi({
        description: 'Empty: everybody whose mail, or whose newest note of other figures, has failed or is unconfirmed',
      }),
  })
  .openapi('ReportResendRequest', {
    example: { reportId: '0b6a9c1e-6f0e-4a57-9c86-0f171e237256', emails: ['owner@works.example'] },
  });
const answer = answerWith(z.object({ recipients: z.array(recipientObject) }));

/** POST /api/admin/automated/report/resend. Spec gap: a mail that did not arrive is sent again. */
export const postAutomatedReportResend = endpoint(
  createRoute({
    method: 'post',
    path: '/api/admin/automated/report/resend',
    tags: ['automated reports'],
    summary: 'Send a report again',
    description:
      'With the files and figures it had, or those that hold now where recipients were told of others. What each mail came to is in the answer.',
    request: { headers: requiredTargetHeader, body: jsonBody(body) },
    responses: { 200: ok('Sent again', answer), ...errors(400, 404, ...TOKEN_ERRORS) },
  }),
  ({ context, channels }) =>
    async (c) => {
      const { industry } = c.get('caller');
      requireTarget(industry);
      const mails = await resendReport(
        { ...context, channels },
        reportMaker(context),
        industry,
        c.req.valid('json'),
        actorOf(c),
      );
      return c.json(
        {
          ...done('Report sent again'),
          data: { recipients: mails.map(recipientOf) },
        },
        200,
      );
    },
);
