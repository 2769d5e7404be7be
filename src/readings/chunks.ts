import type { Context } from '../context.ts';
import { addDays, utcDateOf } from '../kernel/time/business-date.ts';
import { type ChunkLengths, fitChunkLengths } from './rules/chunk-lengths.ts';
import type { BusinessDate, EpochMillis } from '../kernel/time/types.ts';
import { CHUNKS_LOCK, compressChunks, renewChunks, setChunkLengths, storageLoad } from './store/compression.ts';

type ChunkContext = Pick<Context, 'database' | 'clock' | 'config'>;

const DAYS_LOOKED_AT = 7;
/** By then a day has ended in every zone, and what it sends is whole. */
const DAYS_UNTIL_WHOLE = 3;
const endOfWholeDays = (now: EpochMillis): BusinessDate => addDays(utcDateOf(now), -DAYS_UNTIL_WHOLE);

/**
 * Fits the length of coming chunks, and to which length they are merged, to what the units send, see fitChunkLengths.
 */
async function fitChunks({ database, clock, config }: ChunkContext): Promise<ChunkLengths> {
  const end = endOfWholeDays(clock.now());
  const lengths = fitChunkLengths(await storageLoad(database, addDays(end, -DAYS_LOOKED_AT), end), config);
  await setChunkLengths(database, lengths, false);
  return lengths;
}

/**
 * Before units that have just been provisioned send anything: the first chunk is long enough or too long from its first
 * reading on.
 */
export async function fitComingChunks({ database, clock, config }: ChunkContext): Promise<void> {
  const end = endOfWholeDays(clock.now());
  await setChunkLengths(database, fitChunkLengths(await storageLoad(database, end, end), config), true);
}

/**
 * Compresses anew what stands in the way of merging, then what has grown old since; returns how many chunks it
 * compressed.
 */
export async function compressOldChunks(context: ChunkContext): Promise<number> {
  const { compressAfterDays } = await fitChunks(context);
  const { database, clock } = context;
  return database.withLock(CHUNKS_LOCK, async () => {
    const renewed = await renewChunks(database);
    return renewed + (await compressChunks(database, addDays(utcDateOf(clock.now()), -compressAfterDays)));
  });
}
