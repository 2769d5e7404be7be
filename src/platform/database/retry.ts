import { setTimeout as delay } from 'node:timers/promises';
import { codeOf } from '../../kernel/error-code.ts';

const SERIALIZATION_FAILURE = '40001';
export const UNIQUE_VIOLATION = '23505';
export const FOREIGN_KEY_VIOLATION = '23503';
export const DEADLOCK = '40P01';
export const LOCK_NOT_AVAILABLE = '55P03';
export const DISK_FULL = '53100';

/** Codes of a transaction that the database gave up in favour of another one. */
export const GIVEN_UP: readonly string[] = [DEADLOCK, SERIALIZATION_FAILURE];

interface Retries {
  /** Codes of errors after which another attempt may succeed; any other error is thrown at once. */
  readonly codes: readonly string[];
  /** Runs of the work in all; the error of the last one is thrown. */
  readonly attempts: number;
  /** Milliseconds to wait after a failed attempt, counted from 1. */
  readonly pause: (attempt: number) => number;
}

/** Runs the work until it succeeds, fails for another reason or has had its attempts. */
export async function retry<T>(work: (attempt: number) => Promise<T>, { codes, attempts, pause }: Retries): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work(attempt);
    } catch (error) {
      if (attempt === attempts || !codes.includes(codeOf(error) ?? '')) throw error;
    }
    await delay(pause(attempt));
  }
}

/**
 * Runs a statement that is a transaction of its own. A statement given up in favour of another transaction has had no
 * effect, so it runs again.
 */
export const retryGivenUp = <T>(statement: () => Promise<T>): Promise<T> =>
  retry(statement, {
    codes: GIVEN_UP,
    attempts: 4,
    // A random pause, because the two would meet again otherwise.
    pause: (attempt) => 25 * 2 ** attempt * Math.random(),
  });
