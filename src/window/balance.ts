import { html } from 'hono/html';
import { dateText } from '../kernel/format/date-text.ts';
import {
  addDays,
  addMonths,
  firstOfMonth,
  formatRequestDate,
  lastOfMonth,
  readRequestDate,
} from '../kernel/time/business-date.ts';
import type { BusinessDate } from '../kernel/time/types.ts';
import { pageWithForms } from './handle-form.ts';
import { type DiagramData, pictures, pictureTables } from './balance/pictures.ts';
import { balanceWords, balanceWriter, figuresTable, type ToldBalance } from './balance/words.ts';
import { asOf, balanceAddress, momentText, requestDateOf } from './dates.ts';
import { folded, type Markup, type Page, type PageContent, notice, scrolledTable, may, type Visit } from './page.ts';
import { hasNoIndustry } from './operations/section.ts';
import { fill, type Texts } from './texts.ts';
import type { z } from '@hono/zod-openapi';
import type { versionAnswer } from '../balance/http/schemas/waterBalanceGraph.ts';

type ListedVersion = z.infer<typeof versionAnswer>;

/** The form leads to the address that it stands on, and so to the same days. */
const restoreForm = (texts: Texts, version: number, inForce: number): Markup =>
  html`<form method="post">
    <input type="hidden" name="version" value="${version}" />
    <input type="hidden" name="inForce" value="${inForce}" />
    <button class="quiet">${fill(texts.balance.restore, { version })}</button>
  </form>`;

/** Earlier versions, with a button to restore one for people with the permission. */
function versionsTable(
  texts: Texts,
  versions: readonly ListedVersion[],
  clock: Visit['clock'],
  mayWrite: boolean,
): Markup {
  const words = texts.balance;
  const newest = versions[0]?.version;
  if (newest === undefined) return html`<p>${words.noVersions}</p>`;
  return scrolledTable(
    words.versions,
    [words.version, words.savedAt, words.savedBy, { figure: words.nodes }, { figure: words.lines }, ''],
    versions.map(
      ({ version, savedAt, savedBy, physicalNodes, virtualNodes, edges }) =>
        html`<tr>
          <th scope="row">${version}</th>
          <td class="moment">${momentText(savedAt, clock)}</td>
          <td>${savedBy}</td>
          <td class="figure">${physicalNodes + virtualNodes}</td>
          <td class="figure">${edges}</td>
          <td>${version === newest ? words.inForce : mayWrite ? restoreForm(texts, version, newest) : ''}</td>
        </tr>`,
    ),
  );
}

const PATH = '/app/balance';
const GRAPH = '/api/user/waterBalance/graphEditor';

/** A date of the address, as a field has it or as the API; null: it is none. */
const dateNamed = (text: string): BusinessDate | null => readRequestDate(requestDateOf(text)).date ?? null;

interface DaysAsked {
  readonly from: BusinessDate;
  readonly to: BusinessDate;
  readonly problem: string | null;
}

/** Days of the address; the running day where the address has no valid date. */
function daysAsked({ c, texts }: Visit, today: BusinessDate): DaysAsked {
  const [fromText, toText] = [c.req.query('from') || null, c.req.query('to') || null];
  const from = fromText === null ? today : dateNamed(fromText);
  const to = toText === null ? from : dateNamed(toText);
  if (from !== null && to !== null) return { from, to, problem: null };
  const wrong = from === null ? { field: 'from', value: fromText ?? '' } : { field: 'to', value: toText ?? '' };
  return { from: today, to: today, problem: fill(texts.balance.badDate, wrong) };
}

/** Days to choose from, on the page of the diagram that is shown; null: the first. */
function dayChoice(
  { balance: words }: Texts,
  { from, to }: DaysAsked,
  today: BusinessDate,
  page: string | null,
): Markup {
  const [yesterday, lastMonth] = [addDays(today, -1), addMonths(firstOfMonth(today), -1)];
  const links = [
    { name: words.today, first: today, last: today },
    { name: words.yesterday, first: yesterday, last: yesterday },
    { name: words.thisMonth, first: firstOfMonth(today), last: today },
    { name: words.lastMonth, first: lastMonth, last: lastOfMonth(lastMonth) },
  ];
  // On the first of a month, today is the month as well.
  const current = links.find(({ first, last }) => first === from && last === to);
  return html`<nav class="steps" aria-label="${words.days}">
    ${links.map(
      (link) =>
        html`<a
          href="${balanceAddress(link.first, link.last, page)}"
          ${link === current ? html`aria-current="true"` : ''}
          >${link.name}</a
        >`,
    )}
    <form method="get" action="${PATH}">
      ${page === null ? '' : html`<input type="hidden" name="page" value="${page}" />`}
      <label>${words.from} <input type="date" name="from" value="${from}" max="${today}" /></label>
      <label>${words.to} <input type="date" name="to" value="${to}" max="${today}" /></label>
      <button class="quiet">${words.show}</button>
    </form>
  </nav>`;
}

async function show(visit: Visit, refusal: Markup | '' = ''): Promise<PageContent> {
  const { ask, texts, visitor, c, clock } = visit;
  const { today } = clock;
  const words = texts.balance;
  if (hasNoIndustry(visit)) return { title: texts.frame.balance, body: notice('high', texts.operations.chooseFirst) };
  const days = daysAsked(visit, today);
  const { from, to } = days;
  const [first, last] = [formatRequestDate(from), formatRequestDate(to)];
  const [{ data: balance }, data, versions] = await Promise.all([
    ask<{ data: ToldBalance }>('/api/user/waterBalance', { startDate: first, endDate: last }),
    ask<DiagramData>('/api/user/waterBalance/data', { date1: first, date2: last, type: 'DATE' }),
    ask<{ data: { versions: ListedVersion[] } }>(`${GRAPH}/versions`),
  ]);
  const write = balanceWriter(balance);
  // An earlier version of the diagram, which was restored, may not have the page.
  const page = Object.values(data.pages).find(({ id }) => id === c.req.query('page'))?.id ?? null;
  const shown = { texts, from, to, balance, write, data, page };
  const mayWrite = may(visitor, 'waterBalance:write');
  const body = html`${refusal} ${days.problem === null ? '' : notice('high', days.problem)} ${asOf(visit)}
    ${dayChoice(texts, days, today, page)}
    <div id="balance" data-live>
      ${balanceWords(visit, balance, write)} ${to >= today ? html`<p class="muted">${words.running}</p>` : ''}
      <h2>${words.figures}</h2>
      ${figuresTable(texts, balance, write)}
      <h2>${words.pictures}</h2>
      ${folded(words.showPictures, pictures(shown))}
      <details id="picture-tables" class="open-on-phone">
        <summary>${words.readings}</summary>
        ${pictureTables(shown)}
      </details>
    </div>
    <p><a class="button" href="${PATH}/edit">${mayWrite ? words.edit : texts.graphEditor.title}</a></p>
    <h2>${words.versions}</h2>
    ${versionsTable(texts, versions.data.versions, clock, mayWrite)}`;
  const dates =
    from === to
      ? dateText(from, visit.language)
      : `${dateText(from, visit.language)} – ${dateText(to, visit.language)}`;
  return { title: fill(words.title, { dates }), body };
}

/** Makes an earlier version of the diagram the newest, unless somebody has saved since the form was shown. */
async function restore(visit: Visit, form: FormData): Promise<Response> {
  const [version, inForce] = [String(form.get('version')), String(form.get('inForce'))];
  await visit.send('POST', `${GRAPH}/restore`, { version: Number(version) }, { 'If-Match': `"${inForce}"` });
  return visit.c.redirect(PATH + new URL(visit.c.req.url).search, 303);
}

/** /app/balance: inflow, outflow and unaccounted-for water of some days in words, figures and pictures. */
export const balancePage: Page = {
  path: PATH,
  name: (texts) => texts.frame.balance,
  audience: 'everybody',
  ...pageWithForms(show, restore),
};
