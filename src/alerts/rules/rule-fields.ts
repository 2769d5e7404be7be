import { list, name, strict } from '../../kernel/field-kinds.ts';
import { z } from 'zod';
import { isPlainText } from '../../kernel/text.ts';
import { email, flagField, phone, timezone, userId } from '../../industries/rules/provisioning/fields.ts';
import { SEVERITIES } from '../../kernel/severity.ts';

/* Fields that both forms of a rule have. The message of every schema says what is allowed. */

const MOST_RECIPIENTS = 1000;
const MOST_STEPS = 5;
const WEEK_MINUTES = 7 * 24 * 60;
const MOST_TEXT_CHARACTERS = 2000;

const wholeMinutes = (low: number): z.ZodType<number> => {
  const error = `a whole number of minutes from ${low} to ${WEEK_MINUTES}`;
  return z.int({ error }).min(low, { error }).max(WEEK_MINUTES, { error });
};

const few = <T extends z.ZodType>(element: T) =>
  list(element).max(MOST_RECIPIENTS, { error: `a list of at most ${MOST_RECIPIENTS} entries` });

const textOf = (error: string) =>
  z.string({ error }).max(MOST_TEXT_CHARACTERS, { error: `a text of at most ${MOST_TEXT_CHARACTERS} characters` });

const ADDRESS = 'an address that begins with https:// or http://';
const webhookUrl = textOf(ADDRESS).refine((text) => /^https?:$/.test(protocolOf(text)), { error: ADDRESS });

/** A form sends the field of a channel that is off, and the field is empty. */
const nullIfEmpty = (given: unknown): unknown => (given === '' ? null : given);

function protocolOf(text: string): string {
  return URL.canParse(text) ? new URL(text).protocol : '';
}

const NOBODY = 'a list of at least one recipient while it is enabled';

/** A channel that is on has somebody to send to. `input` is the list, because the message shows it. */
const hasSomebody =
  <F extends string>(field: F) =>
  ({ value, issues }: z.core.ParsePayload<{ enabled: boolean } & Record<F, string[]>>): void => {
    if (value.enabled && value[field].length === 0)
      issues.push({ code: 'custom', input: value[field], path: [field], message: NOBODY });
  };
const numbers = strict({ enabled: flagField, phoneNumbers: few(phone).default([]) }).check(hasSomebody('phoneNumbers'));

const channels = strict({
  email: strict({ enabled: flagField, recipients: few(email).default([]) })
    .check(hasSomebody('recipients'))
    .optional(),
  sms: numbers.optional(),
  chatMessaging: numbers.optional(),
  chat: strict({ enabled: flagField, webhookUrl: z.preprocess(nullIfEmpty, webhookUrl.nullable()).default(null) })
    .check(({ value, issues }) => {
      if (value.enabled && value.webhookUrl === null)
        issues.push({ code: 'custom', input: null, path: ['webhookUrl'], message: `${ADDRESS}, while it is enabled` });
    })
    .optional(),
  push: strict({ enabled: flagField, userIds: few(userId).default([]) })
    .check(hasSomebody('userIds'))
    .optional(),
  web: strict({ enabled: flagField }).optional(),
});

const LOCAL_TIME = 'a local time HH:MM';
const localTime = z.string({ error: LOCAL_TIME }).regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: LOCAL_TIME });

const schedule = strict({
  enabled: flagField.default(true),
  timezone: timezone.nullable().default(null),
  quietHours: strict({ start: localTime, end: localTime })
    .check(({ value: { start, end }, issues }) => {
      if (start === end)
        issues.push({ code: 'custom', input: end, path: ['end'], message: 'another time than the start' });
    })
    .nullable()
    .default(null),
  holdCritical: flagField.default(false),
});

const escalation = list(strict({ afterMinutes: wholeMinutes(1), channels }))
  .max(MOST_STEPS, { error: `a list of at most ${MOST_STEPS} entries` })
  .refine((steps) => steps.every((step, index) => step.afterMinutes > (steps[index - 1]?.afterMinutes ?? 0)), {
    error: 'a list in the order of afterMinutes, each once',
  });

const SEVERITY = SEVERITIES.join(', ');
/** Six hours. */
const LATE_AFTER_MINUTES = 360;

export const ruleFields = {
  title: name,
  description: textOf('a text')
    .refine(isPlainText, { error: 'a text without control characters' })
    .nullable()
    .default(null),
  severity: z.enum(SEVERITIES, { error: SEVERITY }),
  /** null: as the condition has them. */
  holdMinutes: wholeMinutes(0).nullable().default(null),
  recoverMinutes: wholeMinutes(0).nullable().default(null),
  lateAfterMinutes: wholeMinutes(1).default(LATE_AFTER_MINUTES),
  channels: channels.default({}),
  schedule: schedule.default({ enabled: false, timezone: null, quietHours: null, holdCritical: false }),
  escalation: escalation.default([]),
  isEnabled: flagField.default(true),
};
