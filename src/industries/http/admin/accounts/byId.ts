import { createRoute } from '@hono/zod-openapi';
import { tagText } from '../../../rules/provisioning/entity-tags.ts';
import { changeAccount, readAccount, removeAccount } from '../../../accounts/accounts.ts';
import { sendResetLink } from '../../../accounts/send-reset-link.ts';
import { endpoint } from '../../../../platform/http/endpoint.ts';
import {
  account,
  accountChangeHeaders,
  accountOnTheWire,
  accountPatchBody,
  accountPath,
  madeLink,
  madeLinkOf,
  reasonQuery,
  resetLinkBody,
} from '../../schemas/account.ts';
import { answerWith, done, errors, ok, succeeded, TOKEN_ERRORS } from '../../../../platform/http/schemas/envelope.ts';
import { tagHeader } from '../../schemas/industry.ts';
import { jsonBody, requiredTargetHeader } from '../../../../platform/http/schemas/parameters.ts';
import { targetOf } from '../../../../platform/http/target.ts';
import { accountRequest } from '../accounts.ts';

const PATH = '/api/admin/accounts/{userId}';

/** GET /api/admin/accounts/{userId}. Spec gap: operations on accounts. */
export const getAccountById = endpoint(
  createRoute({
    method: 'get',
    path: PATH,
    tags: ['accounts'],
    summary: 'One account',
    request: { headers: requiredTargetHeader, params: accountPath('asha.rao') },
    responses: {
      200: { ...ok('The account', answerWith(account).openapi('AccountAnswer')), ...tagHeader },
      ...errors(400, 404, ...TOKEN_ERRORS),
    },
  }),
  ({ context }) =>
    async (c) => {
      const found = await readAccount(context, targetOf(c).industryId, c.req.valid('param').userId);
      const data = accountOnTheWire(found.account);
      return c.json({ ...done('Account'), data }, 200, { ETag: tagText(found.tag) });
    },
);

/** PATCH /api/admin/accounts/{userId}. Spec gap: operations on accounts. */
export const patchAccountById = endpoint(
  createRoute({
    method: 'patch',
    path: PATH,
    tags: ['accounts'],
    summary: 'Change an account',
    description: 'All mistakes are told at once, and nothing is written then.',
    request: {
      headers: accountChangeHeaders,
      params: accountPath('ravi.n'),
      query: reasonQuery,
      body: jsonBody(accountPatchBody),
    },
    responses: {
      200: { ...ok('Changed', answerWith(account).openapi('AccountChanged')), ...tagHeader },
      ...errors(400, 404, 412, ...TOKEN_ERRORS),
    },
  }),
  ({ context }) =>
    async (c) => {
      const request = accountRequest(c, c.req.valid('query').reason);
      const changed = await changeAccount(context, request, c.req.valid('param').userId, c.req.valid('json'));
      const data = accountOnTheWire(changed.account);
      return c.json({ ...done('Account changed'), data }, 200, { ETag: tagText(changed.tag) });
    },
);

/** DELETE /api/admin/accounts/{userId}. Spec gap: operations on accounts. */
export const deleteAccountById = endpoint(
  createRoute({
    method: 'delete',
    path: PATH,
    tags: ['accounts'],
    summary: 'Remove an account',
    description: 'Its sessions end. What it has done stays in the audit.',
    request: { headers: accountChangeHeaders, params: accountPath('ravi.n'), query: reasonQuery },
    responses: {
      200: ok('Removed', succeeded.openapi('AccountRemoved')),
      ...errors(400, 404, 412, ...TOKEN_ERRORS),
    },
  }),
  ({ context }) =>
    async (c) => {
      await removeAccount(context, accountRequest(c, c.req.valid('query').reason), c.req.valid('param').userId);
      return c.json(done('Account removed'), 200);
    },
);

/** POST /api/admin/accounts/{userId}/resetPassword. Spec gap: operations on accounts. */
export const postAccountResetPassword = endpoint(
  createRoute({
    method: 'post',
    path: `${PATH}/resetPassword`,
    tags: ['accounts'],
    summary: 'Have a new password set by a link',
    description: 'The link works once, for 30 minutes, and voids the former one. The password stays until it is used.',
    request: {
      headers: requiredTargetHeader,
      params: accountPath('asha.rao'),
      query: reasonQuery,
      body: jsonBody(resetLinkBody),
    },
    responses: {
      200: ok('Made', answerWith(madeLink).openapi('PasswordResetMade')),
      ...errors(400, 404, ...TOKEN_ERRORS),
    },
  }),
  ({ context, limiter }) =>
    async (c) => {
      const { userId } = c.req.valid('param');
      const request = accountRequest(c, c.req.valid('query').reason);
      const made = await sendResetLink({ ...context, limiter }, request, { userId, by: c.req.valid('json').by });
      return c.json(
        { ...done(made === null ? 'The link is being mailed' : 'Hand this link over'), data: madeLinkOf(made) },
        200,
      );
    },
);
