import pg from 'pg';
import { SettingError } from '../../config.ts';
import { reasonOf } from '../../kernel/reason-of.ts';
import { codeOf } from './retry.ts';

/** A server that does not even refuse is not waited for longer. */
const PATIENCE_MILLISECONDS = 10_000;

/**
 * Logs in to the server once, before anything is done with it.
 * @throws SettingError in a sentence that holds no part of the address but machine and port.
 */
export async function requireServer(
  connectionString: string,
  patienceMilliseconds = PATIENCE_MILLISECONDS,
): Promise<void> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: patienceMilliseconds });
  // Told by connect() as well.
  client.on('error', () => {});
  try {
    await client.connect();
  } catch (error) {
    throw new SettingError(
      `DATABASE_URL: the server at ${client.host}:${client.port} ${refusalOf(error)}, it must be the address of a running TimescaleDB server with a login and a database of it.`,
    );
  } finally {
    await client.end().catch(() => {});
  }
}

/** SQLSTATEs and system errors that say whose fault it is; the rest in the words of the error. */
const REFUSALS: Readonly<Record<string, string>> = {
  '28P01': 'refuses the login or its password',
  '28000': 'refuses the login',
  '3D000': 'has no such database',
  '53300': 'takes no more connections',
  '57P03': 'is starting or stopping at this moment',
};

function refusalOf(error: unknown): string {
  const known = REFUSALS[codeOf(error) ?? ''];
  if (known !== undefined) return known;
  // Several addresses of one name: the error of the whole has no words.
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  return `cannot be reached (${reasonOf(first)})`;
}
