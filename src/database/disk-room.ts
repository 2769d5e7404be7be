import { codeOf, DISK_FULL } from './retry.ts';

/** Settings and a statement that put 32 MB, two segments of a server's log, into a temporary file and nothing into tables or the log. */
export const FILL_TEMPORARY_FILE: readonly string[] = [
  "SET LOCAL work_mem = '64kB'",
  // Of the database's own disk, wherever else temporary files go.
  "SET LOCAL temp_tablespaces = ''",
  'SELECT count(*) FROM (SELECT repeat(md5(i::text), 250) AS ballast FROM generate_series(1, 4096) i ORDER BY ballast OFFSET 0) wide',
];

/**
 * Whether the database's disk is full. A server is not asked how much room it has: a statement that is refused says that there
 * is none, and from then on, whenever somebody wants to know, a temporary file tells whether there is some again.
 */
export class DiskRoom {
  #isFull = false;

  /** To be told of every error of a statement. */
  notice(error: unknown): void {
    if (codeOf(error) === DISK_FULL) this.#isFull = true;
  }

  async isFull(fillTemporaryFile: () => Promise<unknown>): Promise<boolean> {
    if (!this.#isFull) return false;
    try {
      await fillTemporaryFile();
      this.#isFull = false;
    } catch (error) {
      // Without an answer of the database nothing is known anew; another refusal than this one is not about the disk.
      if (isAnswer(error)) this.#isFull = codeOf(error) === DISK_FULL;
    }
    return this.#isFull;
  }
}

const isAnswer = (error: unknown): boolean => /^[0-9A-Z]{5}$/.test(codeOf(error) ?? '');
