import { parseConfig, type Config } from '../../src/config.ts';
import type { Clock, Context } from '../../src/context.ts';
import { openConfigured, type OpenDatabase } from '../../src/platform/database/open.ts';
import { createFigureCaches } from '../../src/figures/store/figure-caches.ts';
import { createLogger } from '../../src/logger.ts';
import { watchedLogger } from './log-leaks.ts';
import { databaseEnvironment, makeCopy, removeCopy } from './database-environment.ts';

let opened: Promise<OpenDatabase> | null = null;

/** This process's copy of the run's database, opened once. */
export function testDatabase(): Promise<OpenDatabase> {
  opened ??= openCopy();
  return opened;
}

async function openCopy(): Promise<OpenDatabase> {
  await makeCopy();
  return openConfigured(parseConfig(databaseEnvironment()), createLogger('silent'));
}

/** Among the industries of more files than these, a file takes two to four times as long. */
const FILES_A_COPY = 12;
let files = 0;

/** To be called when a test file has ended. Every dozen files begin with a new copy of the migrated database. */
export async function endFileInDatabase(): Promise<void> {
  files += 1;
  if (opened === null || files % FILES_A_COPY !== 0) return;
  const { close } = await opened;
  opened = null;
  await close();
  await removeCopy();
}

/** A clock that a test sets. */
interface TestClock extends Clock {
  set(instant: string): void;
}
export function testClock(instant: string): TestClock {
  let now = Date.parse(instant);
  return {
    now: () => now,
    set: (next) => {
      now = Date.parse(next);
    },
  };
}

export interface TestContext extends Context {
  readonly clock: TestClock;
  readonly config: Config;
}

/**
 * A context on the run's database. The clock stands still until the test moves it; what is logged must hold no
 * credential. Call it at the top of a describe or in beforeAll.
 */
export async function testContext(now = '2026-11-21T00:00:00Z'): Promise<TestContext> {
  const { database } = await testDatabase();
  return {
    config: parseConfig(databaseEnvironment()),
    clock: testClock(now),
    log: watchedLogger(),
    database,
    figureCaches: createFigureCaches(),
  };
}

let minted = 0;
/**
 * An id that no other test of any run on this database has used. Its length hardly depends on the machine: the process
 * ids of some have seven digits, and names with them were longer than a login may be.
 */
export const mintId = (prefix: string): string =>
  `${prefix}_${process.pid.toString(36)}_${Date.now().toString(36)}_${(minted += 1)}`.toUpperCase();
