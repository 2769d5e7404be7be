import { randomBytes } from 'node:crypto';
import type { Context, WithQueue } from '../../context.ts';
import { type ErrorDetail, ServiceError } from '../../kernel/errors.ts';
import { refusal } from '../../kernel/problems.ts';
import type { Role } from '../../platform/login/rules/caller.ts';
import type { Limiter } from '../../platform/limits/limiter.ts';
import { INVITATIONS } from '../../platform/limits/limits.ts';
import { addAccount, type VersionedAccount } from './accounts.ts';
import { type AccountRequest, disabledIn } from './require-account.ts';
import { type LinkToHandOver, requireLinkAddress, sendResetLink } from './send-reset-link.ts';

interface Invitation {
  readonly email: string;
  /** Also the userId, so that no one has to think of two names. */
  readonly username: string;
  readonly role: Role;
  readonly permissions: readonly string[];
  /** hand: the person who invites hands the link over. */
  readonly by: 'mail' | 'hand';
}

/** Nobody knows the password that an account has before its user sets one: 30 characters. */
const unknownPassword = (): string => randomBytes(23).toString('base64url').slice(0, 30);

/** Of an account whose id is its username, so that a mistake of the id is one of the username. */
export function refusalByUsername(problems: readonly ErrorDetail[]): ServiceError {
  const isUsernameTold = problems.some(({ field }) => field === 'username');
  return refusal(
    problems.flatMap((told) => {
      if (told.field !== 'userId') return [told];
      return isUsernameTold ? [] : [{ ...told, field: 'username' }];
    }),
  );
}

/**
 * Creates an account and sends its user a link by which to set a password. A worker that dies in between leaves the
 * account, to which another link can be sent.
 * @throws ServiceError as {@link addAccount} and {@link sendResetLink}; 400 for a disabled industry; 429 for too many
 * invitations of the industry
 */
export async function inviteAccount(
  context: Context & WithQueue & { readonly limiter: Limiter },
  request: AccountRequest,
  { email, username, role, permissions, by }: Invitation,
): Promise<{ readonly made: VersionedAccount; readonly link: LinkToHandOver | null }> {
  requireLinkAddress(context.config);
  // An entry of an earlier person of this name ends with the new account; that of the industry stays.
  const isDisabled = await disabledIn(context.database, request.industryId);
  if (isDisabled(null)) {
    const problem = `'${request.industryId}' is disabled, so nobody can be invited into it`;
    throw new ServiceError(400, problem, [{ field: 'industryId', problem }]);
  }
  await context.limiter.take(INVITATIONS, request.industryId);
  const password = unknownPassword();
  const body = { userId: username, email, username, password, role, permissions };
  const made = await addAccount(context, request, body, refusalByUsername);
  const link = await sendResetLink(context, request, { userId: username, by, isInvitation: true });
  return { made, link };
}
