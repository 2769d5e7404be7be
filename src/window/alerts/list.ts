import { html } from 'hono/html';
import { MISSING_CELL } from '../figures.ts';
import { fieldText, pageWithForms } from '../handle-form.ts';
import { asOf, addressOf, momentText, requestDateOf } from '../dates.ts';
import { type Whose, whoseAsked, whoseLinks } from '../assignees.ts';
import {
  folded,
  type Markup,
  type Page,
  type PageContent,
  option,
  refusalNotice,
  scrolledTable,
  type Visit,
} from '../page.ts';
import { fill } from '../texts.ts';
import { handle, handledNotice, handledText, handling } from './handling.ts';
import {
  type Alert,
  incidentAddress,
  lastedText,
  LIST,
  againstText,
  incidentAction,
  incidentPlace,
  incidentTitle,
  severityMark,
  tabs,
  inOrderOfWeight,
  figuresOf,
} from './parts.ts';
import { ALERT_TYPES } from '../../alerts/rules/types.ts';
import { ApiRefusal } from '../api-client.ts';
import type { NamedUnit } from '../units/choose-units.ts';

/** Number of open incidents. The history lists more, with filters. */
const MOST_OPEN = 50;

function openIncident(visit: Visit, alert: Alert): Markup {
  const { texts, clock } = visit;
  const since = fill(texts.alerts.since, {
    time: momentText(alert.since, clock),
    duration: lastedText(visit, alert),
  });
  return html`<li class="panel incident ${alert.severity}">
    <h3>
      ${severityMark(texts, alert.severity)}
      <a href="${incidentAddress(alert.alertId)}">${incidentTitle(texts, alert)}</a>
    </h3>
    <p><strong>${incidentPlace(texts, alert)}</strong> · ${since}${alert.late ? ` (${texts.alerts.late})` : ''}</p>
    <p>${againstText(texts, alert) ?? texts.alertTypes[alert.alertType]}</p>
    <p><span class="muted">${texts.alerts.toDo}</span> ${incidentAction(texts, alert)}</p>
    ${handledText(visit, alert)} ${handling(visit, alert)}
  </li>`;
}

/** Most open incidents that are asked for. */
const MOST_ASKED = 1000;

async function openSection(visit: Visit): Promise<Markup> {
  const { alerts: texts } = visit.texts;
  const chosen = whoseAsked(visit);
  const ask = (who: Whose) =>
    visit.ask<{ data: { alerts: Alert[]; total: number } }>('/api/user/alerts', {
      status: 'active',
      assignee: who === '' ? null : who,
      limit: who === chosen ? MOST_ASKED : 1,
    });
  const [{ data: all }, { data: me }, { data: none }] = await Promise.all([ask(''), ask('me'), ask('none')]);
  const data = { '': all, me, none }[chosen];
  const worst = inOrderOfWeight(data.alerts).slice(0, MOST_OPEN);
  const more = data.total - worst.length;
  return html`<section id="open" data-live>
    <h2>${texts.open}</h2>
    ${all.total === 0 ? '' : whoseLinks(visit, LIST, { '': all.total, me: me.total, none: none.total })}
    ${
      worst.length === 0
        ? html`<p>${all.total === 0 ? texts.noneOpen : texts.noneFound}</p>`
        : html`<ol class="incidents">
            ${worst.map((alert) => openIncident(visit, alert))}
          </ol>`
    }
    ${more > 0 ? html`<p>${fill(texts.moreOpen, { count: more })}</p>` : ''}
  </section>`;
}

async function content(visit: Visit, told: Markup | '' = ''): Promise<PageContent> {
  const [open, history] = await Promise.all([openSection(visit), historySection(visit)]);
  return {
    title: visit.texts.alerts.title,
    body: html`${tabs(visit.texts, LIST)} ${asOf(visit)} ${told} ${told === '' ? handledNotice(visit) : ''} ${open}
    ${history}`,
  };
}

async function act(visit: Visit, form: FormData): Promise<Response> {
  await handle(visit, form);
  const who = whoseAsked(visit);
  const did = { done: fieldText(form, 'act'), incident: fieldText(form, 'alertId') };
  return visit.c.redirect(addressOf(LIST, { who: who === '' ? null : who, ...did }), 303);
}

/** /app/alerts: open incidents and the history. */
export const alertsPage: Page = {
  path: LIST,
  name: (texts) => texts.frame.alerts,
  audience: 'everybody',
  isKeptOffline: true,
  ...pageWithForms(content, act),
};

const ROWS = 25;

/** Filter of the history, from the address. */
interface Filter {
  readonly unit: string;
  readonly type: string;
  readonly from: string;
  readonly to: string;
  /** From 0. */
  readonly offset: number;
}

function filterOf({ c }: Visit): Filter {
  const { unit = '', type = '', from = '', to = '', offset = '0' } = c.req.query();
  return { unit, type, from, to, offset: /^\d{1,6}$/.test(offset) ? Number(offset) : 0 };
}

function filterForm({ texts }: Visit, filter: Filter, units: readonly NamedUnit[]): Markup {
  const { alerts } = texts;
  return html`<form class="filter" action="${LIST}#history">
    <label
      >${alerts.unit}
      <select name="unit">
        ${option('', filter.unit, alerts.all)}
        ${units.map(({ unitId, unitName }) => option(unitId, filter.unit, unitName))}
      </select></label
    >
    <label
      >${alerts.type}
      <select name="type">
        ${option('', filter.type, alerts.all)}
        ${ALERT_TYPES.map((type) => option(type, filter.type, texts.alertTypes[type]))}
      </select></label
    >
    <label>${alerts.from} <input type="date" name="from" value="${filter.from}" /></label>
    <label>${alerts.to} <input type="date" name="to" value="${filter.to}" /></label>
    <button>${alerts.show}</button>
  </form>`;
}

function row(visit: Visit, alert: Alert): Markup {
  const { texts, clock } = visit;
  const { actual, limit } = figuresOf(alert);
  const figure = (text: string | null): Markup =>
    text === null ? MISSING_CELL : html`<td class="figure">${text}</td>`;
  return html`<tr>
    <td class="moment">${momentText(alert.since, clock)}</td>
    <th scope="row" class="what"><a href="${incidentAddress(alert.alertId)}">${incidentTitle(texts, alert)}</a></th>
    <td>${incidentPlace(texts, alert)}</td>
    <td>${severityMark(texts, alert.severity)}</td>
    ${figure(actual)} ${figure(limit)}
    <td>${alert.threshold.unit ?? ''}</td>
    <td class="figure">${lastedText(visit, alert)}</td>
    <td>${texts.alertStates[alert.state]}</td>
  </tr>`;
}

function table(
  visit: Visit,
  filter: Filter,
  { alerts, total }: { readonly alerts: readonly Alert[]; readonly total: number },
): Markup {
  const { texts } = visit;
  if (alerts.length === 0) return html`<p>${texts.alerts.noneFound}</p>`;
  const page = (offset: number, name: string): Markup =>
    html`<a href="${addressOf(LIST, { ...filter, offset })}#history">${name}</a>`;
  const names = texts.alerts;
  return html`${scrolledTable(
      names.history,
      [
        names.began,
        names.what,
        names.place,
        names.severity,
        { figure: names.worst },
        { figure: names.limit },
        names.measure,
        { figure: names.lasted },
        names.state,
      ],
      alerts.map((alert) => row(visit, alert)),
    )}
    <p class="pages">
      ${fill(names.found, { first: filter.offset + 1, last: filter.offset + alerts.length, total })}
      ${filter.offset === 0 ? '' : page(Math.max(0, filter.offset - ROWS), names.newer)}
      ${filter.offset + alerts.length < total ? page(filter.offset + ROWS, names.older) : ''}
    </p>`;
}

/**
 * Ended incidents, the newest first; of days that were chosen also those that are still open, as Today counts them. A
 * wrong filter is explained in the API's words.
 */
async function historySection(visit: Visit): Promise<Markup> {
  const filter = filterOf(visit);
  const isOfDays = filter.from !== '' || filter.to !== '';
  const found = visit
    .ask<{ data: { alerts: Alert[]; total: number } }>('/api/user/alerts', {
      status: isOfDays ? null : 'resolved',
      unitId: filter.unit,
      alertTypes: filter.type,
      startDate: requestDateOf(filter.from),
      endDate: requestDateOf(filter.to),
      limit: ROWS,
      offset: filter.offset,
    })
    .then(
      ({ data }) => table(visit, filter, data),
      (error: unknown) => {
        if (error instanceof ApiRefusal) return refusalNotice(error);
        throw error;
      },
    );
  const [answer, { data: units }] = await Promise.all([
    found,
    visit.ask<{ data: NamedUnit[] }>('/api/user/units', { retired: true }),
  ]);
  const { history, over } = visit.texts.alerts;
  const isChosen = Object.values(filter).some((chosen) => chosen !== '' && chosen !== 0);
  return html`<section id="history">
    <h2>${history}</h2>
    ${folded(over, html`${filterForm(visit, filter, units)} ${answer}`, isChosen)}
  </section>`;
}
