import { z } from '@hono/zod-openapi';
import type { VersionedAccount } from '../../accounts/accounts.ts';
import type { LinkToHandOver } from '../../accounts/send-reset-link.ts';
import { ROLES } from '../../../platform/login/rules/caller.ts';
import { changeHeaders, FIELDS_OF, OPEN, openBody, PATCHES } from './industry.ts';
import { freeText, optionalReason, requiredTargetHeader } from '../../../platform/http/schemas/parameters.ts';

const MOST_PERMISSIONS = 50;

export const accountBody = openBody().openapi('AccountBody', {
  ...OPEN,
  description: `An account as a bundle has it; ${FIELDS_OF}.`,
  required: ['userId', 'email', 'username', 'password', 'role'],
  example: {
    userId: 'ravi.n',
    email: 'ravi.n@works.example',
    username: 'ravi.n',
    password: 'Correct-horse-3',
    role: 'user',
    permissions: ['reports:read'],
  },
});

export const accountPatchBody = openBody().openapi('AccountPatch', {
  ...OPEN,
  description: `Fields of the account: ${PATCHES}. Another password ends the sessions; ${FIELDS_OF}.`,
  example: { permissions: ['reports:read', 'alerts:write'] },
});

export const accountPath = (example: string) =>
  z.object({ userId: z.string().openapi({ description: 'Of an account of the industry', example }) });

export const reasonQuery = z.object({ reason: optionalReason() });

/** Headers of requests that change an account. */
export const accountChangeHeaders = requiredTargetHeader.extend({ 'If-Match': changeHeaders.shape['If-Match'] });

export const account = z
  .object({
    userId: z.string(),
    email: z.string(),
    username: z.string(),
    role: z.string(),
    permissions: z.array(z.string()),
    emailIds: z.array(z.string()),
    phoneNo: z.string().nullable(),
    disabled: z.boolean().openapi({ description: 'By itself, or with its industry' }),
  })
  .openapi('Account');

/** An account as people of its industry see it. */
export const person = account
  .extend({
    lastSeen: z.string().nullable().openapi({ description: 'Last login or refresh; null: never logged in' }),
  })
  .openapi('Person');

export const accountOnTheWire = (found: VersionedAccount['account']): z.input<typeof account> => ({
  ...found,
  permissions: [...found.permissions],
  emailIds: [...found.emailIds],
});

/** A link by which a password is set. */
export const madeLink = z.object({
  link: z.string().nullable().openapi({ description: 'To hand over, shown this once; null: it is mailed' }),
  expiresAt: z.string().nullable(),
});

export const madeLinkOf = (made: LinkToHandOver | null): z.input<typeof madeLink> => ({
  link: made?.link ?? null,
  expiresAt: made === null ? null : new Date(made.expiresAt).toISOString(),
});

const byWhich = z
  .enum(['mail', 'hand'])
  .openapi({ description: 'mail: to the address of the account; hand: in the answer' });

export const invitationBody = z
  .object({
    email: z.string().openapi({ example: 'meera.d@works.example' }),
    username: z.string().openapi({ description: 'Also the userId of the account', example: 'meera.d' }),
    role: z.enum(ROLES).default('user'),
    permissions: z.array(z.string()).max(MOST_PERMISSIONS).default([]),
    by: byWhich.default('mail'),
  })
  .strict()
  .openapi('InvitationBody', {
    example: { email: 'meera.d@works.example', username: 'meera.d', role: 'user', permissions: ['reports:read'] },
  });

/** Fields that people change of an account of their own industry. The rules of a bundle hold for each. */
export const personPatchBody = z
  .object({
    email: z.string(),
    username: z.string(),
    role: z.enum(ROLES),
    permissions: z.array(z.string()).max(MOST_PERMISSIONS),
    phoneNo: z.string().nullable(),
  })
  .partial()
  .strict()
  .openapi('PersonPatch', { example: { permissions: ['reports:read', 'alerts:write'] } });

export const disabledFlagBody = z
  .object({ disabled: z.boolean() })
  .strict()
  .openapi('DisabledFlag', { example: { disabled: false } });

export const resetLinkBody = z
  .object({ by: byWhich })
  .strict()
  .openapi('PasswordResetBody', { example: { by: 'mail' } });

const WHO_IS_MISSING = "'userId' missing, allowed is the id of an account, or null for all of the industry";

/** null has to be sent for the whole industry, because a forgotten field must not disable everybody. */
const whoIsBlocked = z
  .string()
  .min(1)
  .max(100)
  .nullable()
  .optional()
  .transform((userId, context): string | null => {
    if (userId !== undefined) return userId;
    context.addIssue({ code: 'custom', message: WHO_IS_MISSING, params: { exact: true } });
    return z.NEVER;
  })
  .openapi({
    type: ['string', 'null'],
    minLength: 1,
    maxLength: 100,
    description: 'Of an account of the industry; null: all of the industry',
    example: 'asha.rao',
  });

export const disabledBody = z
  .object({
    userId: whoIsBlocked,
    reason: freeText().optional().openapi({ description: 'Kept in the audit row' }),
  })
  .strict()
  .openapi({ required: ['userId'] });

export const disabledEntry = z
  .object({
    userId: z.string().nullable().openapi({ description: 'null: the industry with all its accounts' }),
    since: z.string(),
  })
  .openapi('Disabled');
