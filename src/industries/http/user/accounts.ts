import { createRoute, z } from '@hono/zod-openapi';
import { readSeenAccounts } from '../../accounts/accounts.ts';
import { inviteAccount } from '../../accounts/invite-account.ts';
import { endpoint } from '../../../platform/http/endpoint.ts';
import { answerWith, done, errors, ok, TOKEN_ERRORS } from '../../../platform/http/schemas/envelope.ts';
import { jsonBody, targetIndustryHeader } from '../../../platform/http/schemas/parameters.ts';
import { accountRequest } from '../admin/accounts.ts';
import {
  account,
  accountOnTheWire,
  invitationBody,
  madeLink,
  madeLinkOf,
  person,
  reasonQuery,
} from '../schemas/account.ts';

const PATH = '/api/user/accounts';

/** GET /api/user/accounts. Spec gap: the people of an industry are managed by one of their own. */
export const getUserAccounts = endpoint(
  createRoute({
    method: 'get',
    path: PATH,
    tags: ['accounts'],
    summary: 'People of your industry',
    request: { headers: targetIndustryHeader },
    responses: {
      200: ok(
        'The people',
        answerWith(z.object({ accounts: z.array(person), total: z.number().int() })).openapi('People'),
      ),
      ...errors(400, ...TOKEN_ERRORS),
    },
  }),
  ({ context }) =>
    async (c) => {
      const people = await readSeenAccounts(context, c.get('caller').industry);
      const accounts = people.map(({ lastSeen, ...found }) => ({
        ...accountOnTheWire(found),
        lastSeen: lastSeen?.toISOString() ?? null,
      }));
      return c.json({ ...done('People'), data: { accounts, total: accounts.length } }, 200);
    },
);

/** POST /api/user/accounts. Spec gap: as the list of people. */
export const postUserAccount = endpoint(
  createRoute({
    method: 'post',
    path: PATH,
    tags: ['accounts'],
    summary: 'Invite a person to your industry',
    description:
      'Makes an account with a link by which its password is set, once, within seven days. You cannot give permissions that you do not hold. An industry invites 100 people a day at most.',
    request: { headers: targetIndustryHeader, query: reasonQuery, body: jsonBody(invitationBody) },
    responses: {
      200: ok('Invited', answerWith(madeLink.extend({ account })).openapi('Invited')),
      ...errors(400, ...TOKEN_ERRORS),
    },
  }),
  ({ context, limiter }) =>
    async (c) => {
      const request = { ...accountRequest(c, c.req.valid('query').reason, c.get('caller').industry), expected: null };
      const { made, link } = await inviteAccount({ ...context, limiter }, request, c.req.valid('json'));
      const data = { ...madeLinkOf(link), account: accountOnTheWire(made.account) };
      return c.json({ ...done(link === null ? 'The invitation is being mailed' : 'Hand this link over'), data }, 200);
    },
);
