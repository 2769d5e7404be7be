import { GIVEN_UP, retry } from '../platform/database/retry.ts';

const LONGEST_PAUSE_MILLISECONDS = 1000;

/**
 * Runs a transaction again when it lost to another one. Rows are locked in one order everywhere, and there are still
 * two ways to lose:
 * - A new chunk of a hypertable takes a lock of its own in between. Two senders of old rows may then wait for each
 * other.
 * - A correction of compressed rows meets a recompression of the chunk, or a correction of their neighbours. The
 * extension aborts the second of the two.
 */
export const retryConflict = <T>(transaction: () => Promise<T>): Promise<T> =>
  retry(transaction, {
    codes: GIVEN_UP,
    attempts: 8,
    // The pause is random, because the same two would meet again otherwise.
    pause: (attempt) => Math.min(LONGEST_PAUSE_MILLISECONDS, 10 * 2 ** attempt) * Math.random(),
  });
