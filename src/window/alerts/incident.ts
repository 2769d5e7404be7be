import type { z } from '@hono/zod-openapi';
import { html } from 'hono/html';
import type { alertDetail } from '../../alerts/http/user/alerts/alert.ts';
import { TOLD_KEPT_DAYS } from '../../alerts/notifications.ts';
import { BECAUSE } from '../../alerts/rules/transition-reasons.ts';
import { DAY_MS } from '../../kernel/time/durations.ts';
import { fieldText, handleForm, shownAgain } from '../handle-form.ts';
import { businessDayOf, unitAddress, momentText } from '../dates.ts';
import { personText, readPeople, timeline } from '../assignees.ts';
import { type Markup, type Page, type PageContent, notice, scrolledTable, type Visit } from '../page.ts';
import { serviceWords } from '../service-words.ts';
import { waterText } from '../finding/words.ts';
import { fill } from '../texts.ts';
import { handle, handledText, incidentForms } from './handling.ts';
import {
  incidentAddress,
  lastedText,
  LIST,
  againstText,
  incidentAction,
  incidentPlace,
  incidentTitle,
  RULE,
  severityMark,
  tabs,
} from './parts.ts';
import { isObject } from '../../kernel/json.ts';
import { type Rule, settingsList } from './rule-fields.ts';

interface Found {
  readonly alertType: Rule['alertType'];
  readonly evidence: Readonly<Record<string, unknown>>;
}

/** Fields that the page shows elsewhere: figures, kind and severity of the alert. */
const SHOWN_ABOVE = new Set(['alertType', 'threshold', 'currentValue', 'unit', 'parameter', 'severity']);

/** Further fields of a request, by their sender's names. */
const saidText = (value: unknown): string =>
  typeof value === 'string' ? value : value === null ? '–' : JSON.stringify(value);

const said = (meta: unknown): Markup[] =>
  Object.entries(isObject(meta) ? meta : {})
    .filter(([name]) => !SHOWN_ABOVE.has(name))
    .map(([name, value]) => html`<li>${name}: ${saidText(value)}</li>`);

/** Evidence of an incident in words. Fields without words are for programs, which ask the API. */
export function shownEvidence(
  { texts, clock }: Pick<Visit, 'texts'> & { readonly clock: Pick<Visit['clock'], 'timezone' | 'language'> },
  { alertType, evidence }: Found,
): Markup | '' {
  const { alerts } = texts;
  const { since, settings, holdMinutes, recoverMinutes, meta, unknownUserIds } = evidence;
  const unknown = Array.isArray(unknownUserIds) ? unknownUserIds.map(String) : [];
  const saidBeside = said(meta);
  const facts: readonly (readonly [string, Markup | string])[] = [
    ...(typeof since === 'string' ? [[alerts.firstSeen, momentText(since, clock)] as const] : []),
    ...(isObject(settings) ? [[alerts.ruleThen, settingsList(texts, { alertType, settings })] as const] : []),
    ...(typeof holdMinutes === 'number' ? [[alerts.mustLast, String(holdMinutes)] as const] : []),
    ...(typeof recoverMinutes === 'number' ? [[alerts.mustBeOver, String(recoverMinutes)] as const] : []),
    ...(saidBeside.length > 0
      ? [
          [
            alerts.alsoSaid,
            html`<ul class="plain-list">
              ${saidBeside}
            </ul>`,
          ] as const,
        ]
      : []),
    ...(unknown.length > 0 ? [[alerts.unknownUsers, unknown.join(', ')] as const] : []),
  ];
  if (facts.length === 0) return '';
  return html`<h2>${alerts.evidence}</h2>
    <dl class="facts">
      ${facts.map(
        ([name, value]) =>
          html`<dt>${name}</dt>
            <dd>${value}</dd>`,
      )}
    </dl>`;
}

type Incident = z.infer<typeof alertDetail>;
type Detail = Incident['data'];

type Transition = Detail['transitions'][number];

/** Reasons that say more than the kind of the transition. */
const TOLD_REASONS = ['unwatched', 'ruleChanged', 'ruleDeleted', 'expired', 'unreached'] as const;

/** A transition in words, with the person whom it concerns. */
function transitionWords(visit: Visit, { kind, detail: { assigneeId, because }, assigneeName }: Transition): string {
  const { alertStates, insights } = visit.texts;
  const reason = TOLD_REASONS.find((one) => BECAUSE[one] === because);
  if (reason !== undefined) return alertStates[reason];
  if (kind === 'resolved') return alertStates.byHand;
  const user = personText(assigneeName, typeof assigneeId === 'string' ? assigneeId : null);
  if (kind === 'assigned') return fill(insights.handedTo, { user });
  if (kind === 'unassigned') return fill(insights.takenFrom, { user });
  return alertStates[kind];
}

/** Note, comment or reason of a person, or the end of a snooze; null: nothing was said. */
function saidWith({ texts: { alerts }, clock }: Visit, { detail }: Transition): string | null {
  const { note, text, reason, until } = detail;
  if (typeof until === 'string') return fill(alerts.snoozedUntil, { time: momentText(until, clock) });
  return [note, text, reason].find((one) => typeof one === 'string') ?? null;
}

const course = (visit: Visit, { transitions }: Detail): Markup =>
  html`<h2>${visit.texts.alerts.timeline}</h2>
    ${timeline(
      visit,
      transitions.map((one) => ({
        at: one.at,
        words: transitionWords(visit, one),
        by: one.by === null ? null : personText(one.byName, one.by),
        said: saidWith(visit, one),
      })),
    )}`;

function told(
  { texts: { alertChannels, alerts, alertStates }, clock, language, nowMs }: Visit,
  { deliveries, closedAt, late }: Detail,
): Markup {
  if (deliveries.length === 0) {
    // An incident that was found late is told to nobody.
    const mayBeForgotten = !late && closedAt !== null && Date.parse(closedAt) < nowMs - TOLD_KEPT_DAYS * DAY_MS;
    return html`<h2>${alerts.told}</h2>
      <p>${mayBeForgotten ? fill(alerts.toldForgotten, { days: TOLD_KEPT_DAYS }) : alerts.noneTold}</p>`;
  }
  return html`<h2>${alerts.told}</h2>
    ${scrolledTable(
      alerts.told,
      [alerts.when, alerts.channel, alerts.recipient, alerts.state, alerts.problem],
      deliveries.map(
        ({ queuedAt, finishedAt, channel, recipient, state, problem }) =>
          html`<tr>
            <td class="moment">${momentText(finishedAt ?? queuedAt, clock)}</td>
            <td>${alertChannels[channel]}</td>
            <td>${recipient ?? '–'}</td>
            <td>${alertStates[state]}</td>
            <td>${problem === null ? '' : serviceWords(language, problem)}</td>
          </tr>`,
      ),
    )}`;
}

function summary(visit: Visit, alert: Detail): Markup {
  const { texts, clock } = visit;
  const since = { time: momentText(alert.since, clock), duration: lastedText(visit, alert) };
  const cost = alert.litres === null ? null : waterText(alert.litres, alert.threshold.unit ?? '');
  return html`<div class="panel incident ${alert.severity}" id="incident" data-live>
    <p>
      ${severityMark(texts, alert.severity)} <strong>${incidentPlace(texts, alert)}</strong> ·
      ${texts.alertStates[alert.state]} ·
      ${fill(texts.alerts.since, since)}${alert.late ? ` (${texts.alerts.late})` : ''}
    </p>
    <p>${againstText(texts, alert) ?? texts.alertTypes[alert.alertType]}</p>
    ${alert.description === null ? '' : html`<p>${alert.description}</p>`}
    ${cost === null ? '' : html`<p>${fill(texts.alerts.cost, { amount: cost })}</p>`}
    ${
      alert.status === 'active'
        ? html`<p><span class="muted">${texts.alerts.toDo}</span> ${incidentAction(texts, alert)}</p>`
        : ''
    }
    ${handledText(visit, alert)}
  </div>`;
}

/** Link to the month around the incident. */
function figuresLink(visit: Visit, { unitId, triggeredAt }: Detail): Markup | '' {
  if (unitId === null) return '';
  const day = businessDayOf(Date.parse(triggeredAt), visit);
  return html`· <a href="${unitAddress(unitId, 'DAY', day)}">${visit.texts.alerts.figures}</a>`;
}

async function content(visit: Visit, alertId: string, problem: Markup | '' = ''): Promise<PageContent> {
  const { texts } = visit;
  // An id that is malformed is one of no incident.
  const found = await visit.askOrNull<Incident>(`/api/user/alerts/${encodeURIComponent(alertId)}`, {}, [400, 404]);
  const alert = found?.data ?? null;
  if (alert === null)
    return {
      title: texts.alerts.title,
      status: 404,
      body: html`${tabs(texts, LIST)} ${notice('critical', texts.alerts.noSuchAlert)}`,
    };
  const rule =
    alert.ruleId === null
      ? texts.alerts.byRequest
      : html`<a href="${RULE}?id=${encodeURIComponent(alert.ruleId)}">${texts.alerts.rule}</a>`;
  return {
    title: incidentTitle(texts, alert),
    body: html`${tabs(texts, LIST)} ${problem} ${summary(visit, alert)}
      <p>${rule} ${figuresLink(visit, alert)}</p>
      ${incidentForms(visit, alert, await readPeople(visit))}
      <div id="history" data-live>${course(visit, alert)} ${told(visit, alert)}</div>
      ${shownEvidence(visit, alert)}`,
  };
}

/** /app/alerts/incident?id=..: the course of one incident, and the people who were told. */
export const incidentPage: Page = {
  path: '/app/alerts/incident',
  audience: 'everybody',
  isKeptOffline: true,
  show: (visit) => content(visit, visit.c.req.query('id') ?? ''),
  take: (visit, form) => {
    const alertId = fieldText(form, 'alertId');
    return handleForm(
      async () => {
        await handle(visit, form);
        return visit.c.redirect(incidentAddress(alertId), 303);
      },
      (problem) => content(shownAgain(visit, form), alertId, problem),
    );
  },
};
