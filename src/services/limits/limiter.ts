import { createHash } from 'node:crypto';
import type { Context } from '../../context.ts';
import { ServiceError, TooManyRequests } from '../../domain/errors.ts';
import { countUse } from '../../store/limits.ts';

/** `points` uses in `seconds`, counted in a fixed window that begins with its first use. `name` says what is limited, once per purpose. */
export interface Limit { readonly name: string; readonly points: number; readonly seconds: number }

export interface Limiter {
  /**
   * Counts one use of `key` against every one of these limits; what is refused is counted against none. Exact over all processes
   * on one database. Limits that belong together are always given together: the same limit in another list is counted apart.
   * @throws TooManyRequests (429, retryAfterSeconds) when one is used up; ServiceError 503 when the database does not answer in time.
   */
  take(limits: readonly Limit[], key: string): Promise<void>;
}

/** A request that has waited this long for the database is answered instead of piling up behind it. */
const PATIENCE_MILLISECONDS = 10_000;

/** What a use is kept under: neither addresses nor phone numbers are. Lists of names differ from each other whatever the key is. */
export const hashOfUse = (limits: readonly Limit[], key: string): Buffer =>
  createHash('sha256').update(JSON.stringify([limits.map(({ name }) => name), key])).digest();

/** A limiter whose counts are in the database, for every process on it. */
export const createLimiter = ({ database, clock }: Pick<Context, 'database' | 'clock'>): Limiter => ({
  async take(limits, key) {
    const now = clock.now();
    const refusedUntil = await inTime(countUse(database, hashOfUse(limits, key), limits, now));
    if (refusedUntil !== null) throw new TooManyRequests(Math.max(1, Math.ceil((refusedUntil - now) / 1000)));
  },
});

async function inTime<T>(answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ServiceError(503, 'The database is not available at the moment. Please try again.')), PATIENCE_MILLISECONDS);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
