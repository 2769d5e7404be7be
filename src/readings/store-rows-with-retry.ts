import type { Database, Querier } from '../platform/database/database.ts';
import { codeOf } from '../kernel/error-code.ts';
import type { Industry } from '../kernel/industry/industry.ts';
import { UNIQUE_VIOLATION, GIVEN_UP, retry } from '../platform/database/retry.ts';
import { storeAndWithdraw } from './store-and-withdraw.ts';
import type { SentRows } from './sent-rows.ts';
import type { StoredRows, StoreOptions } from './store-rows.ts';

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

/** Thrown out of a transaction so that it is rolled back. */
class TakenBack extends Error {}

/** Runs a transaction, rolls it back, and gives what it came to. */
async function takenBack<T>(
  database: Pick<Database, 'transaction'>,
  work: (querier: Querier) => Promise<T>,
): Promise<T> {
  let came: { readonly to: T } | undefined;
  try {
    await database.transaction(async (querier) => {
      came = { to: await work(querier) };
      throw new TakenBack();
    });
  } catch (error) {
    if (!(error instanceof TakenBack) || came === undefined) throw error;
  }
  if (came === undefined) throw new Error('A transaction that is taken back has come to something.');
  return came.to;
}

/**
 * Stores sent rows in a transaction of its own. The transaction runs again when it lost to another one, or when
 * readings that it took for new were stored.
 */
export async function storeRowsWithRetry(
  database: Pick<Database, 'transaction'>,
  sent: SentRows,
  { isKept = true, ...options }: StoreOptions & { readonly industry: Industry; readonly isKept?: boolean },
): Promise<StoredRows> {
  const store = (presence: StoreOptions['presence']): Promise<StoredRows> =>
    retryConflict(() => {
      const work = (transaction: Querier): Promise<StoredRows> =>
        storeAndWithdraw(transaction, sent, { ...options, presence });
      return isKept ? database.transaction(work) : takenBack(database, work);
    });
  try {
    return await store(options.presence);
  } catch (error) {
    if (codeOf(error) !== UNIQUE_VIOLATION || options.presence === 'some stored') throw error;
    return store('some stored');
  }
}
