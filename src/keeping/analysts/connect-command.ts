import { changeAddress } from '../../platform/database/servers.ts';

/** Connection of the database, as in `OpenDatabase`. */
type Reachable =
  { readonly connectionString: string } | { readonly host: string; readonly port: number; readonly database: string };

/**
 * The psql command of a login, quoted for a shell. psql asks for the password. For a server it is the service's own
 * address with the login in place of name and password.
 */
export function psqlCommand(reachable: Reachable, loginName: string): string {
  if (!('connectionString' in reachable)) {
    const port = reachable.port === 5432 ? '' : ` -p ${reachable.port}`;
    return `psql -h ${shellWord(reachable.host)}${port} -U ${loginName} ${shellWord(reachable.database)}`;
  }
  const command = changeAddress(reachable.connectionString, (ofFirst) => {
    const address = new URL(ofFirst);
    address.username = loginName;
    address.password = '';
    for (const name of ['user', 'password']) address.searchParams.delete(name);
    return address.href;
  });
  return `psql ${shellWord(command)}`;
}

/** The text as one word of a POSIX shell. */
const shellWord = (text: string): string =>
  /^[\w./:@%+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
