import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { parseConfig } from '../../src/config.ts';
import { migrate } from '../../src/database/migrate.ts';
import { openConfigured } from '../../src/database/open.ts';
import { createLogger } from '../../src/logger.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** What test processes put into the environment to reach the run's database. */
    databaseEnvironment: Record<string, string>;
  }
}

/**
 * One database for the run: the embedded engine in a fresh directory; DATABASE_URL: that server; TEST_ENGINE=container:
 * the official TimescaleDB image through testcontainers. The tests are the same on all three.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const directory = await mkdtemp(join(tmpdir(), 'metered-water-test-'));
  const stopContainer = process.env['TEST_ENGINE'] === 'container' ? await startContainer() : async () => {};
  const url = process.env['DATABASE_URL'];
  const environment: Record<string, string> =
    url === undefined ? { DATA_DIR: directory } : { DATABASE_URL: url, JWT_SECRET: 'test-secret-'.repeat(4) };
  const opened = await openConfigured(parseConfig(environment), createLogger('silent'));
  await migrate(opened.database);
  project.provide('databaseEnvironment', environment);
  return async () => {
    await opened.close();
    await stopContainer();
    await rm(directory, { recursive: true, force: true });
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
