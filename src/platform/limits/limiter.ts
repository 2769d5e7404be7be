import { createHash } from 'node:crypto';
import type { DataContext } from '../../context.ts';
import { TooManyRequests, unavailable } from '../../kernel/errors.ts';
import { countUse, giveBackUse } from './store/limits.ts';

/**
 * A number of uses in `seconds`, counted in a fixed window that begins with its first use. `name` says what is limited,
 * once per purpose.
 */
export interface Limit {
  readonly name: string;
  readonly uses: number;
  readonly seconds: number;
}

export interface Limiter {
  /**
   * Counts one use of `key` against every one of these limits; what is refused is counted against none. Exact over all
   * processes on one database. Limits that belong together are always given together: the same limit in another list is
   * counted apart.
   * @throws TooManyRequests (429, retryAfterSeconds) when one is used up; ServiceError 503 when the database does not
   * answer in time.
   */
  take(limits: readonly Limit[], key: string): Promise<void>;
  /** Takes one use back that was counted in vain. */
  giveBack(limits: readonly Limit[], key: string): Promise<void>;
}

/** A request that has waited this long for the database is answered instead of piling up behind it. */
const PATIENCE_MILLISECONDS = 10_000;

/**
 * The key under which a use is kept, so that neither addresses nor phone numbers are. Different lists of limits give
 * different hashes for one key.
 */
const hashOfUse = (limits: readonly Limit[], key: string): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([limits.map(({ name }) => name), key]))
    .digest();

/** A limiter whose counts are in the database, for every process on it. */
export const createLimiter = ({ database, clock }: DataContext): Limiter => ({
  async take(limits, key) {
    const now = clock.now();
    const hash = hashOfUse(limits, key);
    const refusedUntil = await inTime(countUse(database, hash, limits, now), async (late) => {
      // The caller no longer acts on the answer.
      if (late === null) await giveBackUse(database, hash, clock.now());
    });
    if (refusedUntil !== null) throw new TooManyRequests(Math.max(1, Math.ceil((refusedUntil - now) / 1000)));
  },
  giveBack: (limits, key) => giveBackUse(database, hashOfUse(limits, key), clock.now()),
});

/** @param tooLate what becomes of an answer that nobody waits for any more. */
async function inTime<T>(answer: Promise<T>, tooLate: (answer: T) => Promise<void>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      // A database that fails after all has counted nothing.
      answer.then(tooLate).catch(() => {});
      reject(unavailable());
    }, PATIENCE_MILLISECONDS);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
