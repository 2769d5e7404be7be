import { cp, rm } from 'node:fs/promises';
import type { TestProject } from 'vitest/node';
import { parseConfig } from '../../src/config.ts';
import { migrate } from '../../src/platform/database/migrate.ts';
import { openConfigured } from '../../src/platform/database/open.ts';
import { createLogger } from '../../src/logger.ts';
import { databaseDirectory } from './database-directory.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** What test processes put into the environment to reach a database of the run, see database-environment.ts. */
    databaseEnvironments: Record<string, string>[];
    /** Closed databases of the embedded engine, to be copied; null: the run has a server. */
    templates: Templates | null;
  }
}

/**
 * The databases of the run. The embedded engine in fresh directories, one for each worker, because it has one session;
 * DATABASE_URL: that server; TEST_ENGINE=container: the official TimescaleDB image through testcontainers. The tests are
 * the same on all three.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Projects that run together have the databases in common.
  const run = await (running ??= startRun(project.vitest.config.maxWorkers));
  project.provide('templates', run.templates);
  project.provide(
    'databaseEnvironments',
    run.databases.map(({ environment }) => environment),
  );
  return async () => {
    running = undefined;
    await run.stop();
  };
}

interface Run {
  readonly databases: readonly RunDatabase[];
  readonly templates: Templates | null;
  /** The second call finds everything stopped. */
  stop(): Promise<void>;
}
let running: Promise<Run> | undefined;

async function startRun(workers: number): Promise<Run> {
  const stopContainer = process.env['TEST_ENGINE'] === 'container' ? await startContainer() : async () => {};
  const url = process.env['DATABASE_URL'];
  const { databases, templates } =
    url === undefined
      ? await embeddedDatabases(workers)
      : { databases: [await migrated({ DATABASE_URL: url, JWT_SECRET: 'test-secret-'.repeat(4) })], templates: null };
  let stopping: Promise<void> | undefined;
  const stop = async (): Promise<void> => {
    await Promise.all(databases.map(({ close }) => close()));
    for (const template of Object.values(templates ?? {})) await rm(template, { recursive: true, force: true });
    await stopContainer();
  };
  return { databases, templates, stop: () => (stopping ??= stop()) };
}

interface Templates {
  readonly empty: string;
  /** At the newest version. */
  readonly migrated: string;
}

interface RunDatabase {
  readonly environment: Record<string, string>;
  close(): Promise<void>;
}

const open = (environment: Record<string, string>) => openConfigured(parseConfig(environment), createLogger('silent'));

async function migrated(environment: Record<string, string>): Promise<RunDatabase> {
  const { database, close } = await open(environment);
  await migrate(database);
  return { environment, close };
}

/** Making a database and migrating it takes longer than most tests, and so it is done once and copied. */
async function embeddedDatabases(count: number): Promise<{ databases: RunDatabase[]; templates: Templates }> {
  const empty = await databaseDirectory();
  await (await open({ DATA_DIR: empty })).close();
  const newest = await copyOf(empty);
  await (await migrated({ DATA_DIR: newest })).close();
  const databases = await Promise.all(Array.from({ length: count }, () => embedded(newest)));
  return { databases, templates: { empty, migrated: newest } };
}

async function copyOf(template: string): Promise<string> {
  const directory = await databaseDirectory();
  await cp(template, directory, { recursive: true });
  return directory;
}

async function embedded(template: string): Promise<RunDatabase> {
  const directory = await copyOf(template);
  const { close } = await open({ DATA_DIR: directory });
  return {
    environment: { DATA_DIR: directory },
    close: async () => {
      await close();
      await rm(directory, { recursive: true, force: true });
    },
  };
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
