import { DEADLOCK, retry, SERIALIZATION_FAILURE } from '../../database/retry.ts';

const LONGEST_PAUSE_MILLISECONDS = 1000;

/**
 * Runs a transaction again when it lost to another one. Rows are locked in one order everywhere, but creating a chunk of a hypertable
 * takes a lock of its own in between, and then two senders of old rows may wait for each other; and a row of compressed data cannot be
 * corrected while the chunk is compressed anew or somebody else corrects its neighbours: the extension aborts the second of the two.
 */
export const retryConflict = <T>(transaction: () => Promise<T>): Promise<T> => retry(transaction, {
  codes: [DEADLOCK, SERIALIZATION_FAILURE], attempts: 8,
  // Not both at the same moment again.
  pause: (attempt) => Math.min(LONGEST_PAUSE_MILLISECONDS, 10 * 2 ** attempt) * Math.random(),
});
