import type { Limiter } from './limiter.ts';

/** The fact that an account has logged in from a network. */
const KNOWN_HERE = 'login-known-here';
const KNOWN_SECONDS = 90 * 86_400;

/**
 * What an account is counted by.
 * @param userKey null: there is nobody of the name, so the name is counted.
 */
export const accountKeyOf = (userKey: number | null, name: string): string =>
  JSON.stringify([userKey ?? name.trim().toLowerCase()]);

/** What an account is counted by at one client network. */
export const accountAtNetwork = (accountKey: string, network: string): string => JSON.stringify([accountKey, network]);

/** Keeps that the account has logged in there. */
export const knowNetwork = (limiter: Pick<Limiter, 'remember'>, here: string): Promise<void> =>
  limiter.remember(KNOWN_HERE, here, KNOWN_SECONDS);

/** Whether the account has logged in there within 90 days: what is left to its user when strangers use up a limit. */
export const isKnownNetwork = (limiter: Pick<Limiter, 'remembers'>, here: string): Promise<boolean> =>
  limiter.remembers(KNOWN_HERE, here);
