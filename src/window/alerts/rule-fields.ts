import { z } from '@hono/zod-openapi';
import { html } from 'hono/html';
import { CONDITIONS } from '../../alerts/rules/conditions.ts';
import { ruleFields } from '../../alerts/rules/rule-fields.ts';
import type { AlertType } from '../../alerts/rules/types.ts';
import type { alertRule } from '../../alerts/http/schemas/alertRule.ts';
import { entityTag } from '../../platform/http/schemas/entity-tag.ts';
import type { Texts } from '../texts.ts';
import { exactText } from '../figures.ts';
import type { Markup } from '../page.ts';

/*
 * Fields of a rule's form. Their names are the paths by which the API names a mistake. The schema of each type says
 * which settings it has.
 */

export type Rule = z.infer<typeof alertRule>;

/** Content of a form, from a rule, a browser or nothing. */
export type Draft = URLSearchParams;

interface Field<Name extends string> {
  readonly name: Name;
  readonly kind: 'number' | 'whole' | 'flag' | 'text';
  readonly fallback: string;
  /** Bounds of the API; empty: none. */
  readonly least: string;
  readonly most: string;
}

interface JsonSchema {
  readonly type?: string;
  readonly anyOf?: readonly JsonSchema[];
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
  readonly default?: unknown;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
}

const KINDS = { number: 'number', integer: 'whole', boolean: 'flag', string: 'text' } as const;

function kindOf({ type, anyOf }: JsonSchema): Field<string>['kind'] {
  const known = [type, ...(anyOf ?? []).map((one) => one.type)].find((one) => one !== undefined && one in KINDS);
  return KINDS[(known ?? 'string') as keyof typeof KINDS]; // just found in it
}

/** Bound of a setting. A setting that may be empty has its bound in one of its kinds. */
function boundOf(schema: JsonSchema, name: 'minimum' | 'exclusiveMinimum' | 'maximum'): string {
  const bound = [schema, ...(schema.anyOf ?? [])].map((one) => one[name]).find((one) => one !== undefined);
  return bound === undefined || Math.abs(bound) >= Number.MAX_SAFE_INTEGER ? '' : String(bound);
}

/** The fields of an object that the API takes, as its schema has them. */
function fieldsOf<Name extends string>(schema: z.ZodType): readonly Field<Name>[] {
  const written = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema; // as the draft has it
  return Object.entries(written.properties ?? {}).map(([name, property]) => ({
    name: name as Name, // the schema's own keys
    kind: kindOf(property),
    fallback: property.default === undefined || property.default === null ? '' : String(property.default),
    // A browser knows no bound that is excluded, so the API refuses that one value.
    least: boundOf(property, 'minimum') || boundOf(property, 'exclusiveMinimum'),
    most: boundOf(property, 'maximum'),
  }));
}

/** Settings of a type, with their defaults. A test holds that each setting has its text. */
export const settingFields = (alertType: AlertType): readonly Field<keyof Texts['alertSettings']>[] =>
  fieldsOf(CONDITIONS[alertType].settings);

const { holdMinutes, recoverMinutes, lateAfterMinutes } = ruleFields;
const MINUTES = { holdMinutes, recoverMinutes, lateAfterMinutes };

/** Lengths of time that every rule has. */
export const MINUTES_FIELDS = fieldsOf<keyof typeof MINUTES>(z.object(MINUTES));

/** Channels with a list of recipients, and the name of that list. */
export const LISTED_CHANNELS = {
  email: 'recipients',
  sms: 'phoneNumbers',
  chatMessaging: 'phoneNumbers',
  push: 'userIds',
} as const;

const ON = 'on';
const isOn = (draft: Draft, name: string): boolean => draft.get(name) === ON;

export function emptyDraft(alertType: AlertType): Draft {
  const draft = new URLSearchParams({ alertType, severity: 'medium', 'scope.kind': 'unit', isEnabled: ON });
  draft.set('channels.web.enabled', ON);
  for (const { name, fallback, kind } of settingFields(alertType))
    draft.set(`settings.${name}`, kind === 'flag' ? (fallback === 'true' ? ON : '') : fallback);
  return draft;
}

const textOf = (value: unknown): string =>
  value === null || value === undefined ? '' : value === true ? ON : value === false ? '' : String(value);

/** The form of a stored rule, with the ETag of its version. */
export function draftOf(rule: Rule): Draft {
  const { alertType, title, description, severity, scope, settings, channels, schedule, version } = rule;
  const tag = entityTag(version);
  const draft = new URLSearchParams({ tag, alertType, title, description: description ?? '', severity });
  draft.set('scope.kind', scope.kind);
  for (const id of scope.ids) draft.append(`scope.ids.${scope.kind}`, id);
  for (const [name, value] of Object.entries(settings)) draft.set(`settings.${name}`, textOf(value));
  for (const { name } of MINUTES_FIELDS) draft.set(name, textOf(rule[name]));
  draft.set('isEnabled', textOf(rule.isEnabled));
  for (const [channel, told] of Object.entries(channels as Readonly<Record<string, Readonly<Record<string, unknown>>>>))
    for (const [name, value] of Object.entries(told))
      draft.set(`channels.${channel}.${name}`, Array.isArray(value) ? value.join(', ') : textOf(value));
  if (channels['web'] === undefined) draft.set('channels.web.enabled', ON);
  const quietHours = schedule['quietHours'] as { start: string; end: string } | null | undefined;
  draft.set('schedule.enabled', textOf(schedule['enabled']));
  draft.set('schedule.holdCritical', textOf(schedule['holdCritical']));
  draft.set('schedule.quietHours.start', quietHours?.start ?? '');
  draft.set('schedule.quietHours.end', quietHours?.end ?? '');
  return draft;
}

/** A number, where the text is one. The API explains any other text. */
function numberOf(text: string): number | string {
  const number = Number(text.trim());
  return Number.isFinite(number) ? number : text;
}

/** Lengths that are not given are those that the API has for them. */
const minutesOf = (draft: Draft): Record<string, unknown> =>
  Object.fromEntries(
    MINUTES_FIELDS.flatMap(({ name }) => {
      const text = draft.get(name)?.trim() ?? '';
      return text === '' ? [] : [[name, numberOf(text)]];
    }),
  );

const listOf = (text: string | null): string[] =>
  (text ?? '')
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');

function settingsOf(draft: Draft, alertType: AlertType): Record<string, unknown> {
  return Object.fromEntries(
    settingFields(alertType).flatMap(({ name, kind }): [string, unknown][] => {
      const text = draft.get(`settings.${name}`)?.trim() ?? '';
      if (kind === 'flag') return [[name, text === ON]];
      if (text === '') return [];
      return [[name, kind === 'text' ? text : numberOf(text)]];
    }),
  );
}

function channelsOf(draft: Draft): Record<string, unknown> {
  const listed = Object.entries(LISTED_CHANNELS).map(([channel, field]): [string, unknown] => [
    channel,
    { enabled: isOn(draft, `channels.${channel}.enabled`), [field]: listOf(draft.get(`channels.${channel}.${field}`)) },
  ]);
  const webhookUrl = draft.get('channels.chat.webhookUrl')?.trim() ?? '';
  return {
    ...Object.fromEntries(listed),
    chat: { enabled: isOn(draft, 'channels.chat.enabled'), webhookUrl: webhookUrl === '' ? null : webhookUrl },
    web: { enabled: isOn(draft, 'channels.web.enabled') },
  };
}

/** Body that defines the rule. Fields that the form does not show stay as stored. */
export function ruleBody(draft: Draft, alertType: AlertType, stored: Rule | null): Record<string, unknown> {
  const kind = draft.get('scope.kind') ?? 'unit';
  const [start, end] = ['start', 'end'].map((name) => draft.get(`schedule.quietHours.${name}`)?.trim() ?? '');
  const description = draft.get('description')?.trim() ?? '';
  return {
    title: draft.get('title')?.trim() ?? '',
    description: description === '' ? null : description,
    severity: draft.get('severity') ?? '',
    alertType,
    settings: settingsOf(draft, alertType),
    scope: { kind, ids: kind === 'industry' ? [] : draft.getAll(`scope.ids.${kind}`) },
    ...minutesOf(draft),
    channels: channelsOf(draft),
    schedule: {
      ...stored?.schedule,
      enabled: isOn(draft, 'schedule.enabled'),
      holdCritical: isOn(draft, 'schedule.holdCritical'),
      quietHours: start === '' && end === '' ? null : { start, end },
    },
    escalation: stored?.escalation ?? [],
    isEnabled: isOn(draft, 'isEnabled'),
  };
}

/** Body that defines a stored rule anew, with changes. */
export function definitionOf(rule: Rule, changes: Partial<Rule> = {}): Record<string, unknown> {
  const { alertId: _id, version: _version, createdBy: _by, createdAt: _at, updatedBy: _lastBy, ...more } = rule;
  const { updatedAt: _lastAt, ...definition } = more;
  // A rule may have been stored before such escalations were refused. They call nobody.
  const escalation = rule.alertType === 'flow_rate_back_in_range' ? [] : rule.escalation;
  return { ...definition, escalation, ...changes };
}

/** Settings with a value, by the names of their fields. */
export const settingsList = (
  { alertSettings }: Pick<Texts, 'alertSettings'>,
  { alertType, settings }: Pick<Rule, 'alertType' | 'settings'>,
): Markup =>
  html`<ul class="plain-list">
    ${settingFields(alertType).map(({ name }) => {
      const value = settings[name];
      if (value === null || value === undefined || value === false) return '';
      const text = typeof value === 'number' ? exactText(value) : String(value);
      return html`<li>${alertSettings[name]}${value === true ? '' : `: ${text}`}</li>`;
    })}
  </ul>`;
