import { compress } from 'hono/compress';
import { ServiceError } from '../kernel/errors.ts';
import { PAGE_REQUESTS } from '../platform/limits/limits.ts';
import type { HttpApp, HttpContext, HttpEnv } from '../platform/http/environment.ts';
import { budgetBodies, boundUnfinishedBody } from '../platform/http/middleware/body-budget.ts';
import { OPERATORS_ONLY } from '../platform/login/rules/caller.ts';
import type { HttpServices } from '../service/services.ts';
import { ApiRefusal, SessionOver } from './api-client.ts';
import { registerAssets } from './assets.ts';
import { forwardFrom } from './forward.ts';
import { framed } from './frame.ts';
import { markPage, registerHomeScreen } from './home-screen.ts';
import { refuseCrossSite, isFromOwnPage, noForm, sentForm } from './sent-form.ts';
import type { Language } from '../kernel/language.ts';
import { languageOf } from '../platform/http/page-language.ts';
import { BEGIN_PATH, registerBegin } from './begin.ts';
import { registerLogin } from './login.ts';
import { registerMailbox } from './mailbox.ts';
import type { Page } from './page.ts';
import { isStillRead, pageInPieces } from './page-in-pieces.ts';
import { PAGES } from './page-list.ts';
import { asking, chosenIndustry, visitOf } from './session.ts';
import { refusalWords, serviceWords, withWarningsTold } from './service-words.ts';
import { START, troubleOf, troublePage } from './trouble.ts';
import { registerWelcome } from './welcome.ts';
import { bodyLimit } from 'hono/body-limit';
import { createMiddleware } from 'hono/factory';

/** Forms that may be sent without a login. */
const SMALL_FORMS: ReadonlySet<string> = new Set([
  '/app/login',
  '/app/forgotten',
  '/app/logout',
  '/app/industry',
  BEGIN_PATH,
]);
const SMALL_BYTES = 64 * 1024;
/** Largest body: the largest diagram, and the largest bundle of a form. */
const MOST_BYTES = 4 * 1024 * 1024;

/** Bounds what pages send, and counts it as held before it is read. @throws ServiceError 413, 503 */
const boundPageBodies = createMiddleware<HttpEnv>(async (c, next) => {
  if (c.req.raw.body === null) return next();
  const maxSize = SMALL_FORMS.has(c.req.path) ? SMALL_BYTES : MOST_BYTES;
  const tooLarge = (): never => {
    throw new ServiceError(413, `The request body is longer than ${maxSize} bytes`);
  };
  const declared = Number(c.req.header('content-length') ?? maxSize);
  if (declared > maxSize) tooLarge();
  c.get('holdBody')(declared);
  return bodyLimit({ maxSize, onError: tooLarge })(c, next);
});

const PREFIX = '/app/api/';
/** Headers that a module may send. The cookie says whose token it is. */
const HEADERS = ['accept', 'content-type', 'if-match', 'last-event-id'] as const;
const READING: ReadonlySet<string> = new Set(['GET', 'HEAD']);
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Header of the industry, for operators only: other people may not name one. */
const ownHeaders = (industryId: string | null): Record<string, string> =>
  industryId === null ? {} : { targetIndustryId: industryId };

/** Modules of pages show refusals and warnings as they come. A request that only reads has neither. */
async function toldInLanguage(answer: Response, language: Language, isAct: boolean): Promise<Response> {
  const isJson = (answer.headers.get('content-type') ?? '').startsWith('application/json');
  if ((answer.ok && !isAct) || !isJson || language === 'en') return answer;
  const { status } = answer;
  const headers = new Headers(answer.headers);
  headers.delete('content-length');
  const body = (await answer.json()) as { message: string }; // the service's own answer
  const told = answer.ok ? withWarningsTold(language, body) : refusalWords(language, body);
  return new Response(JSON.stringify(told), { status, headers });
}

/**
 * Passes /app/api/user/units on as /api/user/units with the token of the page's cookie. Modules of pages, downloads and
 * the stream of events use it. The answer is passed on as it comes, a refusal in the language of the page.
 */
function registerGateway(app: HttpApp): void {
  app.on(METHODS, `${PREFIX}*`, async (c) => {
    const { pathname, search } = new URL(c.req.url);
    const path = `/api/${pathname.slice(PREFIX.length)}${search}`;
    // A GET that acts is refused to links on foreign pages, as forms are. A download is opened from a page of ours.
    if (!isFromOwnPage(c))
      throw new ServiceError(403, serviceWords(languageOf(c), 'This address is for pages of this service'));
    // A module that is about another industry, or about none, names its own.
    const headers: Record<string, string> = ownHeaders(c.req.header('targetIndustryId') ?? chosenIndustry(c));
    for (const name of HEADERS) {
      const value = c.req.header(name);
      if (value !== undefined) headers[name] = value;
    }
    const answer = await asking(
      c,
      forwardFrom(app, c),
    )({
      path,
      method: c.req.method,
      headers,
      // The body is read whole, because a request with an expired token is sent once more.
      body: READING.has(c.req.method) ? null : await c.req.arrayBuffer(),
      signal: c.req.raw.signal,
    });
    if (answer === null)
      throw new ServiceError(440, serviceWords(languageOf(c), 'Nobody is logged in: please log in again'));
    return toldInLanguage(answer, languageOf(c), !READING.has(c.req.method));
  });
}

/** Status of the API for a token that has ended. */
const SESSION_OVER = 440 as 401; // a number that browsers take for any refusal

/** Address of the login, which leads back here. */
const loginPath = (c: HttpContext): string => {
  const { pathname, search } = new URL(c.req.url);
  return `/app/login?next=${encodeURIComponent(pathname + search)}`;
};

function answerPage(app: HttpApp, services: HttpServices, page: Page, act: 'show' | 'take') {
  return async (c: HttpContext): Promise<Response> => {
    const send = asking(c, forwardFrom(app, c));
    try {
      const visit = await visitOf(c, send, services.context.clock.now());
      const isDenied = page.audience === 'operators' && !visit.visitor.isOperator;
      if (!isDenied) markPage(visit, page, act === 'show');
      const run = async (): Promise<Response> => {
        if (isDenied) throw new ServiceError(403, OPERATORS_ONLY);
        const asked =
          act === 'show' || page.take === undefined ? page.show(visit) : page.take(visit, await sentForm(c));
        const frame = act === 'show' ? (page.frameAhead?.(visit) ?? null) : null;
        if (frame !== null && (await isStillRead(asked)))
          return pageInPieces(visit, page, { frame, content: asked }, services.context.log);
        const content = await asked;
        if (content instanceof Response) return content;
        return c.html(framed(visit, page, content), content.status ?? 200);
      };
      return await run().catch((error: unknown) => {
        if (error instanceof SessionOver) throw error;
        const trouble = troubleOf(c, error);
        if (trouble === null) throw error;
        return c.html(framed(visit, page, trouble.content), trouble.status as 400); // a status of the API's errors
      });
    } catch (error) {
      if (error instanceof SessionOver || (error instanceof ApiRefusal && error.status === 401))
        return page.sessionOver === undefined
          ? c.redirect(loginPath(c), 303)
          : c.html(page.sessionOver(c), SESSION_OVER);
      // Our own faults are logged where all others are.
      if (troubleOf(c, error) === null) throw error;
      return troublePage(c, error);
    }
  };
}

/** First page after the login: the industries for operators, whose own industry has no meters; Today for others. */
async function firstPage(app: HttpApp, services: HttpServices, c: HttpContext): Promise<string> {
  try {
    const { visitor, industryId } = await visitOf(c, asking(c, forwardFrom(app, c)), services.context.clock.now());
    return visitor.isOperator && industryId === visitor.industryId ? '/app/operations' : '/app/today';
  } catch (error) {
    // Today tells what the trouble is.
    return error instanceof SessionOver ? loginPath(c) : '/app/today';
  }
}

/**
 * Registers everything below /app and the welcome at /. Pages hold no rules; they ask the API's endpoints as the
 * visitor.
 */
export function registerPages(app: HttpApp, services: HttpServices): void {
  registerAssets(app);
  registerWelcome(app, services);
  app.use('/app/*', async (c, next) => {
    c.header('Cache-Control', 'no-store');
    // Reading the answer makes it take cookies up, which an answer of the API would drop otherwise.
    void c.res;
    await services.limiter.take(PAGE_REQUESTS, c.get('client').network);
    return next();
  });
  // Event streams must not wait in a compressor.
  const packed = compress();
  app.use('/app/*', (c, next) => (c.req.path.startsWith('/app/api/') ? next() : packed(c, next)));
  app.use('/app/*', refuseCrossSite, boundUnfinishedBody(services.cut), budgetBodies(), boundPageBodies);
  registerLogin(app);
  registerHomeScreen(app);
  if (services.demonstration !== null) registerMailbox(app, services.demonstration);
  registerBegin(app, services);
  registerGateway(app);
  app.get(START, async (c) => c.redirect(await firstPage(app, services, c), 302));
  for (const page of PAGES) {
    app.get(page.path, answerPage(app, services, page, 'show'));
    if (page.take !== undefined) app.post(page.path, answerPage(app, services, page, 'take'));
    else
      app.post(page.path, (c) => {
        throw noForm(c);
      });
  }
}
