import { randomUUID } from 'node:crypto';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { unavailable } from '../kernel/errors.ts';
import type { HttpContext } from '../platform/http/environment.ts';
import { secondsToWaitOf, ApiRefusal, askingAs } from './api-client.ts';
import type { Forward, Forwarded } from './forward.ts';
import { languageOf } from '../platform/http/page-language.ts';
import { serviceWords } from './service-words.ts';
import { isOperator, type Role } from '../platform/login/rules/caller.ts';
import { readRequestDate } from '../kernel/time/business-date.ts';
import type { Language } from '../kernel/language.ts';
import { textsOf } from './texts.ts';
import type { Visit, Visitor } from './page.ts';

/** Cookies of the pages. They reach /app alone, so no endpoint of the API ever sees one. */
const ACCESS = 'access';
const RENEWAL = 'renewal';
const DEVICE = 'device';
const INDUSTRY = 'industry';
const SCOPE = '/app';
const YEAR_SECONDS = 365 * 24 * 3600;

interface Tokens {
  readonly token: string;
  readonly refreshToken: string;
}

const terms = (c: HttpContext) =>
  ({ path: SCOPE, httpOnly: true, sameSite: 'Lax', secure: c.get('client').https }) as const;

/** The browser's own name: one session per user and device, so that pages end no session of an app. */
function deviceOf(c: HttpContext): string {
  const known = getCookie(c, DEVICE);
  return known !== undefined && /^page-[\w-]{36}$/.test(known) ? known : `page-${randomUUID()}`;
}

/** The name of a browser that has logged in; nothing for one that never has. */
export const browserName = (c: HttpContext): string => getCookie(c, DEVICE) ?? '';

/** Browsers that call themselves by the names of others, too, stand before those. */
const BROWSERS = ['Firefox', 'Edg', 'OPR', 'SamsungBrowser', 'Chrome', 'Safari'];
const SYSTEMS = ['Android', 'iPhone', 'iPad', 'Windows', 'Macintosh', 'CrOS', 'Linux'];

/** Headers that name the browser and its system, by which a person tells the own sessions apart. */
function browserOf(userAgent: string): Record<string, string> {
  const [browser, system] = [BROWSERS, SYSTEMS].map((names) => names.find((name) => userAgent.includes(name)));
  return {
    ...(browser === undefined
      ? {}
      : { 'x-browser-name': browser === 'Edg' ? 'Edge' : browser === 'OPR' ? 'Opera' : browser }),
    ...(system === undefined ? {} : { 'x-os': system === 'Macintosh' ? 'macOS' : system }),
  };
}

/** How a person tells this browser from others: `Firefox · Android`. */
export function browserText(c: HttpContext): string {
  const names = Object.values(browserOf(c.req.header('user-agent') ?? ''));
  return names.length === 0 ? 'Browser' : names.join(' · ');
}

function keep(c: HttpContext, { token, refreshToken }: Tokens, device: string): void {
  // Session cookies: they end with the browser. How long the tokens live, the service decides.
  setCookie(c, ACCESS, token, terms(c));
  setCookie(c, RENEWAL, refreshToken, terms(c));
  // A browser that is in use keeps its name, because push messages end with it.
  setCookie(c, DEVICE, device, { ...terms(c), maxAge: YEAR_SECONDS });
}

/** Forgets who is logged in. */
function forget(c: HttpContext): void {
  for (const name of [ACCESS, RENEWAL, INDUSTRY]) deleteCookie(c, name, terms(c));
}

/**
 * Logs in by name and password, as every client of the API does.
 * @returns null, or why not in the language of the page, with the HTTP status of its answer.
 */
export async function enter(
  c: HttpContext,
  forward: Forward,
  credentials: { readonly username: string; readonly password: string },
): Promise<{
  readonly status: number;
  readonly message: string;
  readonly retryAfterSeconds: number | undefined;
} | null> {
  const device = deviceOf(c);
  const answer = await forward(
    {
      path: '/api/user/login',
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'x-device-id': device,
        ...browserOf(c.req.header('user-agent') ?? ''),
      },
      body: JSON.stringify(credentials),
    },
    null,
  );
  const body = (await answer.json()) as Tokens & { message: string }; // the service's own answer
  if (!answer.ok)
    return {
      status: answer.status,
      message: serviceWords(languageOf(c), body.message),
      retryAfterSeconds: secondsToWaitOf(answer),
    };
  // Somebody else may have chosen it.
  if (getCookie(c, INDUSTRY) !== undefined) deleteCookie(c, INDUSTRY, terms(c));
  keep(c, body, device);
  return null;
}

/** Ends the session on the server, too: with a token that has expired it would live on by its renewal. */
export async function logOut(c: HttpContext, forward: Forward): Promise<void> {
  await asking(c, forward)({ path: '/api/user/logout', method: 'POST' });
  forget(c);
}

/** Whether a text may be an industry's id: other characters could not stand in a header. */
export const isIndustryId = (text: string): boolean => /^[A-Za-z0-9_.-]{1,64}$/.test(text);

/** The industry that an operator has chosen to look at; null: his own. */
export function chosenIndustry(c: HttpContext): string | null {
  const chosen = getCookie(c, INDUSTRY) ?? '';
  return isIndustryId(chosen) ? chosen : null;
}

export const chooseIndustry = (c: HttpContext, industryId: string): void => {
  setCookie(c, INDUSTRY, industryId, terms(c));
};

/** Answers that say that a token is over: absent, expired, revoked, or its user has no session any more. */
const OVER = new Set([401, 420, 440]);

/** Refusals by 401 that come with a token in force: a permission is missing, or a password that was typed is wrong. */
const IN_FORCE = /Missing required permissions|"status_code":1401\b/;

/**
 * Asks with the token of the browser's session. A token that has expired is renewed once.
 * @returns null where nobody is logged in any more.
 */
export function asking(c: HttpContext, forward: Forward) {
  let token = getCookie(c, ACCESS) ?? null;
  let renewing: Promise<boolean> | null = null;

  /** One renewal for all questions of a page, because they are asked at the same time. */
  const renew = (): Promise<boolean> =>
    (renewing ??= (async () => {
      const renewal = getCookie(c, RENEWAL);
      if (renewal === undefined) return false;
      const answer = await forward({ path: '/api/user/refreshToken', method: 'POST' }, renewal);
      // A session that has ended is forgotten, or each page would try to renew it.
      if (OVER.has(answer.status)) forget(c);
      // A service that could not be asked has not ended the session.
      if (answer.status === 503) throw unavailable();
      if (!answer.ok) return false;
      const tokens = (await answer.json()) as Tokens; // the service's own answer
      keep(c, tokens, deviceOf(c));
      token = tokens.token;
      return true;
    })());

  return async (request: Parameters<Forward>[0]): Promise<Response | null> => {
    if (token === null && !(await renew())) return null;
    const asked = token;
    const answer = await forward(request, asked);
    if (!OVER.has(answer.status)) return answer;
    // A new token would not change this answer, and a second wrong password would count as another attempt.
    if (answer.status === 401 && IN_FORCE.test(await answer.clone().text())) return answer;
    if (token === asked && !(await renew())) return null;
    const again = await forward(request, token);
    return OVER.has(again.status) && again.status !== 401 ? null : again;
  };
}

/** GET /api/user/user. */
interface Profile {
  readonly data: Omit<Visitor, 'isOperator'> & {
    readonly role: Role;
    readonly clock: {
      readonly industryId: string;
      readonly industryName: string;
      readonly timezone: string;
      readonly startAt: string;
      readonly today: string;
    };
  };
}

function lookedAt(
  { clock }: Profile['data'],
  language: Language,
): Pick<Visit, 'industryId' | 'industryName' | 'clock'> {
  const { industryId, industryName, timezone, startAt } = clock;
  const today = readRequestDate(clock.today)?.date;
  if (today === undefined) throw new Error(`The service told no date of today: ${clock.today}`);
  return { industryId, industryName, clock: { timezone, language, startAt, today } };
}

/**
 * Who looks at what, and how the page asks. An operator's chosen industry may be gone: its name stays, so that the page
 * tells of it and another one can be chosen.
 * @throws ApiRefusal, SessionOver
 */
export async function visitOf(
  c: HttpContext,
  send: (request: Forwarded) => Promise<Response | null>,
  nowMs: number,
): Promise<Visit> {
  const language = languageOf(c);
  const own = (await askingAs(send, null, language).ask<Profile>('/api/user/user')).data;
  const visitor: Visitor = { ...own, isOperator: isOperator({ role: own.role, homeIndustryId: own.industryId }) };
  const chosen = visitor.isOperator ? chosenIndustry(c) : null;
  const asked = askingAs(send, chosen, language);
  const shown =
    chosen === null
      ? lookedAt(own, language)
      : await asked.ask<Profile>('/api/user/user').then(
          ({ data }) => lookedAt(data, language),
          (error: unknown) => {
            if (!(error instanceof ApiRefusal)) throw error;
            return { ...lookedAt(own, language), industryId: chosen, industryName: chosen };
          },
        );
  return { ...asked, c, visitor, ...shown, language, texts: textsOf(language), nowMs, typed: null };
}
