import { BlockList, isIP } from 'node:net';

export const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** @param entries addresses, and networks in CIDR form. */
export function blockListOf(entries: readonly string[]): BlockList {
  const list = new BlockList();
  for (const entry of entries) {
    const [address = '', prefix] = entry.split('/');
    if (prefix === undefined) list.addAddress(address, familyOf(address));
    else list.addSubnet(address, Number(prefix), familyOf(address));
  }
  return list;
}

/** This machine itself. */
export const LOOPBACK = ['127.0.0.0/8', '::1/128'] as const;
/** Networks that nobody reaches from the internet: RFC 1918, unique local, link-local. */
const PRIVATE = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '169.254.0.0/16', 'fc00::/7', 'fe80::/10'] as const;
const inside = blockListOf([...LOOPBACK, ...PRIVATE]);

/** Whether an address in its plain form is of this machine or of a private network. */
export const isInside = (address: string): boolean => inside.check(address, familyOf(address));

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
  // The URL parser knows every way of writing the same address, and writes it in one.
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const mapped = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(canonical);
  if (mapped === null) return canonical;
  return [mapped[1], mapped[2]]
    .map((group) => Number.parseInt(group ?? '', 16))
    .flatMap((pair) => [pair >> 8, pair & 255])
    .join('.');
}

/**
 * What a client is counted by. An IPv6 customer is given a /64 at least, so by its addresses one client could count as
 * many.
 */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const [head = '', tail] = address.split('::');
  const leading = head === '' ? [] : head.split(':');
  const trailing = tail === undefined || tail === '' ? [] : tail.split(':');
  const groups = [...leading, ...Array.from({ length: 8 - leading.length - trailing.length }, () => '0'), ...trailing];
  return `${groups.slice(0, 4).join(':')}::/64`;
}
