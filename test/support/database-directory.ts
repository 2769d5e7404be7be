import { statfsSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
/** Room for the databases of a whole run. */
const LEAST_FREE_BYTES = 4 * 1024 ** 3;

/**
 * A new directory for a database of tests: in memory where the machine has room there, because each commit waits for its
 * disk otherwise. What a disk keeps is held by test/platform/database/embedded/durability.test.ts.
 */
export const databaseDirectory = (): Promise<string> =>
  mkdtemp(join(hasRoomInMemory() ? MEMORY : tmpdir(), 'metered-water-test-'));

function hasRoomInMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= LEAST_FREE_BYTES;
  } catch {
    return false;
  }
}
