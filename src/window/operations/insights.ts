import type { z } from '@hono/zod-openapi';
import { html } from 'hono/html';
import { KIND_WORDS } from '../../findings/rules/kind-words.ts';
import { addDays } from '../../kernel/time/business-date.ts';
import { percentText } from '../../kernel/format/figure-text.ts';
import type { precisionObject } from '../../findings/http/schemas/insights.ts';
import { fieldText } from '../answering.ts';
import type { Markup, Page, PageContent } from '../page.ts';
import { scroller } from '../parts.ts';
import { fill } from '../texts/texts.ts';
import { may, type Visit } from '../visit.ts';
import { type FindingRow, findingItem, placedSays } from './finding-item.ts';
import { formPage, hasNoIndustry, sectionPage, zoneNote } from './section.ts';

const PATH = '/app/operations/insights';
const DAYS = ['7', '30', '90', '366'] as const;

type Precision = z.infer<typeof precisionObject>;

/** An industry of GET /api/admin/insights. */
interface OfIndustry {
  readonly industryId: string;
  readonly findings: FindingRow[];
}

const list = (visit: Visit, findings: readonly FindingRow[]): Markup =>
  findings.length === 0
    ? html`<p>${visit.texts.insights.none}</p>`
    : html`<ol class="plain-list">
        ${findings.map((finding) => findingItem(visit, finding))}
      </ol>`;

const precisionTable = ({ texts: { insights: t }, language }: Visit, rows: readonly Precision[]): Markup =>
  rows.length === 0
    ? html``
    : html`<h2>${t.precision}</h2>
        ${scroller(
          t.precision,
          html`<table>
            <thead>
              <tr>
                <th scope="col">${t.kind}</th>
                <th scope="col" class="figure">${t.confirmed}</th>
                <th scope="col" class="figure">${t.rejected}</th>
                <th scope="col" class="figure">${t.agreed}</th>
              </tr>
            </thead>
            <tbody>
              ${rows.map(
                ({ kind, confirmed, rejected, precision }) =>
                  html`<tr>
                    <th scope="row">${KIND_WORDS[kind].title[language]}</th>
                    <td class="figure">${confirmed}</td>
                    <td class="figure">${rejected}</td>
                    <td class="figure">
                      ${precision === null ? html`<span class="missing">–</span>` : percentText(precision)}
                    </td>
                  </tr>`,
              )}
            </tbody>
          </table>`,
        )}`;

async function ofIndustry(visit: Visit): Promise<Markup> {
  const { ask, c, texts } = visit;
  const t = texts.insights;
  const days = DAYS.find((one) => one === c.req.query('days')) ?? '7';
  const all = c.req.query('all') === 'true';
  const unit = c.req.query('unit') ?? null;
  const { data } = await ask<{ data: { findings: FindingRow[]; precision: Precision[] } }>('/api/user/insights', {
    days,
    all,
  });
  const findings = data.findings.filter(
    ({ unitId, swappedWith }) => unit === null || unitId === unit || swappedWith === unit,
  );
  return html`<form method="get" action="${PATH}" class="row">
      ${unit === null ? '' : html`<input type="hidden" name="unit" value="${unit}" />`}
      <label
        >${t.days}
        <select name="days">
          ${DAYS.map((one) => html`<option value="${one}" ${one === days ? html`selected` : ''}>${one}</option>`)}
        </select></label
      >
      <label class="check"
        ><input type="checkbox" name="all" value="true" ${all ? html`checked` : ''} /> ${t.alsoSettled}</label
      >
      <button class="quiet">${texts.operations.find}</button>
    </form>
    ${unit === null ? '' : html`<p>${fill(t.ofUnit, { unit })} <a href="${PATH}">${t.ofAllUnits}</a></p>`}
    <div id="findings" data-live>${list(visit, findings)}</div>
    ${precisionTable(visit, data.precision)}`;
}

/** Yesterday's insights of all industries, for an operator who has chosen none. */
async function ofAll(visit: Visit): Promise<Markup> {
  const { askOfAll, clock, c } = visit;
  const asked = c.req.query('date') ?? addDays(clock.today, -1);
  const [year, month, day] = asked.split('-');
  const { data } = await askOfAll<{ data: { industries: OfIndustry[] } }>('/api/admin/insights', {
    date: day === undefined ? asked : `${day}_${month}_${year}`,
  });
  const t = visit.texts.insights;
  return html`<form method="get" action="${PATH}" class="row">
      <label>${t.day} <input name="date" type="date" value="${asked}" required /></label>
      <button class="quiet">${visit.texts.operations.find}</button>
    </form>
    ${data.industries.length === 0 ? html`<p>${t.nothingComputed}</p>` : ''}
    ${data.industries.map(
      ({ industryId, findings }) =>
        html`<section>
          <h2>${industryId}</h2>
          <form method="post" action="/app/industry">
            <input type="hidden" name="industry" value="${industryId}" />
            <button class="quiet">${visit.texts.frame.look}<span class="unseen"> ${industryId}</span></button>
          </form>
          ${
            findings.length === 0
              ? html`<p>${t.none}</p>`
              : html`<ol>
                  ${findings.map((one) => html`<li>${placedSays(visit, one)}</li>`)}
                </ol>`
          }
        </section>`,
    )}`;
}

async function view(visit: Visit, told: Markup | '' = ''): Promise<PageContent> {
  const { texts, visitor } = visit;
  const t = texts.insights;
  const body = html`${told}
    <p>${t.lead}</p>
    ${
      visitor.isOperator && may(visitor, 'operations:run')
        ? html`<form method="post" action="${PATH}">
            <button class="quiet" name="act" value="compute">${t.compute}</button>
          </form>`
        : ''
    }
    ${await (hasNoIndustry(visit) ? ofAll(visit) : ofIndustry(visit))} ${zoneNote(visit)}`;
  return sectionPage(visit, PATH, { title: t.title, body });
}

async function act({ send }: Visit, form: FormData): Promise<void> {
  if (fieldText(form, 'act') === 'compute') return void (await send('POST', '/api/admin/insights'));
  const reason = fieldText(form, 'reason');
  await send('POST', `/api/user/insights/${encodeURIComponent(fieldText(form, 'id'))}`, {
    verdict: fieldText(form, 'verdict'),
    reason: reason === '' ? null : reason,
  });
}

/** /app/operations/insights: findings, the most urgent first, and people's agreement. */
export const insightsPage: Page = {
  path: PATH,
  audience: 'everybody',
  ...formPage(PATH, view, act),
};
