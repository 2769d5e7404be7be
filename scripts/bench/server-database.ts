import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { codeOf } from '../../src/kernel/error-code.ts';
import { reasonOf } from '../../src/kernel/reason-of.ts';
import { databaseAddress, dropDatabase, onServer } from '../support/databases-of-server.ts';
import type { Leftovers } from './leftovers.ts';

const PREFIX = 'metered_water_bench_';
/** Application name of the session that marks a running bench. */
const HOLDER = 'metered-water bench';
const NOT_ALLOWED = '42501';

/**
 * Creates a database on the server, which is dropped with the leftovers. A session stays in it until then, so that
 * {@link removeEndedDatabases} leaves it alone.
 * @returns its address
 */
export async function createServerDatabase(serverUrl: string, leftovers: Leftovers): Promise<string> {
  const name = `${PREFIX}${randomBytes(6).toString('hex')}`;
  const address = databaseAddress(serverUrl, name);
  const creating = onServer(serverUrl, (server) => server.execute(`CREATE DATABASE ${name}`));
  // The drop comes after the creation, however early a signal comes.
  leftovers.add(() =>
    creating.then(
      () =>
        onServer(serverUrl, (server) => dropDatabase(server, name)).catch((error: unknown) => {
          throw new Error(
            `${reasonOf(error)}; once nobody is connected to it, npm run bench -- --remove-leftovers drops it`,
            { cause: error },
          );
        }),
      () => {},
    ),
  );
  await creating.catch((error: Error) => {
    throw codeOf(error) === NOT_ALLOWED
      ? new Error(
          `DATABASE_URL: the bench makes a database for each row, which login ${new URL(serverUrl).username} may not; a superuser allows it with: ALTER ROLE ${new URL(serverUrl).username} CREATEDB`,
        )
      : error;
  });
  const holder = new pg.Client({ connectionString: address, application_name: HOLDER });
  // The drop ends this session with an error.
  holder.on('error', () => {});
  await holder.connect();
  leftovers.add(() => holder.end());
  return address;
}

/**
 * Drops databases that ended benches have left on the server. Those of running benches stay.
 * @returns a sentence about each
 */
export const removeEndedDatabases = (serverUrl: string): Promise<string[]> =>
  onServer(serverUrl, async (server) => {
    const left = await server.execute<{ name: string; is_held: boolean }>(
      `SELECT d.datname AS name,
              EXISTS (SELECT FROM pg_stat_activity a WHERE a.datname = d.datname AND a.application_name = $2) AS is_held
       FROM pg_database d
       WHERE d.datname ~ ('^' || $1 || '[0-9a-f]{12}$') AND d.datdba = current_user::regrole
       ORDER BY d.datname`,
      [PREFIX, HOLDER],
    );
    const told: string[] = [];
    for (const { name, is_held } of left) {
      if (is_held) told.push(`database ${name} is left: a bench uses it`);
      else
        told.push(
          await dropDatabase(server, name).then(
            () => `database ${name} is removed`,
            (error: unknown) => reasonOf(error),
          ),
        );
    }
    return told;
  });
