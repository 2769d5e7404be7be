import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { parseConfig } from '../../src/config.ts';
import { migrate } from '../../src/platform/database/migrate.ts';
import { openConfigured } from '../../src/platform/database/open.ts';
import { createLogger } from '../../src/logger.ts';
import { databaseDirectory } from './database-directory.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where test processes find the database of the run, see database-environment.ts. */
    runDatabases: RunDatabases;
  }
}

type RunDatabases =
  | { readonly kind: 'server'; readonly environment: { readonly DATABASE_URL: string; readonly JWT_SECRET: string } }
  /** Closed databases, to be copied into the directory. */
  | { readonly kind: 'embedded'; readonly templates: Templates; readonly directory: string };

interface Templates {
  readonly empty: string;
  /** At the newest version. */
  readonly migrated: string;
}

/**
 * The databases of the run. Copies of the embedded engine's in a fresh directory, which each worker makes, because the
 * engine has one session; DATABASE_URL: that server; TEST_ENGINE=container: the official TimescaleDB image through
 * testcontainers. The tests are the same on all three.
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
  const environment = { DATABASE_URL: url, JWT_SECRET: 'test-secret-'.repeat(4) };
  await migrateAndClose(environment);
  let stopping: Promise<void> | undefined;
  return { databases: { kind: 'server', environment }, stop: () => (stopping ??= stopContainer()) };
}

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
    .withEnvironment({ POSTGRES_PASSWORD: 'postgres' })
    .withExposedPorts(5432)
    .withWaitStrategy(Wait.forLogMessage(/database system is ready to accept connections/, 2))
    .start();
  process.env['DATABASE_URL'] =
    `postgres://postgres:postgres@${container.getHost()}:${container.getMappedPort(5432)}/postgres`;
  return async () => {
    await container.stop();
  };
}
