export interface FairQueueTerms {
  /** How many are inside at the same time. */
  readonly atOnce: number;
  /** Time after which one who is inside counts no more, because a long upload mostly waits for its sender. */
  readonly countedMilliseconds: number;
  /** How many may wait. Half of them may be of one owner. */
  readonly mostWaiting: number;
  readonly waitMilliseconds: number;
}

interface Waiting {
  readonly admit: () => void;
}

/**
 * Admits a few at a time. Others wait for a while, and owners are admitted in turn: an owner with many requests waits
 * behind his own and does not hold back others.
 */
export class FairQueue {
  readonly #terms: FairQueueTerms;
  /** Owners in the order of their turns. */
  readonly #queues = new Map<string, Set<Waiting>>();
  #waiting = 0;
  #inside = 0;

  constructor(terms: FairQueueTerms) {
    this.#terms = terms;
  }

  /**
   * Resolves to what has to be called at the end; null: there is no room, it took too long, or who waited has gone.
   * @param gone says that nobody waits for the answer any more
   */
  async enter(owner: string, gone: AbortSignal): Promise<(() => void) | null> {
    if (gone.aborted) return null;
    const { atOnce, mostWaiting, waitMilliseconds } = this.#terms;
    if (this.#inside < atOnce && this.#waiting === 0) return this.#begin();
    const queue = this.#queues.get(owner) ?? new Set<Waiting>();
    if (this.#waiting >= mostWaiting || queue.size >= mostWaiting / 2) return null;
    this.#queues.set(owner, queue);
    return new Promise((resolve) => {
      const one: Waiting = {
        admit: () => {
          forget();
          resolve(this.#begin());
        },
      };
      const giveUp = (): void => {
        forget();
        this.#leaveQueue(owner, queue, one);
        resolve(null);
      };
      const tooLong = setTimeout(giveUp, waitMilliseconds);
      gone.addEventListener('abort', giveUp);
      const forget = (): void => {
        clearTimeout(tooLong);
        gone.removeEventListener('abort', giveUp);
      };
      queue.add(one);
      this.#waiting += 1;
    });
  }

  #begin(): () => void {
    this.#inside += 1;
    let isCounted = true;
    const end = (): void => {
      if (!isCounted) return;
      isCounted = false;
      clearTimeout(counted);
      this.#inside -= 1;
      this.#admitNext();
    };
    const counted = setTimeout(end, this.#terms.countedMilliseconds);
    return end;
  }

  #admitNext(): void {
    if (this.#inside >= this.#terms.atOnce) return;
    const [first] = this.#queues;
    if (first === undefined) return;
    const [owner, queue] = first;
    const [next] = queue;
    if (next === undefined) return;
    this.#leaveQueue(owner, queue, next);
    // The owner's next one goes behind those of all others.
    if (queue.size > 0) {
      this.#queues.delete(owner);
      this.#queues.set(owner, queue);
    }
    next.admit();
  }

  #leaveQueue(owner: string, queue: Set<Waiting>, one: Waiting): void {
    queue.delete(one);
    this.#waiting -= 1;
    if (queue.size === 0) this.#queues.delete(owner);
  }
}
