import type { Database } from '../../database/database.ts';
import { codeOf, UNIQUE_VIOLATION } from '../../database/retry.ts';
import type { Batch } from './batch.ts';
import { retryConflict } from './retry-conflict.ts';
import { storeBatch, type StoredBatch, type StoreOptions } from './store-batch.ts';

/** Stores a batch in a transaction of its own, which is run again when it lost to another one, or took readings for new that were not. */
export async function storeSurely(database: Pick<Database, 'transaction'>, batch: Batch, options: StoreOptions): Promise<StoredBatch> {
  const store = (presence: StoreOptions['presence']): Promise<StoredBatch> =>
    retryConflict(() => database.transaction((transaction) => storeBatch(transaction, batch, { ...options, presence })));
  try {
    return await store(options.presence);
  } catch (error) {
    if (codeOf(error) !== UNIQUE_VIOLATION || options.presence === 'some stored') throw error;
    return store('some stored');
  }
}
