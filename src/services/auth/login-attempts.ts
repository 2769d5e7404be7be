import { TooManyRequests } from '../../domain/errors.ts';
import type { Limiter } from '../limits/limiter.ts';
import { LOGINS_FROM_ANYWHERE, LOGINS_FROM_HERE } from '../limits/limits.ts';

/** The fact that a name has logged in from a network. */
const KNOWN_HERE = 'login-known-here';
const KNOWN_SECONDS = 90 * 86_400;

/**
 * Runs one login: at most 10 failed attempts in 15 minutes for an account name from one client network, and 50 from all networks
 * together. A network from which that name has logged in within 90 days is held by the first limit only, so nobody elsewhere can
 * lock its user out. Names are counted whether or not there is such an account.
 */
export type AttemptLogin = <T>(name: string, clientNetwork: string, work: () => Promise<T>) => Promise<T>;

export function createLoginAttempts(limiter: Limiter): AttemptLogin {
  const inTurn = createTurns();

  const takeFromAnywhere = async (name: string, here: string): Promise<boolean> => {
    try {
      await limiter.take(LOGINS_FROM_ANYWHERE, name);
      return true;
    } catch (error) {
      if (error instanceof TooManyRequests && await limiter.remembers(KNOWN_HERE, here)) return false;
      throw error;
    }
  };

  return (name, clientNetwork, work) => {
    const account = name.trim().normalize('NFKC').toLowerCase();
    const here = JSON.stringify([account, clientNetwork]);
    return inTurn(here, async () => {
      await limiter.take(LOGINS_FROM_HERE, here);
      const counted = await takeFromAnywhere(account, here);
      // Counted before the password is looked at: attempts at the same moment on other processes are no way around.
      const result = await work();
      await limiter.giveBack(LOGINS_FROM_HERE, here);
      if (counted) await limiter.giveBack(LOGINS_FROM_ANYWHERE, account);
      await limiter.remember(KNOWN_HERE, here, KNOWN_SECONDS);
      return result;
    });
  };
}

/**
 * Runs work of one key one after the other: attempts in flight count as failed until they are not, so that right ones arriving
 * together would otherwise refuse each other.
 */
function createTurns(): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const last = new Map<string, Promise<unknown>>();
  return async (key, work) => {
    const own = (last.get(key) ?? Promise.resolve()).then(work, work);
    last.set(key, own);
    try {
      return await own;
    } finally {
      if (last.get(key) === own) last.delete(key);
    }
  };
}
