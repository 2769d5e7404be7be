import type { z } from '@hono/zod-openapi';
import { html } from 'hono/html';
import { Info } from 'luxon';
import type { personObject, subscriptionBody, subscriptionObject } from '../../reports/http/schemas/subscription.ts';
import type { ReportFrequency } from '../../reports/rules/automated-mails.ts';
import { MAILED_TYPES } from '../../reports/rules/subscription.ts';
import { REPORT_FORMATS, REPORT_LAYOUTS, REPORT_SERVICES, REPORT_TYPES } from '../../reports/rules/terms.ts';
import { LANGUAGES } from '../../kernel/language.ts';
import { fieldText } from '../handle-form.ts';
import { ApiRefusal } from '../api-client.ts';
import { type Markup, field, notice, option, may, type Visit } from '../page.ts';
import { fill, textsOf } from '../texts.ts';
import { askedIn, REPORT_FORMAT_NAMES, type ReportChoice } from './report-file.ts';

/* The form by which a report is mailed regularly, and what the API is asked with it. */

export const SUBSCRIPTIONS_PATH = '/app/reports/subscriptions';

export type ShownSubscription = z.infer<typeof subscriptionObject>;
export type PossibleRecipient = z.infer<typeof personObject>;
type Body = z.input<typeof subscriptionBody>;

/** Values of the fields of the form. */
export interface SubscriptionDraft extends Omit<Body, 'userIds' | 'addresses'> {
  /** Null: a new one. */
  readonly subscriptionId: string | null;
  readonly userIds: readonly string[];
  /** As typed. */
  readonly addresses: string;
}

const FREQUENCIES = ['daily', 'weekly', 'monthly'] as const satisfies readonly ReportFrequency[];
/** How often a report of these days can be mailed. */
const frequenciesOf = (reportType: SubscriptionDraft['reportType']): readonly ReportFrequency[] =>
  FREQUENCIES.filter((frequency) => MAILED_TYPES[frequency].includes(reportType));

/** A type of several days is read once a week, before it is read once a month. */
const usualFrequency = ({ reportType, startDate, endDate }: ReportChoice): ReportFrequency => {
  const fitting = frequenciesOf(reportType);
  const isOneDay = endDate === '' || endDate === startDate;
  return (isOneDay ? undefined : fitting.find((one) => one === 'weekly')) ?? fitting[0] ?? 'daily';
};

const USUAL_TIME = '08:00';

/** The report that one looks at, to oneself. */
export function newDraft(visit: Visit): SubscriptionDraft {
  const asked = askedIn(visit, (name) => visit.c.req.query(name));
  const { visitor, industryId, language } = visit;
  return {
    subscriptionId: null,
    service: asked.service,
    reportType: asked.reportType,
    layout: asked.layout === 'v2' ? 'v2' : 'v1',
    unitIds: asked.unitId === '' ? null : [asked.unitId],
    formats: ['pdf'],
    frequency: usualFrequency(asked),
    weekday: 1,
    monthDay: 1,
    localTime: USUAL_TIME,
    language,
    userIds: visitor.industryId === industryId ? [visitor.userId] : [],
    addresses: '',
  };
}

export const draftFrom = (shown: ShownSubscription): SubscriptionDraft => ({
  ...shown,
  weekday: shown.weekday ?? 1,
  monthDay: shown.monthDay ?? 1,
  userIds: shown.recipients.flatMap(({ userId }) => userId ?? []),
  addresses: shown.recipients.flatMap(({ address }) => address ?? []).join(', '),
});

/** Hidden fields of the form, for what the form does not let one change. */
const hiddenFields = ({ service, reportType, layout, unitIds, subCategories }: SubscriptionDraft): Markup => {
  const hidden = (name: string, value: string): Markup => html`<input type="hidden" name="${name}" value="${value}" />`;
  return html`${hidden('service', service)} ${hidden('reportType', reportType)} ${hidden('layout', layout ?? 'v1')}
  ${unitIds?.map((unitId) => hidden('unitIds', unitId)) ?? ''}
  ${subCategories?.map((one) => hidden('subCategories', one)) ?? ''}`;
};

/** The draft of a form that was sent. @throws ApiRefusal where somebody has changed its hidden fields */
export function draftIn(form: FormData): SubscriptionDraft {
  const oneOf = <V extends string>(name: string, values: readonly V[]): V => {
    const text = fieldText(form, name);
    const value = values.find((one) => one === text);
    if (value === undefined) throw new ApiRefusal(400, `'${name}' is '${text}', allowed is ${values.join(', ')}`);
    return value;
  };
  const listOf = (name: string): readonly string[] => form.getAll(name).map(String);
  const unitIds = listOf('unitIds');
  const whole = (name: string): number => Number(fieldText(form, name));
  return {
    service: oneOf('service', REPORT_SERVICES),
    reportType: oneOf('reportType', REPORT_TYPES),
    layout: oneOf('layout', REPORT_LAYOUTS),
    unitIds: unitIds.length === 0 ? null : [...unitIds],
    subCategories: [...listOf('subCategories')],
    subscriptionId: fieldText(form, 'subscriptionId') || null,
    formats: REPORT_FORMATS.filter((format) => form.getAll('formats').includes(format)),
    frequency: oneOf('frequency', FREQUENCIES),
    weekday: whole('weekday'),
    monthDay: whole('monthDay'),
    localTime: fieldText(form, 'localTime'),
    language: oneOf('language', LANGUAGES),
    userIds: listOf('userIds'),
    addresses: fieldText(form, 'addresses'),
  };
}

/** The body of the request. Fields of another frequency are left out. */
export const wantedBody = (draft: SubscriptionDraft): Body => ({
  service: draft.service,
  reportType: draft.reportType,
  layout: draft.layout,
  unitIds: draft.unitIds,
  subCategories: draft.subCategories,
  formats: draft.formats,
  frequency: draft.frequency,
  weekday: draft.frequency === 'weekly' ? draft.weekday : null,
  monthDay: draft.frequency === 'monthly' ? draft.monthDay : null,
  localTime: draft.localTime,
  language: draft.language,
  userIds: [...draft.userIds],
  addresses: draft.addresses.split(/[,;\s]+/).filter((address) => address !== ''),
});

export const weekdayNames = (language: string): readonly string[] => Info.weekdays('long', { locale: language });

export const reportName = (
  { texts }: Visit,
  { service, reportType, unitIds }: Pick<SubscriptionDraft, 'service' | 'reportType' | 'unitIds'>,
): string =>
  [
    texts.reportServices[service],
    texts.reportTypes[reportType],
    unitIds === null || unitIds === undefined
      ? texts.subscriptions.allUnits
      : fill(texts.subscriptions.unit, { units: unitIds.join(', ') }),
  ].join(' · ');

const checkbox = (name: string, value: string, isChecked: boolean, label: string): Markup =>
  html`<label><input type="checkbox" name="${name}" value="${value}" ${isChecked ? 'checked' : ''} /> ${label}</label>`;

const recipients = (
  { texts: { subscriptions: t }, visitor }: Visit,
  draft: SubscriptionDraft,
  people: readonly PossibleRecipient[],
): Markup =>
  html`<fieldset class="flags">
      <legend>${t.people}</legend>
      ${people
        .toSorted((a, b) => Number(b.userId === visitor.userId) - Number(a.userId === visitor.userId))
        .map(({ userId, username }) =>
          checkbox(
            'userIds',
            userId,
            draft.userIds.includes(userId),
            userId === visitor.userId ? fill(t.me, { name: username }) : username,
          ),
        )}
    </fieldset>
    ${
      may(visitor, 'reports:send')
        ? field(
            'addresses',
            t.addresses,
            html`<input
              id="addresses"
              name="addresses"
              value="${draft.addresses}"
              aria-describedby="addresses-hint"
            />`,
            t.addressesHint,
          )
        : ''
    }`;

/** The form with a draft in it. */
export function subscriptionForm(visit: Visit, draft: SubscriptionDraft, people: readonly PossibleRecipient[]): Markup {
  const { texts, clock, language } = visit;
  const { subscriptions: t } = texts;
  const fitting = frequenciesOf(draft.reportType);
  if (fitting.length === 0) return notice('high', t.notMailed);
  const choices = (values: readonly (string | number)[], chosen: unknown, names: (index: number) => string) =>
    values.map((value, index) => option(String(value), String(chosen), names(index)));
  const days = Array.from({ length: 31 }, (_, index) => index + 1);
  return html`<form method="post" action="${SUBSCRIPTIONS_PATH}" class="panel">
    <h2>${draft.subscriptionId === null ? t.make : t.changing}</h2>
    <p><strong>${reportName(visit, draft)}</strong></p>
    ${hiddenFields(draft)}
    <input type="hidden" name="subscriptionId" value="${draft.subscriptionId ?? ''}" />
    <div class="filter timing">
      <label
        >${t.often}
        <select name="frequency">
          ${choices(fitting, draft.frequency, (index) => t[fitting[index] ?? 'daily'])}
        </select></label
      >
      <label class="of-week"
        >${t.weekday}
        <select name="weekday">
          ${choices([1, 2, 3, 4, 5, 6, 7], draft.weekday, (index) => weekdayNames(language)[index] ?? '')}
        </select></label
      >
      <label class="of-month"
        >${t.monthDay}
        <select name="monthDay">
          ${choices(days, draft.monthDay, (index) => String(index + 1))}
        </select></label
      >
      <label
        >${fill(t.time, { zone: clock.timezone })}
        <input type="time" name="localTime" value="${draft.localTime}" required
      /></label>
      <label
        >${t.language}
        <select name="language">
          ${LANGUAGES.map(
            (one) =>
              html`<option value="${one}" lang="${one}" ${one === draft.language ? 'selected' : ''}>
                ${textsOf(one).frame.ownName}
              </option>`,
          )}
        </select></label
      >
    </div>
    <fieldset class="flags">
      <legend>${t.formats}</legend>
      ${REPORT_FORMATS.map((format) =>
        checkbox('formats', format, draft.formats?.includes(format) === true, REPORT_FORMAT_NAMES[format]),
      )}
    </fieldset>
    ${recipients(visit, draft, people)}
    <p class="buttons">
      <button name="act" value="save">${draft.subscriptionId === null ? t.start : t.save}</button>
    </p>
  </form>`;
}
