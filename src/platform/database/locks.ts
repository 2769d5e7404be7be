/*
 * Keys of the locks that all processes share (see Mutex). They stand together, because works of one key exclude each
 * other: archiving and compressing once had the same number by chance.
 */

/**
 * All rollups. A server refuses the second of two refreshes of one chain. Compression of a chunk takes the lock, too,
 * after {@link CHUNKS_LOCK}: a refresh that began before does not see the rows of a bucket that were compressed
 * meanwhile, and writes them a second time.
 */
export const ROLLUPS_LOCK = 1;
/**
 * Compression, retention and back-up. Compressing or dropping a chunk empties it for a transaction with an earlier
 * snapshot, such as a back-up's.
 */
export const CHUNKS_LOCK = 2;
/** One run of the canary at a time. */
export const CANARY_LOCK = 3;
/**
 * Archiving, restoring and retention. One month at a time is read and written, whatever the industry. Retention takes
 * its turn, because nobody can store readings while it waits for the seal of all industries.
 */
export const ARCHIVE_LOCK = 4;

/** Keys above it are those of industries. */
const LOCKS_OF_INDUSTRIES = 2 ** 20;

/**
 * An industry's judgement, from its begin until it is noted. The days of two that overlap would be mixed up: the first
 * one's end would pass over older days that the second one has taken up.
 */
export const judgementLock = (industryKey: number): number => LOCKS_OF_INDUSTRIES + industryKey;
