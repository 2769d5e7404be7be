import { html } from 'hono/html';
import { instantText } from '../../kernel/format/date-text.ts';
import { durationText } from '../../kernel/format/figure-text.ts';
import { MINUTE_MS } from '../../kernel/time/durations.ts';
import { ApiRefusal } from '../ask.ts';
import { momentText } from '../dates.ts';
import type { Markup } from '../page.ts';
import { fill } from '../texts/texts.ts';
import { may, type Visit } from '../visit.ts';
import type { Alert } from './parts.ts';

const HOUR = 60;
const SNOOZES_MINUTES = [HOUR, 4 * HOUR, 24 * HOUR, 7 * 24 * HOUR];
const ACTS = ['acknowledge', 'snooze', 'resolve'] as const;

const button = (alert: Alert, act: (typeof ACTS)[number], name: string, more: Markup | '' = ''): Markup =>
  html`<form method="post">
    <input type="hidden" name="alertId" value="${alert.alertId}" />
    ${more}
    <button class="quiet" name="act" value="${act}">${name}</button>
  </form>`;

/** Buttons for an open incident; nothing without the permission. */
export function handling(visit: Visit, alert: Alert): Markup | '' {
  const { texts, nowMs, clock } = visit;
  if (alert.status !== 'active' || !may(visit.visitor, 'alerts:write')) return '';
  const until = (minutes: number): string =>
    `${instantText(nowMs + minutes * MINUTE_MS, clock.timezone)} (${durationText(minutes)})`;
  const choice = html`<select name="minutes" aria-label="${texts.alerts.snoozeFor}">
    ${SNOOZES_MINUTES.map((minutes) => html`<option value="${minutes}">${until(minutes)}</option>`)}
  </select>`;
  return html`<div class="buttons handling">
    ${alert.acknowledgedAt === null ? button(alert, 'acknowledge', texts.alerts.acknowledge) : ''}
    ${button(alert, 'snooze', texts.alerts.snooze, choice)} ${button(alert, 'resolve', texts.alerts.resolve)}
  </div>`;
}

/** Who has acknowledged it, and until when nobody is called. */
export function handledText({ texts: { alerts }, nowMs, clock }: Visit, alert: Alert): Markup | '' {
  const { acknowledgedAt, acknowledgedBy, snoozedUntil } = alert;
  const seen =
    acknowledgedAt === null
      ? ''
      : fill(alerts.acknowledgedBy, { user: acknowledgedBy ?? '–', time: momentText(acknowledgedAt, clock) });
  const snoozed =
    snoozedUntil === null || Date.parse(snoozedUntil) <= nowMs
      ? ''
      : fill(alerts.snoozedUntil, { time: momentText(snoozedUntil, clock) });
  return seen === '' && snoozed === '' ? '' : html`<p class="muted">${seen} ${snoozed}</p>`;
}

/**
 * Handles a form of {@link handling}.
 * @throws ApiRefusal
 */
export async function handle(visit: Visit, form: FormData): Promise<void> {
  const act = ACTS.find((one) => one === form.get('act'));
  const alertId = String(form.get('alertId') ?? '');
  if (act === undefined) throw new ApiRefusal(400, `'act' is none of ${ACTS.join(', ')}`);
  await visit.send(
    'POST',
    `/api/user/alerts/${encodeURIComponent(alertId)}/${act}`,
    act === 'snooze' ? { minutes: Number(form.get('minutes')) } : undefined,
  );
}
