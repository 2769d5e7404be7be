import type { Context } from '../../context.ts';
import { TooManyRequests } from '../../domain/errors.ts';
import { giveBackUse, remember, remembers } from '../../store/limits.ts';
import { createLimiter, hashOfUse, type Limit } from '../limits/limiter.ts';

// Spec gap: attempts per account. Beside the limit of requests per address, which one password list over many addresses would pass.
const FROM_HERE: readonly Limit[] = [{ name: 'login-from-here', points: 10, seconds: 900 }];
const FROM_ANYWHERE: readonly Limit[] = [{ name: 'login-from-anywhere', points: 50, seconds: 900 }];
const KNOWN_HERE: readonly Limit[] = [{ name: 'login-known-here', points: 0, seconds: 0 }];
const KNOWN_MILLISECONDS = 90 * 86_400_000;

/**
 * Runs one login: at most 10 failed attempts in 15 minutes for an account name from one client network, and 50 from all networks
 * together. A network from which that name has logged in within 90 days is held by the first limit only, so nobody elsewhere can
 * lock its user out. Names are counted whether or not there is such an account.
 */
export type AttemptLogin = <T>(name: string, clientNetwork: string, work: () => Promise<T>) => Promise<T>;

export function createLoginAttempts(context: Pick<Context, 'database' | 'clock'>): AttemptLogin {
  const { database, clock } = context;
  const limiter = createLimiter(context);

  const takeFromAnywhere = async (name: string, here: string): Promise<boolean> => {
    try {
      await limiter.take(FROM_ANYWHERE, name);
      return true;
    } catch (error) {
      if (error instanceof TooManyRequests && await remembers(database, hashOfUse(KNOWN_HERE, here), clock.now())) return false;
      throw error;
    }
  };

  return async (name, clientNetwork, work) => {
    const account = name.trim().normalize('NFKC').toLowerCase();
    const here = JSON.stringify([account, clientNetwork]);
    await limiter.take(FROM_HERE, here);
    const counted = await takeFromAnywhere(account, here);
    // Counted before the password is looked at: attempts that arrive together are no way around.
    const result = await work();
    const now = clock.now();
    await giveBackUse(database, hashOfUse(FROM_HERE, here), now);
    if (counted) await giveBackUse(database, hashOfUse(FROM_ANYWHERE, account), now);
    await remember(database, hashOfUse(KNOWN_HERE, here), now + KNOWN_MILLISECONDS);
    return result;
  };
}
