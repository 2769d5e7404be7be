import { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { reasonOf } from '../../kernel/reason-of.ts';
import type { Logger } from '../../logger.ts';
import { statement } from './statements.ts';

/** A server that does not answer within this time is passed over. */
const PROBE_MILLISECONDS = 2_000;
const PAUSE_BETWEEN_SEARCHES_MILLISECONDS = 250;
/** A new connection waits this long for a server that takes writes; then its caller is told. */
const LONGEST_SEARCH_MILLISECONDS = 3_000;
/** A primary that vanished without a word (its machine lost power) is noticed after one of these. */
const WATCH_MILLISECONDS = 5_000;

interface Server {
  readonly address: string;
  readonly host: string;
  readonly port: number;
}

/** The server among several that takes writes at this moment. */
export interface Primary {
  /** A socket for pg, which reaches the primary wherever it is by then. */
  readonly socket: () => Socket;
  close(): void;
}

/**
 * Follows the primary among servers with replication. Each new connection goes to the server that takes writes; where
 * two do, to the one that was promoted last. A server that was replaced is not used again, also while its successor is
 * away. Connections to any other server are cut. Whoever used one of these learns of it by an error and begins again,
 * as after a restart of the database.
 *
 * pg knows no list of hosts. A socket that is told late where to go serves the pool, the listeners and the job queue
 * alike. Where certificates are checked, that of every server must name the first host, too.
 *
 * @param ask tests answer in place of servers
 */
export function followPrimary(
  addresses: readonly [string, ...string[]],
  log: Logger,
  ask: (address: string) => Promise<Answer> = askServer,
): Primary {
  const servers = addresses.map((address): Server => {
    const { host, port } = new pg.Client({ connectionString: address });
    return { address, host, port };
  });
  /** null: unknown since a connection was lost. */
  let primary: Server | null = null;
  let search: Promise<Server> | null = null;
  /** The latest timeline that was seen. A server of an earlier one was replaced. */
  let latestTimeline = 0;
  const closing = new AbortController();
  const sockets = new Map<Socket, Server>();

  const askAgain = async ({ address }: Server): Promise<Answer> => {
    const answer = await ask(address);
    return 'timeline' in answer && answer.timeline < latestTimeline ? { refusal: 'was replaced by another' } : answer;
  };

  const find = async (): Promise<Server> => {
    const deadline = performance.now() + LONGEST_SEARCH_MILLISECONDS;
    for (;;) {
      const answers = await Promise.all(servers.map(async (server) => ({ server, answer: await askAgain(server) })));
      const [latest] = answers
        .flatMap(({ server, answer }) => ('timeline' in answer ? [{ server, timeline: answer.timeline }] : []))
        .sort((a, b) => b.timeline - a.timeline);
      if (latest !== undefined) {
        latestTimeline = latest.timeline;
        return latest.server;
      }
      if (closing.signal.aborted || performance.now() > deadline) {
        const told = answers.map(
          ({ server, answer }) => `${server.host}:${server.port} ${'refusal' in answer ? answer.refusal : ''}`,
        );
        throw away(`No server takes writes: ${told.join('; ')}.`);
      }
      await delay(PAUSE_BETWEEN_SEARCHES_MILLISECONDS, undefined, { signal: closing.signal }).catch(() => {});
    }
  };

  const look = (): Promise<Server> =>
    (search ??= find()
      .then((found) => {
        const left = [...sockets].filter(([, server]) => server !== found);
        if (left.length > 0)
          log.warn({ host: found.host, port: found.port }, 'another server of the database takes writes now');
        primary = found;
        for (const [socket] of left) socket.destroy(away('The server no longer takes writes.'));
        return found;
      })
      .finally(() => {
        search = null;
      }));

  const watch = setInterval(() => {
    look().catch((error: unknown) => log.warn({ error: reasonOf(error) }, 'the database takes no writes'));
  }, WATCH_MILLISECONDS).unref();

  return {
    socket() {
      const socket = new Socket();
      const connect = socket.connect.bind(socket);
      const begin = async (): Promise<void> => {
        const server = primary ?? (await look());
        if (socket.destroyed) return;
        sockets.set(socket, server);
        if (server.host.startsWith('/')) connect(`${server.host}/.s.PGSQL.${server.port}`);
        else connect(server.port, server.host);
      };
      socket.connect = () => {
        begin().catch((error: Error) => socket.destroy(error));
        return socket;
      };
      /** The next connection looks for the primary, unless this one led to a server that was left before. */
      const lost = (): void => {
        if (sockets.get(socket) === primary) primary = null;
      };
      // A connection that this process ends itself has ended its own side first.
      socket.once('end', () => {
        if (!socket.writableEnded) lost();
      });
      socket.once('error', lost);
      socket.once('close', () => sockets.delete(socket));
      return socket;
    },
    close() {
      clearInterval(watch);
      closing.abort();
    },
  };
}

/** An error that callers take for a lost connection, so that they answer 503 and try again. */
const away = (message: string): Error => Object.assign(new Error(message), { code: 'ECONNRESET' });

/**
 * The answer of a server to the question whether it takes writes: its timeline, which counts promotions, or the reason
 * for which it cannot be the primary.
 */
export type Answer = { readonly timeline: number } | { readonly refusal: string };

async function askServer(address: string): Promise<Answer> {
  const client = new pg.Client({
    connectionString: address,
    connectionTimeoutMillis: PROBE_MILLISECONDS,
    query_timeout: PROBE_MILLISECONDS,
  });
  // The error reaches connect() and query() as well.
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ timeline: number | null }>(statement('database.timeline').text);
    const timeline = rows[0]?.timeline ?? null;
    return timeline === null ? { refusal: 'answers reads only' } : { timeline };
  } catch (error) {
    return { refusal: `cannot be reached (${reasonOf(error)})` };
  } finally {
    client.end().catch(() => {});
  }
}
