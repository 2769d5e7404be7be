import { createHmac } from 'node:crypto';
import type { DataContext } from '../../context.ts';
import { isNetworkKnown, keepNetwork } from './store/limits.ts';
import { isIP } from 'node:net';
import { isAmong, LOOPBACK, PRIVATE } from '../channels/public-address.ts';

/** True for an address, in its plain form, of this machine or of a private network. */
export const isInside = isAmong([...LOOPBACK, ...PRIVATE]);

/** @param trustedProxies addresses, networks and `loopback`, as checked by the configuration. */
export const isProxyAmong = (trustedProxies: readonly string[]): ((address: string) => boolean) =>
  isAmong(trustedProxies.flatMap((one) => (one === 'loopback' ? LOOPBACK : [one])));

/**
 * An IP address in its plain form: no port, brackets or zone, IPv4 where it is mapped into IPv6; null for anything
 * else.
 */
export function plainAddress(text: string): string | null {
  const trimmed = text.trim();
  const unwrapped = /^\[([^\]]+)\](?::\d+)?$/.exec(trimmed)?.[1] ?? /^([\d.]+):\d+$/.exec(trimmed)?.[1] ?? trimmed;
  const address = unwrapped.split('%')[0] ?? '';
  if (isIP(address) === 4) return address;
  if (isIP(address) !== 6) return null;
  // The URL parser knows all ways of writing an address, and writes it in one.
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const mapped = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(canonical);
  if (mapped === null) return canonical;
  return [mapped[1], mapped[2]]
    .map((group) => Number.parseInt(group ?? '', 16))
    .flatMap((pair) => [pair >> 8, pair & 255])
    .join('.');
}

/**
 * The network by which a client is counted. An IPv6 customer is given a /64 at least, so by its addresses one client
 * could count as many.
 */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const [head = '', tail] = address.split('::');
  const leading = head === '' ? [] : head.split(':');
  const trailing = tail === undefined || tail === '' ? [] : tail.split(':');
  const groups = [...leading, ...Array.from({ length: 8 - leading.length - trailing.length }, () => '0'), ...trailing];
  return `${groups.slice(0, 4).join(':')}::/64`;
}

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
