import { cpus, totalmem } from 'node:os';
import type { Querier } from '../../src/platform/database/database.ts';

/** Description of machine and engine in one line. */
export async function describeMachine(db: Querier, isEmbedded: boolean): Promise<string> {
  const [engine] = await db.execute<{ postgres: string; timescaledb: string }>(
    "SELECT current_setting('server_version') AS postgres, (SELECT extversion FROM pg_extension WHERE extname = 'timescaledb') AS timescaledb",
  );
  const cores = cpus();
  return [
    `${cores[0]?.model.trim() || process.arch}, ${cores.length} cores`,
    `${Math.round(totalmem() / 2 ** 30)} GiB`,
    `Node ${process.version}`,
    `PostgreSQL ${engine?.postgres} with TimescaleDB ${engine?.timescaledb}, ${isEmbedded ? 'embedded' : 'server'}`,
  ].join('; ');
}
