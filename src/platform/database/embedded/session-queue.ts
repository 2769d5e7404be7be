/**
 * Order in which clients use the one database session. Clients take turns, one message group each: whoever has used the
 * session least of late comes first, then the order of arrival counts. So a request of many short statements waits for
 * a turn of a long work here and there, and not for one of each long work at each statement. A client whose turn leaves
 * a transaction or an unfinished group open keeps the session until it has closed it, or until it has been silent for
 * too long. The queue is pure apart from its clock and timer, and knows nothing of the wire protocol.
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
/** Half of what a client has used is forgotten after this time, so a long work never waits for long. */
const FORGOTTEN_BY_HALF_MILLISECONDS = 1000;
/** Clients whose uses differ by less are equal, and come in order of arrival. */
const EQUAL_MILLISECONDS = 20;

/** Milliseconds of the session that a client has used of late, as of an instant. */
interface Use {
  readonly milliseconds: number;
  readonly at: number;
}

export class SessionQueue<Owner extends QueueOwner> {
  readonly #turns = new Map<Owner, Turn[]>();
  readonly #uses = new WeakMap<Owner, Use>();
  /** When the running or held turn began. */
  #began = 0;
  readonly #urgent: (() => void)[] = [];
  #holder: Owner | null = null;
  #holdTimer: NodeJS.Timeout | null = null;
  #restTimer: NodeJS.Timeout | null = null;
  #scheduled = false;
  #running = false;
  #closed = false;
  readonly #now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

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
    if (this.#holder === null) this.#began = this.#now();
    const result = turn();
    this.#rotate(owner);
    this.#hold(result === 'keep' ? owner : null);
    if (result === 'release') this.#charge(owner);
    return true;
  }

  /** A client that keeps the session between its turns uses it. */
  #charge(owner: Owner): void {
    const at = this.#now();
    this.#uses.set(owner, { milliseconds: this.#usedOfLate(owner, at) + at - this.#began, at });
  }

  #usedOfLate(owner: Owner, now: number): number {
    const use = this.#uses.get(owner);
    return use === undefined ? 0 : use.milliseconds / 2 ** ((now - use.at) / FORGOTTEN_BY_HALF_MILLISECONDS);
  }

  #nextOwner(): Owner | undefined {
    const now = this.#now();
    const present = instant();
    let earliest = Number.POSITIVE_INFINITY;
    let next: Owner | undefined;
    let least = Number.POSITIVE_INFINITY;
    for (const owner of this.#turns.keys()) {
      if (owner.notBefore > present) earliest = Math.min(earliest, owner.notBefore);
      else {
        const used = Math.floor(this.#usedOfLate(owner, now) / EQUAL_MILLISECONDS);
        if (used < least) [next, least] = [owner, used];
      }
    }
    if (next !== undefined) return next;
    if (this.#restTimer !== null) clearTimeout(this.#restTimer);
    this.#restTimer =
      earliest === Number.POSITIVE_INFINITY ? null : setTimeout(() => this.#schedule(), Math.ceil(earliest - present));
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
