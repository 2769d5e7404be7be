import type { Context } from '../context.ts';
import { addDays, utcDateOf } from '../kernel/time/business-date.ts';
import { type ChunkLengths, fitChunkLengths } from './rules/chunk-lengths.ts';
import type { BusinessDate, EpochMillis } from '../kernel/time/types.ts';
import { doneUnlessInTheWay, lowPriorityTransaction } from '../platform/database/low-priority-transaction.ts';
import { CHUNKS_LOCK } from '../platform/database/locks.ts';
import { compressChunks, renewChunks, setChunkLengths, storageLoad, trimIndexes } from './store/compression.ts';

type ChunkContext = Pick<Context, 'database' | 'clock' | 'config'>;

const DAYS_LOOKED_AT = 7;
/** A day counts as whole after this many days: it has ended in every time zone, and its late readings have arrived. */
const DAYS_UNTIL_WHOLE = 3;
const endOfWholeDays = (now: EpochMillis): BusinessDate => addDays(utcDateOf(now), -DAYS_UNTIL_WHOLE);

/**
 * Sets the length of coming chunks, and the length up to which chunks are merged, by the load of the units, see
 * fitChunkLengths. The second one takes a lock that senders wait for, so it is left to the next night where somebody
 * reads.
 */
async function fitChunks({ database, clock, config }: ChunkContext): Promise<ChunkLengths> {
  const end = endOfWholeDays(clock.now());
  const lengths = fitChunkLengths(await storageLoad(database, addDays(end, -DAYS_LOOKED_AT), end), config);
  await setChunkLengths(database, lengths, true);
  await doneUnlessInTheWay(() =>
    lowPriorityTransaction(database, (transaction) => setChunkLengths(transaction, lengths, false)),
  );
  return lengths;
}

/** Lengths follow when so many of all units have changed since they were fitted; the nightly upkeep fits them, too. */
const NOTABLE_SHARE = 0.05;
/** How many series this process has fitted lengths for, and how many units have changed since. */
const fits = new WeakMap<ChunkContext['database'], { readonly series: number; changedUnits: number }>();

/**
 * Call this before newly provisioned units send anything, because a chunk keeps the length of its first reading. The
 * load is that of all industries, whose units take seconds to add up where there are a million, so a few units more
 * change nothing.
 */
export async function fitComingChunks({ database, clock, config }: ChunkContext, changedUnits: number): Promise<void> {
  const fit = fits.get(database);
  if (fit !== undefined && fit.changedUnits + changedUnits <= fit.series * NOTABLE_SHARE) {
    fit.changedUnits += changedUnits;
    return;
  }
  const end = endOfWholeDays(clock.now());
  const load = await storageLoad(database, end, end);
  await setChunkLengths(database, fitChunkLengths(load, config), true);
  fits.set(database, { series: load.series, changedUnits: 0 });
}

/**
 * First compresses chunks again that keep others from being merged, then chunks that are old enough. Last it frees what
 * both leave in indexes.
 * @returns the number of compressed chunks.
 */
export async function compressOldChunks(context: ChunkContext): Promise<number> {
  const { compressAfterDays } = await fitChunks(context);
  const { database, clock } = context;
  return database.withLock(CHUNKS_LOCK, async () => {
    const renewed = await renewChunks(database);
    const compressed = await compressChunks(database, addDays(utcDateOf(clock.now()), -compressAfterDays));
    await trimIndexes(database);
    return renewed + compressed;
  });
}
