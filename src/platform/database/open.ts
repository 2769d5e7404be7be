import { setTimeout as delay } from 'node:timers/promises';
import { type Config, SettingError } from '../../config.ts';
import type { Logger } from '../../logger.ts';
import { type Database, openDatabase } from './database.ts';
import { requireDataDir } from './directory.ts';
import { openEmbeddedEngine } from './embedded/engine.ts';
import type { Socket } from 'node:net';
import pg from 'pg';
import { followPrimary } from './primary.ts';
import { serversOf } from './servers.ts';
import { reasonOf } from '../../kernel/reason-of.ts';
import { codeOf } from '../../kernel/error-code.ts';

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
  // The error reaches the caller by connect() as well.
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

/** Logs in to one of the servers at least. @throws SettingError of the first when none lets the login in. */
async function requireAnyServer(servers: readonly string[]): Promise<void> {
  const seen = await Promise.allSettled(servers.map((server) => requireServer(server)));
  const [first] = seen;
  if (first?.status === 'rejected' && seen.every(({ status }) => status === 'rejected')) throw first.reason;
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

export interface OpenDatabase {
  readonly database: Database;
  /** Connection of other clients of the same database (job queue, psql). */
  readonly connection:
    | { readonly connectionString: string; readonly stream?: () => Socket }
    | { readonly host: string; readonly port: number; readonly user: string; readonly database: string };
  readonly kind: 'server' | 'embedded, started here' | 'embedded, attached';
  /**
   * Why the embedded engine is away at this moment; null while it is up, and for a server, which this process cannot
   * observe.
   */
  engineTrouble(): string | null;
  /**
   * Number of times that the embedded engine died, or its host went, since this process opened it; null for a server.
   */
  engineRestarts(): number | null;
  /** Cut-offs of each analyst's login, as far as this process knows them; null for a server. */
  loginsCutOff(): ReadonlyMap<string, number> | null;
  /**
   * Whether the engine has died since engineRestarts() gave `restarts`, and serves again. Waits up to two minutes for
   * that. false for a server.
   */
  isBackSince(restarts: number | null): Promise<boolean>;
  close(): Promise<void>;
}

/** A connection is told of a death before its process has ended. */
const NOTICE_MILLISECONDS = 1_000;
/** Milliseconds that a start waits for an engine that died meanwhile: as long as opening waits. */
const BACK_MILLISECONDS = 120_000;

/**
 * The one place that knows there are two engines.
 * @param onLost hears of every connection that is lost
 * @throws SettingError when the server cannot be reached or the data directory not be used.
 */
export async function openConfigured(
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  log: Logger,
  onLost: () => void = () => {},
): Promise<OpenDatabase> {
  const onError = (error: Error): void => {
    onLost();
    log.warn({ error: error.message }, 'database connection lost');
  };
  return databaseUrl === null ? openEmbedded(dataDir, log, onError) : openServer(databaseUrl, log, onError);
}

async function openServer(databaseUrl: string, log: Logger, onError: (error: Error) => void): Promise<OpenDatabase> {
  const servers = serversOf(databaseUrl);
  await requireAnyServer(servers);
  const primary = servers.length > 1 ? followPrimary(servers, log) : null;
  const connection = {
    connectionString: servers[0],
    ...(primary === null ? {} : { stream: primary.socket }),
  };
  const database = openDatabase(connection, onError);
  return {
    database,
    connection,
    kind: 'server',
    engineTrouble: () => null,
    engineRestarts: () => null,
    loginsCutOff: () => null,
    isBackSince: async () => false,
    close: async () => {
      await database.close();
      primary?.close();
    },
  };
}

async function openEmbedded(dataDir: string, log: Logger, onError: (error: Error) => void): Promise<OpenDatabase> {
  requireDataDir(dataDir);
  const engine = await openEmbeddedEngine({
    dataDir,
    log: (level, message, fields) => log[level](fields ?? {}, message),
  });
  let restarts = 0;
  const waiting = new Set<() => void>();
  const nextChange = (milliseconds: number): Promise<void> =>
    Promise.race([
      new Promise<void>((resolve) => void waiting.add(resolve)),
      delay(Math.max(0, milliseconds), undefined, { ref: false }),
    ]);
  engine.onStateChange((state) => {
    if (state === 'restarting') restarts += 1;
    for (const resolve of waiting) resolve();
    waiting.clear();
    log[state === 'restarting' ? 'error' : 'info']({ state }, 'database engine changed state');
  });
  const database = openDatabase(engine.connection, onError, { isOneSession: true });
  return {
    database,
    connection: engine.connection,
    kind: engine.mode === 'host' ? 'embedded, started here' : 'embedded, attached',
    engineTrouble: () => (engine.state() === 'up' ? null : (engine.trouble() ?? 'it is stopped')),
    engineRestarts: () => restarts,
    loginsCutOff: () => engine.loginsCutOff,
    isBackSince: async (before) => {
      if (restarts === before && engine.state() === 'up') await nextChange(NOTICE_MILLISECONDS);
      const deadline = performance.now() + BACK_MILLISECONDS;
      while (engine.state() === 'restarting' && performance.now() < deadline)
        await nextChange(deadline - performance.now());
      return restarts !== before && engine.state() === 'up';
    },
    close: async () => {
      await database.close();
      await engine.stop();
    },
  };
}
