import { codeOf, DISK_FULL } from './retry.ts';

/**
 * Whether the database's disk is full. A server is not asked how much room it has: a statement that is refused says
 * that there is none, and from then on, whenever somebody wants to know, a temporary file tells whether there is some
 * again.
 */
export class DiskRoom {
  #isFull = false;

  /** Takes notice of every error of a statement. */
  notice(error: unknown): void {
    if (codeOf(error) === DISK_FULL) this.#isFull = true;
  }

  async isFull(fillTemporaryFile: () => Promise<unknown>): Promise<boolean> {
    if (!this.#isFull) return false;
    try {
      await fillTemporaryFile();
      this.#isFull = false;
    } catch (error) {
      // Only an answer of the database tells anything; another refusal than this one is not about the disk.
      if (isAnswer(error)) this.#isFull = codeOf(error) === DISK_FULL;
    }
    return this.#isFull;
  }
}

const isAnswer = (error: unknown): boolean => /^[0-9A-Z]{5}$/.test(codeOf(error) ?? '');
