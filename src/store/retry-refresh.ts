import { setTimeout as delay } from 'node:timers/promises';

const LOCK_NOT_AVAILABLE = '55P03';
const LONGEST_PAUSE_MILLISECONDS = 1000;
/** About ten minutes: a year of hours is refreshed in less. */
const ATTEMPTS = 600;

const isRefusedNow = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === LOCK_NOT_AVAILABLE;

/**
 * Refreshes a rollup, waiting for its turn: a server refuses to refresh a window that overlaps one being refreshed by another process
 * (55P03) instead of letting the second wait. When this returns, the window is up to date, whoever did it.
 */
export async function retryRefresh(refresh: () => Promise<unknown>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await refresh();
      return;
    } catch (error) {
      if (attempt === ATTEMPTS || !isRefusedNow(error)) throw error;
    }
    // Not all at the same moment again.
    await delay(Math.min(LONGEST_PAUSE_MILLISECONDS, 20 * 2 ** Math.min(attempt, 8)) * (0.5 + Math.random() / 2));
  }
}
