import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { databaseAddress, dropDatabase, onServer } from '../../scripts/support/databases-of-server.ts';
import { parseConfig } from '../../src/config.ts';
import { analystSetUpProblem } from '../../src/keeping/analysts/analyst-logins.ts';
import { migrate } from '../../src/platform/database/migrate.ts';
import { openConfigured } from '../../src/platform/database/open.ts';
import { createLogger } from '../../src/logger.ts';
import { prepareBrowser } from './browser.ts';
import { databaseDirectory } from './database-directory.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where test processes find the database of the run, see database-environment.ts. */
    runDatabases: RunDatabases;
  }
}

type RunDatabases =
  | {
      readonly kind: 'server';
      /** Address of the database that workers copy. Nothing stays connected to it. */
      readonly migrated: string;
      /** How the names of this run's copies begin. */
      readonly copiesBegin: string;
      readonly environment: { readonly JWT_SECRET: string };
    }
  /** Closed databases, to be copied into the directory. */
  | { readonly kind: 'embedded'; readonly templates: Templates; readonly directory: string };

interface Templates {
  readonly empty: string;
  /** At the newest version. */
  readonly migrated: string;
}

/**
 * The databases of the run. Each worker makes copies of a migrated one: of the embedded engine's in a fresh directory,
 * because the engine has one session; of the one at DATABASE_URL beside it, because files whose clocks differ would
 * remove what others have, such as sessions that have ended. TEST_ENGINE=container: the official TimescaleDB image
 * through testcontainers. The tests are the same on all three.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Projects that run together have the databases in common.
  const run = await (running ??= startRun());
  project.provide('runDatabases', run.databases);
  return async () => {
    running = undefined;
    await run.stop();
  };
}

interface Run {
  readonly databases: RunDatabases;
  /** The second call finds everything stopped. */
  stop(): Promise<void>;
}
let running: Promise<Run> | undefined;

async function startRun(): Promise<Run> {
  await prepareBrowser();
  const stopContainer = process.env['TEST_ENGINE'] === 'container' ? await startContainer() : async () => {};
  const url = process.env['DATABASE_URL'];
  if (url === undefined) {
    const directory = await databaseDirectory();
    const templates = await makeTemplates(directory);
    return {
      databases: { kind: 'embedded', templates, directory },
      // A worker's engine may still be closing its files.
      stop: () => rm(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }),
    };
  }
  const environment = { JWT_SECRET: 'test-secret-'.repeat(4) };
  await migrateAndClose({ ...environment, DATABASE_URL: url });
  const problem = await onServer(url, analystSetUpProblem);
  // Said once, because each test of analysts fails for it.
  if (problem !== null) process.stderr.write(`Tests of analysts fail on this server. ${problem}\n`);
  const copiesBegin = `copy_${process.pid.toString(36)}_${Date.now().toString(36)}_`;
  let stopping: Promise<void> | undefined;
  return {
    databases: { kind: 'server', migrated: url, copiesBegin, environment },
    stop: () => (stopping ??= dropCopies(url, copiesBegin).finally(stopContainer)),
  };
}

const dropCopies = (url: string, copiesBegin: string): Promise<void> =>
  onServer(databaseAddress(url, 'postgres'), async (server) => {
    const copies = await server.execute<{ name: string }>(
      'SELECT datname AS name FROM pg_database WHERE starts_with(datname, $1)',
      [copiesBegin],
    );
    for (const { name } of copies) await dropDatabase(server, name);
  });

/** Making a database and migrating it takes longer than most tests, and so it is done once and copied. */
async function makeTemplates(directory: string): Promise<Templates> {
  const [empty, newest] = [join(directory, 'empty'), join(directory, 'migrated')];
  await (await openDatabase({ DATA_DIR: empty })).close();
  await cp(empty, newest, { recursive: true });
  await migrateAndClose({ DATA_DIR: newest });
  return { empty, migrated: newest };
}

const openDatabase = (environment: Record<string, string>) =>
  openConfigured(parseConfig(environment), createLogger('silent'));

async function migrateAndClose(environment: Record<string, string>): Promise<void> {
  const { database, close } = await openDatabase(environment);
  await migrate(database);
  await close();
}

async function startContainer(): Promise<() => Promise<void>> {
  const { GenericContainer, Wait } = await import('testcontainers');
  const container = await new GenericContainer('timescale/timescaledb:latest-pg17')
    .withEnvironment({ POSTGRES_PASSWORD: 'postgres', POSTGRES_DB: 'water' })
    .withExposedPorts(5432)
    .withWaitStrategy(Wait.forLogMessage(/database system is ready to accept connections/, 2))
    .start();
  process.env['DATABASE_URL'] =
    `postgres://postgres:postgres@${container.getHost()}:${container.getMappedPort(5432)}/water`;
  return async () => {
    await container.stop();
  };
}
