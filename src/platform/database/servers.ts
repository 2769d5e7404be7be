/** Scheme and login, the servers between commas, and the rest. A login ends with the last @ before a slash. */
const PARTS = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#@]*)(.*)$/s;

/**
 * Addresses of the servers that one setting names, as libpq's clients do:
 * `postgres://water@first:5432,second:5432/water?target_session_attrs=read-write`. An address of one server is itself.
 */
export function serversOf(address: string): readonly [string, ...string[]] {
  const [, login = '', servers = '', rest = ''] = PARTS.exec(address) ?? [];
  const [first = address, ...others] = servers.split(',').map((server) => `${login}${server}${rest}`);
  return servers.includes(',') ? [first, ...others] : [address];
}

/** The address after a change of all but its servers, made at the address of the first one. */
export function changeAddress(address: string, change: (ofFirst: string) => string): string {
  const changed = change(serversOf(address)[0]);
  const [, , servers = ''] = PARTS.exec(address) ?? [];
  const [, login = '', first = '', rest = ''] = PARTS.exec(changed) ?? [];
  return servers.includes(',') && first !== '' ? `${login}${servers}${rest}` : changed;
}
