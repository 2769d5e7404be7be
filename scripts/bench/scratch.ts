import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseConfig } from '../../src/config.ts';
import { type Context, systemClock } from '../../src/context.ts';
import { openDatabase } from '../../src/database/database.ts';
import { migrate } from '../../src/database/migrate.ts';
import { openConfigured } from '../../src/database/open.ts';
import { createLogger } from '../../src/logger.ts';

/** A database of the bench alone: nothing else's chunks are in its figures, and nothing is left behind. */
export interface Scratch {
  readonly context: Context;
  /** What a service process needs to use the same database. */
  readonly environment: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

interface Place { readonly environment: Readonly<Record<string, string>>; remove(): Promise<void> }

/** DATABASE_URL: a database created on that server, which needs the right to do so; otherwise the embedded engine in a fresh directory. */
export async function openScratch(databaseUrl: string | undefined): Promise<Scratch> {
  const place = databaseUrl === undefined || databaseUrl === '' ? await directory() : await databaseOn(databaseUrl);
  const config = parseConfig({ ...place.environment });
  const log = createLogger('warn');
  try {
    const opened = await openConfigured(config, log);
    const close = async (): Promise<void> => {
      await opened.close();
      await place.remove();
    };
    try {
      await migrate(opened.database);
      return { context: { config, clock: systemClock, log, database: opened.database }, environment: place.environment, close };
    } catch (error) {
      await opened.close();
      throw error;
    }
  } catch (error) {
    await place.remove();
    throw error;
  }
}

async function directory(): Promise<Place> {
  const path = await mkdtemp(join(tmpdir(), 'metered-water-bench-'));
  return { environment: { DATABASE_URL: '', DATA_DIR: path }, remove: () => rm(path, { recursive: true, force: true }) };
}

async function databaseOn(serverUrl: string): Promise<Place> {
  const name = `metered_water_bench_${randomBytes(6).toString('hex')}`;
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  const onServer = async (text: string): Promise<void> => {
    const server = openDatabase({ connectionString: serverUrl }, () => {});
    await server.execute(text).finally(() => server.close());
  };
  await onServer(`CREATE DATABASE ${name}`);
  return {
    environment: { DATABASE_URL: url.href, JWT_SECRET: randomBytes(32).toString('hex') },
    remove: () => onServer(`DROP DATABASE ${name} WITH (FORCE)`),
  };
}
