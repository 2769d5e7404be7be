import type { Database } from '../platform/database/database.ts';
import type { Industry } from '../kernel/industry/industry.ts';
import { codeOf, UNIQUE_VIOLATION } from '../platform/database/retry.ts';
import { storeAndWithdraw } from './store-and-withdraw.ts';
import type { SentRows } from './sent-rows.ts';
import { retryConflict } from './retry-conflict.ts';
import type { StoredRows, StoreOptions } from './store-rows.ts';

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
