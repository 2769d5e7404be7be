import { readFileSync } from 'node:fs';
import { html, raw } from 'hono/html';
import { decimalsFor } from '../kernel/format/figure-text.ts';
import { docsPath, TITLES } from '../platform/openapi/docs.ts';
import type { HttpApp } from '../platform/http/environment.ts';
import { readinessInTime } from '../platform/http/surface-app.ts';
import { SURFACES } from '../platform/http/route-terms.ts';
import type { HttpServices } from '../service/services.ts';
import type { Demonstration, DemoLogin, LiveFigure } from './demonstration.ts';
import { lacksOperators } from '../industries/first-operator.ts';
import { assetPath } from './assets.ts';
import { BEGIN_PATH } from './begin.ts';
import { figureMark } from './figures.ts';
import { plainPage } from './frame.ts';
import { languageOf } from '../platform/http/page-language.ts';
import { MAILBOX_PATH } from './mailbox.ts';
import { type Markup, notice } from './page.ts';
import { serviceWords } from './service-words.ts';
import { fill, textsOf, type Texts } from './texts.ts';
import { Marked } from 'marked';

const isOfThisPage = (address: string): boolean => address.startsWith('#');

/** A container that scrolls by itself, also by keyboard, because tables and code may be wider than a phone. */
const scrollable = (markup: string, label: string): string =>
  `<div class="scroll" tabindex="0" role="group" aria-label="${label}">${markup}</div>`;

const marked = new Marked({
  renderer: {
    // HTML in a guide is comments for its editors.
    html: () => '',
    // Files beside the guide are not served.
    link({ href, tokens }) {
      const text = this.parser.parseInline(tokens);
      return isOfThisPage(href) ? `<a href="${encodeURI(href)}">${text}</a>` : text;
    },
    image: () => '',
  },
});

/**
 * A guide of docs/ as HTML, without its first heading, which the page has. The result is not escaped again, so only
 * files of this repository may be given.
 * @param label name of its tables and code for screen readers
 */
function guideOf(markdown: string, label: string): Markup {
  const html = marked.parse(markdown.replace(/^# .*\n/, ''), { async: false });
  return raw(
    html
      .replaceAll(/<table>[\s\S]*?<\/table>/g, (table) => scrollable(table, label))
      .replaceAll(/<pre>[\s\S]*?<\/pre>/g, (code) => scrollable(code, label)),
  );
}

const HEALTH = ['/healthz', '/readyz', '/metrics'] as const;
const SQL_GUIDE = '/app/sql';
const ANALYSTS = new URL('../../docs/how-to/analysts.md', import.meta.url);

const asUser = ({ label, username, password }: DemoLogin): Markup =>
  html`<form method="post" action="/app/login">
    <input type="hidden" name="username" value="${username}" />
    <input type="hidden" name="password" value="${password}" />
    <button>${label}</button>
  </form>`;

/** The accounts of a demonstration, and what to look at first. */
const entrance = (texts: Texts, { logins, mails }: Demonstration, figure: LiveFigure | null): Markup => {
  const { welcome: t, mailbox } = texts;
  return html`<section class="panel">
    ${figure === null ? '' : liveLine(texts, figure)}
    <h2>${t.enter}</h2>
    <div class="buttons">${logins.map(asUser)}</div>
    <p><a href="/app/login">${t.logIn}</a></p>
    <h2>${t.first}</h2>
    <ol>
      ${[t.firstToday, t.firstWhy, t.firstBalance].map((line) => html`<li>${line}</li>`)}
      <li><a href="${MAILBOX_PATH}">${mailbox.title}</a> (${mails().length}): ${t.firstMails}</li>
      <li>${t.firstQuarantine}</li>
      <li>${t.firstUnits}</li>
    </ol>
  </section>`;
};

/** A figure that is still growing. */
const liveLine = (texts: Texts, { industryName, value, siUnit, ...marks }: LiveFigure): Markup =>
  html`<h2>${fill(texts.welcome.now, { industry: industryName })}</h2>
    <p class="big" id="figure-now">
      ${figureMark(value, decimalsFor([value]), { ...marks, running: true }, texts)}
      <span class="siunit">${siUnit}</span>
    </p>`;

interface Installation {
  readonly problems: readonly string[];
  readonly demonstration: Demonstration | null;
  /** A figure of the demonstration; null: there is none. */
  readonly figure: LiveFigure | null;
  /** Nobody can log in yet. */
  readonly isEmpty: boolean;
}

const content = (texts: Texts, { problems, demonstration, figure, isEmpty }: Installation): Markup =>
  html`<p class="lead">${texts.welcome.lead}</p>
    ${isEmpty ? html`<p><a class="button" href="${BEGIN_PATH}">${texts.begin.link}</a></p>` : ''}
    <ul class="facts">
      <li>${texts.welcome.late}</li>
      <li>${texts.welcome.missing}</li>
      <li>${texts.welcome.why}</li>
      <li>${texts.welcome.apart}</li>
    </ul>
    ${
      demonstration === null
        ? html`<p><a class="button" href="/app/login">${texts.welcome.logIn}</a></p>`
        : entrance(texts, demonstration, figure)
    }
    <img class="today" src="${assetPath('today.png')}" width="720" height="450" alt="${texts.welcome.picture}" />
    <h2>${texts.welcome.documents}</h2>
    <p>${texts.welcome.documentsLead}</p>
    <ul>
      ${SURFACES.map((surface) => html`<li><a href="${docsPath(surface)}">${TITLES[surface]}</a></li>`)}
    </ul>
    <h2>${texts.welcome.sql}</h2>
    <p>${texts.welcome.sqlLead} <a href="${SQL_GUIDE}">${texts.welcome.sqlGuide}</a></p>
    <h2>${texts.welcome.health}</h2>
    ${problems.length === 0 ? notice('stock', texts.welcome.ready) : notice('critical', `${texts.welcome.notReady} ${problems.map((one) => serviceWords(texts.language, one)).join(' ')}`)}
    <ul>
      ${HEALTH.map(
        (path) =>
          html`<li>
            <a href="${path}"><code>${path}</code></a>
          </li>`,
      )}
    </ul>`;

const guides = new Map<string, Markup>();

/** The page of each language is made once, because anybody may ask for it. */
function sqlGuide({ welcome }: Texts): Markup {
  const made = guides.get(welcome.sqlGuide) ?? guideOf(readFileSync(ANALYSTS, 'utf8'), welcome.sqlGuide);
  guides.set(welcome.sqlGuide, made);
  return made;
}

/** GET /: what somebody finds who opens the address of the service, and the guide to SQL. No token. */
export function registerWelcome(
  app: HttpApp,
  services: Pick<HttpServices, 'readiness' | 'context' | 'demonstration'>,
): void {
  app.get('/', async (c) => {
    const texts = textsOf(languageOf(c));
    const { problems } = await readinessInTime(services);
    // While the database is away nobody knows, and the page is there all the same.
    const isEmpty = problems.length === 0 && (await lacksOperators(services.context).catch(() => false));
    const { demonstration, context } = services;
    const figure = problems.length === 0 ? await demonstration?.figure(context).catch(() => null) : null;
    return c.html(
      plainPage(c, {
        title: texts.frame.product,
        body: content(texts, { problems, demonstration, figure: figure ?? null, isEmpty }),
      }),
      200,
      { 'Cache-Control': 'no-store' },
    );
  });
  app.get(SQL_GUIDE, (c) => {
    const texts = textsOf(languageOf(c));
    const body = html`<p><a href="/">${texts.frame.product}</a></p>
      <article class="guide" lang="en">${sqlGuide(texts)}</article>`;
    return c.html(plainPage(c, { title: texts.welcome.sql, body }));
  });
}
