import { randomUUID } from 'node:crypto';
import type { Context } from '../../context.ts';
import { isStorable } from '../../domain/json.ts';
import type { QueueClient } from '../../queue/client.ts';
import { findUserForLogin } from '../../store/users.ts';
import type { Limiter } from '../limits/limiter.ts';
import { RESETS_ASKED_FROM_HERE } from '../limits/limits.ts';

export const PASSWORD_RESET_QUEUE = 'password-reset';

/**
 * Has a link sent to whoever has this username or e-mail address. Whether anybody has is not to be told, so both cases
 * take the same way: one look, one job. What was typed is not kept.
 * @throws TooManyRequests by the limit of the client's network.
 */
export async function askForReset(
  { database }: Pick<Context, 'database'>,
  queue: QueueClient,
  limiter: Limiter,
  { name, clientNetwork }: { readonly name: string; readonly clientNetwork: string },
): Promise<void> {
  await limiter.take(RESETS_ASKED_FROM_HERE, clientNetwork);
  const user = await findUserForLogin(database, isStorable(name) ? name : '');
  await queue.send(PASSWORD_RESET_QUEUE, { userKey: user?.userKey ?? null }, { singletonKey: randomUUID() });
}
