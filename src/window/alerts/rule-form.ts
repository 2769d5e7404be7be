import { html } from 'hono/html';
import { CONDITIONS } from '../../alerts/rules/conditions.ts';
import { SEVERITIES } from '../../kernel/severity.ts';
import { ALERT_TYPES, type AlertType, SCOPE_KINDS } from '../../alerts/rules/types.ts';
import type { ApiRefusal } from '../api-client.ts';
import type { Markup } from '../page.ts';
import { fill, type Texts } from '../texts.ts';
import { RULE } from './parts.ts';
import { type Draft, LISTED_CHANNELS, MINUTES_FIELDS, type Rule, settingFields } from './rule-fields.ts';

/** Units and categories that a rule can cover, from GET /api/user/units and categories. */
export interface Choices {
  readonly units: readonly {
    readonly unitId: string;
    readonly unitName: string;
    readonly kind: string;
    readonly siUnit: string;
    readonly retiredAt: string | null;
    readonly params: Readonly<Record<string, { readonly displayName: string }>>;
  }[];
  readonly subCategories: readonly { readonly id: string; readonly displayName: string }[];
}

export interface RuleForm {
  readonly texts: Texts;
  readonly alertType: AlertType;
  readonly draft: Draft;
  readonly stored: Rule | null;
  readonly choices: Choices;
  readonly mistakes: ApiRefusal['errors'];
}

/** Mistakes of this field or of fields within it. */
const mistakesAt = (mistakes: ApiRefusal['errors'], path: string): ApiRefusal['errors'] =>
  mistakes.filter(({ field }) => field === path || field.startsWith(`${path}.`) || field.startsWith(`${path}[`));

/** A field with its label. A mistake is below it, and linked to it for screen readers. */
function field({ mistakes }: RuleForm, path: string, label: string, input: (described: Markup | '') => Markup): Markup {
  const own = mistakesAt(mistakes, path);
  const id = `${path}-mistake`;
  const described = own.length === 0 ? '' : html`aria-invalid="true" aria-describedby="${id}"`;
  return html`<p class="field">
    <label for="${path}">${label}</label>
    ${input(described)}
    ${own.length === 0 ? '' : html`<span class="mistake" id="${id}">${own.map(({ problem }) => problem).join('; ')}</span>`}
  </p>`;
}

interface Bounds {
  readonly step?: string;
  readonly least?: string;
  readonly most?: string;
}

const textField = (
  form: RuleForm,
  path: string,
  label: string,
  type: 'text' | 'number' = 'text',
  { step = 'any', least = '', most = '' }: Bounds = {},
): Markup =>
  field(
    form,
    path,
    label,
    (described) =>
      html`<input
        id="${path}"
        name="${path}"
        type="${type}"
        ${type === 'number' ? html`step="${step}"` : ''}
        ${least === '' ? '' : html`min="${least}"`}
        ${most === '' ? '' : html`max="${most}"`}
        value="${form.draft.get(path) ?? ''}"
        ${described}
      />`,
  );

const flagField = ({ draft }: RuleForm, path: string, label: string): Markup =>
  html`<p class="field flag">
    <input id="${path}" name="${path}" type="checkbox" ${draft.get(path) === 'on' ? 'checked' : ''} />
    <label for="${path}">${label}</label>
  </p>`;

interface Option {
  readonly value: string;
  readonly name: string;
}
/** A choice. What is chosen and not offered any more is an option of its own, because saving would lose it. */
const choiceField = (form: RuleForm, path: string, label: string, offered: readonly Option[], rows = 1): Markup => {
  const chosen = new Set(form.draft.getAll(path));
  const others = [...chosen].filter((id) => id !== '' && !offered.some(({ value }) => value === id));
  const options = [...offered, ...others.map((id) => ({ value: id, name: id }))];
  return field(
    form,
    path,
    label,
    (described) =>
      html`<select id="${path}" name="${path}" ${rows > 1 ? html`multiple size="${rows}"` : ''} ${described}>
        ${options.map(
          ({ value, name }) => html`<option value="${value}" ${chosen.has(value) ? 'selected' : ''}>${name}</option>`,
        )}
      </select>`,
  );
};

function settings(form: RuleForm): Markup[] {
  const { texts, alertType } = form;
  return settingFields(alertType).map(({ name, kind, least, most }) => {
    const path = `settings.${name}`;
    if (kind === 'flag') return flagField(form, path, texts.alertSettings[name]);
    if (name === 'parameter') {
      const known = new Map(
        form.choices.units
          .flatMap(({ params }) => Object.entries(params))
          .map(([id, { displayName }]) => [id, displayName]),
      );
      return choiceField(
        form,
        path,
        texts.alertSettings[name],
        [...known].map(([value, shown]) => ({ value, name: shown })),
      );
    }
    return textField(form, path, texts.alertSettings[name], 'number', {
      step: kind === 'whole' ? '1' : 'any',
      least,
      most,
    });
  });
}

const MOST_ROWS = 8;
const rowsFor = (options: readonly unknown[]): number => Math.min(MOST_ROWS, Math.max(2, options.length));

function scope(form: RuleForm): Markup {
  const { alertRules } = form.texts;
  const { groups } = CONDITIONS[form.alertType];
  const fitting: readonly string[] = groups;
  const units = form.choices.units
    .filter(({ kind }) => fitting.includes(kind))
    .map(({ unitId, unitName, siUnit, retiredAt }) => {
      const more = [siUnit, retiredAt === null ? '' : form.texts.unit.retiredShort].filter((part) => part !== '');
      return { value: unitId, name: `${unitName} (${more.join(', ')})` };
    });
  const names = form.choices.subCategories.map(({ displayName }) => displayName);
  const isShared = (name: string): boolean => names.indexOf(name) !== names.lastIndexOf(name);
  const subCategories = form.choices.subCategories.map(({ id, displayName }) => ({
    value: id,
    name: isShared(displayName) ? `${displayName} (${id})` : displayName,
  }));
  const kinds = SCOPE_KINDS.map((value) => ({ value, name: alertRules[value] }));
  // The API gives ids alone, whichever of the two lists they come from.
  const isAbout = (kind: string): RuleForm => ({
    ...form,
    mistakes:
      form.draft.get('scope.kind') === kind
        ? mistakesAt(form.mistakes, 'scope.ids').map((one) => ({ ...one, field: `scope.ids.${kind}` }))
        : [],
  });
  return html`<fieldset class="places">
    <legend>${alertRules.scope}</legend>
    ${choiceField(form, 'scope.kind', alertRules.scopeKind, kinds)}
    ${choiceField(isAbout('unit'), 'scope.ids.unit', alertRules.unit, units, rowsFor(units))}
    ${
      subCategories.length === 0 && form.draft.getAll('scope.ids.subCategory').length === 0
        ? ''
        : choiceField(
            isAbout('subCategory'),
            'scope.ids.subCategory',
            alertRules.subCategory,
            subCategories,
            rowsFor(subCategories),
          )
    }
  </fieldset>`;
}

function told(form: RuleForm): Markup {
  const { alertRules } = form.texts;
  return html`<details
    ${mistakesAt(form.mistakes, 'channels').length + mistakesAt(form.mistakes, 'schedule').length > 0 ? 'open' : ''}
  >
    <summary>${alertRules.told}</summary>
    <p class="muted">${alertRules.separated}</p>
    ${Object.entries(LISTED_CHANNELS).map(([channel, list]) => {
      const label = alertRules[channel as keyof typeof LISTED_CHANNELS]; // its own keys
      return html`<div class="channel">
        ${flagField(form, `channels.${channel}.enabled`, label)}
        ${textField(form, `channels.${channel}.${list}`, label)}
      </div>`;
    })}
    <div class="channel">
      ${flagField(form, 'channels.chat.enabled', alertRules.chat)}
      ${textField(form, 'channels.chat.webhookUrl', alertRules.chat)}
    </div>
    ${flagField(form, 'channels.web.enabled', alertRules.web)}
    <h3>${alertRules.quiet}</h3>
    ${flagField(form, 'schedule.enabled', alertRules.quietOn)}
    ${textField(form, 'schedule.quietHours.start', alertRules.quietFrom)}
    ${textField(form, 'schedule.quietHours.end', alertRules.quietTo)}
    ${flagField(form, 'schedule.holdCritical', alertRules.holdCritical)}
    ${
      form.stored === null || form.stored.escalation.length === 0
        ? ''
        : html`<p class="muted">${fill(alertRules.steps, { count: form.stored.escalation.length })}</p>`
    }
  </details>`;
}

/** Choice of a type. Types have different settings, so the type is chosen before them. */
export const typeForm = ({ texts, alertType }: Pick<RuleForm, 'texts' | 'alertType'>): Markup =>
  html`<form class="filter" action="${RULE}">
    <label
      >${texts.alertRules.kind}
      <select name="alertType">
        ${ALERT_TYPES.map(
          (type) =>
            html`<option value="${type}" ${type === alertType ? 'selected' : ''}>${texts.alertTypes[type]}</option>`,
        )}
      </select></label
    >
    <button class="quiet">${texts.alertRules.choose}</button>
  </form>`;

/** All fields of a rule, with their mistakes. */
export function fieldsOfRule(form: RuleForm): Markup {
  const { texts, alertType } = form;
  const { alertRules } = texts;
  const usual = CONDITIONS[alertType].defaults;
  const minutesLabels = {
    holdMinutes: fill(alertRules.hold, { usual: usual.holdMinutes }),
    recoverMinutes: fill(alertRules.recover, { usual: usual.recoverMinutes }),
    lateAfterMinutes: alertRules.lateAfter,
  };
  const severities = SEVERITIES.map((value) => ({ value, name: texts.severities[value] }));
  return html`<input type="hidden" name="alertType" value="${alertType}" /> ${textField(form, 'title', alertRules.name)}
    ${textField(form, 'description', alertRules.describe)}
    ${choiceField(form, 'severity', texts.alerts.severity, severities)} ${settings(form)} ${scope(form)}
    ${MINUTES_FIELDS.map((own) => textField(form, own.name, minutesLabels[own.name], 'number', { step: '1', ...own }))}
    ${flagField(form, 'isEnabled', alertRules.enabled)} ${told(form)}`;
}
