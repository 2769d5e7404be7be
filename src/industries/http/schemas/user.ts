import { password } from '../../../platform/login/rules/password-field.ts';
import { z } from '@hono/zod-openapi';
import { answerWith, done } from '../../../platform/http/schemas/envelope.ts';
import { LANGUAGES } from '../../../kernel/language.ts';
import { ROLES } from '../../../platform/login/rules/caller.ts';
import type { Industry } from '../../../kernel/industry/industry.ts';
import { email, phone, username } from '../../rules/provisioning/fields.ts';
import { businessDateOf } from '../../../kernel/time/business-clock.ts';
import { formatRequestDate } from '../../../kernel/time/business-date.ts';
import type { EpochMillis } from '../../../kernel/time/types.ts';
import type { Profile } from '../../users/profile.ts';

/** A field of a bundle, with its message in the form of a body's fields: "is not ..". */
const like = (field: z.ZodType<string>) =>
  z.string().superRefine((value, context) => {
    const [issue] = field.safeParse(value).error?.issues ?? [];
    if (issue !== undefined) context.addIssue({ code: 'custom', message: `is not ${issue.message}` });
  });

const MAX_RECIPIENTS = 50;

/**
 * Fields that a user may change of himself. Spec gap: the e-mail address is not among them, because single sign-on
 * finds users by it, so only a bundle changes it. Absent fields stay.
 */
export const profileChanges = z
  .object({
    username: like(username).openapi({
      description: '4 to 25 characters without blanks, of nobody else',
      example: 'asha.rao',
    }),
    emailIds: z
      .array(like(email))
      .max(MAX_RECIPIENTS, `is a list of more than ${MAX_RECIPIENTS} addresses`)
      .openapi({ description: 'Recipients of alerts and of the morning mail', example: ['asha.rao@works.example'] }),
    phoneNo: like(phone).nullable().openapi({
      description: 'International format or 10 digits, of nobody else; null: none',
      example: '+919876543210',
    }),
    morningMail: z.boolean('is not true or false').openapi({
      description: 'Whether the user gets the morning mail of what the service has found',
      example: true,
    }),
    language: z
      .enum(LANGUAGES, { error: `is not one of ${LANGUAGES.join(', ')}` })
      .nullable()
      .openapi({ description: 'Of the morning mail; null: English', example: 'en' }),
  })
  .partial()
  .strict()
  .refine(
    (changes) => Object.values(changes).some((value) => value !== undefined),
    'has none of username, emailIds, phoneNo, morningMail, language',
  );

/** A new password is checked against the limits, the old one is not: it may have been set before they applied. */
export const passwordChange = z
  .object({
    oldPassword: z
      .string()
      .min(1)
      .openapi({ description: 'The present one', example: 'Correct-horse-1', format: 'password' }),
    newPassword: like(password).openapi({
      description: '5 to 30 characters without blanks',
      example: 'Correct-horse-2',
      format: 'password',
    }),
  })
  .strict();

const profile = z
  .object({
    userId: z.string(),
    email: z.string(),
    username: z.string(),
    role: z.enum(ROLES),
    permissions: z.array(z.string()),
    industryId: z.string(),
    industryName: z.string(),
    emailIds: z.array(z.string()),
    phoneNo: z.string().nullable(),
    morningMail: z.boolean(),
    language: z.enum(LANGUAGES).nullable(),
    clock: z
      .object({
        industryId: z.string().openapi({ description: 'The own one, or the one that targetIndustryId names' }),
        industryName: z.string(),
        timezone: z.string(),
        startAt: z.string().openapi({ description: 'Local time at which a business day begins' }),
        today: z.string().openapi({ description: 'The business day that runs, DD/MM/YYYY' }),
      })
      .openapi({ description: 'Of the industry that is looked at' }),
  })
  .openapi('Profile');

export const profileAnswer = answerWith(profile);

export const profileAnswerOf = (
  message: string,
  { permissions, emailIds, getsMorningMail, mailLanguage, ...same }: Profile,
  { industryId, industryName, clock }: Industry,
  now: EpochMillis,
): z.infer<typeof profileAnswer> => ({
  ...done(message),
  data: {
    ...same,
    permissions: [...permissions],
    emailIds: [...emailIds],
    morningMail: getsMorningMail,
    language: mailLanguage,
    clock: {
      industryId,
      industryName,
      timezone: clock.timezone,
      startAt: clock.shiftStartAt,
      today: formatRequestDate(businessDateOf(clock, now)),
    },
  },
});
