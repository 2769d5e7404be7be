import { createRoute } from '@hono/zod-openapi';
import { changeAccount, removeAccount } from '../../../accounts/accounts.ts';
import { sendResetLink } from '../../../accounts/send-reset-link.ts';
import { setDisabled } from '../../../accounts/set-disabled.ts';
import { endpoint } from '../../../../platform/http/endpoint.ts';
import { answerWith, done, errors, ok, succeeded, TOKEN_ERRORS } from '../../../../platform/http/schemas/envelope.ts';
import { jsonBody, targetIndustryHeader } from '../../../../platform/http/schemas/parameters.ts';
import { accountRequest } from '../../admin/accounts.ts';
import {
  account,
  accountOnTheWire,
  accountPath,
  disabledFlagBody,
  madeLink,
  madeLinkOf,
  personPatchBody,
  reasonQuery,
  resetLinkBody,
} from '../../schemas/account.ts';

const PATH = '/api/user/accounts/{userId}';
const ofOne = { headers: targetIndustryHeader, params: accountPath('meera.d'), query: reasonQuery };
const RIGHTS = 'You need every permission that the account has, before and after.';

/** PATCH /api/user/accounts/{userId}. Spec gap: the people of an industry are managed by one of their own. */
export const patchUserAccount = endpoint(
  createRoute({
    method: 'patch',
    path: PATH,
    tags: ['accounts'],
    summary: 'Change a person of your industry',
    description: `${RIGHTS} All mistakes are told at once, and nothing is written then.`,
    request: { ...ofOne, body: jsonBody(personPatchBody) },
    responses: {
      200: ok('Changed', answerWith(account).openapi('PersonChanged')),
      ...errors(400, 404, ...TOKEN_ERRORS),
    },
  }),
  ({ context }) =>
    async (c) => {
      const request = { ...accountRequest(c, c.req.valid('query').reason, c.get('caller').industry), expected: null };
      const changed = await changeAccount(context, request, c.req.valid('param').userId, c.req.valid('json'));
      return c.json({ ...done('Person changed'), data: accountOnTheWire(changed.account) }, 200);
    },
);

/** DELETE /api/user/accounts/{userId}. Spec gap: as changing a person. */
export const deleteUserAccount = endpoint(
  createRoute({
    method: 'delete',
    path: PATH,
    tags: ['accounts'],
    summary: 'Remove a person from your industry',
    description: `The person's sessions end. What he has done stays in the audit. ${RIGHTS}`,
    request: ofOne,
    responses: { 200: ok('Removed', succeeded.openapi('PersonRemoved')), ...errors(400, 404, ...TOKEN_ERRORS) },
  }),
  ({ context }) =>
    async (c) => {
      const request = { ...accountRequest(c, c.req.valid('query').reason, c.get('caller').industry), expected: null };
      await removeAccount(context, request, c.req.valid('param').userId);
      return c.json(done('Person removed'), 200);
    },
);

/** PUT /api/user/accounts/{userId}/disabled. Spec gap: as changing a person. */
export const putUserAccountDisabled = endpoint(
  createRoute({
    method: 'put',
    path: `${PATH}/disabled`,
    tags: ['accounts'],
    summary: 'Disable a person of your industry, or enable him again',
    description: `From the next request on a disabled person gets 420. ${RIGHTS}`,
    request: { ...ofOne, body: jsonBody(disabledFlagBody) },
    responses: { 200: ok('Set', succeeded.openapi('PersonDisabled')), ...errors(400, 404, ...TOKEN_ERRORS) },
  }),
  ({ context }) =>
    async (c) => {
      const { userId } = c.req.valid('param');
      const { disabled } = c.req.valid('json');
      const { industry } = c.get('caller');
      const request = accountRequest(c, c.req.valid('query').reason, industry);
      await setDisabled(context, { ...request, industry, userId }, disabled);
      return c.json(done(disabled ? 'Disabled' : 'Enabled'), 200);
    },
);

/** POST /api/user/accounts/{userId}/resetPassword. Spec gap: not stated; who may change a person may do so. */
export const postUserAccountResetPassword = endpoint(
  createRoute({
    method: 'post',
    path: `${PATH}/resetPassword`,
    tags: ['accounts'],
    summary: 'Have a new password of a person set by a link',
    description: `The link works once, for 30 minutes, and voids the former one. The password stays until it is used. ${RIGHTS}`,
    request: { ...ofOne, body: jsonBody(resetLinkBody) },
    responses: { 200: ok('Made', answerWith(madeLink).openapi('LinkMade')), ...errors(400, 404, ...TOKEN_ERRORS) },
  }),
  ({ context, limiter }) =>
    async (c) => {
      const { userId } = c.req.valid('param');
      const request = accountRequest(c, c.req.valid('query').reason, c.get('caller').industry);
      const link = await sendResetLink({ ...context, limiter }, request, { userId, by: c.req.valid('json').by });
      const data = madeLinkOf(link);
      return c.json({ ...done(link === null ? 'The link is being mailed' : 'Hand this link over'), data }, 200);
    },
);
