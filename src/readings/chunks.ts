import type { Context } from '../context.ts';
import { addDays, utcDateOf } from '../kernel/time/business-date.ts';
import { type ChunkLengths, fitChunkLengths } from './rules/chunk-lengths.ts';
import type { BusinessDate, EpochMillis } from '../kernel/time/types.ts';
import { CHUNKS_LOCK, compressChunks, renewChunks, setChunkLengths, storageLoad } from './store/compression.ts';

type ChunkContext = Pick<Context, 'database' | 'clock' | 'config'>;

const DAYS_LOOKED_AT = 7;
/** A day counts as whole after this many days: it has ended in every time zone, and its late readings have arrived. */
const DAYS_UNTIL_WHOLE = 3;
const endOfWholeDays = (now: EpochMillis): BusinessDate => addDays(utcDateOf(now), -DAYS_UNTIL_WHOLE);

/**
 * Sets the length of coming chunks, and the length up to which chunks are merged, by the load of the units, see
 * fitChunkLengths.
 */
async function fitChunks({ database, clock, config }: ChunkContext): Promise<ChunkLengths> {
  const end = endOfWholeDays(clock.now());
  const lengths = fitChunkLengths(await storageLoad(database, addDays(end, -DAYS_LOOKED_AT), end), config);
  await setChunkLengths(database, lengths, false);
  return lengths;
}

/** Call this before newly provisioned units send anything, because a chunk keeps the length of its first reading. */
export async function fitComingChunks({ database, clock, config }: ChunkContext): Promise<void> {
  const end = endOfWholeDays(clock.now());
  await setChunkLengths(database, fitChunkLengths(await storageLoad(database, end, end), config), true);
}

/**
 * First compresses chunks again that keep others from being merged, then chunks that are old enough.
 * @returns the number of compressed chunks.
 */
export async function compressOldChunks(context: ChunkContext): Promise<number> {
  const { compressAfterDays } = await fitChunks(context);
  const { database, clock } = context;
  return database.withLock(CHUNKS_LOCK, async () => {
    const renewed = await renewChunks(database);
    return renewed + (await compressChunks(database, addDays(utcDateOf(clock.now()), -compressAfterDays)));
  });
}
