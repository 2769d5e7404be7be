import { createRoute, z } from '@hono/zod-openapi';
import { endpoint } from '../../../../../platform/http/endpoint.ts';
import {
  answerWith,
  done,
  errors,
  ok,
  succeeded,
  TOKEN_ERRORS,
} from '../../../../../platform/http/schemas/envelope.ts';
import { jsonBody, targetIndustryHeader } from '../../../../../platform/http/schemas/parameters.ts';
import { endSubscription, replaceSubscription, setPaused } from '../../../../manage-subscriptions.ts';
import { reportMaker } from '../../../../report-run.ts';
import { previewMail, sendTestMail } from '../../../../subscriptions.ts';
import { recipientObject, recipientOf } from '../../../schemas/automatedReport.ts';
import { subscriptionBody, subscriptionObject, subscriptionPath, wantedOf } from '../../../schemas/subscription.ts';
import { subscriptionManager, PATH, shownAs } from '../subscriptions.ts';

const ONE = `${PATH}/{subscriptionId}`;
const request = { headers: targetIndustryHeader, params: subscriptionPath() };
const answered = {
  200: ok('The subscription', answerWith(subscriptionObject)),
  ...errors(400, 404, ...TOKEN_ERRORS),
};

/** PUT /api/user/reports/subscriptions/{subscriptionId} */
export const putReportSubscription = endpoint(
  createRoute({
    method: 'put',
    path: ONE,
    tags: ['reports'],
    summary: 'Change a subscription',
    description:
      'All of it is replaced. Recipients who stay are not asked again, but an address whose link has expired or could not be mailed is. Whoever has ended the mails stays so until he turns them on himself.',
    request: { ...request, body: jsonBody(subscriptionBody) },
    responses: answered,
  }),
  ({ context, limiter }) =>
    async (c) => {
      const { subscriptionId } = c.req.valid('param');
      await replaceSubscription(
        { ...context, limiter },
        subscriptionManager(c),
        subscriptionId,
        wantedOf(c.req.valid('json')),
      );
      return c.json({ ...done('Subscription changed'), data: await shownAs(context, c, subscriptionId) }, 200);
    },
);

/** DELETE /api/user/reports/subscriptions/{subscriptionId} */
export const deleteReportSubscription = endpoint(
  createRoute({
    method: 'delete',
    path: ONE,
    tags: ['reports'],
    summary: 'End a subscription',
    description: 'Nobody gets anything of it any more, not even what is restated.',
    request: { ...request, params: subscriptionPath('7c1d9a52-3e0b-4a6f-8f21-0b9d4e6c5a72') },
    responses: { 200: ok('Ended', succeeded), ...errors(400, 404, ...TOKEN_ERRORS) },
  }),
  ({ context }) =>
    async (c) => {
      await endSubscription(context, subscriptionManager(c), c.req.valid('param').subscriptionId);
      return c.json(done('Subscription ended'), 200);
    },
);

/** POST ../pause and ../resume */
const pausing = (act: 'pause' | 'resume', summary: string, message: string) =>
  endpoint(
    createRoute({
      method: 'post',
      path: `${ONE}/${act}`,
      tags: ['reports'],
      summary,
      description: 'What it has sent before is restated all the same.',
      request,
      responses: answered,
    }),
    ({ context }) =>
      async (c) => {
        const { subscriptionId } = c.req.valid('param');
        await setPaused(context, subscriptionManager(c), subscriptionId, act === 'pause');
        return c.json({ ...done(message), data: await shownAs(context, c, subscriptionId) }, 200);
      },
  );
export const postReportSubscriptionPause = pausing('pause', 'Pause a subscription', 'Subscription paused');
export const postReportSubscriptionResume = pausing('resume', 'Resume a subscription', 'Subscription resumed');

/** POST /api/user/reports/subscriptions/{subscriptionId}/test */
export const postReportSubscriptionTest = endpoint(
  createRoute({
    method: 'post',
    path: `${ONE}/test`,
    tags: ['reports'],
    summary: 'Mail the report to oneself now, to try it',
    description: "To the address of the caller's account and to nobody else. Ten times an hour at most.",
    request,
    responses: {
      200: ok('What came of it', answerWith(z.object({ recipients: z.array(recipientObject) }))),
      ...errors(400, 404, 413, ...TOKEN_ERRORS),
    },
  }),
  ({ context, channels, limiter, admitReport }) =>
    async (c) => {
      const caller = c.get('caller');
      const { actor } = subscriptionManager(c);
      const asked = { industry: caller.industry, subscriptionId: c.req.valid('param').subscriptionId };
      const { recipients } = await admitReport(caller.industryId, () =>
        sendTestMail({ ...context, channels }, { maker: reportMaker(context), limiter }, asked, { ...caller, actor }),
      );
      return c.json({ ...done('Test mail'), data: { recipients: recipients.map(recipientOf) } }, 200);
    },
);

/** GET /api/user/reports/subscriptions/{subscriptionId}/preview */
export const getReportSubscriptionPreview = endpoint(
  createRoute({
    method: 'get',
    path: `${ONE}/preview`,
    tags: ['reports'],
    summary: 'The mail as it would be now, as html',
    description: 'Without the line at its end by which each recipient ends the mails. Nothing is sent or kept.',
    request,
    responses: {
      200: {
        description: 'The mail',
        content: {
          'text/html': { schema: z.string(), example: '<!doctype html><html lang="en"><title>Works</title></html>' },
        },
      },
      ...errors(400, 404, 413, ...TOKEN_ERRORS),
    },
  }),
  ({ context, admitReport }) =>
    async (c) => {
      const { industry, industryId } = c.get('caller');
      const asked = { industry, subscriptionId: c.req.valid('param').subscriptionId };
      const { html } = await admitReport(industryId, () => previewMail(context, reportMaker(context), asked));
      return c.html(html, 200, { 'Cache-Control': 'private, no-store' });
    },
);
