/** What an installation stores, and what it may hold uncompressed. */
export interface StorageLoad {
  readonly readingsPerDay: number;
  /** Samples of named parameters, which are rows of their own. */
  readonly samplesPerDay: number;
  /** Units and their parameters: each has an hour of its own in the rollups. */
  readonly series: number;
  /** A quarter of the memory of the database's machine. */
  readonly quarterBytes: number;
}

interface ChunkLength {
  /** Of coming chunks. */
  readonly chunkHours: number;
  /** Up to which length compressed chunks are merged; a multiple of chunkHours. */
  readonly mergedHours: number;
}

export interface ChunkLengths {
  readonly readings: ChunkLength;
  readonly rollups: ChunkLength;
  /** Age at which chunks are compressed. */
  readonly compressAfterDays: number;
}

/** Rows, their two indexes and their share of the hourly rollup, measured: 172 and 19; 145 and 25. */
const READING_BYTES = 200;
const SAMPLE_BYTES = 170;
/** Each divides 30 days. */
const LENGTHS_HOURS = [1, 2, 3, 4, 6, 8, 12, 24, 48, 72, 120, 144, 240, 360, 720];
/** Of what may stay uncompressed one part may be the chunk that is being filled. */
const CHUNKS_UNCOMPRESSED = 4;
/** Business days end in all zones within three days; before, nothing is old. */
const LEAST_AGE_DAYS = 3;
/** Compressed, a few hundred megabytes. */
const MERGED_READINGS = 50_000_000;
/** A late reading of an old day has the hours of its chunk unpacked: half a second. */
const MERGED_HOURS_OF_SERIES = 250_000;
const MERGED_DAYS = 360;
/** Readings are dropped in whole chunks, and nobody wants to wait a year for it. */
const MERGED_DAYS_WITH_RETENTION = 90;

/**
 * Chunks whose rows are not compressed yet stay within a quarter of the memory: their indexes are written to at random,
 * which is slow once they have to be read from disk. So the more is sent, the shorter chunks are and the sooner they
 * are compressed; never later than `compressAfterDays`. Small installations merge up to 360 days (90 when readings are
 * dropped one day), because every chunk costs 100 kB whatever it holds.
 */
export function fitChunkLengths(
  load: StorageLoad,
  {
    compressAfterDays,
    readingRetentionDays,
  }: { readonly compressAfterDays: number; readonly readingRetentionDays: number },
): ChunkLengths {
  const { readingsPerDay, samplesPerDay, series, quarterBytes } = load;
  const heldDays = quarterBytes / Math.max(1, READING_BYTES * readingsPerDay + SAMPLE_BYTES * samplesPerDay);
  const chunkHours = longestUpTo(heldDays / CHUNKS_UNCOMPRESSED);
  const longestMerged = readingRetentionDays === 0 ? MERGED_DAYS : MERGED_DAYS_WITH_RETENTION;
  const rollupHours = mergedUpTo(Math.min(MERGED_DAYS, MERGED_HOURS_OF_SERIES / (24 * Math.max(1, series))), 1);
  const rollupChunkHours = Math.min(chunkHours, longestUpTo(rollupHours / 24));
  return {
    readings: {
      chunkHours,
      mergedHours: mergedUpTo(
        Math.min(longestMerged, MERGED_READINGS / Math.max(1, readingsPerDay, samplesPerDay)),
        chunkHours,
      ),
    },
    rollups: { chunkHours: rollupChunkHours, mergedHours: rollupHours - (rollupHours % rollupChunkHours) },
    // The oldest chunk that is not compressed may have begun a whole length before that age, and upkeep runs once a
    // day.
    compressAfterDays: Math.min(
      compressAfterDays,
      Math.max(LEAST_AGE_DAYS, Math.floor(heldDays - chunkHours / 24 - 1)),
    ),
  };
}

const longestUpTo = (days: number): number => LENGTHS_HOURS.findLast((length) => length <= days * 24) ?? 1;

/** Whole months where there are two, else a length of chunks; a multiple of `chunkHours` and not shorter. */
function mergedUpTo(days: number, chunkHours: number): number {
  const hours = days >= 60 ? Math.floor(days / 30) * 720 : longestUpTo(days);
  return Math.max(chunkHours, hours - (hours % chunkHours));
}
