import { randomUUID } from 'node:crypto';
import type { Context, WithQueue } from '../../context.ts';
import { requireRightsOver } from '../../platform/login/rules/account-rights.ts';
import { ServiceError } from '../../kernel/errors.ts';
import type { EpochMillis } from '../../kernel/time/types.ts';
import { writeAudit } from '../../platform/audit/store/audit.ts';
import { disabledUser } from '../../platform/directory/assignees.ts';
import { loadTenant } from '../store/provisioning.ts';
import type { Limiter } from '../../platform/limits/limiter.ts';
import { RESETS_BY_OPERATORS } from '../../platform/limits/limits.ts';
import {
  type AskedReset,
  INVITATION_MS,
  PASSWORD_RESET_QUEUE,
  resetLink,
  makeResetLink,
  RESET_MS,
} from '../../platform/login/send-reset.ts';
import { type AccountRequest, disabledIn, managerOf, requireAccount } from './require-account.ts';

interface AskedLink {
  readonly userId: string;
  /** hand: the person who asks hands the link over. */
  readonly by: 'mail' | 'hand';
  /** Whether the mail invites the user, who has not logged in yet. */
  readonly isInvitation?: boolean;
}

/** A link to hand over; null: the link goes by mail. */
export interface LinkToHandOver {
  readonly link: string;
  readonly expiresAt: EpochMillis;
}

/** @throws ServiceError 400 where links have no address to begin with. */
export function requireLinkAddress({ publicUrl }: Pick<Context['config'], 'publicUrl'>): void {
  if (publicUrl === null) throw new ServiceError(400, 'PUBLIC_URL is not set on this server, and the link needs it');
}

/**
 * Mails a reset link to the user, or returns one to hand over. The password stays until the link is used. The log says
 * whether the mail was sent.
 * @throws ServiceError 404 for an unknown id, 400 for a disabled user, and for a link to hand over without PUBLIC_URL,
 * 429 for too many mails.
 */
export async function sendResetLink(
  {
    database,
    clock,
    config,
    queue,
    limiter,
  }: Pick<Context, 'database' | 'clock' | 'config'> & WithQueue & { readonly limiter: Limiter },
  request: Pick<AccountRequest, 'industryId' | 'actor' | 'permissions' | 'reason'>,
  { userId, by, isInvitation = false }: AskedLink,
): Promise<LinkToHandOver | null> {
  const { industryId, actor, reason } = request;
  const { publicUrl } = config;
  const lifetimeMs = isInvitation ? INVITATION_MS : RESET_MS;
  if (by === 'hand') requireLinkAddress(config);
  // Mails are counted for each operator, so that nobody uses up a user's links for others.
  // An id that is no account of the industry is told before anything is counted.
  if (by === 'mail') {
    requireAccount(await loadTenant(database, industryId), industryId, userId);
    await limiter.take(RESETS_BY_OPERATORS, JSON.stringify([actor.userId, industryId, userId]));
  }
  const made = await database.transaction(async (transaction) => {
    const tenant = await loadTenant(transaction, industryId);
    const user = requireAccount(tenant, industryId, userId);
    requireRightsOver(managerOf(request), industryId, user);
    if ((await disabledIn(transaction, industryId))(userId)) throw disabledUser('userId', userId);
    const now = clock.now();
    await writeAudit(transaction, {
      at: now,
      actor,
      industryKey: tenant.industry?.industryKey ?? null,
      verb: 'account.password',
      subject: userId,
      reason,
      before: null,
      after: { link: by === 'mail' ? 'by mail' : 'handed over' },
    });
    return { user, link: by === 'hand' ? await makeResetLink(transaction, user.userKey, now, lifetimeMs) : null };
  });
  if (made.link !== null) return { link: resetLink(publicUrl ?? '', made.link.token), expiresAt: made.link.expiresAt };
  const requestId = randomUUID();
  const asked: AskedReset = {
    userKey: made.user.userKey,
    isTooMany: false,
    invitedBy: isInvitation ? actor.userId : null,
    request: { requestId, askedAt: clock.now() },
  };
  await queue.send(PASSWORD_RESET_QUEUE, asked, { singletonKey: requestId });
  return null;
}
