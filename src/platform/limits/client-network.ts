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
