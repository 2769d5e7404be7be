import type { DataContext } from '../../context.ts';
import type { QueueClient } from '../../queue/client.ts';
import type { KnownNetworks } from '../limits/known-networks.ts';
import type { Limiter } from '../limits/limiter.ts';
import { askForReset } from './ask-for-reset.ts';
import { isLinkValid, resetByLink } from './use-reset.ts';

/** Passwords that were forgotten. */
export interface PasswordsService {
  /** Has a link mailed to whoever has this username or address; never tells whether anybody has. */
  ask(asked: { readonly name: string; readonly clientNetwork: string }): Promise<void>;
  isLinkValid(token: string): Promise<boolean>;
  /** @throws ServiceError 1403 for a link that is not valid (any more). */
  reset(use: Readonly<Record<'token' | 'newPassword' | 'clientNetwork', string>>): Promise<void>;
}

/** @param counts what counts requests, and knows where accounts have logged in. */
export const createPasswords = (
  context: DataContext,
  queue: QueueClient,
  counts: { readonly limiter: Limiter; readonly networks: KnownNetworks },
): PasswordsService => ({
  ask: (asked) => askForReset(context, queue, counts, asked),
  isLinkValid: (token) => isLinkValid(context, token),
  reset: (use) => resetByLink(context, use),
});
