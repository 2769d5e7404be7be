/** Scheme and login, the servers between commas, and the rest. A password holds no @ and no slash, see RFC 3986. */
const PARTS = /^(postgres(?:ql)?:\/\/(?:[^@/]*@)?)([^/?#]*)(.*)$/s;

/**
 * Addresses of the servers that one setting names, as libpq's clients do:
 * `postgres://water@first:5432,second:5432/water?target_session_attrs=read-write`. An address of one server is itself.
 */
export function serversOf(address: string): readonly [string, ...string[]] {
  const [, login = '', servers = '', rest = ''] = PARTS.exec(address) ?? [];
  const [first = address, ...others] = servers.split(',').map((server) => `${login}${server}${rest}`);
  return servers.includes(',') ? [first, ...others] : [address];
}

/** The address with a password for its login, which it names and which has none. */
export const withPassword = (address: string, password: string): string =>
  address.replace('@', `:${encodeURIComponent(password)}@`);
