import { createRoute, z } from '@hono/zod-openapi';
import { setDisabled } from '../../accounts/set-disabled.ts';
import { disabledAccounts } from '../../users/disabled.ts';
import { actorOf } from '../../../platform/http/actor.ts';
import { endpoint } from '../../../platform/http/endpoint.ts';
import type { HttpContext } from '../../../platform/http/environment.ts';
import { disabledBody, disabledEntry } from '../schemas/account.ts';
import { answerWith, done, errors, ok, TOKEN_ERRORS } from '../../../platform/http/schemas/envelope.ts';
import { jsonBody, requiredTargetHeader } from '../../../platform/http/schemas/parameters.ts';
import { targetOf } from '../../../platform/http/target.ts';

const PATH = '/api/admin/disabled';
const changed = answerWith(z.object({ changed: z.boolean().openapi({ description: 'false: it was so before' }) }));
const request = { headers: requiredTargetHeader, body: jsonBody(disabledBody) };

const blockRequest = (c: HttpContext, { userId, reason }: z.output<typeof disabledBody>) => ({
  industry: targetOf(c),
  userId,
  actor: actorOf(c),
  permissions: c.get('caller').permissions,
  reason: reason ?? null,
});

/**
 * GET /api/admin/disabled. Spec gap: the specification names the lists of disabled users and industries, without
 * operations.
 */
export const getDisabled = endpoint(
  createRoute({
    method: 'get',
    path: PATH,
    tags: ['accounts'],
    summary: 'Who of an industry is disabled',
    request: { headers: requiredTargetHeader },
    responses: {
      200: ok('The list', answerWith(z.object({ disabled: z.array(disabledEntry) })).openapi('DisabledList')),
      ...errors(400, ...TOKEN_ERRORS),
    },
  }),
  ({ context }) =>
    async (c) => {
      const disabled = (await disabledAccounts(context, targetOf(c))).map(({ userId, since }) => ({
        userId,
        since: since.toISOString(),
      }));
      return c.json({ ...done('Disabled'), data: { disabled } }, 200);
    },
);

/** POST /api/admin/disabled. Spec gap: operations on the disabled list. */
export const postDisabled = endpoint(
  createRoute({
    method: 'post',
    path: PATH,
    tags: ['accounts'],
    summary: 'Disable an account, or an industry',
    description: 'From the next request on every request, login and device key of it gets 420, on every process.',
    request,
    responses: { 200: ok('Disabled', changed.openapi('DisabledAdded')), ...errors(400, 404, ...TOKEN_ERRORS) },
  }),
  ({ context }) =>
    async (c) => {
      const isChanged = await setDisabled(context, blockRequest(c, c.req.valid('json')), true);
      return c.json({ ...done('Disabled'), data: { changed: isChanged } }, 200);
    },
);

/** DELETE /api/admin/disabled. Spec gap: operations on the disabled list. */
export const deleteDisabled = endpoint(
  createRoute({
    method: 'delete',
    path: PATH,
    tags: ['accounts'],
    summary: 'Enable an account, or an industry, again',
    description: 'Sessions that have not ended work again.',
    request,
    responses: { 200: ok('Enabled', changed.openapi('DisabledRemoved')), ...errors(400, 404, ...TOKEN_ERRORS) },
  }),
  ({ context }) =>
    async (c) => {
      const isChanged = await setDisabled(context, blockRequest(c, c.req.valid('json')), false);
      return c.json({ ...done('Enabled'), data: { changed: isChanged } }, 200);
    },
);
