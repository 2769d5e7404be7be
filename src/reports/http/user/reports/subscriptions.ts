import { createRoute, z } from '@hono/zod-openapi';
import { actorOf } from '../../../../platform/http/actor.ts';
import { endpoint } from '../../../../platform/http/endpoint.ts';
import type { HttpContext } from '../../../../platform/http/environment.ts';
import { answerWith, done, errors, ok, TOKEN_ERRORS } from '../../../../platform/http/schemas/envelope.ts';
import { jsonBody, targetIndustryHeader } from '../../../../platform/http/schemas/parameters.ts';
import { requireTarget } from '../../../../platform/http/target.ts';
import { unknownSubscription, type SubscriptionManager } from '../../../check-subscription.ts';
import { createSubscription } from '../../../manage-subscriptions.ts';
import { readPossibleRecipients, readSubscriptions } from '../../../subscriptions.ts';
import type { DataContext } from '../../../../context.ts';
import {
  personObject,
  subscriptionBody,
  subscriptionObject,
  subscriptionOf,
  wantedOf,
} from '../../schemas/subscription.ts';

export const PATH = '/api/user/reports/subscriptions';

const list = answerWith(
  z.object({
    subscriptions: z.array(subscriptionObject),
    people: z.array(personObject).openapi({
      description: 'Users whom the caller may name: himself, or with reports:send all who may read reports',
    }),
  }),
).openapi('OwnReportSubscriptions');

/** The caller, who manages subscriptions of the industry that he acts on. */
export const subscriptionManager = (c: HttpContext): SubscriptionManager => ({
  caller: c.get('caller'),
  actor: actorOf(c),
});

/** A subscription as it is after an act. */
export async function shownAs(context: Pick<DataContext, 'database'>, c: HttpContext, subscriptionId: string) {
  const [subscription] = await readSubscriptions(context, c.get('caller'), subscriptionId);
  if (subscription === undefined) throw unknownSubscription(subscriptionId);
  return subscriptionOf(subscription);
}

/** GET /api/user/reports/subscriptions. Spec gap: reports are mailed by the industry's configuration alone. */
export const getReportSubscriptions = endpoint(
  createRoute({
    method: 'get',
    path: PATH,
    tags: ['reports'],
    summary: 'Reports that people have mailed regularly: to whom, when next, and what came of the last one',
    request: { headers: targetIndustryHeader },
    responses: { 200: ok('The oldest first', list), ...errors(...TOKEN_ERRORS) },
  }),
  ({ context }) =>
    async (c) => {
      const caller = c.get('caller');
      const subscriptions = (await readSubscriptions(context, caller)).map(subscriptionOf);
      const people = (await readPossibleRecipients(context, caller)).map(({ userId, username }) => ({
        userId,
        username,
      }));
      return c.json({ ...done('Subscriptions'), data: { subscriptions, people } }, 200);
    },
);

/** POST /api/user/reports/subscriptions. Spec gap: as above. */
export const postReportSubscriptions = endpoint(
  createRoute({
    method: 'post',
    path: PATH,
    tags: ['reports'],
    summary: 'Have a report mailed regularly',
    description:
      'To oneself with reports:read, to other users and to addresses outside with reports:send. A mail waits for its days to settle and to be judged, two hours at most. Each time is mailed once.',
    request: { headers: targetIndustryHeader, body: jsonBody(subscriptionBody) },
    responses: { 200: ok('The subscription', answerWith(subscriptionObject)), ...errors(400, 404, ...TOKEN_ERRORS) },
  }),
  ({ context, limiter }) =>
    async (c) => {
      requireTarget(c.get('caller').industry);
      const wanted = wantedOf(c.req.valid('json'));
      const subscriptionId = await createSubscription({ ...context, limiter }, subscriptionManager(c), wanted);
      return c.json(
        { ...done('The report is mailed from now on'), data: await shownAs(context, c, subscriptionId) },
        200,
      );
    },
);
