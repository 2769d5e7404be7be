import { html } from 'hono/html';
import { ServiceError } from '../kernel/errors.ts';
import type { HttpContext } from '../platform/http/environment.ts';
import {
  asServiceError,
  internalError,
  isWorthAnotherTry,
  httpStatusOf,
  secondsToWait,
  tellWhenToTryAgain,
} from '../platform/http/errors.ts';
import { ApiRefusal, SessionOver } from './api-client.ts';
import { framedForAnybody } from './frame.ts';
import { languageOf } from '../platform/http/page-language.ts';
import { OPERATORS_ONLY } from '../platform/login/rules/caller.ts';
import { type Markup, type PageContent, notice } from './page.ts';
import { lackingText } from './people/fields.ts';
import { serviceWords } from './service-words.ts';
import { type Texts, textsOf } from './texts.ts';
import { UNITS_PATH } from './units/units.ts';

/** Leads on to the page where this person begins. */
export const START = '/app';

interface Trouble {
  readonly content: PageContent;
  readonly status: number;
}

/** Addresses that answer people, whatever goes wrong. The gateway and the assets answer modules of pages. */
const PAGE = /^\/(?:app(?:\/(?!api\/|assets\/).*)?)?$/;
/** Pages among the endpoints: programs ask them, too, and hear errors as everywhere. */
const PAGE_OF_SURFACE =
  /^\/api\/(?:\w+\/docs|\w+\/auth\/docsLogin|user\/password\/form|user\/reports\/(?:unsubscribe|confirm))\/?$/;

const takesPages = (c: HttpContext): boolean => (c.req.header('accept') ?? '').includes('text/html');

/** Whether what goes wrong with a request is told by a page. */
export const isForPeople = (c: HttpContext): boolean =>
  PAGE.test(c.req.path) || (takesPages(c) && PAGE_OF_SURFACE.test(c.req.path));

/** The page for an address at which there is nothing. Browsers are led on wherever no endpoint can be. */
export const isLostPerson = (c: HttpContext): boolean =>
  isForPeople(c) || (takesPages(c) && !/^\/(?:api|app\/api|app\/assets)\//.test(c.req.path));

/** Where the same can be tried again. What only takes a form has no page of its own. */
function placeOf(c: HttpContext): string {
  const { pathname, search } = new URL(c.req.url);
  if (['/app/logout', '/app/industry'].includes(pathname)) return START;
  return c.req.method === 'GET' ? pathname + search : pathname;
}

function waysOn(c: HttpContext, { frame }: Texts, status: number): Markup {
  // A link does not send a form again.
  const again = c.req.method !== 'GET' ? frame.toPage : isWorthAnotherTry(status) ? frame.again : null;
  return html`<p class="buttons">
    ${again === null ? '' : html`<a class="button" href="${placeOf(c)}">${again}</a>`}
    <a class="button quiet" href="${START}">${frame.toStart}</a>
    ${status === 404 || status === 400 ? html`<a class="button quiet" href="${UNITS_PATH}">${frame.allUnits}</a>` : ''}
  </p>`;
}

const titleOf = (status: number, { frame }: Texts): string =>
  ({ 429: frame.tooMany, 503: frame.away })[status] ?? frame.trouble;

/** Why this person may not, and whom to ask; null: the refusal has another reason. */
function deniedSaid(words: string, status: number, texts: Texts): string | null {
  const { frame, language } = texts;
  if (status === 403 && words === serviceWords(language, OPERATORS_ONLY)) return frame.operatorsOnly;
  // A refusal names permissions alike in every language.
  const lacking = status === 401 ? [...words.matchAll(/\b\w+:(?:\w+|\*)/g)].map(([permission]) => permission) : [];
  return lacking.length === 0 ? null : lackingText(texts, lacking);
}

/**
 * The sentence of a page about a refusal, its own or one of the API; null: a fault of ours. Tells when to try again.
 */
export function troubleOf(c: HttpContext, error: unknown): Trouble | null {
  const known = error instanceof ApiRefusal ? error : asServiceError(error);
  return known === null ? null : tell(c, known);
}

/** A refusal in the language of the page. One that a page got from the API is in that language already. */
const wordsOf = (known: ApiRefusal | ServiceError, { language }: Texts): string =>
  known instanceof ApiRefusal ? known.message : serviceWords(language, known.message);

function tell(c: HttpContext, known: ApiRefusal | ServiceError): Trouble {
  const trouble = toldIn(c, known);
  const seconds = known instanceof ServiceError ? secondsToWait(known) : known.retryAfterSeconds;
  tellWhenToTryAgain(c, trouble.status, seconds);
  return trouble;
}

function toldIn(c: HttpContext, known: ApiRefusal | ServiceError): Trouble {
  const texts = textsOf(languageOf(c));
  const status = known instanceof ServiceError ? httpStatusOf(known) : known.status;
  const { frame } = texts;
  const isTemporary = isWorthAnotherTry(status);
  const words = wordsOf(known, texts);
  const denied = deniedSaid(words, status, texts);
  const isRead = c.req.method === 'GET';
  return {
    content: {
      title: denied === null ? titleOf(status, texts) : isRead ? frame.denied : frame.deniedAct,
      body: html`${notice(isTemporary || denied !== null ? 'high' : 'critical', denied ?? words)}
      ${denied === null || isRead ? '' : html`<p>${frame.deniedActMeans}</p>`}
      ${status === 503 ? html`<p>${isRead ? frame.awayMeans : frame.awaySent}</p>` : ''} ${waysOn(c, texts, status)}`,
    },
    status,
  };
}

/** The notice in the place of content that failed after the page's frame was sent. */
export function lateTrouble(c: HttpContext, error: unknown): Markup {
  const { frame } = textsOf(languageOf(c));
  // The login comes by the same address, once it is asked again.
  if (error instanceof SessionOver)
    return html`${notice('high', frame.over)}
      <p class="buttons"><a class="button" href="${placeOf(c)}">${frame.again}</a></p>`;
  const known = error instanceof ApiRefusal ? error : (asServiceError(error) ?? internalError(c));
  return toldIn(c, known).content.body;
}

/** The page about an error that nobody has answered: with its words, a heading and where one may go. */
export function troublePage(c: HttpContext, error: unknown): Response | Promise<Response> {
  const { content, status } = troubleOf(c, error) ?? tell(c, internalError(c));
  return c.html(framedForAnybody(c, content), status as 400); // a status of the API's errors
}

/** The page where there is none. */
export function lostPage(c: HttpContext): Response | Promise<Response> {
  const texts = textsOf(languageOf(c));
  const body = html`<p>${texts.frame.noSuchPageMeans}</p>
    ${waysOn(c, texts, 404)}`;
  return c.html(framedForAnybody(c, { title: texts.frame.noSuchPage, body }), 404);
}
