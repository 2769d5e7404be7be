import { html } from 'hono/html';
import type { HttpApp, HttpContext } from '../platform/http/environment.ts';
import { secondsToWaitOf } from './api-client.ts';
import { tellWhenToTryAgain } from '../platform/http/errors.ts';
import { addressOf } from './dates.ts';
import { forwardFrom } from './forward.ts';
import { plainPage } from './frame.ts';
import { asTyped, fieldText } from './handle-form.ts';
import { languageOf } from '../platform/http/page-language.ts';
import { type Markup, notice } from './page.ts';
import { serviceWords } from './service-words.ts';
import { browserName, chooseIndustry, enter, isIndustryId, logOut } from './session.ts';
import { sentForm } from './sent-form.ts';
import { textsOf } from './texts.ts';
import { START } from './trouble.ts';

const FORGOTTEN = '/app/forgotten';

/** Address after the login: a page of ours, never a foreign one. */
function nextPage(text: unknown): string {
  if (typeof text !== 'string' || !URL.canParse(text, 'http://pages')) return START;
  // The address is resolved as a browser does: /app/./api/ is /app/api/.
  const { host, pathname, search } = new URL(text, 'http://pages');
  const isPage = host === 'pages' && /^\/app\/(?!api\/|login|logout|forgotten|\/)/.test(pathname);
  return isPage ? pathname + search : START;
}

/** @param failed why the person was not logged in, and the name as it was typed; null: nobody has tried */
function form(
  c: HttpContext,
  next: string,
  failed: { readonly problem: string; readonly username: string } | null,
): Markup {
  const language = languageOf(c);
  const texts = textsOf(language);
  // A browser that has never logged in was not logged out either.
  const isBack = c.req.query('next') !== undefined && browserName(c) !== '';
  const body = html`${failed === null ? '' : notice('critical', failed.problem)}
    <form method="post" action="/app/login" class="panel">
      <input type="hidden" name="next" value="${next}" />
      <label for="username">${texts.login.username}</label>
      <input
        id="username"
        name="username"
        value="${failed?.username ?? ''}"
        autocomplete="username"
        autocapitalize="none"
        spellcheck="false"
        required
      />
      <label for="password">${texts.login.password}</label>
      <input id="password" name="password" type="password" autocomplete="current-password" required />
      <button>${texts.login.submit}</button>
      <p><a href="${FORGOTTEN}">${texts.login.forgotten}</a></p>
    </form>`;
  return plainPage(c, {
    title: texts.login.title,
    body: html`${isBack ? html`<p>${texts.login.over}</p>` : ''}${body}`,
  });
}

/** The page of a forgotten password. Its answer is the same whether or not somebody has the name. */
function forgottenPage(c: HttpContext, told: Markup | ''): Markup {
  const { login: t } = textsOf(languageOf(c));
  return plainPage(c, {
    title: t.forgotten,
    body: html`${told}
      <form method="post" action="${FORGOTTEN}" class="panel">
        <p>${t.forgottenLead}</p>
        <label for="username">${t.username}</label>
        <input
          id="username"
          name="username"
          autocomplete="username"
          autocapitalize="none"
          spellcheck="false"
          required
        />
        <button>${t.sendLink}</button>
      </form>
      <p><a href="/app/login">${t.backToLogin}</a></p>`,
  });
}

async function askForLink(app: HttpApp, c: HttpContext): Promise<Response> {
  const username = asTyped(await sentForm(c), 'username');
  const answer = await forwardFrom(app, c)(
    {
      path: '/api/user/password/forgot',
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ username }),
    },
    null,
  );
  if (answer.ok) return c.html(forgottenPage(c, notice('stock', textsOf(languageOf(c)).login.linkSent)));
  const { message } = (await answer.json()) as { message: string }; // the service's own answer
  tellWhenToTryAgain(c, answer.status, secondsToWaitOf(answer));
  const told = notice('critical', serviceWords(languageOf(c), message));
  return c.html(forgottenPage(c, told), answer.status as 400); // a status of the API's errors
}

/** /app/login, /app/forgotten, /app/logout and the industry that an operator looks at. */
export function registerLogin(app: HttpApp): void {
  app.get('/app/login', (c) => c.html(form(c, nextPage(c.req.query('next')), null)));
  app.post('/app/login', async (c) => {
    const sent = await sentForm(c);
    const next = nextPage(asTyped(sent, 'next'));
    const credentials = { username: asTyped(sent, 'username'), password: asTyped(sent, 'password') };
    const refusal = await enter(c, forwardFrom(app, c), credentials);
    if (refusal === null) return c.redirect(next, 303);
    tellWhenToTryAgain(c, refusal.status, refusal.retryAfterSeconds);
    const failed = { problem: refusal.message, username: credentials.username };
    return c.html(form(c, next, failed), refusal.status as 401); // a status of the API's errors
  });
  app.get(FORGOTTEN, (c) => c.html(forgottenPage(c, '')));
  app.post(FORGOTTEN, (c) => askForLink(app, c));
  app.post('/app/logout', async (c) => {
    await logOut(c, forwardFrom(app, c));
    return c.redirect('/', 303);
  });
  // The API decides whether the industry exists and this person may see it, when the page asks.
  app.post('/app/industry', async (c) => {
    const industry = fieldText(await sentForm(c), 'industry');
    // A name is no id, and the list of industries finds it.
    if (industry !== '' && !isIndustryId(industry))
      return c.redirect(addressOf('/app/operations', { search: industry }), 303);
    chooseIndustry(c, industry);
    return c.redirect(START, 303);
  });
}
