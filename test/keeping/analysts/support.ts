/** Logins of analysts and connections as them; both are gone after the test file. */
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { Querier } from '../../../src/platform/database/database.ts';
import type { Industry } from '../../../src/kernel/industry/industry.ts';
import {
  type IssuedLogin,
  issueAnalystLogin,
  revokeAnalystLogin,
} from '../../../src/keeping/analysts/analyst-logins.ts';
import { afterFile } from '../../support/after-file.ts';
import { testDatabase, type TestContext } from '../../support/database.ts';

let minted = 0;
/** A login name nobody else uses: roles belong to the whole cluster. */
export const mintLogin = (): string => `t${process.pid}_${Date.now().toString(36)}_${(minted += 1)}`;

export interface Credentials {
  readonly name: string;
  readonly password: string;
}

/** Makes logins that are removed after the test file. */
export const loginIssuer =
  (context: TestContext) =>
  async (industry: Industry, name = mintLogin()): Promise<IssuedLogin> => {
    // Some tests remove theirs themselves.
    afterFile(() => revokeAnalystLogin(context, industry, name).catch(() => undefined));
    return issueAnalystLogin(context, industry, name);
  };

/** Figures are numeric; as numbers, tests can write them down. */
const types = new pg.TypeOverrides();
types.setTypeParser(1700, Number);

/** A new connection with name and password, as psql would make it. */
export async function connectAs({ name, password }: Credentials): Promise<pg.Client> {
  const { connection } = await testDatabase();
  const client = new pg.Client({
    ...('connectionString' in connection
      ? { connectionString: addressFor(connection.connectionString, name, password) }
      : { ...connection, user: name, password }),
    types,
  });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

function addressFor(connectionString: string, name: string, password: string): string {
  const address = new URL(connectionString);
  address.username = name;
  address.password = password;
  return address.href;
}

/**
 * Gives a transaction the rights of a login, and nothing else of it; the service's own login need be no superuser for
 * that.
 */
export async function withRightsOf(transaction: Querier, { name }: Credentials): Promise<void> {
  await transaction.execute(`GRANT ${name} TO CURRENT_USER`);
  await transaction.execute(`SET LOCAL ROLE ${name}`);
}

/** Rows of one statement, run on a connection of its own. */
export async function rowsAs<R extends pg.QueryResultRow>(login: Credentials, sql: string): Promise<R[]> {
  const client = await connectAs(login);
  try {
    return (await client.query<R>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** A statement that was ended for its time, and a login that is refused for that. */
const CUT_OFF = ['57014', '53400'];

/**
 * Rows of a statement whose figures matter, not its time: on a busy machine it may be ended at the limit for logins,
 * and is asked again when the login is served.
 */
export async function rowsWhenServed<R extends pg.QueryResultRow>(
  login: Credentials,
  sql: string,
  attempts = 8,
): Promise<R[]> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await rowsAs<R>(login, sql);
    } catch (error) {
      const code = error instanceof pg.DatabaseError ? (error.code ?? '') : '';
      if (attempt >= attempts || !CUT_OFF.includes(code)) throw error;
      await delay(10_000);
    }
  }
}

/** SQLSTATE of the first of these statements that fails on one connection; 'accepted' when none does. */
export async function outcomeOf(login: Credentials, statements: readonly string[]): Promise<string> {
  const client = await connectAs(login);
  try {
    for (const sql of statements) await client.query(sql);
    return 'accepted';
  } catch (error) {
    return error instanceof pg.DatabaseError ? (error.code ?? '') : String(error);
  } finally {
    await client.end();
  }
}
