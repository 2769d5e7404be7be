import { html } from 'hono/html';
import { typesOf } from '../../reports/rules/services-of-type.ts';
import { REPORT_FORMATS, type ReportService } from '../../reports/rules/terms.ts';
import { handleForm, fieldText } from '../handle-form.ts';
import { asOf, addressOf, momentText } from '../dates.ts';
import { mailsWay } from '../mails.ts';
import { type Markup, type Page, type PageContent, option, notice, may, type Visit } from '../page.ts';
import { serviceWords } from '../service-words.ts';
import { fill, type Texts } from '../texts.ts';
import type { NamedUnit } from '../units/choose-units.ts';
import {
  type ReportChoice,
  askedIn,
  formatIn,
  REPORT_FORMAT_NAMES,
  reportParameters,
  FILE,
  PREVIEW,
} from './report-file.ts';
import { REPORTS_PATH as PATH, sendAgain, sentAgainNotice, sentSection } from './history.ts';
import { SUBSCRIPTIONS_PATH } from './subscription-form.ts';
import type { z } from '@hono/zod-openapi';
import type { jobAnswer } from '../../reports/http/schemas/reportJob.ts';

type Job = z.infer<typeof jobAnswer>['data'];

function stateText(
  { texts: { reports }, clock, language }: Visit,
  { state, progress, problem, expiresAt }: Job,
): string {
  switch (state) {
    case 'waiting':
      return reports.waiting;
    case 'running':
      return fill(reports.running, { progress });
    case 'done':
      return fill(reports.done, { time: momentText(expiresAt, clock) });
    case 'failed':
      return fill(reports.failed, {
        problem: problem === null || problem === undefined ? '–' : serviceWords(language, problem.message),
      });
  }
}

/** How far a report is that is made in the background; islands/report-job.ts follows it. */
async function jobSection(visit: Visit, jobId: string): Promise<Markup> {
  const { texts, c } = visit;
  const path = `/api/user/report/jobs/${encodeURIComponent(jobId)}`;
  // A number that is none is that of no report.
  const found = await visit.askOrNull<{ data: Job }>(path, {}, [400, 404]);
  if (found === null) return notice('high', texts.reports.noJob);
  const job = found.data;
  const isOver = job.state === 'done' || job.state === 'failed';
  const { pathname, search } = new URL(c.req.url);
  return html`<section
    id="job"
    class="panel"
    data-state="${isOver ? 'over' : 'goes-on'}"
    data-silent="${texts.reports.silent}"
    data-over="${texts.frame.over}"
    data-login="${texts.login.submit}"
  >
    <h2>${texts.reports.job}</h2>
    ${job.state === 'failed' ? notice('critical', stateText(visit, job)) : html`<p role="status" class="state">${stateText(visit, job)}</p>`}
    ${job.state === 'running' ? html`<progress max="100" value="${job.progress}" aria-label="${texts.reports.job}"></progress>` : ''}
    ${
      job.file === null
        ? ''
        : html`<p>
            <a class="button" href="${job.file.replace(/^\/api\//, '/app/api/')}"
              >${job.fileName ?? texts.reports.download}</a
            >
          </p>`
    }
    ${isOver ? '' : html`<p><a href="${pathname + search}">${texts.reports.again}</a></p>`}
  </section>`;
}

/** A service of GET /api/user/report/services. */
interface Offered {
  readonly service: ReportService;
  readonly units: number;
}

/** One that no unit fits is named, so that people see why they cannot have it. */
const serviceOption = ({ reportServices, reports }: Texts, { service, units }: Offered, chosen: string): Markup =>
  units > 0
    ? option(service, chosen, reportServices[service])
    : html`<option value="${service}" ${service === chosen ? 'selected' : 'disabled'}>
        ${fill(reports.noUnits, { service: reportServices[service] })}
      </option>`;

const KEPT_FORMATS = REPORT_FORMATS.filter((format) => format !== 'html');

/** Files, previews and mails are of what the form says when its button is pressed, seen before or not. */
const files = ({ texts: { reports, subscriptions } }: Visit): Markup =>
  html`<p class="buttons">
      <strong>${reports.download}</strong>
      ${KEPT_FORMATS.map(
        (format) =>
          html`<button class="quiet" formaction="${FILE}" name="reportFormat" value="${format}">
            ${REPORT_FORMAT_NAMES[format]}
          </button>`,
      )}
      <button class="quiet" formaction="${PREVIEW}">${reports.alone}</button>
      <button class="quiet" formaction="${SUBSCRIPTIONS_PATH}" name="new" value="yes">${subscriptions.mailIt}</button>
    </p>
    <p class="buttons">
      <span class="muted">${reports.background}</span>
      ${KEPT_FORMATS.map(
        (format) =>
          html`<button class="quiet" formmethod="post" name="reportFormat" value="${format}">
            ${REPORT_FORMAT_NAMES[format]}
          </button>`,
      )}
    </p>`;

/** The service comes first in the form, because each service has types of its own. */
const reportForm = (visit: Visit, asked: ReportChoice, offered: readonly Offered[], units: readonly NamedUnit[]) => {
  const { texts } = visit;
  return html`<form action="${PATH}">
    <div class="filter">
      <label
        >${texts.reports.about}
        <select name="service">
          ${offered
            .toSorted((a, b) => Number(b.units > 0) - Number(a.units > 0))
            .map((one) => serviceOption(texts, one, asked.service))}
        </select></label
      >
      <button class="quiet">${texts.reports.choose}</button>
    </div>
    <div class="filter">
      <label
        >${texts.reports.period}
        <select name="reportType">
          ${typesOf(asked.service).map((type) => option(type, asked.reportType, texts.reportTypes[type]))}
        </select></label
      >
      <label>${texts.reports.from} <input type="date" name="startDate" value="${asked.startDate}" required /></label>
      <label>${texts.reports.to} <input type="date" name="endDate" value="${asked.endDate}" /></label>
      <label
        >${texts.reports.unit}
        <select name="unitId">
          ${option('', asked.unitId, texts.reports.all)}
          ${units.map(({ unitId, unitName }) => option(unitId, asked.unitId, unitName))}
        </select></label
      >
      <label
        >${texts.reports.layout}
        <select name="layout">
          ${option('v1', asked.layout, texts.reports.rows)} ${option('v2', asked.layout, texts.reports.columns)}
        </select></label
      >
      <button name="show" value="yes">${texts.reports.show}</button>
    </div>
    ${files(visit)}
  </form>`;
};

/** Nothing of a report may act in our name. A link that a person follows may lead to the login. */
const preview = ({ texts }: Visit, asked: ReportChoice): Markup =>
  html`<section>
    <h2>${texts.reports.preview}</h2>
    <iframe
      class="preview"
      sandbox="allow-top-navigation-by-user-activation"
      title="${texts.reports.preview}"
      src="${addressOf(PREVIEW, { ...asked })}"
    ></iframe>
  </section>`;

async function content(visit: Visit, asked: ReportChoice, told: Markup | '' = ''): Promise<PageContent> {
  const { texts, c } = visit;
  const jobId = c.req.query('job');
  const [{ data: units }, { services: offered }, history, job] = await Promise.all([
    visit.ask<{ data: NamedUnit[] }>('/api/user/units', { retired: true }),
    visit.ask<{ data: { services: Offered[] } }>('/api/user/report/services').then(({ data }) => data),
    sentSection(visit),
    jobId === undefined ? '' : jobSection(visit, jobId),
  ]);
  return {
    title: texts.reports.title,
    islands: ['report-job'],
    body: html`${asOf(visit)} ${told} ${job}
      <section class="panel">
        ${reportForm(visit, asked, offered, units)}
        <p><a href="${SUBSCRIPTIONS_PATH}">${texts.subscriptions.all}</a></p>
      </section>
      ${c.req.query('show') === undefined ? '' : preview(visit, asked)} ${history} ${mailsWay(texts)}`,
  };
}

/** /app/reports: choose one, look at it, keep it; and what was mailed. */
export const reportsPage: Page = {
  path: PATH,
  name: (texts) => texts.frame.reports,
  audience: 'everybody',
  isNamedFor: (visitor) => may(visitor, 'reports:read'),
  show: (visit) =>
    content(
      visit,
      askedIn(visit, (name) => visit.c.req.query(name)),
      sentAgainNotice(visit),
    ),
  take: (visit, form) => {
    const asked = askedIn(visit, (name) => fieldText(form, name));
    return handleForm(
      async () => {
        if (fieldText(form, 'act') === 'sendAgain') return sendAgain(visit, fieldText(form, 'reportId'));
        const parameters = {
          ...reportParameters(asked, formatIn(form.get('reportFormat')), visit.language),
          async: true,
        };
        const { data } = await visit.ask<{ data: Job }>('/api/user/report', parameters);
        return visit.c.redirect(addressOf(PATH, { ...asked, job: data.jobId }), 303);
      },
      (told) => content(visit, asked, told),
    );
  },
};
