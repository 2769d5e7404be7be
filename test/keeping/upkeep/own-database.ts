import { cp, rm } from 'node:fs/promises';
import { databaseAddress, dropDatabase, onServer } from '../../../scripts/support/databases-of-server.ts';
import { parseConfig, type Config } from '../../../src/config.ts';
import { migrate } from '../../../src/platform/database/migrate.ts';
import { openConfigured, type OpenDatabase } from '../../../src/platform/database/open.ts';
import { createLogger } from '../../../src/logger.ts';
import { inject } from 'vitest';
import { afterFile } from '../../support/after-file.ts';
import { mintId, testClock, type TestContext } from '../../support/database.ts';
import { databaseDirectory } from '../../support/database-directory.ts';
import { databaseEnvironment } from '../../support/database-environment.ts';

/**
 * The environment of a database that belongs to this test file alone, for what concerns a database as a whole; removed
 * after it. The embedded engine's is at the newest version unless it is asked to be empty; a server's is empty.
 */
export async function ownDatabaseEnvironment(
  content: 'migrated' | 'empty' = 'migrated',
): Promise<Record<string, string>> {
  const shared = databaseEnvironment();
  const databases = inject('runDatabases');
  if (databases.kind === 'embedded') {
    const directory = await databaseDirectory();
    await cp(databases.templates[content], directory, { recursive: true });
    // The database of a service that was killed may still be closing its files.
    afterFile(() => rm(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));
    return { ...shared, DATA_DIR: directory };
  }
  const name = mintId('own').toLowerCase();
  const postgres = databaseAddress(databases.migrated, 'postgres');
  await onServer(postgres, (server) => server.execute(`CREATE DATABASE ${name}`));
  afterFile(() => onServer(postgres, (server) => dropDatabase(server, name)));
  return { ...shared, DATABASE_URL: databaseAddress(databases.migrated, name) };
}

export interface OwnContext extends TestContext {
  readonly opened: OpenDatabase;
  readonly environment: Record<string, string>;
}

/** A migrated database of this test file alone, with a clock that the test sets. */
export async function ownContext(now: string, more: Record<string, string> = {}): Promise<OwnContext> {
  const environment = { ...(await ownDatabaseEnvironment()), ...more };
  const config: Config = parseConfig(environment);
  const opened = await openConfigured(config, createLogger('silent'));
  afterFile(() => opened.close());
  // The embedded engine's database is a copy of one at the newest version.
  if (opened.kind === 'server') await migrate(opened.database);
  return { config, clock: testClock(now), log: createLogger('silent'), database: opened.database, opened, environment };
}
