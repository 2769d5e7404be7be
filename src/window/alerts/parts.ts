import { html } from 'hono/html';
import type { z } from '@hono/zod-openapi';
import { claimWords, titleIn } from '../../alerts/rules/content/title.ts';
import { worstFirst } from '../../alerts/rules/weight.ts';
import { decimalsApart, durationText, figureText } from '../../kernel/format/figure-text.ts';
import { MINUTE_MS } from '../../kernel/time/durations.ts';
import type { alertObjects } from '../../alerts/http/schemas/alert.ts';
import type { Markup, Visit } from '../page.ts';
import { fill, type Texts } from '../texts.ts';

export type Alert = z.infer<typeof alertObjects>[number];

export const LIST = '/app/alerts';
export const RULES = '/app/alerts/rules';
export const RULE = '/app/alerts/rule';
const NOTIFICATIONS = '/app/alerts/notifications';

export const incidentAddress = (alertId: string): string => `/app/alerts/incident?id=${encodeURIComponent(alertId)}`;

/** Tabs of Alerts, the present one marked. */
export function tabs({ alerts }: Texts, current: string): Markup {
  const tab = (path: string, name: string): Markup =>
    html`<a href="${path}" ${path === current ? html`aria-current="page"` : ''}>${name}</a>`;
  return html`<nav class="tabs" aria-label="${alerts.parts}">
    ${tab(LIST, alerts.incidents)} ${tab(RULES, alerts.rules)} ${tab(NOTIFICATIONS, alerts.notifications)}
  </nav>`;
}

export const severityMark = ({ severities }: Texts, severity: Alert['severity']): Markup =>
  html`<span class="severity ${severity}">${severities[severity]}</span>`;

export const incidentPlace = ({ alerts }: Texts, { unitName, unitId }: Pick<Alert, 'unitName' | 'unitId'>): string =>
  unitName ?? unitId ?? alerts.wholeSite;

/**
 * The title as a rule has it, or in words of the reader where the service made it. That of a report says who sent it,
 * and whether the readings deny it.
 */
export const incidentTitle = (
  { language }: Pick<Texts, 'language'>,
  { title, alertType, threshold: { parameter }, report }: Pick<Alert, 'title' | 'alertType' | 'threshold' | 'report'>,
): string => claimWords(titleIn(language, title, { alertType, parameter }), report, language);

/** Advice on an open incident. */
export const incidentAction = (
  { alertActions, alertAdvice }: Texts,
  { alertType, report }: Pick<Alert, 'alertType' | 'report'>,
): string => (report?.verdict === 'denied' ? alertAdvice.denied : alertActions[alertType]);

const NARROW = '\u00a0';
export const inUnit = (text: string, unit: string | null): string =>
  unit === null || unit === '' ? text : `${text}${NARROW}${unit}`;

/** Figures with the same number of decimals, which tell them apart; null: unknown. */
export function figuresOf({ actualValue, threshold: { value } }: Pick<Alert, 'actualValue' | 'threshold'>) {
  const decimals = decimalsApart(actualValue, value);
  const text = (figure: number | null): string | null => (figure === null ? null : figureText(figure, decimals));
  return { actual: text(actualValue), limit: text(value) };
}

/** `daily consumption: 124 KL, limit 100 KL`; null: no figure is known. */
export function againstText({ alerts, alertMeasures }: Texts, alert: Alert): string | null {
  const { actual, limit } = figuresOf(alert);
  if (actual === null) return null;
  const { unit } = alert.threshold;
  // A parameter of quality has the name that people gave it.
  const measures: Readonly<Record<string, string>> = alertMeasures;
  const parameter = measures[alert.threshold.parameter] ?? alert.threshold.parameter;
  return limit === null
    ? fill(alerts.measured, { parameter, value: inUnit(actual, unit) })
    : fill(alerts.against, { parameter, value: inUnit(actual, unit), limit: inUnit(limit, unit) });
}

/** The length of the condition, or of an incident whose condition nobody saw end. */
export function lastedText(
  { nowMs, language }: Pick<Visit, 'nowMs' | 'language'>,
  { since, until, closedAt }: Pick<Alert, 'since' | 'until' | 'closedAt'>,
): string {
  const end = until ?? closedAt;
  const lastedMs = (end === null ? nowMs : Date.parse(end)) - Date.parse(since);
  return durationText(Math.max(0, lastedMs) / MINUTE_MS, language);
}

export const inOrderOfWeight = <A extends Pick<Alert, 'severity' | 'triggeredAt'>>(
  alerts: readonly A[],
): readonly A[] => worstFirst(alerts, ({ triggeredAt }) => Date.parse(triggeredAt));
