import { BlockList, isIP } from 'node:net';

/** This machine itself. */
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
