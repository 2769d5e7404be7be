import type { z } from '@hono/zod-openapi';
import { html } from 'hono/html';
import { figureText } from '../../kernel/format/figure-text.ts';
import { ownOf } from '../../kernel/own-of.ts';
import type { listedIndustry } from '../../industries/http/admin/industry.ts';
import { addressOf } from '../dates.ts';
import { fieldText, pageWithForms, typedOr } from '../handle-form.ts';
import { type Markup, type Page, type PageContent, notice, scrolledTable, may, type Visit } from '../page.ts';
import { fill } from '../texts.ts';
import { instantMark, sectionPage, sectionsFor, zoneNote } from './section.ts';

const PATH = '/app/operations';
const ROWS = 100;

type Listed = z.infer<typeof listedIndustry>;

function stateOf({ texts }: Visit, { isActive, test, isDisabled }: Listed): string {
  const { active, inactive, trial, disabled } = texts.operations;
  return [isActive ? active : inactive, test ? trial : '', isDisabled ? disabled : ''].filter(Boolean).join(', ');
}

/** Button to activate or deactivate. Deactivating opens a question first, because runs, reports and alerts stop. */
function switchOf(visit: Visit, { industryId, industryName, isActive }: Listed): Markup {
  const { deactivate, reactivate, reason, deactivateMeans } = visit.texts.operations;
  const wasRefused = typedOr(visit, 'industryId', '', 'deactivate') === industryId;
  if (isActive)
    return html`<details ${wasRefused ? 'open' : ''}>
      <summary>${deactivate}<span class="unseen"> ${industryName}</span></summary>
      <form method="post" action="${PATH}" class="inline">
        <input type="hidden" name="industryId" value="${industryId}" />
        <p class="muted">${deactivateMeans}</p>
        <label
          >${reason}
          <input name="reason" value="${wasRefused ? typedOr(visit, 'reason', '') : ''}" maxlength="500" required
        /></label>
        <button name="act" value="deactivate">${deactivate}</button>
      </form>
    </details>`;
  return html`<form method="post" action="${PATH}" class="inline">
    <input type="hidden" name="industryId" value="${industryId}" />
    <button class="quiet" name="act" value="reactivate">
      ${reactivate}<span class="unseen"> ${industryName}</span>
    </button>
  </form>`;
}

const rowOf = (visit: Visit, industry: Listed): Markup => {
  const { texts, visitor } = visit;
  const { industryId, industryName, place, timezone, startAt, totalUnits, totalUsers } = industry;
  return html`<tr>
    <th scope="row">
      ${industryName}<br /><span class="muted"><code>${industryId}</code>${place === null ? '' : ` · ${place}`}</span>
    </th>
    <td>${stateOf(visit, industry)}</td>
    <td>${startAt.slice(0, 5)} ${timezone}</td>
    <td class="figure">${figureText(totalUnits, 0)}</td>
    <td class="figure">${figureText(totalUsers, 0)}</td>
    <td>${instantMark(visit, industry.lastUpdated)}</td>
    <td>
      <form method="post" action="/app/industry" class="inline">
        <input type="hidden" name="industry" value="${industryId}" />
        <button class="quiet">${texts.frame.look}<span class="unseen"> ${industryName}</span></button>
      </form>
    </td>
    <td>${may(visitor, 'industries:write') && industryId !== visitor.industryId ? switchOf(visit, industry) : ''}</td>
  </tr>`;
};

async function view(visit: Visit, told: Markup | '' = ''): Promise<PageContent> {
  const { texts, askOfAll, c, visitor } = visit;
  const t = texts.operations;
  const search = c.req.query('search')?.trim() || null;
  const offset = Math.max(0, Number.parseInt(c.req.query('offset') ?? '', 10) || 0);
  const { data } = await askOfAll<{ data: { industries: Listed[]; total: number } }>('/api/admin/industry', {
    search,
    offset,
    limit: ROWS,
  });
  const { industries, total } = data;
  const page = (from: number): string =>
    `${PATH}?${new URLSearchParams({ search: search ?? '', offset: String(from) })}`;
  const body = html`${told}
    <form method="get" action="${PATH}" class="row">
      <label>${t.search} <input name="search" value="${search ?? ''}" maxlength="100" /></label>
      <button class="quiet">${t.find}</button>
      ${may(visitor, 'industries:write') ? html`<a class="button" href="${PATH}/new">${t.add}</a>` : ''}
    </form>
    <p>${fill(t.count, { shown: industries.length, total })}</p>
    ${scrolledTable(
      t.industries,
      [t.industry, t.state, t.dayBegins, { figure: t.units }, { figure: t.users }, t.newest, t.lookAt, t.change],
      industries.map((industry) => rowOf(visit, industry)),
    )}
    <p class="buttons">
      ${offset > 0 ? html`<a href="${page(Math.max(0, offset - ROWS))}">${t.before}</a>` : ''}
      ${offset + industries.length < total ? html`<a href="${page(offset + ROWS)}">${t.next}</a>` : ''}
    </p>
    ${zoneNote(visit)}`;
  return sectionPage(visit, PATH, { title: t.industries, body });
}

const doneOf = ({ texts, c }: Visit): Markup | '' => {
  const { added, deactivated, reactivated } = texts.operations;
  const told = ownOf({ added, deactivated, reactivated }, c.req.query('done') ?? '');
  return told === undefined ? '' : notice('stock', told);
};

async function act({ send, c }: Visit, form: FormData): Promise<Response> {
  const industryId = fieldText(form, 'industryId');
  const verb = fieldText(form, 'act') === 'deactivate' ? 'deactivate' : 'reactivate';
  const path = `/api/admin/industry/${encodeURIComponent(industryId)}/${verb}`;
  const query = { reason: fieldText(form, 'reason') || null };
  await send('POST', addressOf(path, query), undefined, { targetIndustryId: industryId });
  return c.redirect(`${PATH}?done=${verb}d`, 303);
}

/**
 * /app/operations: all industries, the chosen one and the active ones. People who are no operators are led to their own
 * pages.
 */
export const operationsPage: Page = {
  path: PATH,
  name: (texts) => texts.frame.operations,
  audience: 'everybody',
  isNamedFor: (visitor) => sectionsFor(visitor).length > 1,
  ...pageWithForms(view, act),
  show: async (visit) => {
    const { visitor, c } = visit;
    if (!visitor.isOperator) return c.redirect(sectionsFor(visitor)[0]?.path ?? '/app/today', 302);
    return view(visit, doneOf(visit));
  },
};
