import { isIP, BlockList } from 'node:net';

/** Addresses of this machine. */
export const LOOPBACK = ['127.0.0.0/8', '::1/128'] as const;
/** Networks that nobody reaches from the internet: RFC 1918, unique local, link-local. */
export const PRIVATE = [
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '169.254.0.0/16',
  'fc00::/7',
  'fe80::/10',
] as const;

/**
 * Tells of an address in its plain form whether it is among these.
 * @param entries addresses, and networks in CIDR form.
 */
export function isAmong(entries: readonly string[]): (address: string) => boolean {
  const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4');
  const list = new BlockList();
  for (const entry of entries) {
    const [address = '', bits] = entry.split('/');
    if (bits === undefined) list.addAddress(address, familyOf(address));
    else list.addSubnet(address, Number(bits), familyOf(address));
  }
  return (address) => list.check(address, familyOf(address));
}

/** Further networks that are not the public internet (IANA special-purpose registries). */
const SPECIAL_IPV4 = [
  '0.0.0.0/8',
  '100.64.0.0/10',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];
/** Routed addresses of IPv6. Mapped IPv4, loopback, link-local and unique-local addresses lie outside. */
const ROUTED_IPV6 = '2000::/3';
/** Teredo and its neighbours, documentation and 6to4, which may lead to an IPv4 address of any kind. */
const SPECIAL_IPV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

/** Cloud metadata is link-local, so it is among the private networks. */
const isSpecial = isAmong([...LOOPBACK, ...PRIVATE, ...SPECIAL_IPV4, ...SPECIAL_IPV6]);
const isRouted = isAmong([ROUTED_IPV6]);

/** True for an IP address, as numbers, of the public internet; false for any other text. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !isSpecial(address);
    case 6:
      return isRouted(address) && !isSpecial(address);
    default:
      return false;
  }
}

/** The host of an address that is written as numbers of no public network; null: it is a name, or public. */
export function privateHostOf({ hostname }: URL): string | null {
  const host = hostname.replace(/^\[|\]$/g, '');
  return isIP(host) !== 0 && !isPublicAddress(host) ? host : null;
}

/**
 * Why no message would leave for a web address; null: one would. The text names only the host, because the rest may
 * hold a key. Names are checked at the time of connection.
 */
export function problemOfWebAddress(url: URL): string | null {
  const host = privateHostOf(url);
  if (host !== null) return `is at "${host}" in a private network, allowed is a public address`;
  return url.protocol === 'https:' ? null : `is plain http at "${url.hostname}", allowed is https`;
}
