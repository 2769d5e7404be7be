import { defineConfig } from 'vitest/config';

// Times end what hangs. What is only slow is no failure: the machine may be busy.
const shared = {
  testTimeout: 180_000,
  hookTimeout: 300_000,
  pool: 'forks',
  maxWorkers: 2,
  expect: { poll: { timeout: 10_000 } },
} as const;

/** Tests of pure rules; they need no database and run in seconds. */
const DOMAIN_TESTS = 'test/domain/**/*.test.ts';

export default defineConfig({
  test: {
    projects: [
      { test: { ...shared, name: 'domain', include: [DOMAIN_TESTS] } },
      {
        test: {
          ...shared,
          name: 'service',
          include: ['test/**/*.test.ts'],
          exclude: [DOMAIN_TESTS],
          // One database for the whole run; every test mints its own industry in it.
          globalSetup: ['test/support/global-setup.ts'],
        },
      },
    ],
    maxWorkers: 2,
  },
});
