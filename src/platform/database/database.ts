import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { codeOf } from '../../kernel/error-code.ts';
import { NamedQuery, type NamedStatements, namedStatements } from './named-query.ts';
import { retryGivenUp, DISK_FULL } from './retry.ts';
import { statement, type StatementValues, valuesInOrder } from './statements.ts';
import { createMutex, type Mutex } from './mutex.ts';

/**
 * Knowledge of a full disk. No server tells its free room, so a refused statement marks the disk as full. Every later
 * question writes a temporary file, which tells whether there is room again.
 */
export class DiskRoom {
  #isFull = false;

  /** Takes notice of every error of a statement. */
  notice(error: unknown): void {
    if (codeOf(error) === DISK_FULL) this.#isFull = true;
  }

  async isFull(fillTemporaryFile: () => Promise<unknown>): Promise<boolean> {
    if (!this.#isFull) return false;
    try {
      await fillTemporaryFile();
      this.#isFull = false;
    } catch (error) {
      // Only an answer of the database tells anything. A refusal for another reason is not about the disk.
      if (isAnswer(error)) this.#isFull = codeOf(error) === DISK_FULL;
    }
    return this.#isFull;
  }
}

const isAnswer = (error: unknown): boolean => /^[0-9A-Z]{5}$/.test(codeOf(error) ?? '');

export interface Querier extends NamedStatements {
  /** Runs SQL text; for migrations, engine duties and tests. */
  execute<R>(text: string, parameters?: readonly unknown[]): Promise<R[]>;
}

export interface Database extends Querier, Mutex {
  /** One transaction; rolled back when `work` throws. */
  transaction<T>(work: (querier: Querier) => Promise<T>): Promise<T>;
  /**
   * Listens on a channel for as long as the database is open; the connection is renewed when it breaks. Nothing listens
   * after a rejection.
   */
  listen(channel: string, onPayload: (payload: string) => void): Promise<() => Promise<void>>;
  /** true while the database answers. */
  ping(): Promise<boolean>;
  /** true from a statement that was refused for want of room on the database's disk until there is some again. */
  isDiskFull(): Promise<boolean>;
  /** Lets running statements finish for a moment, then cuts their connections. Uncommitted work is rolled back. */
  close(): Promise<void>;
}

/** T as a statement answers it: the driver gives instants as text. */
export type RowOf<T, Instants extends keyof T> = Omit<T, Instants> & {
  readonly [I in Instants]: string | Extract<T[I], null>;
};

/** An instant of a row that may have none. */
export const dateOrNull = (at: string | number | null): Date | null => (at === null ? null : new Date(at));

const types = new pg.TypeOverrides();
const INT8 = 20,
  NUMERIC = 1700,
  DATE = 1082,
  TIMESTAMP = 1114,
  TIMESTAMPTZ = 1184;
// Counts and exact sums: beyond 2^53 a double is the precision every figure has anyway.
types.setTypeParser(INT8, Number);
types.setTypeParser(NUMERIC, Number);
// A date is a business date, so the row types of the stores say so, also where a statement casts it to text.
types.setTypeParser(DATE, (text) => text);
types.setTypeParser(TIMESTAMP, (text) => text);
types.setTypeParser(TIMESTAMPTZ, (text) => text);

type Connection = pg.PoolConfig;

/**
 * The extension's limit would refuse corrections of many units in compressed chunks, and rollups to be refreshed there:
 * 100,000 rows unpacked, a thousand a unit. Compiling a statement over many chunks takes a server three seconds (jit),
 * running it 50 ms.
 */
const SESSION_OPTIONS = [
  '-c TimeZone=UTC -c client_min_messages=warning',
  '-c timescaledb.max_tuples_decompressed_per_dml_transaction=0 -c jit=off',
].join(' ');

const CLOSE_GRACE_MILLISECONDS = 1000;
/** After a minute of silence the system asks whether the other side is still there. */
const KEPT_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 60_000 } as const;

/** The answer to a query that comes as an object, for which a connection gives no promise. */
async function answerOf(client: pg.PoolClient, query: pg.Query): Promise<pg.QueryResult> {
  const { promise, resolve, reject } = Promise.withResolvers<pg.QueryResult>();
  query.on('error', reject);
  query.on('end', (result) => resolve(result));
  client.query(query);
  try {
    return await promise;
  } catch (error) {
    // The error comes from the socket; it names who asked instead.
    if (error instanceof Error) Error.captureStackTrace(error);
    throw error;
  }
}

/** @param run submits a query of its own at each attempt, because a query holds its answer. */
const runner = (run: (begin: () => pg.Query) => Promise<pg.QueryResult>): Querier => ({
  // R is what the statement selects; the SQL file and the store function stand side by side for review.
  ...namedStatements(async <R>(name: string, values: StatementValues = {}) => {
    const named = statement(name);
    const parameters = valuesInOrder(name, named, values);
    return (await run(() => new NamedQuery(named.text, parameters))).rows as R[];
  }),
  execute: async <R>(text: string, parameters: readonly unknown[] = []) =>
    (await run(() => new pg.Query(text, [...parameters]))).rows as R[],
});

/**
 * Opens a pool. The same code serves the embedded engine, which has one session, and a server: both speak the
 * PostgreSQL protocol. With `triesAgain`, a statement that was given up in favour of another transaction runs again.
 */
export function openDatabase(
  connection: Connection,
  onError: (error: Error) => void,
  { isOneSession = false, triesAgain = true } = {},
): Database {
  const pool = new pg.Pool({ max: 10, ...connection, types, options: SESSION_OPTIONS });
  pool.on('error', onError);
  const room = new DiskRoom();
  const watched = async <T>(running: Promise<T>): Promise<T> => {
    try {
      return await running;
    } catch (error) {
      room.notice(error);
      throw error;
    }
  };
  // The pool returns a promise of the answer, although its types do not say so for a query object.
  const inPool = (begin: () => pg.Query) => pool.query(begin()) as unknown as Promise<pg.QueryResult>;
  const querier = runner((begin) => watched(triesAgain ? retryGivenUp(() => inPool(begin)) : inPool(begin)));
  const listeners = new Set<pg.Client>();
  const busy = new Set<pg.PoolClient>();
  pool.on('acquire', (client) => busy.add(client));
  pool.on('release', (_, client) => busy.delete(client));
  let closed = false;

  const transaction: Database['transaction'] = async (work) => {
    const client = await pool.connect();
    let broken: Error | undefined;
    // An error handler on the idle client, because an unhandled error of a lost connection ends the process.
    client.on('error', onError);
    try {
      await client.query('BEGIN');
      const result = await work(runner((begin) => watched(answerOf(client, begin()))));
      const { command } = await watched(client.query('COMMIT'));
      // The database answers a COMMIT behind a failed statement with ROLLBACK, and without an error.
      if (command !== 'COMMIT') throw new Error('Nothing was kept: a statement of the transaction had failed.');
      return result;
    } catch (error) {
      await client.query('ROLLBACK').catch((rollbackError: Error) => {
        broken = rollbackError;
      });
      throw error;
    } finally {
      client.off('error', onError);
      client.release(broken);
    }
  };

  return {
    ...querier,
    ...createMutex(transaction, isOneSession),
    transaction,
    listen: listening(connection, onError, listeners, () => closed),
    ping: async () => {
      try {
        await pool.query(statement('database.ping').text);
        return true;
      } catch {
        return false;
      }
    },
    isDiskFull: () =>
      room.isFull(() =>
        transaction(async ({ many }) => {
          await many('disk-room.limit_memory');
          await many('disk-room.fill');
        }),
      ),
    async close() {
      if (closed) return;
      closed = true;
      await Promise.all([...listeners].map((client) => client.end().catch(onError)));
      const ended = pool.end();
      const isEnded = await Promise.race([
        ended.then(() => true),
        delay(CLOSE_GRACE_MILLISECONDS, false, { ref: false }),
      ]);
      if (!isEnded) await Promise.all([...busy].map((client) => client.end().catch(onError)));
    },
  };
}

/** @param listeners holds the connections that listen, so that they are closed with the database. */
function listening(
  connection: Connection,
  onError: (error: Error) => void,
  listeners: Set<pg.Client>,
  isClosed: () => boolean,
): Database['listen'] {
  return async (channel, onPayload) => {
    let current: pg.Client | null = null;
    let stopped = false;
    const connect = async (): Promise<void> => {
      if (stopped || isClosed()) return;
      // A client that only listens never sends, and would not notice that the network has dropped its connection.
      const client = new pg.Client({ ...connection, types, ...KEPT_ALIVE });
      listeners.add(client);
      client.on('error', onError);
      client.on('notification', (message) => onPayload(message.payload ?? ''));
      client.on('end', () => {
        listeners.delete(client);
        if (!stopped && !isClosed()) setTimeout(() => void connect().catch(onError), 1000).unref();
      });
      await client.connect();
      current = client;
      if (stopped || isClosed()) return void (await client.end());
      await client.query(`LISTEN ${pg.escapeIdentifier(channel)}`);
    };
    const stop = async (): Promise<void> => {
      stopped = true;
      await current?.end();
    };
    // The caller tries again, and would hear everything twice if this attempt went on beside the next one.
    await connect().catch(async (error: unknown) => {
      await stop();
      throw error;
    });
    return stop;
  };
}
