/** Pauses of the service before it starts a database again that has died. */

const FIRST_MILLISECONDS = 1_000;
/** Longest pause in milliseconds, and so the longest time for which a mended fault goes unnoticed. */
const LONGEST_MILLISECONDS = 30_000;
/** A database that was up this long has recovered: its next death is a first one again. */
const RECOVERED_MILLISECONDS = 10 * 60_000;

export class RestartPauses {
  readonly #now: () => number;
  #failures = 0;
  #upSince: number | null = null;

  /** @param now milliseconds of any clock that never runs backwards */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Notes that the database serves. */
  up(): void {
    this.#upSince = this.#now();
  }

  /** Pause after one more failure, in milliseconds: none after the first, then 1 s, doubled each time, up to 30 s. */
  next(): number {
    if (this.#upSince !== null && this.#now() - this.#upSince >= RECOVERED_MILLISECONDS) this.#failures = 0;
    this.#upSince = null;
    this.#failures += 1;
    return this.#failures === 1 ? 0 : Math.min(LONGEST_MILLISECONDS, FIRST_MILLISECONDS * 2 ** (this.#failures - 2));
  }
}
