import { z } from '@hono/zod-openapi';
import type { VersionedAccount } from '../../accounts/accounts.ts';
import { changeHeaders } from './industry.ts';
import { freeText, optionalReason, requiredTargetHeader } from '../../../platform/http/schemas/parameters.ts';

const OPEN = { type: 'object' as const, additionalProperties: true };
const FIELDS_OF = 'docs/first-industry.md has every field';
const openBody = () => z.record(z.string(), z.unknown());

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
  description: `Fields of the account: what is named is changed, null takes a value out, the rest stays (RFC 7396). Another password ends the sessions; ${FIELDS_OF}.`,
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

export const accountOnTheWire = (found: VersionedAccount['account']): z.input<typeof account> => ({
  ...found,
  permissions: [...found.permissions],
  emailIds: [...found.emailIds],
});

export const resetLinkBody = z
  .object({
    by: z.enum(['mail', 'hand']).openapi({ description: 'mail: to the address of the account; hand: in the answer' }),
  })
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
