import { html } from 'hono/html';
import { entityTag } from '../../platform/http/schemas/entity-tag.ts';
import { fieldText, pageWithForms } from '../handle-form.ts';
import { type Markup, type Page, type PageContent, notice, scrolledTable, may, type Visit } from '../page.ts';
import { fill, type Texts } from '../texts.ts';
import type { NamedUnit } from '../units/choose-units.ts';
import { RULE, RULES, severityMark, tabs } from './parts.ts';
import { definitionOf, type Rule, settingsList } from './rule-fields.ts';

/** Scope of a rule: `Main inlet`, `3 units`, the whole industry. */
function scopeText(
  { alerts, alertRules }: Texts,
  { kind, ids }: Rule['scope'],
  names: ReadonlyMap<string, string>,
): string {
  if (kind === 'industry') return alerts.wholeSite;
  const [only] = ids;
  if (ids.length === 1 && only !== undefined) return names.get(only) ?? only;
  return fill(alertRules.someUnits, { count: ids.length });
}

function row({ texts, visitor }: Visit, rule: Rule, names: ReadonlyMap<string, string>): Markup {
  const { alertRules } = texts;
  const state = rule.isEnabled ? alertRules.enabled : alertRules.disabled;
  return html`<tr>
    <th scope="row"><a href="${RULE}?id=${encodeURIComponent(rule.alertId)}">${rule.title}</a></th>
    <td>${texts.alertTypes[rule.alertType]}</td>
    <td>${scopeText(texts, rule.scope, names)}</td>
    <td>${settingsList(texts, rule)}</td>
    <td>${severityMark(texts, rule.severity)}</td>
    <td>
      ${state}
      ${
        may(visitor, 'alerts:write')
          ? html`<form method="post">
              <input type="hidden" name="id" value="${rule.alertId}" />
              <button class="quiet" name="isEnabled" value="${String(!rule.isEnabled)}">
                ${rule.isEnabled ? alertRules.disable : alertRules.enable}<span class="unseen"> ${rule.title}</span>
              </button>
            </form>`
          : ''
      }
    </td>
  </tr>`;
}

async function content(visit: Visit, problem: Markup | '' = ''): Promise<PageContent> {
  const { texts, visitor } = visit;
  const { alertRules } = texts;
  const [{ data }, { data: units }] = await Promise.all([
    visit.ask<{ data: { rules: Rule[] } }>('/api/user/alerts/rules'),
    visit.ask<{ data: NamedUnit[] }>('/api/user/units', { retired: true }),
  ]);
  const names = new Map(units.map(({ unitId, unitName }) => [unitId, unitName]));
  const { name, watches, where, settings, enabled } = alertRules;
  const columns = [name, watches, where, settings, texts.alerts.severity, enabled];
  const rows = data.rules.map((rule) => row(visit, rule, names));
  return {
    title: alertRules.title,
    body: html`${tabs(texts, RULES)} ${problem}
    ${
      may(visitor, 'alerts:write')
        ? html`<p><a class="button" href="${RULE}">${alertRules.newRule}</a></p>`
        : notice('stock', alertRules.mayNot)
    }
    ${rows.length === 0 ? html`<p>${alertRules.none}</p>` : scrolledTable(alertRules.title, columns, rows)}`,
  };
}

/** Switches the stored rule on or off. */
async function switchRule(visit: Visit, form: FormData): Promise<Response> {
  const path = encodeURIComponent(fieldText(form, 'id'));
  const { data: rule } = await visit.ask<{ data: Rule }>(`/api/user/alerts/rules/${path}`);
  const isEnabled = form.get('isEnabled') === 'true';
  await visit.send('PUT', `/api/user/alerts/${path}`, definitionOf(rule, { isEnabled }), {
    'If-Match': entityTag(rule.version),
  });
  return visit.c.redirect(RULES, 303);
}

/** /app/alerts/rules: the rules of the industry. */
export const rulesPage: Page = { path: RULES, audience: 'everybody', ...pageWithForms(content, switchRule) };
