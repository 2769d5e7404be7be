import { retry } from '../../platform/database/retry.ts';
import { GAVE_WAY } from '../../platform/database/giving-way.ts';

const LONGEST_PAUSE_MILLISECONDS = 1000;
/** About ten minutes: a year of hours is refreshed in less. */
const ATTEMPTS = 600;

/**
 * Refreshes a rollup, again where another session stands in the way. A server refuses to refresh a window that overlaps
 * one being refreshed (55P03), and gives a refresh up in favour of whoever compresses its chunk (40001). This program
 * refreshes by turns; a policy or a person at psql does not.
 */
export const retryRefresh = <T>(refresh: () => Promise<T>): Promise<T> =>
  retry(refresh, {
    codes: GAVE_WAY,
    attempts: ATTEMPTS,
    // Not all at the same moment again.
    pause: (attempt) =>
      Math.min(LONGEST_PAUSE_MILLISECONDS, 20 * 2 ** Math.min(attempt, 8)) * (0.5 + Math.random() / 2),
  });
