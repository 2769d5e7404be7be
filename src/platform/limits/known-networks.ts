import { createHmac } from 'node:crypto';
import type { DataContext } from '../../context.ts';
import { isNetworkKnown, keepNetwork } from './store/limits.ts';

const KNOWN_SECONDS = 90 * 86_400;

/** Networks from which accounts have logged in. These stay open to a user when strangers use up a limit. */
export interface KnownNetworks {
  /** Keeps that the account has logged in there. */
  keep(account: string, network: string): Promise<void>;
  /** True when the account has logged in there within 90 days. */
  isKnown(account: string, network: string): Promise<boolean>;
}

/**
 * The key by which an account is counted.
 * @param userKey null: there is nobody of the name, so the name is counted.
 */
export const accountKeyOf = (userKey: number | null, name: string): string =>
  JSON.stringify([userKey ?? name.trim().toLowerCase()]);

/** The key by which an account is counted at one client network. */
export const accountAtNetwork = (accountKey: string, network: string): string => JSON.stringify([accountKey, network]);

/**
 * Known networks under a keyed hash, because there are few enough addresses to try all of them on a bare hash.
 * @param secrets the first keeps, all find; never empty.
 */
export function createKnownNetworks({ database, clock }: DataContext, secrets: readonly string[]): KnownNetworks {
  const hashesOf = (account: string, network: string): Buffer[] =>
    secrets.map((secret) =>
      createHmac('sha256', secret)
        .update(`known-network ${accountAtNetwork(account, network)}`)
        .digest(),
    );
  return {
    async keep(account, network) {
      for (const hash of hashesOf(account, network).slice(0, 1))
        await keepNetwork(database, hash, clock.now() + KNOWN_SECONDS * 1000);
    },
    isKnown: (account, network) => isNetworkKnown(database, hashesOf(account, network), clock.now()),
  };
}
