import { html } from 'hono/html';
import { dateText, monthNameText } from '../kernel/format/date-text.ts';
import {
  addDays,
  eachDate,
  earlierOf,
  firstOfMonth,
  formatRequestDate,
  lastOfMonth,
} from '../kernel/time/business-date.ts';
import type { BusinessDate } from '../kernel/time/types.ts';
import { heatMap, mapLegend, mapSentence, type MapUnit, newestDay, readMap, causesText } from './completeness/map.ts';
import { asOf, dateOf, monthAfter, monthBefore, monthNamed, monthText, momentText } from './dates.ts';
import { folded, type Markup, type Page, notice, scrolledTable, scroller, type Visit } from './page.ts';
import { fill, type Texts } from './texts.ts';
import type { ListedUnit } from './units/choose-units.ts';
import type { ListedStaleDay } from '../figures/http/user/staleDays.ts';

const PATH = '/app/completeness';
const UNITS_OF_PAGE = 50;

const pathOf = (month: BusinessDate, page = 1): string =>
  `${PATH}?${new URLSearchParams({ month: monthText(month), ...(page === 1 ? {} : { page: String(page) }) })}`;

const monthLinks = (texts: Texts, month: BusinessDate, today: BusinessDate): Markup =>
  html`<nav class="steps" aria-label="${texts.completeness.months}">
    <a href="${pathOf(monthBefore(month))}" rel="prev"
      >${fill(texts.completeness.before, { month: monthNameText(monthBefore(month), texts.language) })}</a
    >
    <form method="get" action="${PATH}">
      <input
        type="month"
        name="month"
        value="${monthText(month)}"
        max="${monthText(today)}"
        aria-label="${texts.completeness.choose}"
      />
      <button class="quiet">${texts.completeness.show}</button>
    </form>
    ${
      monthAfter(month) > today
        ? ''
        : html`<a href="${pathOf(monthAfter(month))}" rel="next"
            >${fill(texts.completeness.after, { month: monthNameText(monthAfter(month), texts.language) })}</a
          >`
    }
  </nav>`;

function waitingDays({ texts, clock }: Visit, staleDays: readonly ListedStaleDay[]): Markup {
  const words = texts.completeness;
  if (staleDays.length === 0) return html`<p>${words.noneWaiting}</p>`;
  return html`<p>${words.waitingLead}</p>
    ${scrolledTable(
      words.waiting,
      [words.day, words.why, words.since, { figure: words.units }],
      staleDays.map(
        ({ date, causes, markedAt, units }) =>
          html`<tr>
            <th scope="row">${dateText(dateOf(date), texts.language)}</th>
            <td>${causesText(texts, Object.keys(causes))}</td>
            <td class="moment">${momentText(markedAt, clock)}</td>
            <td class="figure">${units ?? words.allUnits}</td>
          </tr>`,
      ),
    )}`;
}

const pageLinks = (texts: Texts, month: BusinessDate, page: number, pages: number): Markup | '' =>
  pages < 2
    ? ''
    : html`<nav class="steps" aria-label="${texts.completeness.pages}">
        ${Array.from({ length: pages }, (_, at) => at + 1).map(
          (at) => html`<a href="${pathOf(month, at)}" ${at === page ? html`aria-current="page"` : ''}>${at}</a>`,
        )}
      </nav>`;

/** Index of the requested page of units; null: there is no such page. */
function pageAsked(text: string | undefined, pages: number): number | null {
  if (text === undefined) return 1;
  const page = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  return page >= 1 && page <= pages ? page : null;
}

/** /app/completeness: coverage of each unit's days, and days that wait for a rebuild. */
export const completenessPage: Page = {
  path: PATH,
  name: (texts) => texts.frame.completeness,
  audience: 'everybody',
  show: async (visit) => {
    const { ask, texts, c, clock } = visit;
    const words = texts.completeness;
    const { today } = clock;
    const { data: known } = await ask<{ data: Pick<ListedUnit, 'unitId' | 'unitName' | 'lastDate'>[] }>(
      '/api/user/units',
      { retired: true },
    );
    const asked = c.req.query('month');
    const named = asked === undefined ? null : monthNamed(asked);
    // On the first of a month the newest ended day is in the month before.
    const month = named === null || named > today ? firstOfMonth(addDays(today, -1)) : named;
    const units = known
      .map((unit): MapUnit => ({ ...unit, lastDate: unit.lastDate === null ? null : dateOf(unit.lastDate) }))
      .filter(({ lastDate }) => lastDate === null || lastDate >= month);
    const pages = Math.max(1, Math.ceil(units.length / UNITS_OF_PAGE));
    const page = pageAsked(c.req.query('page'), pages);
    const first = ((page ?? 1) - 1) * UNITS_OF_PAGE;
    const shown = units.slice(first, first + UNITS_OF_PAGE);
    const [{ data: waiting }, figures] = await Promise.all([
      ask<{ data: ListedStaleDay[] }>('/api/user/staleDays', {
        startDate: formatRequestDate(month),
        endDate: formatRequestDate(lastOfMonth(month)),
      }),
      readMap(visit, shown, month, today),
    ]);
    const map = {
      texts,
      units: shown,
      dates: [...eachDate(month, earlierOf(lastOfMonth(month), today))],
      figures,
      today,
      waiting: new Set(waiting.map(({ date }) => dateOf(date))),
    };
    const body = html`${asked !== undefined && (named === null || named > today) ? notice('high', fill(words.badMonth, { value: asked })) : ''}
      ${page === null ? notice('high', fill(words.badPage, { value: c.req.query('page') ?? '', pages })) : ''}
      ${asOf(visit)} ${units.length === 0 ? '' : html`<div id="newest-day" data-live>${newestDay(map)}</div>`}
      ${monthLinks(texts, month, today)}
      <p>${words.lead}</p>
      ${
        units.length === 0
          ? notice('stock', words.noUnits)
          : html`<p id="map-says" class="muted" data-live>${mapSentence(map)}</p>
              ${scroller(words.table, heatMap(map))} ${pageLinks(texts, month, page ?? 1, pages)}
              <h2>${words.legend}</h2>
              ${folded(words.signs, mapLegend(texts))}`
      }
      <h2>${words.waiting}</h2>
      <div id="waiting" data-live>${waitingDays(visit, waiting)}</div>`;
    return { title: fill(words.title, { month: monthNameText(month, texts.language) }), body, islands: ['grid'] };
  },
};
