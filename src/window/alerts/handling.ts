import { html } from 'hono/html';
import { instantText } from '../../kernel/format/date-text.ts';
import { durationText } from '../../kernel/format/figure-text.ts';
import { MINUTE_MS } from '../../kernel/time/durations.ts';
import { fieldText } from '../handle-form.ts';
import { momentText } from '../dates.ts';
import { formsAlike, handleAct, mayTake, noteField, noteIn, type People, personText } from '../assignees.ts';
import { type Markup, may, notice, type Visit } from '../page.ts';
import { fill, type Texts } from '../texts.ts';
import { type Alert, incidentAddress, incidentTitle } from './parts.ts';

const HOUR = 60;
const DAY = 24 * HOUR;
const SNOOZES_MINUTES = [HOUR, 4 * HOUR, DAY, 7 * DAY, 30 * DAY];

const hiddenId = ({ alertId }: Alert): Markup => html`<input type="hidden" name="alertId" value="${alertId}" />`;

const button = (texts: Texts, alert: Alert, act: string, name: string, more: Markup | '' = ''): Markup =>
  html`<form method="post">
    ${hiddenId(alert)} ${more}
    <button class="quiet" name="act" value="${act}">
      ${name}<span class="unseen"> ${incidentTitle(texts, alert)}</span>
    </button>
  </form>`;

/** Ends of a snooze to choose from, each as the instant that its words tell. */
function snoozeChoice({ texts, nowMs, clock }: Visit): Markup {
  const choices = SNOOZES_MINUTES.map((minutes) => ({ minutes, endMs: nowMs + minutes * MINUTE_MS }));
  return html`<select name="until" aria-label="${texts.alerts.snoozeFor}">
    ${choices.map(
      ({ minutes, endMs }) =>
        html`<option value="${new Date(endMs).toISOString()}">
          ${instantText(endMs, clock.timezone, texts.language)} (${durationText(minutes, texts.language)})
        </option>`,
    )}
  </select>`;
}

/** Buttons for an open incident in a list; nothing without the permission. */
export function handling(visit: Visit, alert: Alert): Markup | '' {
  const { alerts, insights } = visit.texts;
  if (alert.status !== 'active' || !may(visit.visitor, 'alerts:write')) return '';
  return html`<div class="buttons handling">
    ${alert.acknowledgedAt === null ? button(visit.texts, alert, 'acknowledge', alerts.acknowledge) : ''}
    ${mayTake(visit, alert.assigneeId) ? button(visit.texts, alert, 'take', insights.take) : ''}
    <details class="open-from-tablet">
      <summary>${alerts.moreActs}<span class="unseen"> ${incidentTitle(visit.texts, alert)}</span></summary>
      <div class="buttons">
        ${button(visit.texts, alert, 'snooze', alerts.snooze, snoozeChoice(visit))}
        ${button(visit.texts, alert, 'resolve', alerts.resolve)}
      </div>
    </details>
  </div>`;
}

/** Notice that an act on an incident of a list was done, with the way to the incident, where it can be looked up. */
export function handledNotice({ c, texts: { alerts } }: Visit): Markup | '' {
  const { done = '', incident = '' } = c.req.query();
  if (done === '' || incident === '') return '';
  return notice(
    'stock',
    html`${fill(alerts.handled, { act: done })} <a href="${incidentAddress(incident)}">${alerts.toIncident}</a>`,
  );
}

/** All forms of an incident on its own page. One that is over is handed on and commented alone. */
export function incidentForms(visit: Visit, alert: Alert, people: People): Markup | '' {
  const { alerts, insights: t } = visit.texts;
  if (!may(visit.visitor, 'alerts:write')) return '';
  const isOpen = alert.status === 'active';
  const forms = formsAlike(visit, incidentAddress(alert.alertId), hiddenId(alert));
  const acting = (act: string, name: string): Markup => html`<button name="act" value="${act}">${name}</button>`;
  return html`<h2>${t.handle}</h2>
    <div class="panel side-by-side" id="handling">
      ${isOpen && alert.acknowledgedAt === null ? forms.acknowledging() : ''} ${forms.assigning(alert, people)}
      ${forms.commenting()}
      ${isOpen ? forms.form(alerts.snooze, html`${snoozeChoice(visit)} ${acting('snooze', alerts.snooze)}`) : ''}
      ${isOpen ? forms.form(alerts.resolve, html`${noteField(visit, t.why, 'resolve')} ${acting('resolve', alerts.resolve)}`) : ''}
    </div>`;
}

/** Who has acknowledged it, who works on it, and until when nobody is called. */
export function handledText({ texts: { alerts, insights }, nowMs, clock }: Visit, alert: Alert): Markup | '' {
  const { acknowledgedAt, acknowledgedBy, acknowledgedByName, assigneeId, assigneeName, snoozedUntil } = alert;
  const said = [
    acknowledgedAt === null
      ? null
      : fill(alerts.acknowledgedBy, {
          user: personText(acknowledgedByName, acknowledgedBy),
          time: momentText(acknowledgedAt, clock),
        }),
    assigneeId === null ? null : `${fill(insights.handedTo, { user: personText(assigneeName, assigneeId) })}.`,
    snoozedUntil === null || Date.parse(snoozedUntil) <= nowMs
      ? null
      : fill(alerts.snoozedUntil, { time: momentText(snoozedUntil, clock) }),
  ].filter((part) => part !== null);
  return said.length === 0 ? '' : html`<p class="muted">${said.join(' ')}</p>`;
}

/**
 * Does what a form of an incident asks.
 * @throws ApiRefusal
 */
export async function handle(visit: Visit, form: FormData): Promise<void> {
  const { send } = visit;
  const path = `/api/user/alerts/${encodeURIComponent(fieldText(form, 'alertId'))}`;
  await handleAct(visit, path, form, {
    snooze: () => send('POST', `${path}/snooze`, { until: fieldText(form, 'until') }),
    resolve: () => send('POST', `${path}/resolve`, { reason: noteIn(form) }),
  });
}
