import { problemOfLoginName } from './rules/login-name.ts';
import { ServiceError, TooManyRequests } from '../../kernel/errors.ts';
import type { Logger } from '../../logger.ts';
import { accountAtNetwork, accountKeyOf, type KnownNetworks } from '../limits/known-networks.ts';
import type { Limiter } from '../limits/limiter.ts';
import { LOGINS_FROM_ANYWHERE, LOGINS_FROM_HERE } from '../limits/limits.ts';

const MAX_SHOWN_CHARACTERS = 80;

/**
 * Runs one login: at most 10 failed attempts in 15 minutes for an account from one client network, and 50 from all
 * networks together. A network from which that account has logged in within 90 days is held by the first limit only, so
 * nobody elsewhere can lock its user out. A name that is nobody's is counted by itself.
 * @throws ServiceError 1403 for a name that no account can have; nothing is counted then.
 */
export type AttemptLogin = <T>(name: string, clientNetwork: string, work: () => Promise<T>) => Promise<T>;

/** @param accountOf the account of a name, also of its e-mail address; null when nobody has it. */
export function createLoginAttempts(
  limiter: Limiter,
  networks: KnownNetworks,
  accountOf: (name: string) => Promise<number | null>,
  log: Pick<Logger, 'error'>,
): AttemptLogin {
  const oneByOne = createSerialRunner();

  const takeFromAnywhere = async (account: string, network: string): Promise<boolean> => {
    try {
      await limiter.take(LOGINS_FROM_ANYWHERE, account);
      return true;
    } catch (error) {
      if (error instanceof TooManyRequests && (await networks.isKnown(account, network))) return false;
      throw error;
    }
  };

  return async (name, clientNetwork, work) => {
    requireLoginName(name);
    const account = accountKeyOf(await accountOf(name), name);
    const here = accountAtNetwork(account, clientNetwork);
    return oneByOne(here, async () => {
      await limiter.take(LOGINS_FROM_HERE, here);
      const counted = await takeFromAnywhere(account, clientNetwork);
      const giveBack = async (): Promise<void> => {
        await limiter.giveBack(LOGINS_FROM_HERE, here);
        if (counted) await limiter.giveBack(LOGINS_FROM_ANYWHERE, account);
      };
      // The attempt is counted before the password is checked, because attempts at the same moment on other processes
      // must not pass.
      const result = await work().catch(async (error: unknown) => {
        // A failure of ours says nothing of the password, and may hinder this, too.
        if (!isRefusal(error)) await giveBack().catch(() => {});
        throw error;
      });
      await afterLogin(log, giveBack);
      await afterLogin(log, () => networks.keep(account, clientNetwork));
      return result;
    });
  };
}

/**
 * Work that follows a login. The session is recorded by then and a one-time password is used, so a failure is told to
 * the log, and whoever has logged in gets the tokens.
 */
export async function afterLogin(log: Pick<Logger, 'error'>, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    log.error({ err: error }, 'a login is not noted where the next ones are counted');
  }
}

/** The login itself was refused, and not by a failure of this service. */
const isRefusal = (error: unknown): boolean =>
  error instanceof ServiceError && error.code !== 500 && error.code !== 503;

function requireLoginName(name: string): void {
  const problem = problemOfLoginName(name);
  if (problem !== null)
    throw new ServiceError(1403, `Invalid 'username': '${name.slice(0, MAX_SHOWN_CHARACTERS)}' ${problem}`, [
      { field: 'username', problem },
    ]);
}

/**
 * Runs work of one key one after the other: attempts in flight count as failed until they are not, so that right ones
 * arriving together would otherwise refuse each other.
 */
function createSerialRunner(): <T>(key: string, work: () => Promise<T>) => Promise<T> {
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
