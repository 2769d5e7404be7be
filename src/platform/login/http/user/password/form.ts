import { password as allowedPassword } from '../../../rules/password-field.ts';
import { createRoute, z } from '@hono/zod-openapi';
import { html } from 'hono/html';
import { ServiceError } from '../../../../../kernel/errors.ts';
import { filledText } from '../../../../../kernel/format/message.ts';
import type { Language } from '../../../../../kernel/language.ts';
import { catalogueOf } from '../../../../../kernel/texts/catalogue.ts';
import type { HttpContext } from '../../../../http/environment.ts';
import { linkPage } from '../../../../http/link-page.ts';
import { languageOf } from '../../../../http/page-language.ts';
import { endpoint } from '../../../../http/endpoint.ts';
import { errors } from '../../../../http/schemas/envelope.ts';
import { readerOfLink, resetByLink } from '../../../use-reset.ts';

/*
 * Page behind the link of a forgotten password, in the language that its person has chosen for mails, else as other
 * pages. No script is needed.
 */

const PATH = '/api/user/password/form';
const PASSWORD_RULE = catalogueOf('en').passwordPage.rule;

const allowedText = (language: Language): string => {
  const { allowed, rule } = catalogueOf(language).passwordPage;
  return filledText(allowed, { rule }, language);
};

function form(language: Language, token: string, problem: string | null) {
  const { linkMail, passwordPage: t } = catalogueOf(language);
  return linkPage(
    language,
    linkMail.reset,
    html`<p id="rule">${allowedText(language)} ${t.sessionsEnd}</p>
      ${problem === null ? '' : html`<p class="alert" role="alert">${problem}</p>`}
      <form method="post" action="${PATH}">
        <input type="hidden" name="token" value="${token}" />
        <label for="newPassword">${t.newPassword}</label>
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
        <label for="again">${t.again}</label>
        <input id="again" name="again" type="password" autocomplete="new-password" required />
        <button type="submit">${t.submit}</button>
      </form>`,
  );
}

/** The page of a link that is not valid has the language of the browser, because its user is not known. */
function over(c: HttpContext) {
  const language = languageOf(c);
  const { overTitle, over: why, askAgain } = catalogueOf(language).passwordPage;
  return linkPage(
    language,
    overTitle,
    html`<p>${why}</p>
      <p>${askAgain}</p>`,
  );
}

function finished(language: Language) {
  const { setTitle, set } = catalogueOf(language).passwordPage;
  return linkPage(language, setTitle, html`<p>${set}</p>`);
}

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
      const reader = await readerOfLink(context, token);
      return reader === null
        ? c.html(over(c), 404)
        : c.html(form(reader.mailLanguage ?? languageOf(c), token, null), 200);
    },
);

const password = z.string().default('');
const fields = z.object({
  token: z.string().max(200).default('').openapi({ description: 'Of the link', example: 'token-of-the-link' }),
  newPassword: password.openapi({ description: PASSWORD_RULE, example: 'Correct-horse-2', format: 'password' }),
  again: password.openapi({ description: 'The same again', example: 'Correct-horse-2', format: 'password' }),
});

/** The problem of the typed password; null: none. */
function problemOf({ newPassword, again }: z.output<typeof fields>, language: Language): string | null {
  if (!allowedPassword.safeParse(newPassword).success) return allowedText(language);
  return newPassword === again ? null : catalogueOf(language).passwordPage.notSame;
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
      const reader = await readerOfLink(context, token);
      if (reader === null) return c.html(over(c), 404);
      const language = reader.mailLanguage ?? languageOf(c);
      const problem = problemOf(sent, language);
      if (problem !== null) return c.html(form(language, token, problem), 400);
      try {
        await resetByLink(context, { token, newPassword, clientNetwork: c.get('client').network });
      } catch (error) {
        // Somebody was faster.
        if (error instanceof ServiceError && error.code === 1403) return c.html(over(c), 404);
        throw error;
      }
      return c.html(finished(language), 200);
    },
);
