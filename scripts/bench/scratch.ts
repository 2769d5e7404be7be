import { randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseConfig } from '../../src/config.ts';
import { type Context, systemClock } from '../../src/context.ts';
import { migrate } from '../../src/platform/database/migrate.ts';
import { openConfigured } from '../../src/platform/database/open.ts';
import { createLogger } from '../../src/logger.ts';
import type { Leftovers } from './leftovers.ts';
import { createServerDatabase } from './server-database.ts';

type Environment = Readonly<Record<string, string>>;

/** A database of the bench alone, because other chunks would be in its figures. */
interface Scratch {
  readonly context: Context;
  /** Environment of a service process that uses the same database. */
  readonly environment: Environment;
}

/**
 * A database created on the server of DATABASE_URL, where the login needs the right to do so. Without that setting the
 * embedded engine runs in a fresh directory.
 */
export async function openScratch(databaseUrl: string | null, leftovers: Leftovers): Promise<Scratch> {
  const environment = databaseUrl === null ? directory(leftovers) : await databaseOn(databaseUrl, leftovers);
  const config = parseConfig(environment);
  const log = createLogger('warn');
  const opening = openConfigured(config, log);
  leftovers.add(() =>
    opening.then(
      (opened) => opened.close(),
      () => {},
    ),
  );
  const { database } = await opening;
  await migrate(database);
  return { context: { config, clock: systemClock, log, database }, environment };
}

function directory(leftovers: Leftovers): Environment {
  const path = mkdtempSync(join(tmpdir(), 'metered-water-bench-'));
  leftovers.add(() => rm(path, { recursive: true, force: true }));
  return { DATABASE_URL: '', DATABASE_PASSWORD: '', DATA_DIR: path };
}

const databaseOn = async (serverUrl: string, leftovers: Leftovers): Promise<Environment> => ({
  DATABASE_URL: await createServerDatabase(serverUrl, leftovers),
  DATABASE_PASSWORD: '',
  JWT_SECRET: randomBytes(32).toString('hex'),
});
