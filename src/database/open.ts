import type { Config } from '../config.ts';
import type { Logger } from '../logger.ts';
import { type Database, openDatabase } from './database.ts';
import { requireDataDir } from './directory.ts';
import { openEmbeddedEngine } from './embedded/engine.ts';
import { requireServer } from './require-server.ts';

export interface OpenDatabase {
  readonly database: Database;
  /** How other clients of the same database connect (job queue, psql). */
  readonly connection:
    | { readonly connectionString: string }
    | { readonly host: string; readonly port: number; readonly user: string; readonly database: string };
  readonly kind: 'server' | 'embedded, started here' | 'embedded, attached';
  /**
   * Why the embedded engine is away at this moment; null while it is up, and for a server, which this process cannot
   * observe.
   */
  engineTrouble(): string | null;
  /** How often the embedded engine died, or its host went, since this process opened it; null for a server. */
  engineRestarts(): number | null;
  /** How often each login of an analyst was cut off, as far as this process is told; null for a server. */
  loginsCutOff(): ReadonlyMap<string, number> | null;
  close(): Promise<void>;
}

/**
 * The one place that knows there are two engines.
 * @throws SettingError when the server cannot be reached or the data directory not be used.
 */
export async function openConfigured(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  log: Logger,
): Promise<OpenDatabase> {
  const onError = (error: Error): void => log.warn({ error: error.message }, 'database connection lost');
  if (config.databaseUrl !== null) {
    await requireServer(config.databaseUrl);
    const connection = { connectionString: config.databaseUrl };
    const database = openDatabase(connection, onError);
    return {
      database,
      connection,
      kind: 'server',
      engineTrouble: () => null,
      engineRestarts: () => null,
      loginsCutOff: () => null,
      close: () => database.close(),
    };
  }
  requireDataDir(config.dataDir);
  const engine = await openEmbeddedEngine({
    dataDir: config.dataDir,
    log: (level, message, fields) => log[level](fields ?? {}, message),
  });
  let restarts = 0;
  engine.onStateChange((state) => {
    if (state === 'restarting') restarts += 1;
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
    close: async () => {
      await database.close();
      await engine.stop();
    },
  };
}
