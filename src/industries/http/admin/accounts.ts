import { createRoute, z } from '@hono/zod-openapi';
import { ServiceError } from '../../../kernel/errors.ts';
import { expectedTags, tagText } from '../../rules/provisioning/entity-tags.ts';
import { addAccount, readAccounts } from '../../accounts/accounts.ts';
import type { AccountRequest } from '../../accounts/require-account.ts';
import { actorOf } from '../../../platform/http/actor.ts';
import { endpoint } from '../../../platform/http/endpoint.ts';
import type { HttpContext } from '../../../platform/http/environment.ts';
import { account, accountBody, accountOnTheWire, reasonQuery } from '../schemas/account.ts';
import { answerWith, done, errors, ok, TOKEN_ERRORS } from '../../../platform/http/schemas/envelope.ts';
import { tagHeader } from '../schemas/industry.ts';
import { jsonBody, requiredTargetHeader } from '../../../platform/http/schemas/parameters.ts';
import { targetOf } from '../../../platform/http/target.ts';

const PATH = '/api/admin/accounts';

/**
 * The caller, industry and reason of a change of accounts.
 * @throws ServiceError 403 for a guest, who is no operator and would make himself one.
 */
export function accountRequest(
  c: HttpContext,
  reason: string | undefined,
  { industryId } = targetOf(c),
): AccountRequest {
  const { permissions, role } = c.get('caller');
  if (role === 'guest') throw new ServiceError(403, 'A guest manages no accounts');
  return {
    industryId,
    actor: actorOf(c),
    permissions,
    reason: reason ?? null,
    expected: expectedTags(c.req.header('If-Match')),
  };
}

/**
 * GET /api/admin/accounts. Spec gap: the specification names accounts among the admin resources, without operations.
 */
export const getAccounts = endpoint(
  createRoute({
    method: 'get',
    path: PATH,
    tags: ['accounts'],
    summary: 'Accounts of an industry',
    request: { headers: requiredTargetHeader },
    responses: {
      200: ok(
        'The accounts',
        answerWith(z.object({ accounts: z.array(account), total: z.number().int() })).openapi('Accounts'),
      ),
      ...errors(400, ...TOKEN_ERRORS),
    },
  }),
  ({ context }) =>
    async (c) => {
      const found = (await readAccounts(context, targetOf(c).industryId)).map(accountOnTheWire);
      return c.json({ ...done('Accounts'), data: { accounts: found, total: found.length } }, 200);
    },
);

/** POST /api/admin/accounts. Spec gap: operations on accounts. */
export const postAccount = endpoint(
  createRoute({
    method: 'post',
    path: PATH,
    tags: ['accounts'],
    summary: 'Create an account',
    description: 'All mistakes are told at once, and nothing is written then.',
    request: { headers: requiredTargetHeader, query: reasonQuery, body: jsonBody(accountBody) },
    responses: {
      200: { ...ok('Created', answerWith(account).openapi('AccountCreated')), ...tagHeader },
      ...errors(400, ...TOKEN_ERRORS),
    },
  }),
  ({ context }) =>
    async (c) => {
      const request = { ...accountRequest(c, c.req.valid('query').reason), expected: null };
      const made = await addAccount(context, request, c.req.valid('json'));
      const data = accountOnTheWire(made.account);
      return c.json({ ...done('Account created'), data }, 200, { ETag: tagText(made.tag) });
    },
);
