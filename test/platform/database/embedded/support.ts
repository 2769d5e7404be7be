/** Engines and clients for the tests of the embedded database; everything opened here is closed after the test. */
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject, onTestFinished } from 'vitest';
import pg from 'pg';
import { afterFile } from '../../../support/after-file.ts';
import {
  type EmbeddedEngine,
  type EngineState,
  openEmbeddedEngine,
} from '../../../../src/platform/database/embedded/engine.ts';
import type { LogLevel } from '../../../../src/platform/database/embedded/child-protocol.ts';

export interface LogLine {
  readonly level: LogLevel;
  readonly message: string;
  readonly fields?: Record<string, unknown> | undefined;
}

/** Starting a database from nothing takes seconds on a busy machine. */
export const engineTestMilliseconds = 300_000;

export function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'engine-test-'));
  // A database whose service was killed may still be closing its files.
  onTestFinished(() => rmSync(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));
  return directory;
}

/** Puts an empty database there, because making one takes longer than most tests. */
function withDatabase(directory: string): string {
  const databases = inject('runDatabases');
  if (databases.kind === 'embedded') cpSync(databases.templates.empty, directory, { recursive: true });
  return directory;
}

/** Opens an engine for the running test. */
export async function openEngine(
  dataDir: string = withDatabase(temporaryDirectory()),
  lines: LogLine[] = [],
): Promise<EmbeddedEngine> {
  const engine = await openEmbeddedEngine({
    dataDir,
    log: (level, message, fields) => lines.push({ level, message, fields }),
  });
  onTestFinished(() => engine.stop());
  return engine;
}

/** Opens an engine for a whole test file; to be called in beforeAll. */
export async function openSharedEngine(lines: LogLine[] = []): Promise<EmbeddedEngine> {
  const dataDir = withDatabase(mkdtempSync(join(tmpdir(), 'engine-test-')));
  const engine = await openEmbeddedEngine({
    dataDir,
    log: (level, message, fields) => lines.push({ level, message, fields }),
  });
  afterFile(async () => {
    await engine.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });
  return engine;
}

type Connection = Pick<EmbeddedEngine, 'connection'>;

/** A connected client of the running test. */
export async function connectClient(
  engine: Connection,
  login: { user?: string; password?: string } = {},
): Promise<pg.Client> {
  const client = new pg.Client({ ...engine.connection, ...login });
  // A client whose server goes away reports it as an event as well as by its queries.
  client.on('error', () => undefined);
  await client.connect();
  onTestFinished(() => client.end().catch(() => undefined));
  return client;
}

export function openPool(engine: Connection, max: number): pg.Pool {
  const pool = new pg.Pool({ ...engine.connection, max });
  pool.on('error', () => undefined);
  onTestFinished(() => (pool.ended ? undefined : pool.end()));
  return pool;
}

/** Resolves when the engine reaches `state`. */
export function reached(engine: EmbeddedEngine, state: EngineState): Promise<void> {
  return new Promise((resolve) => {
    if (engine.state() === state) resolve();
    engine.onStateChange((changed) => {
      if (changed === state) resolve();
    });
  });
}

/** The SQLSTATE a query was refused with; throws when it was not refused. */
export async function sqlState(query: Promise<unknown>): Promise<string> {
  const outcome = await query.then(
    () => 'accepted',
    (error: unknown) => error,
  );
  if (outcome instanceof pg.DatabaseError) return outcome.code ?? '';
  throw new Error(`expected a database error, got ${String(outcome)}`);
}

/** Whether a process runs. One that has ended but was not yet collected by the system's first process does not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    const status = `/proc/${pid}/status`;
    return !existsSync(status) || !/^State:\s+Z/m.test(readFileSync(status, 'utf8'));
  } catch {
    return false;
  }
}
