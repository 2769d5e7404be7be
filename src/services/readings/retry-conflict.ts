import { setTimeout as delay } from 'node:timers/promises';

const DEADLOCK = '40P01';
const SERIALIZATION_FAILURE = '40001';
const ATTEMPTS = 8;
const LONGEST_PAUSE_MILLISECONDS = 1000;

const isConflict = (error: unknown): boolean => error instanceof Error && 'code' in error && (error.code === DEADLOCK || error.code === SERIALIZATION_FAILURE);

/**
 * Runs a transaction again when it lost to another one. Rows are locked in one order everywhere, but creating a chunk of a hypertable
 * takes a lock of its own in between, and then two senders of old rows may wait for each other; and a row of compressed data cannot be
 * corrected while the chunk is compressed anew or somebody else corrects its neighbours: the extension aborts the second of the two.
 */
export async function retryConflict<T>(transaction: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transaction();
    } catch (error) {
      if (attempt === ATTEMPTS || !isConflict(error)) throw error;
    }
    // Not both at the same moment again.
    await delay(Math.min(LONGEST_PAUSE_MILLISECONDS, 10 * 2 ** attempt) * Math.random());
  }
}
