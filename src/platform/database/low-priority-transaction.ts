import type { Database, Querier } from './database.ts';
import { GIVEN_UP, LOCK_NOT_AVAILABLE } from './retry.ts';

/** SQLSTATEs of upkeep that gave way: its lock was not free, or the database or the extension gave it up for others. */
export const GAVE_WAY: readonly string[] = [LOCK_NOT_AVAILABLE, ...GIVEN_UP];

/**
 * A transaction that gives way to readers and writers. Its wait for a lock is half as long as the server's wait before
 * the search for a deadlock. A reader who waits for this transaction meanwhile goes on, and is not chosen as the
 * victim.
 * @throws a database error with a code of {@link GAVE_WAY} when others are in the way
 */
export const lowPriorityTransaction = <T>(
  database: Pick<Database, 'transaction'>,
  work: (transaction: Querier) => Promise<T>,
): Promise<T> =>
  database.transaction(async (transaction) => {
    await transaction.many('database.give_way');
    return work(transaction);
  });
