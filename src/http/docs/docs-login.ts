import { createRoute, z } from '@hono/zod-openapi';
import { setCookie } from 'hono/cookie';
import { html } from 'hono/html';
import { ServiceError } from '../../domain/errors.ts';
import { InvalidCredentials } from '../../services/auth/errors.ts';
import type { HttpContext } from '../environment.ts';
import { DOCS_COOKIE } from '../middleware/access.ts';
import type { Register } from '../route-declaration.ts';
import { docsPath } from './docs.ts';

export const docsLoginPath = (surface: 'admin' | 'external'): string => `/api/${surface}/auth/docsLogin`;

const form = (surface: 'admin' | 'external', problem: string | null) => html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Documentation login</title></head>
<body><main>
<h1>Documentation login</h1>
${problem === null ? '' : html`<p role="alert">${problem}</p>`}
<form method="post" action="${docsLoginPath(surface)}">
<p><label>Username <input name="username" autocomplete="username" required></label></p>
<p><label>Password <input name="password" type="password" autocomplete="current-password" required></label></p>
<p><button>Log in</button></p>
</form>
</main></body>
</html>`;

const credentials = z.object({ username: z.string().min(1), password: z.string().min(1) });

/** A cookie for one hour, for this surface's paths only; marked Secure wherever the client came by https. */
function setDocsCookie(c: HttpContext, surface: 'admin' | 'external', token: string, lifetimeSeconds: number): void {
  setCookie(c, DOCS_COOKIE, token, { httpOnly: true, maxAge: lifetimeSeconds, path: `/api/${surface}`, sameSite: 'Lax', secure: c.get('client').https });
}

/** GET shows the form, POST checks it and leads to the documentation (specification, Docs login). Not for programs. */
export const registerDocsLogin = (surface: 'admin' | 'external'): Register => (app, { auth }) => {
  const page = { 'text/html': { schema: z.string() } };
  app.openapi(createRoute({
    method: 'get', path: docsLoginPath(surface), tags: ['documentation'], summary: 'Form of the documentation login',
    responses: { 200: { description: 'HTML form', content: page } },
  }), (c) => c.html(form(surface, null)));

  app.openapi(createRoute({
    method: 'post', path: docsLoginPath(surface), tags: ['documentation'], summary: 'Documentation login',
    request: { body: { required: true, content: { 'application/x-www-form-urlencoded': { schema: credentials } } } },
    responses: { 302: { description: 'Cookie access_token_cookie set; leads to the documentation' }, 401: { description: 'Wrong credentials', content: page } },
  }), async (c) => {
    const { username, password } = c.req.valid('form');
    try {
      const { token, lifetimeSeconds } = await auth.loginToDocs(username, password, surface, c.get('client').network);
      setDocsCookie(c, surface, token, lifetimeSeconds);
      return c.redirect(docsPath(surface), 302);
    } catch (error) {
      if (error instanceof InvalidCredentials || (error instanceof ServiceError && error.code === 420)) return c.html(form(surface, error.message), 401);
      throw error;
    }
  });
};
