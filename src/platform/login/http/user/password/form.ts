import { password as allowedPassword } from '../../../rules/password-field.ts';
import { createRoute, z } from '@hono/zod-openapi';
import { html } from 'hono/html';
import { ServiceError } from '../../../../../kernel/errors.ts';
import { linkPage } from '../../../../http/link-page.ts';
import { endpoint } from '../../../../http/endpoint.ts';
import { errors } from '../../../../http/schemas/envelope.ts';
import { isLinkValid, resetByLink } from '../../../use-reset.ts';

/* Page behind the link of a forgotten password. No script is needed. */

const PATH = '/api/user/password/form';
const PASSWORD_RULE = '5 to 30 characters without blanks';

const form = (token: string, problem: string | null) =>
  linkPage(
    'en',
    'Set a new password',
    html`<p id="rule">Allowed are ${PASSWORD_RULE}. Your sessions on all devices end.</p>
      ${problem === null ? '' : html`<p class="alert" role="alert">${problem}</p>`}
      <form method="post" action="${PATH}">
        <input type="hidden" name="token" value="${token}" />
        <label for="newPassword">New password</label>
        <input
          id="newPassword"
          name="newPassword"
          type="password"
          autocomplete="new-password"
          minlength="5"
          maxlength="30"
          required
          autofocus
          aria-describedby="rule"
        />
        <label for="again">The same again</label>
        <input id="again" name="again" type="password" autocomplete="new-password" required />
        <button type="submit">Set password</button>
      </form>`,
  );

const over = () =>
  linkPage(
    'en',
    'This link is not valid any more',
    html`<p>
        A link works once, for as long as its mail says, and until another one is asked for. Your password is as it was.
      </p>
      <p>Ask for another link where you log in.</p>`,
  );

const finished = () =>
  linkPage(
    'en',
    'Your password is set',
    html`<p>Your sessions on all devices have ended. Log in with the new password.</p>`,
  );

const content = { 'text/html': { schema: z.string(), example: '<!doctype html>' } };

/** GET /api/user/password/form. Spec gap: as asking for the link. Looking at it does not use the link up. */
export const getPasswordForm = endpoint(
  createRoute({
    method: 'get',
    path: PATH,
    tags: ['login'],
    summary: 'Page on which a new password is set by the link',
    request: { query: z.object({ token: z.string().max(200).optional().openapi({ description: 'Of the link' }) }) },
    responses: {
      200: { description: 'The form', content },
      404: { description: 'The link is not valid any more, says the page', content },
      ...errors(400, 429, 503),
    },
  }),
  ({ context }) =>
    async (c) => {
      const { token = '' } = c.req.valid('query');
      return (await isLinkValid(context, token)) ? c.html(form(token, null), 200) : c.html(over(), 404);
    },
);

const password = z.string().default('');
const fields = z.object({
  token: z.string().max(200).default('').openapi({ description: 'Of the link', example: 'token-of-the-link' }),
  newPassword: password.openapi({ description: PASSWORD_RULE, example: 'Correct-horse-2', format: 'password' }),
  again: password.openapi({ description: 'The same again', example: 'Correct-horse-2', format: 'password' }),
});

/** The problem of the typed password; null: none. */
function problemOf({ newPassword, again }: z.output<typeof fields>): string | null {
  if (!allowedPassword.safeParse(newPassword).success) return `Allowed are ${PASSWORD_RULE}.`;
  return newPassword === again ? null : 'The two are not the same.';
}

/** POST /api/user/password/form. Spec gap: as asking for the link. */
export const postPasswordForm = endpoint(
  createRoute({
    method: 'post',
    path: PATH,
    tags: ['login'],
    summary: 'What that page sends',
    request: { body: { required: true, content: { 'application/x-www-form-urlencoded': { schema: fields } } } },
    responses: {
      200: { description: 'Set, says the page', content },
      400: { description: 'The form again, with the problem', content },
      404: { description: 'The link is not valid any more, says the page', content },
      ...errors(429, 503),
    },
  }),
  ({ context }) =>
    async (c) => {
      const sent = c.req.valid('form');
      const { token, newPassword } = sent;
      if (!(await isLinkValid(context, token))) return c.html(over(), 404);
      const problem = problemOf(sent);
      if (problem !== null) return c.html(form(token, problem), 400);
      try {
        await resetByLink(context, { token, newPassword, clientNetwork: c.get('client').network });
      } catch (error) {
        // Somebody was faster.
        if (error instanceof ServiceError && error.code === 1403) return c.html(over(), 404);
        throw error;
      }
      return c.html(finished(), 200);
    },
);
