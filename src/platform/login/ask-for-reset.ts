import { randomUUID } from 'node:crypto';
import type { Context } from '../../context.ts';
import { TooManyRequests } from '../../kernel/errors.ts';
import { isStorable } from '../../kernel/json.ts';
import type { QueueClient } from '../queue/client.ts';
import { findUserForLogin } from './store/users.ts';
import { accountAtNetwork, accountKeyOf, type KnownNetworks } from '../limits/known-networks.ts';
import type { Limiter } from '../limits/limiter.ts';
import { RESETS_ASKED_FROM_HERE, RESETS_OF_ONE, RESETS_OF_ONE_FROM_HERE } from '../limits/limits.ts';

export const PASSWORD_RESET_QUEUE = 'password-reset';

interface ResetCounts {
  readonly limiter: Limiter;
  readonly networks: Pick<KnownNetworks, 'isKnown'>;
}

/**
 * Has a link sent to whoever has this username or e-mail address. Whether anybody has is not to be told, so both cases
 * take the same way: one look, one job. The typed text is not kept.
 * @throws TooManyRequests by the limit of the client's network.
 */
export async function askForReset(
  { database }: Pick<Context, 'database'>,
  queue: QueueClient,
  counts: ResetCounts,
  { name, clientNetwork }: { readonly name: string; readonly clientNetwork: string },
): Promise<void> {
  await counts.limiter.take(RESETS_ASKED_FROM_HERE, clientNetwork);
  const userKey = (await findUserForLogin(database, isStorable(name) ? name : ''))?.userKey ?? null;
  // Counted here and not when the mail is sent, because a mail is tried several times.
  const isTooMany = await hasTooMany(counts, accountKeyOf(userKey, name), clientNetwork);
  await queue.send(PASSWORD_RESET_QUEUE, { userKey, isTooMany }, { singletonKey: randomUUID() });
}

/** Whether no link is to be sent. Nobody elsewhere can use up the links of a user who asks from where he logs in. */
async function hasTooMany({ limiter, networks }: ResetCounts, account: string, network: string): Promise<boolean> {
  const here = accountAtNetwork(account, network);
  try {
    await limiter.take(RESETS_OF_ONE_FROM_HERE, here);
    if (!(await networks.isKnown(account, network))) await limiter.take(RESETS_OF_ONE, account);
    return false;
  } catch (error) {
    if (error instanceof TooManyRequests) return true;
    throw error;
  }
}
