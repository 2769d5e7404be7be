import { html } from 'hono/html';
import type { Page } from '../page.ts';
import { fill } from '../texts.ts';
import { findables } from './findable.ts';
import { ranked } from './rank.ts';

export const FIND_PATH = '/app/find';
/** Results that a reader can take in. More letters leave fewer. */
const MOST = 20;

/**
 * /app/find: units, categories, incidents, reports, people and pages by a few letters of their names. islands/find.ts
 * asks for the same as JSON while somebody types.
 */
export const findPageOver = (pages: readonly Page[]): Page => ({
  path: FIND_PATH,
  audience: 'everybody',
  show: async (visit) => {
    const { c, texts } = visit;
    const wanted = (c.req.query('q') ?? '').trim().slice(0, 100);
    const found = ranked(await findables(visit, pages), wanted);
    const shown = found.slice(0, MOST).map(({ kind, name, note, address }) => ({ kind, name, note, address }));
    if (c.req.header('accept')?.includes('application/json') === true)
      return c.json({ found: shown, more: found.length - shown.length });
    return {
      title: texts.find.title,
      body: html`<form method="get" action="${FIND_PATH}" class="filter" role="search">
          <label>${texts.find.label} <input type="search" name="q" value="${wanted}" maxlength="100" /></label>
          <button class="quiet">${texts.operations.find}</button>
        </form>
        ${shown.length === 0 ? html`<p>${fill(texts.find.none, { wanted })}</p>` : ''}
        <ul class="found plain-list">
          ${shown.map(
            ({ kind, name, note, address }) =>
              html`<li>
                <a href="${address}">${name}</a> <span class="muted">${[kind, note].filter(Boolean).join(' · ')}</span>
              </li>`,
          )}
        </ul>
        ${found.length > MOST ? html`<p class="muted">${fill(texts.today.more, { count: found.length - MOST })}</p>` : ''}`,
    };
  },
});
