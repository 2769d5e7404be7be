import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import LongestFirst from './test/support/longest-first.ts';

// Processes of tests and those that tests start read the same modules. What Node has made of them is kept.
process.env['NODE_COMPILE_CACHE'] ??= fileURLToPath(new URL('node_modules/.cache/compiled', import.meta.url));

// Times end what hangs. What is only slow is no failure: the machine may be busy.
const shared = {
  testTimeout: 300_000,
  hookTimeout: 300_000,
  pool: 'forks',
  // What starts processes waits for them, and so a file more than there are cores keeps these busy.
  maxWorkers: availableParallelism() + 1,
  // A process runs many files, because reading the modules takes longer than most tests.
  isolate: false,
  expect: { poll: { timeout: 60_000 } },
  // Node runs TypeScript by itself, as in production.
  experimental: { viteModuleRunner: false },
} as const;

/** Tests of pure rules; they need no database and run in seconds. */
const DOMAIN_TESTS = [
  'test/kernel/**/*.test.ts',
  'test/*/rules/**/*.test.ts',
  'test/platform/*/rules/**/*.test.ts',
  'test/platform/http/schemas/**/*.test.ts',
  'test/window/balance/**/*.test.ts',
  'test/window/texts/**/*.test.ts',
];
/** Tests of how the code is written; they need no database either, and `npm run check` runs them. */
const CODE_TESTS = ['test/architecture.test.ts', 'test/dialect.test.ts', 'test/readable-files.test.ts'];
/**
 * Tests that start processes, and for long: services, workers, commands, browsers, engines of their own. `npm run
 * test:usual` leaves them out.
 */
const SLOW_TESTS = [
  'test/service/{service,event-loop,rolling-upgrade}.test.ts',
  'test/platform/database/{backup,upgrade}.test.ts',
  'test/platform/database/embedded/**/*.test.ts',
  'test/window/{tour,home-screen/offline}.test.ts',
  'test/platform/openapi/pages.test.ts',
  'test/readings/http/external/{disk-full,readings-stream,readings-flood}.test.ts',
  'test/readings/chunks.test.ts',
  'test/platform/live/http/processes.test.ts',
  'test/service/{changes-feed,worker,killed-*,cut-connections,mail-server-away,two-clocks}.test.ts',
  'test/scripts/**/*.test.ts',
  'test/soak/*.test.ts',
  'test/documented-commands.test.ts',
  'test/industries/clock/*.test.ts',
  'test/keeping/{upkeep,backup,canary}/*.test.ts',
  'test/figures/processing/{crash,killed-range}.test.ts',
];
/** Gives property tests their seed and the number of their cases. */
const PROPERTY_RUNS = 'test/support/property-runs.ts';

/** One database for the whole run; every test mints its own industry in it. */
const withDatabase = {
  ...shared,
  globalSetup: ['test/support/global-setup.ts'],
  setupFiles: [PROPERTY_RUNS, 'test/support/each-file.ts'],
};

export default defineConfig({
  test: {
    projects: [
      { test: { ...shared, name: 'domain', include: DOMAIN_TESTS, setupFiles: [PROPERTY_RUNS] } },
      { test: { ...shared, name: 'code', include: CODE_TESTS } },
      {
        test: {
          ...withDatabase,
          name: 'service',
          include: ['test/**/*.test.ts'],
          exclude: [...DOMAIN_TESTS, ...CODE_TESTS, ...SLOW_TESTS],
        },
      },
      { test: { ...withDatabase, name: 'slow', include: SLOW_TESTS } },
    ],
    maxWorkers: shared.maxWorkers,
    sequence: { sequencer: LongestFirst },
  },
});
