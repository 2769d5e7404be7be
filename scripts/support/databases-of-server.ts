import { openDatabase, type Querier } from '../../src/platform/database/database.ts';
import { retry } from '../../src/platform/database/retry.ts';

const IN_USE = '55006';
/** Number of attempts. The server waits five seconds for sessions to end, so all attempts take half a minute. */
const ATTEMPTS = 6;

/** Runs the work by a session of its own. */
export const onServer = async <T>(serverUrl: string, work: (server: Querier) => Promise<T>): Promise<T> => {
  const server = openDatabase({ connectionString: serverUrl }, () => {});
  return work(server).finally(() => server.close());
};

/** The address of another database of the same server. */
export function databaseAddress(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** Copies a database. A worker of the extension may stay in the copied one for a moment, so the copy is tried again. */
export const copyDatabase = async (server: Querier, from: string, name: string): Promise<void> => {
  const copy = () => server.execute(`CREATE DATABASE ${name} TEMPLATE "${from}"`);
  await retry(copy, { codes: [IN_USE], attempts: ATTEMPTS, pause: () => 100 });
};

/**
 * Drops a database, if it exists, and ends sessions of the same login. The server ends autovacuum and workers of the
 * extension, which belong to a superuser. `WITH (FORCE)` is not used, because it would refuse an ordinary login then.
 * @param name without characters that need quotes
 * @throws Error that names the database when other sessions stay in it
 */
export async function dropDatabase(server: Querier, name: string): Promise<void> {
  const drop = async (): Promise<void> => {
    await server.execute(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND usename = current_user',
      [name],
    );
    await server.execute(`DROP DATABASE IF EXISTS ${name}`);
  };
  await retry(drop, { codes: [IN_USE], attempts: ATTEMPTS, pause: () => 100 }).catch((error: Error) => {
    throw new Error(`database ${name} is left: ${error.message}`, { cause: error });
  });
}
