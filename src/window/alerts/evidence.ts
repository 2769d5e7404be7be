import { html } from 'hono/html';
import { isObject } from '../../kernel/json.ts';
import { momentText } from '../dates.ts';
import type { Markup } from '../page.ts';
import type { Visit } from '../visit.ts';
import type { Rule } from './rule-fields.ts';
import { settingsList } from './settings-list.ts';

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
  { texts, clock }: Pick<Visit, 'texts'> & { readonly clock: Pick<Visit['clock'], 'timezone'> },
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
