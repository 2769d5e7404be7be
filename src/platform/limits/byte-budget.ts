/** Share of a budget that one owner may hold, so that nobody keeps all others out. */
const SHARE_OF_ONE = 0.5;

/** Bytes that all senders of this process may hold of memory together. */
export class ByteBudget {
  readonly #most: number;
  readonly #heldBy = new Map<string, number>();
  #held = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** false, and nothing is held, where the owner or all together would hold too much. */
  take(owner: string, bytes: number): boolean {
    const ofOwner = (this.#heldBy.get(owner) ?? 0) + bytes;
    if (this.#held + bytes > this.#most || ofOwner > this.#most * SHARE_OF_ONE) return false;
    this.#change(owner, bytes);
    return true;
  }

  giveBack(owner: string, bytes: number): void {
    this.#change(owner, -bytes);
  }

  #change(owner: string, bytes: number): void {
    const ofOwner = (this.#heldBy.get(owner) ?? 0) + bytes;
    if (ofOwner === 0) this.#heldBy.delete(owner);
    else this.#heldBy.set(owner, ofOwner);
    this.#held += bytes;
  }
}
