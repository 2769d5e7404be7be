import type { Database } from '../platform/database/database.ts';
import type { Industry } from '../kernel/industry/industry.ts';
import { codeOf, UNIQUE_VIOLATION, GIVEN_UP, retry } from '../platform/database/retry.ts';
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

/**
 * Stores sent rows in a transaction of its own. The transaction runs again when it lost to another one, or when
 * readings that it took for new were stored.
 */
export async function storeRowsWithRetry(
  database: Pick<Database, 'transaction'>,
  sent: SentRows,
  options: StoreOptions & { readonly industry: Industry },
): Promise<StoredRows> {
  const store = (presence: StoreOptions['presence']): Promise<StoredRows> =>
    retryConflict(() =>
      database.transaction((transaction) => storeAndWithdraw(transaction, sent, { ...options, presence })),
    );
  try {
    return await store(options.presence);
  } catch (error) {
    if (codeOf(error) !== UNIQUE_VIOLATION || options.presence === 'some stored') throw error;
    return store('some stored');
  }
}
