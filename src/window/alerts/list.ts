import { html } from 'hono/html';
import { handleForm } from '../handle-form.ts';
import { asOf } from '../day-clock.ts';
import { addressOf, momentText } from '../dates.ts';
import { type Whose, whoseAsked, whoseLinks } from '../assignees.ts';
import type { Markup, Page, PageContent } from '../page.ts';
import { fill } from '../texts.ts';
import type { Visit } from '../visit.ts';
import { handle, handledText, handling } from './handling.ts';
import { historySection } from './history.ts';
import {
  type Alert,
  incidentAddress,
  lastedText,
  LIST,
  againstText,
  incidentPlace,
  incidentTitle,
  severityMark,
  tabs,
  inOrderOfWeight,
} from './parts.ts';

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
    <p><span class="muted">${texts.alerts.toDo}</span> ${texts.alertActions[alert.alertType]}</p>
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
    body: html`${tabs(visit.texts, LIST)} ${asOf(visit)} ${told} ${open} ${history}`,
  };
}

/** /app/alerts: open incidents and the history. */
export const alertsPage: Page = {
  path: LIST,
  name: (texts) => texts.frame.alerts,
  audience: 'everybody',
  isKeptOffline: true,
  show: (visit) => content(visit),
  take: (visit, form) =>
    handleForm(
      async () => {
        await handle(visit, form);
        const who = whoseAsked(visit);
        return visit.c.redirect(who === '' ? LIST : addressOf(LIST, { who }), 303);
      },
      (told) => content(visit, told),
    ),
};
