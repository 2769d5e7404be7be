import type { z } from '@hono/zod-openapi';
import { html } from 'hono/html';
import { DateTime } from 'luxon';
import { AUDIT_VERBS } from '../../platform/login/rules/audit-verbs.ts';
import type { auditRow } from '../../platform/audit/http/admin/audit.ts';
import { type Markup, type Page, type PageContent, actorName, scrolledTable, type Visit } from '../page.ts';
import { hasNoIndustry, instantMark, sectionPage, zoneNote } from './section.ts';

const PATH = '/app/operations/audit';
const ROWS = 50;

type Row = z.infer<typeof auditRow>;

const FILTERS = ['verb', 'subject', 'from', 'to'] as const;
type Filters = Readonly<Record<(typeof FILTERS)[number], string>>;

const filtersOf = ({ c }: Visit): Filters => ({
  verb: c.req.query('verb') ?? '',
  subject: c.req.query('subject')?.trim() ?? '',
  from: c.req.query('from') ?? '',
  to: c.req.query('to') ?? '',
});

/** Beginning of a day in the shown zone. The API explains a text that is no date. */
const instantOf = ({ clock }: Visit, date: string, daysLater: number): string | null =>
  date === ''
    ? null
    : (DateTime.fromISO(date, { zone: clock.timezone }).plus({ days: daysLater }).toUTC().toISO() ?? date);

const filterForm = ({ texts: { audit: t } }: Visit, filters: Filters): Markup =>
  html`<form method="get" action="${PATH}" class="row">
    <label
      >${t.verb}
      <select name="verb">
        <option value="">${t.every}</option>
        ${Object.keys(AUDIT_VERBS).map(
          (verb) => html`<option value="${verb}" ${verb === filters.verb ? html`selected` : ''}>${verb}</option>`,
        )}
      </select></label
    >
    <label>${t.subject} <input name="subject" value="${filters.subject}" maxlength="200" /></label>
    <label>${t.from} <input name="from" type="date" value="${filters.from}" /></label>
    <label>${t.to} <input name="to" type="date" value="${filters.to}" /></label>
    <button class="quiet">${t.filter}</button>
  </form>`;

function rowOf(visit: Visit, row: Row): Markup {
  const t = visit.texts.audit;
  const change = [
    row.before === null ? '' : `${t.before}\n${JSON.stringify(row.before, null, 1)}`,
    row.after === null ? '' : `${t.after}\n${JSON.stringify(row.after, null, 1)}`,
  ]
    .filter(Boolean)
    .join('\n');
  return html`<tr>
    <td>${instantMark(visit, row.at)}</td>
    <th scope="row">
      ${actorName(visit.texts, row.actor.userId)}<br /><span class="muted">${row.actor.address ?? ''}</span>
    </th>
    <td><code>${row.verb}</code></td>
    <td><code>${row.subject}</code></td>
    <td>${row.industryId ?? t.noIndustry}</td>
    <td>${row.reason ?? ''}</td>
    <td>
      ${
        change === ''
          ? ''
          : html`<details>
              <summary>${t.change}<span class="unseen"> ${row.id}</span></summary>
              <pre>${change}</pre>
            </details>`
      }
    </td>
  </tr>`;
}

async function view(visit: Visit): Promise<PageContent> {
  const { texts, c } = visit;
  const t = texts.audit;
  const filters = filtersOf(visit);
  const { data } = await (hasNoIndustry(visit) ? visit.askOfAll : visit.ask)<{
    data: { rows: Row[]; next: number | null };
  }>('/api/admin/audit', {
    verb: filters.verb || null,
    subject: filters.subject || null,
    from: instantOf(visit, filters.from, 0),
    to: instantOf(visit, filters.to, 1),
    before: c.req.query('before') ?? '0',
    limit: ROWS,
  });
  const older = new URLSearchParams({ ...filters, before: String(data.next) });
  const body = html`<p>${hasNoIndustry(visit) ? t.leadAll : t.lead}</p>
    ${filterForm(visit, filters)}
    ${
      data.rows.length === 0
        ? html`<p>${t.none}</p>`
        : scrolledTable(
            t.title,
            [t.at, t.actor, t.verb, t.subject, texts.operations.industry, texts.operations.reason, t.change],
            data.rows.map((row) => rowOf(visit, row)),
          )
    }
    ${data.next === null ? '' : html`<p><a href="${PATH}?${older}">${t.older}</a></p>`} ${zoneNote(visit)}`;
  return sectionPage(visit, PATH, { title: t.title, body });
}

/** /app/operations/audit: acts with their actors, the newest first. */
export const auditPage: Page = { path: PATH, audience: 'operators', show: view };
