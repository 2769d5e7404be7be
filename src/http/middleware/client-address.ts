import { isIPv6 } from 'node:net';
import type { HttpContext } from '../environment.ts';

/** An IPv6 customer is given a /64 at least: the interface part would let one client count as many. */
const networkOf = (address: string): string => {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(address)) return address;
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::');
  const leading = head === '' ? [] : head.split(':');
  const trailing = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = Array.from({ length: 8 - leading.length - trailing.length }, () => '0');
  const groups = tail === undefined ? leading : [...leading, ...zeros, ...trailing];
  return `${groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
};

/**
 * Whom requests are counted by. Behind a proxy that is trusted, the last address of X-Forwarded-For: that one the proxy
 * wrote itself, all before it the client may have made up.
 */
export function clientAddress(c: HttpContext, trustProxy: boolean): string {
  const forwarded = trustProxy ? c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim() : undefined;
  // Without a socket the app was called in this process.
  return networkOf(forwarded !== undefined && forwarded !== '' ? forwarded : (c.env?.incoming?.socket.remoteAddress ?? 'local'));
}
