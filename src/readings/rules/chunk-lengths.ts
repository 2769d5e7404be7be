/** Load of an installation, and the memory that uncompressed rows may take. */
export interface StorageLoad {
  readonly readingsPerDay: number;
  /** Samples of named parameters, which are rows of their own. */
  readonly samplesPerDay: number;
  /** Units and their parameters. Each is a row per hour in the rollups. */
  readonly series: number;
  /** A quarter of the memory of the database's machine. */
  readonly quarterBytes: number;
}

interface ChunkLength {
  /** Length of coming chunks. */
  readonly chunkHours: number;
  /** Length up to which compressed chunks are merged; a multiple of chunkHours. */
  readonly mergedHours: number;
}

export interface ChunkLengths {
  readonly readings: ChunkLength;
  readonly rollups: ChunkLength;
  /** Age at which chunks are compressed. */
  readonly compressAfterDays: number;
}

/**
 * Bytes of a row, its two indexes and its share of the hourly rollup. Measured: 172 and 19 for a reading; 145 and 25
 * for a sample.
 */
const READING_BYTES = 200;
const SAMPLE_BYTES = 170;
/** Lengths of chunks. Each divides 30 days. */
const LENGTHS_HOURS = [1, 2, 3, 4, 6, 8, 12, 24, 48, 72, 120, 144, 240, 360, 720];
/** The chunk that is being filled may take one part in four of the memory for uncompressed rows. */
const CHUNKS_UNCOMPRESSED = 4;
/** A business day has ended in all time zones after three days. A younger chunk is never old. */
const LEAST_AGE_DAYS = 3;
/** Number of readings in a merged chunk; a few hundred megabytes compressed. */
const MERGED_READINGS = 50_000_000;
/**
 * Hours of series in a merged chunk. A late reading of an old day unpacks the hours of its chunk, which takes half a
 * second at this size.
 */
const MERGED_HOURS_OF_SERIES = 250_000;
const MERGED_DAYS = 360;
/** Readings are dropped in whole chunks, and a chunk of a year would be dropped a year late. */
const MERGED_DAYS_WITH_RETENTION = 90;

/**
 * Lengths of chunks for a load. Uncompressed chunks stay within a quarter of the memory: their indexes are written at
 * random, which is slow from disk. Therefore a higher load has shorter chunks, compressed sooner, and never later than
 * `compressAfterDays`. Small installations merge chunks of up to 360 days (90 with retention), because every chunk
 * costs 100 kB whatever it holds.
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

/** Whole months where two fit, otherwise whole chunks; a multiple of `chunkHours`, and not shorter. */
function mergedUpTo(days: number, chunkHours: number): number {
  const hours = days >= 60 ? Math.floor(days / 30) * 720 : longestUpTo(days);
  return Math.max(chunkHours, hours - (hours % chunkHours));
}
