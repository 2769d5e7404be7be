import { DEADLOCK, LOCK_NOT_AVAILABLE, retry, SERIALIZATION_FAILURE } from '../database/retry.ts';

const LONGEST_PAUSE_MILLISECONDS = 1000;
/** About ten minutes: a year of hours is refreshed in less. */
const ATTEMPTS = 600;

/**
 * Refreshes a rollup, waiting for its turn: a server refuses to refresh a window that overlaps one being refreshed by another process
 * (55P03) instead of letting the second wait, and gives it up in favour of whoever compresses its chunk (40001). When this returns, the window is up to date, whoever did it.
 */
export const retryRefresh = <T>(refresh: () => Promise<T>): Promise<T> => retry(refresh, {
  codes: [LOCK_NOT_AVAILABLE, SERIALIZATION_FAILURE, DEADLOCK], attempts: ATTEMPTS,
  // Not all at the same moment again.
  pause: (attempt) => Math.min(LONGEST_PAUSE_MILLISECONDS, 20 * 2 ** Math.min(attempt, 8)) * (0.5 + Math.random() / 2),
});
