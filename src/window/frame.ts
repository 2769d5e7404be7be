import { html } from 'hono/html';
import { COLOURS } from '../kernel/format/colours.ts';
import { instantText } from '../kernel/format/date-text.ts';
import type { HttpContext } from '../platform/http/environment.ts';
import { assetPath } from './assets.ts';
import { languageOf } from '../platform/http/page-language.ts';
import { isNamedTo, type Markup, type Page, type PageContent, type Visit } from './page.ts';
import { FIND_PATH } from './find/find.ts';
import { PAGES } from './page-list.ts';
import { type Language, LANGUAGES } from '../kernel/language.ts';
import { fill, textsOf, type Texts } from './texts.ts';

const LATIN = ['noto-sans-latin-400.woff2', 'noto-sans-latin-600.woff2'] as const;
/** Fonts to load at once, because a page that changes its letters while it is read jumps. */
const LETTERS: Readonly<Partial<Record<Language, readonly string[]>>> = {
  hi: [...LATIN, 'noto-sans-devanagari-400.woff2', 'noto-sans-devanagari-600.woff2'],
};

const document = (
  language: Language,
  title: string,
  texts: Texts,
  inside: Markup,
  islands: readonly string[],
): Markup =>
  html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${fill(texts.frame.tab, { page: title, product: texts.frame.product })}</title>
        <link rel="icon" href="${assetPath('icon.svg')}" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="${assetPath('icon-touch-180.png')}" />
        <link rel="manifest" href="${assetPath(`${language}.webmanifest`)}" />
        <meta name="theme-color" content="${COLOURS.paper.light}" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="${COLOURS.paper.dark}" media="(prefers-color-scheme: dark)" />
        ${(LETTERS[language] ?? LATIN).map(
          (name) => html`<link rel="preload" href="${assetPath(name)}" as="font" type="font/woff2" crossorigin />`,
        )}
        <link rel="stylesheet" href="${assetPath('letters.css')}" />
        <link rel="stylesheet" href="${assetPath('look.css')}" />
        <link rel="stylesheet" href="${assetPath('app.css')}" />
        ${islands.map((name) => html`<script type="module" src="${assetPath(`${name}.js`)}"></script>`)}
      </head>
      <body>
        ${inside}
      </body>
    </html>`;

/** A page without navigation: the login, the welcome, a trouble before anybody is known. */
export function plainPage(
  c: HttpContext,
  { title, body, islands = [] }: Pick<PageContent, 'title' | 'body' | 'islands'>,
): Markup {
  const language = languageOf(c);
  const inside = html`<main class="plain" id="content">
    <p class="language">${otherLanguages(c)}</p>
    <h1>${title}</h1>
    ${body}
  </main>`;
  return document(language, title, textsOf(language), inside, islands);
}

/** The ways to the page in the other languages: addresses, or the form with the reader's draft. */
const otherLanguages = (c: HttpContext, draftForm?: string): Markup =>
  html`${LANGUAGES.filter((other) => other !== languageOf(c)).map(
    (other, at) => html`${at === 0 ? '' : ' '}${inLanguage(c, other, draftForm)}`,
  )}`;

function inLanguage(c: HttpContext, other: Language, draftForm: string | undefined): Markup {
  const { ownName } = textsOf(other).frame;
  const url = new URL(c.req.url);
  url.searchParams.set('language', other);
  if (draftForm !== undefined)
    return html`<button
      form="${draftForm}"
      formaction="${url.pathname + url.search}"
      formnovalidate
      name="go"
      value="stay"
      class="as-link"
      lang="${other}"
    >
      ${ownName}
    </button>`;
  return html`<a href="${url.pathname + url.search}" lang="${other}" hreflang="${other}">${ownName}</a>`;
}

/** Choice of the industry that an operator looks at. */
const industryForm = ({ texts, industryId }: Visit): Markup =>
  html`<form method="post" action="/app/industry">
    <input name="industry" aria-label="${texts.frame.industry}" value="${industryId}" size="12" required />
    <button class="quiet">${texts.frame.look}</button>
  </form>`;

/**
 * Content of the head of a page beside the place: pages, and the visitor. A phone has it behind one button. Style
 * sheets open it where there is room, so that neither needs a script.
 */
const menu = ({ frame }: Texts, find: Markup | '', nav: Markup, who: Markup): Markup =>
  html`<details class="menu open-from-tablet">
    <summary>${frame.menu}</summary>
    <div class="menu-content">
      ${find}
      <nav aria-label="${frame.navigation}">${nav}</nav>
      <div class="who">${who}</div>
    </div>
  </details>`;

/** The field that finds whatever has a name. islands/find.ts answers while one types. */
const findForm = ({ find }: Texts): Markup =>
  html`<form
    class="find"
    role="search"
    method="get"
    action="${FIND_PATH}"
    data-results="${find.results}"
    data-count="${find.count}"
  >
    <input
      name="q"
      aria-label="${find.label}"
      placeholder="${find.hint}"
      maxlength="100"
      autocomplete="off"
      enterkeyhint="search"
    />
  </form>`;

/** The mark of the present entry. `/app/operations` is also present on `/app/operations/audit`. */
const currentMark = (path: string, shown: string): Markup | '' =>
  path === shown ? html`aria-current="page"` : shown.startsWith(`${path}/`) ? html`aria-current="true"` : '';

/** Line that says whether the page is kept up to date; empty on a page that follows no events. */
const freshnessLine = ({ frame: { live, paused, over }, login }: Texts): Markup =>
  html`<p
    id="freshness"
    role="status"
    aria-live="polite"
    data-texts="${JSON.stringify({ live, paused, over, login: login.submit })}"
  ></p>`;

/** Line that the worker shows where the network does not answer, and the page is the one that was seen last. */
const lastSeenLine = ({ texts: { frame, language }, nowMs, clock: { timezone } }: Visit): Markup =>
  html`<p id="last-seen" class="notice high" hidden>
    ${fill(frame.lastSeen, { time: instantText(nowMs, timezone, language) })}
  </p>`;

/** A page for a visitor who may be unknown, with links that everybody may open. */
export function framedForAnybody(c: HttpContext, { title, body }: Pick<PageContent, 'title' | 'body'>): Markup {
  const language = languageOf(c);
  const texts = textsOf(language);
  const links = PAGES.filter(({ audience, isNamedFor }) => audience === 'everybody' && isNamedFor === undefined).map(
    ({ path, name }) => (name === undefined ? '' : html`<a href="${path}">${name(texts)}</a>`),
  );
  const inside = html`<a class="skip" href="#content">${texts.frame.skip}</a>
    <header class="top">
      <strong class="place">${texts.frame.product}</strong>
      ${menu(texts, '', html`${links}`, otherLanguages(c))}
    </header>
    <main id="content" tabindex="-1">
      <h1>${title}</h1>
      ${body}
    </main>`;
  return document(language, title, texts, inside, []);
}

/** A page with its navigation, for a known visitor. */
export function framed(of: Visit, page: Page, { title, body, islands = [], draftForm, lookedAt }: PageContent): Markup {
  const visit = { ...of, ...lookedAt };
  const { texts, visitor } = visit;
  const links = PAGES.filter((one) => isNamedTo(one, visitor)).map(
    ({ path, name }) => html`<a href="${path}" ${currentMark(path, page.path)}>${name?.(texts) ?? ''}</a>`,
  );
  const who = html`${visitor.isOperator ? industryForm(visit) : ''}
    <a href="/app/account">${visitor.username}</a>
    ${otherLanguages(visit.c, draftForm)}
    <form method="post" action="/app/logout"><button class="quiet">${texts.frame.logOut}</button></form>`;
  const inside = html`<a class="skip" href="#content">${texts.frame.skip}</a>
    <header class="top">
      <strong class="place">${visit.industryName}</strong>
      ${menu(texts, findForm(texts), html`${links}`, who)}
    </header>
    <main id="content" tabindex="-1">
      ${page.isKeptOffline === true ? lastSeenLine(visit) : ''} ${freshnessLine(texts)}
      <h1>${title}</h1>
      ${body}
    </main>`;
  return document(visit.language, title, texts, inside, ['live', 'find', 'offline', ...islands]);
}
