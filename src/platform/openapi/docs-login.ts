import { createRoute, z } from '@hono/zod-openapi';
import { setCookie } from 'hono/cookie';
import { html, raw } from 'hono/html';
import { ServiceError } from '../../kernel/errors.ts';
import { InvalidCredentials } from '../login/errors.ts';
import { loginToDocs } from '../login/login.ts';
import type { HttpContext } from '../http/environment.ts';
import { DOCS_COOKIE } from '../http/middleware/access.ts';
import { type Endpoint, endpoint } from '../http/endpoint.ts';
import { linkPage } from '../http/link-page.ts';
import { errors } from '../http/schemas/envelope.ts';
import { docsLoginPath } from './assets.ts';
import { docsPath } from './docs.ts';

const HEADINGS = {
  admin: 'Log in to the admin documentation',
  external: 'Log in to the external documentation',
} as const;
const HINTS = { admin: 'For platform operators.', external: 'For users of any industry.' } as const;

const form = (surface: 'admin' | 'external', problem: string | null) =>
  linkPage(
    'en',
    HEADINGS[surface],
    html`<p>${HINTS[surface]} You stay logged in for one hour.</p>
      ${problem === null ? '' : html`<p class="alert" role="alert" id="problem">${problem}. Please check username and password.</p>`}
      <form method="post" action="${docsLoginPath(surface)}">
        <label for="username">Username or e-mail address</label>
        <input
          id="username"
          name="username"
          autocomplete="username"
          autocapitalize="none"
          spellcheck="false"
          required
          autofocus
          ${problem === null ? '' : raw('aria-describedby="problem"')}
        />
        <label for="password">Password</label>
        <input id="password" name="password" type="password" autocomplete="current-password" required />
        <button type="submit">Log in</button>
      </form>`,
  );

const credentials = z.object({
  username: z.string().min(1).openapi({ description: 'Username or e-mail address', example: 'asha.rao' }),
  password: z
    .string()
    .min(1)
    .openapi({ description: 'Password of the user', example: 'Correct-horse-1', format: 'password' }),
});

/** A cookie for one hour, for this surface's paths only; marked Secure wherever the client came by https. */
function setDocsCookie(c: HttpContext, surface: 'admin' | 'external', token: string, lifetimeSeconds: number): void {
  setCookie(c, DOCS_COOKIE, token, {
    httpOnly: true,
    maxAge: lifetimeSeconds,
    path: `/api/${surface}`,
    sameSite: 'Lax',
    secure: c.get('client').https,
  });
}

const page = { 'text/html': { schema: z.string(), example: '<!doctype html>' } };

/** Shows the form (specification, Authentication: docs login), which is not for programs. */
export const docsLoginForm = (surface: 'admin' | 'external'): Endpoint =>
  endpoint(
    createRoute({
      method: 'get',
      path: docsLoginPath(surface),
      tags: ['documentation'],
      summary: 'Form of the documentation login',
      responses: { 200: { description: 'HTML form', content: page }, ...errors(429) },
    }),
    () => (c) => c.html(form(surface, null)),
  );

/** Checks what the form sends and leads to the documentation. */
export const docsLoginAttempt = (surface: 'admin' | 'external'): Endpoint =>
  endpoint(
    createRoute({
      method: 'post',
      path: docsLoginPath(surface),
      tags: ['documentation'],
      summary: 'Documentation login',
      request: { body: { required: true, content: { 'application/x-www-form-urlencoded': { schema: credentials } } } },
      responses: {
        302: {
          description: 'Cookie access_token_cookie set for one hour; leads to the documentation',
          headers: {
            Location: { description: 'The documentation', schema: { type: 'string' } },
            'Set-Cookie': { description: 'access_token_cookie, http-only', schema: { type: 'string' } },
          },
        },
        401: { description: 'Wrong credentials: the form again, with the problem', content: page },
        ...errors(400, 429, 503),
      },
    }),
    ({ auth }) =>
      async (c) => {
        const { username, password } = c.req.valid('form');
        try {
          const { token, lifetimeSeconds } = await loginToDocs(
            auth,
            username,
            password,
            surface,
            c.get('client').network,
          );
          setDocsCookie(c, surface, token, lifetimeSeconds);
          return c.redirect(docsPath(surface), 302);
        } catch (error) {
          if (
            error instanceof InvalidCredentials
            || (error instanceof ServiceError && [420, 1403].includes(error.code))
          )
            return c.html(form(surface, error.message), 401);
          throw error;
        }
      },
  );
