import type { Database } from '../../database/database.ts';
import { codeOf, UNIQUE_VIOLATION } from '../../database/retry.ts';
import type { SentRows } from './sent-rows.ts';
import { retryConflict } from './retry-conflict.ts';
import { storeRows, type StoredRows, type StoreOptions } from './store-rows.ts';

/**
 * Stores sent rows in a transaction of its own, which is run again when it lost to another one, or took readings for
 * new that were not.
 */
export async function storeSurely(
  database: Pick<Database, 'transaction'>,
  sent: SentRows,
  options: StoreOptions,
): Promise<StoredRows> {
  const store = (presence: StoreOptions['presence']): Promise<StoredRows> =>
    retryConflict(() => database.transaction((transaction) => storeRows(transaction, sent, { ...options, presence })));
  try {
    return await store(options.presence);
  } catch (error) {
    if (codeOf(error) !== UNIQUE_VIOLATION || options.presence === 'some stored') throw error;
    return store('some stored');
  }
}
