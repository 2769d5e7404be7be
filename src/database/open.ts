import type { Config } from '../config.ts';
import type { Logger } from '../logger.ts';
import { type Database, openDatabase } from './database.ts';
import { openEmbeddedEngine, type EngineState } from './embedded/engine.ts';

export interface OpenDatabase {
  readonly database: Database;
  /** How other clients of the same database connect (job queue, psql). */
  readonly connection: { readonly connectionString: string } | { readonly host: string; readonly port: number; readonly user: string; readonly database: string };
  readonly kind: 'server' | 'embedded, started here' | 'embedded, attached';
  /** 'up' for a server, which this process cannot observe; the embedded engine's own word otherwise. */
  state(): EngineState;
  close(): Promise<void>;
}

/** The one place that knows there are two engines. */
export async function openConfigured(config: Pick<Config, 'databaseUrl' | 'dataDir'>, log: Logger): Promise<OpenDatabase> {
  const onError = (error: Error): void => log.warn({ error: error.message }, 'database connection lost');
  if (config.databaseUrl !== null) {
    const connection = { connectionString: config.databaseUrl };
    const database = openDatabase(connection, onError);
    return { database, connection, kind: 'server', state: () => 'up', close: () => database.close() };
  }
  const engine = await openEmbeddedEngine({ dataDir: config.dataDir, log: (level, message, fields) => log[level](fields ?? {}, message) });
  engine.onStateChange((state) => log[state === 'restarting' ? 'error' : 'info']({ state }, 'database engine changed state'));
  const database = openDatabase(engine.connection, onError);
  return {
    database,
    connection: engine.connection,
    kind: engine.mode === 'host' ? 'embedded, started here' : 'embedded, attached',
    state: () => engine.state(),
    close: async () => {
      await database.close();
      await engine.stop();
    },
  };
}
