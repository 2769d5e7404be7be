import type { z } from '@hono/zod-openapi';
import { html } from 'hono/html';
import { addDays } from '../../kernel/time/business-date.ts';
import type { visibleLeak } from '../../findings/http/user/insights/visibleLeak.ts';
import { visibleLeakSentence } from '../../findings/rules/finding-sentence.ts';
import type { precisionObject } from '../../findings/http/schemas/insights.ts';
import { addressOf } from '../dates.ts';
import { fieldText } from '../handle-form.ts';
import { findingLine, type FindingRow, placedSays } from '../finding/words.ts';
import { whoseAsked, whoseLinks } from '../assignees.ts';
import { folded, type Markup, type Page, type PageContent, option, may, type Visit } from '../page.ts';
import type { NamedUnit } from '../units/choose-units.ts';
import { changeKindSetting, settingsSection } from './finding-settings.ts';
import { formPage, hasNoIndustry, sectionPage, zoneNote } from './section.ts';

export const INSIGHTS_PATH = '/app/operations/insights';
const DAYS = ['7', '30', '90', '366'] as const;

type Precision = z.infer<typeof precisionObject>;

/** The page with findings that showed so many days ago and since. */
export const insightsAddress = (daysAgo: number): string =>
  addressOf(INSIGHTS_PATH, { days: DAYS.find((days) => Number(days) >= daysAgo) ?? null });

/** The page with everything that its reader has chosen. */
const hereOf = ({ c }: Visit): string => addressOf(INSIGHTS_PATH, { ...c.req.query(), done: null });

/** An industry of GET /api/admin/insights. */
interface OfIndustry {
  readonly industryId: string;
  readonly findings: FindingRow[];
}

function filterForm(visit: Visit, units: readonly NamedUnit[], days: string): Markup {
  const { c, texts } = visit;
  const t = texts.insights;
  const { unit = '', all } = c.req.query();
  const form = html`<form method="get" action="${INSIGHTS_PATH}" class="row">
    <input type="hidden" name="who" value="${whoseAsked(visit)}" />
    <label
      >${texts.alerts.unit}
      <select name="unit">
        ${option('', unit, texts.alerts.all)} ${units.map(({ unitId, unitName }) => option(unitId, unit, unitName))}
      </select></label
    >
    <label
      >${t.days}
      <select name="days">
        ${DAYS.map((one) => option(one, days, one))}
      </select></label
    >
    <label class="check"
      ><input type="checkbox" name="all" value="true" ${all === 'true' ? html`checked` : ''} /> ${t.alsoSettled}</label
    >
    <button class="quiet">${texts.operations.find}</button>
  </form>`;
  return folded(t.choose, form, unit !== '' || days !== DAYS[0] || all === 'true');
}

/** The smallest leak that a meter shows. A unit that is none has no note. */
async function visibleLeakNote({ ask, language }: Visit, unitId: string): Promise<Markup | ''> {
  const { data } = await ask<{ data: z.infer<typeof visibleLeak> }>('/api/user/insights/visibleLeak', { unitId });
  return data.says === null ? '' : html`<p class="muted">${visibleLeakSentence(data.leak, data.siUnit, language)}.</p>`;
}

async function ofIndustry(visit: Visit): Promise<Markup> {
  const { ask, c, texts } = visit;
  const { days: asked, all, unit = '' } = c.req.query();
  const days = DAYS.find((one) => one === asked) ?? DAYS[0];
  const [{ data }, { data: units }] = await Promise.all([
    ask<{ data: { findings: FindingRow[]; precision: Precision[] } }>('/api/user/insights', {
      days,
      all: all === 'true',
      unitId: unit === '' ? null : unit,
    }),
    ask<{ data: readonly NamedUnit[] }>('/api/user/units', { retired: true }),
  ]);
  const { findings } = data;
  const workedOnBy = (userId: string | null) => findings.filter(({ assigneeId }) => assigneeId === userId);
  const ofWhom = { '': findings, me: workedOnBy(visit.visitor.userId), none: workedOnBy(null) };
  const shown = ofWhom[whoseAsked(visit)];
  const counts = { '': findings.length, me: ofWhom.me.length, none: ofWhom.none.length };
  return html`${filterForm(visit, units, days)}
    <div id="findings" data-live>
      ${whoseLinks(visit, INSIGHTS_PATH, counts)}
      ${
        shown.length === 0
          ? html`<p>${texts.insights.none}</p>`
          : html`<ol class="findings">
              ${shown.map((finding) => findingLine(visit, finding))}
            </ol>`
      }
    </div>
    ${units.some(({ unitId }) => unitId === unit) ? await visibleLeakNote(visit, unit) : ''}
    ${await settingsSection(visit, hereOf(visit), data.precision, units)}`;
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
  return html`<form method="get" action="${INSIGHTS_PATH}" class="row">
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
        ? html`<form method="post" action="${hereOf(visit)}">
            <button class="quiet" name="act" value="compute">${t.compute}</button>
          </form>`
        : ''
    }
    ${await (hasNoIndustry(visit) ? ofAll(visit) : ofIndustry(visit))} ${zoneNote(visit)}`;
  return sectionPage(visit, INSIGHTS_PATH, { title: t.title, body });
}

const act = (visit: Visit, form: FormData): Promise<unknown> =>
  fieldText(form, 'act') === 'compute' ? visit.send('POST', '/api/admin/insights') : changeKindSetting(visit, form);

/** /app/operations/insights: findings, the most urgent first, with the limits and mutes of their kinds. */
export const insightsPage: Page = {
  path: INSIGHTS_PATH,
  audience: 'everybody',
  ...formPage(INSIGHTS_PATH, view, act),
};
