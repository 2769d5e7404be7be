import { codeOf } from '../../kernel/error-code.ts';
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

/**
 * Does work that gives way.
 * @returns false: others were in the way, and the work is left to the next run
 */
export async function doneUnlessInTheWay(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (!GAVE_WAY.includes(codeOf(error) ?? '')) throw error;
    return false;
  }
}
