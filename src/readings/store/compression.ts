import type { Database, Querier } from '../../platform/database/database.ts';
import type { BusinessDate } from '../../kernel/time/types.ts';
import type { ChunkLengths, StorageLoad } from '../rules/chunk-lengths.ts';
import { ROLLUPS_LOCK } from '../../platform/database/locks.ts';
import { doneUnlessInTheWay, lowPriorityTransaction } from '../../platform/database/low-priority-transaction.ts';

type ChunkDatabase = Pick<Database, 'many' | 'transaction' | 'withLock'>;
interface ChunkRow {
  chunk: string;
}

/**
 * Compresses chunks of readings and rollups that ended before the date, also chunks that took late rows since their
 * compression. Chunks are compressed one at a time, so that a sender of old readings waits for one chunk at most. A
 * chunk that somebody reads or writes at this moment waits for the next run.
 * @returns the number of compressed chunks.
 */
export async function compressChunks(database: ChunkDatabase, before: BusinessDate): Promise<number> {
  return forEachChunk(
    database,
    await database.many<ChunkRow>('compression.due', { before }),
    async (transaction, chunk) => {
      await transaction.many('compression.compress', { chunk });
    },
  );
}

/**
 * Compresses chunks anew that kept their neighbours from being merged, or were merged to a shorter length. Each chunk
 * is merged into the one before where there is room.
 * @returns the number of compressed chunks.
 */
export async function renewChunks(database: ChunkDatabase): Promise<number> {
  return forEachChunk(database, await database.many<ChunkRow>('compression.to_renew'), async (transaction, chunk) => {
    await transaction.many('compression.decompress', { chunk });
    await transaction.many('compression.compress', { chunk });
  });
}

/** Frees the pages that rows have left in the indexes of compressed chunks. */
export async function trimIndexes(database: ChunkDatabase): Promise<void> {
  await forEachChunk(database, await database.many<ChunkRow>('compression.to_trim'), async (transaction, chunk) => {
    await transaction.many('compression.trim', { chunk });
  });
}

async function forEachChunk(
  database: ChunkDatabase,
  chunks: readonly ChunkRow[],
  work: (transaction: Querier, chunk: string) => Promise<void>,
): Promise<number> {
  let done = 0;
  for (const { chunk } of chunks) {
    const compress = (): Promise<void> =>
      lowPriorityTransaction(database, async (transaction) => {
        await transaction.many('compression.without_bloom');
        await work(transaction, chunk);
      });
    if (await doneUnlessInTheWay(() => database.withLock(ROLLUPS_LOCK, compress))) done += 1;
  }
  return done;
}

/** The load of one day, from declared units and from the rollups of days `from`..`end` (excluded). */
export const storageLoad = (db: Querier, from: BusinessDate, end: BusinessDate): Promise<StorageLoad> =>
  db.one<StorageLoad>('compression.load', { from, end });

/**
 * Sets the length of coming chunks. The length of merged chunks is set, too, unless `comingOnly`, which avoids a lock
 * that senders wait for.
 */
export const setChunkLengths = async (
  db: Querier,
  { readings, rollups }: ChunkLengths,
  comingOnly: boolean,
): Promise<void> => {
  const merged = (hours: number): number | null => (comingOnly ? null : hours);
  await db.many('compression.set_chunk_lengths', {
    readingChunkHours: readings.chunkHours,
    readingMergedHours: merged(readings.mergedHours),
    rollupChunkHours: rollups.chunkHours,
    rollupMergedHours: merged(rollups.mergedHours),
  });
};
