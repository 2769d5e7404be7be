/**
 * Order in which clients use the one database session. Clients take turns, one message group each, in order of arrival.
 * A client whose turn leaves a transaction or an unfinished group open keeps the session until it has closed it, or
 * until it has been silent for too long. The queue is pure apart from its timer, and knows nothing of the wire
 * protocol.
 */

import { instant } from './logins/pauses.ts';

/** One turn. Returns 'keep' when its owner must keep the session afterwards. */
type Turn = () => 'release' | 'keep';

export interface QueueOwner {
  /**
   * Earliest time of its next turn by instant(). Others go first until then, and the session rests if there are none.
   */
  readonly notBefore: number;
  /** Milliseconds for which this owner may hold the session without sending anything. */
  readonly holdMilliseconds: number;
  /** The end of that time: the owner is expected to leave. */
  holdExpired(): void;
}

/** Turns run back to back for this long before sockets are served again, in milliseconds. */
const SLICE_MILLISECONDS = 4;

export class SessionQueue<Owner extends QueueOwner> {
  readonly #turns = new Map<Owner, Turn[]>();
  readonly #urgent: (() => void)[] = [];
  #holder: Owner | null = null;
  #holdTimer: NodeJS.Timeout | null = null;
  #restTimer: NodeJS.Timeout | null = null;
  #scheduled = false;
  #running = false;
  #closed = false;

  /** Appends a turn of `owner`. */
  submit(owner: Owner, turn: Turn): void {
    const turns = this.#turns.get(owner);
    if (turns === undefined) this.#turns.set(owner, [turn]);
    else turns.push(turn);
    this.#schedule();
  }

  /** Work of the host itself; runs as soon as nobody holds the session, before waiting clients. */
  submitHostWork(work: () => void): void {
    this.#urgent.push(work);
    this.#schedule();
  }

  /** Number of turns `owner` has waiting. */
  waiting(owner: Owner): number {
    return this.#turns.get(owner)?.length ?? 0;
  }

  /** True while nobody waits for or holds the session. */
  get idle(): boolean {
    return this.#holder === null && this.#turns.size === 0 && this.#urgent.length === 0 && !this.#running;
  }

  /**
   * Forgets the owner's waiting turns. When it holds the session, `abandon` runs at once and the session is free again.
   * A turn must not call it.
   */
  leave(owner: Owner, abandon: () => void): void {
    this.#turns.delete(owner);
    if (this.#holder !== owner) return;
    abandon();
    this.#hold(null);
    this.#schedule();
  }

  /** Runs no further turns. */
  close(): void {
    this.#closed = true;
    if (this.#restTimer !== null) clearTimeout(this.#restTimer);
    this.#hold(null);
  }

  #schedule(): void {
    if (this.#scheduled || this.#running || this.#closed) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      this.#runSlice();
    });
  }

  #runSlice(): void {
    const end = performance.now() + SLICE_MILLISECONDS;
    this.#running = true;
    let more = true;
    try {
      do more = !this.#closed && this.#runNext();
      while (more && performance.now() < end);
    } finally {
      this.#running = false;
    }
    if (more) this.#schedule();
  }

  /** Returns whether there was something to run. */
  #runNext(): boolean {
    const work = this.#holder === null ? this.#urgent.shift() : undefined;
    if (work !== undefined) {
      work();
      return true;
    }
    const owner = this.#holder ?? this.#nextOwner();
    const turn = owner === undefined ? undefined : this.#turns.get(owner)?.shift();
    if (owner === undefined || turn === undefined) return false;
    const result = turn();
    this.#rotate(owner);
    this.#hold(result === 'keep' ? owner : null);
    return true;
  }

  #nextOwner(): Owner | undefined {
    const now = instant();
    let earliest = Number.POSITIVE_INFINITY;
    for (const owner of this.#turns.keys()) {
      if (owner.notBefore <= now) return owner;
      earliest = Math.min(earliest, owner.notBefore);
    }
    if (this.#restTimer !== null) clearTimeout(this.#restTimer);
    this.#restTimer =
      earliest === Number.POSITIVE_INFINITY ? null : setTimeout(() => this.#schedule(), Math.ceil(earliest - now));
    return undefined;
  }

  /** Puts an owner with more turns behind all others. */
  #rotate(owner: Owner): void {
    const turns = this.#turns.get(owner);
    if (turns === undefined) return;
    this.#turns.delete(owner);
    if (turns.length > 0) this.#turns.set(owner, turns);
  }

  #hold(owner: Owner | null): void {
    this.#holder = owner;
    if (this.#holdTimer !== null) clearTimeout(this.#holdTimer);
    this.#holdTimer = null;
    if (owner === null || this.waiting(owner) > 0) return;
    this.#holdTimer = setTimeout(() => owner.holdExpired(), owner.holdMilliseconds);
  }
}
