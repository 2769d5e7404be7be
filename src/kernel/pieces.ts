/*
 * Long work in pieces, so that others who share the thread are served between them. A piece is short, and only one
 * piece of all long works runs in a turn of the event loop, two where turns are long: ten long works hold nobody longer
 * than one, and many short ones leave them their share. Works that have had few pieces go first, because an answer that
 * is nearly done must not wait behind a hundred pieces of a batch. Every other piece is that of the work that has
 * waited longest, so no work waits for ever.
 */

/** Work of a piece, in milliseconds. Half of what nobody should be kept waiting for. */
const PIECE_MILLISECONDS = 8;

interface WaitingWork {
  readonly resume: () => void;
  /** Pieces that the work has had. */
  readonly pieces: number;
}

/** In the order in which works began to wait. */
const waiting: WaitingWork[] = [];
let isPlanned = false;
let isTurnOfOldest = false;

/** Turns that last longer are full of short works. */
const LONG_TURN_MILLISECONDS = 3 * PIECE_MILLISECONDS;

/** Place of the work whose piece is next. */
function nextPlace(): number {
  isTurnOfOldest = !isTurnOfOldest;
  if (isTurnOfOldest) return 0;
  let place = 0;
  for (const [at, { pieces }] of waiting.entries()) if (pieces < (waiting[place]?.pieces ?? 0)) place = at;
  return place;
}

function runNext(): void {
  if (waiting.length > 0) waiting.splice(nextPlace(), 1)[0]?.resume();
}

function plan(): void {
  if (isPlanned || waiting.length === 0) return;
  isPlanned = true;
  const planned = performance.now();
  setImmediate(() => {
    isPlanned = false;
    runNext();
    if (performance.now() - planned > LONG_TURN_MILLISECONDS) setImmediate(runNext);
    plan();
  });
}

/**
 * Resolves in a turn of the event loop in which no other long work goes on.
 * @param pieces that the work has had; absent: it has its turn by how long it has waited
 */
export const nextTurn = (pieces = Number.POSITIVE_INFINITY): Promise<void> =>
  new Promise((resume) => {
    waiting.push({ resume, pieces });
    plan();
  });

/** When the first piece of this turn began; null: none has. */
let turnBegan: number | null = null;

/** Works that begin one after another in a turn share the time of one piece: several reads may end in the same turn. */
function beginPiece(): number {
  if (turnBegan === null) {
    turnBegan = performance.now();
    setImmediate(() => (turnBegan = null));
  }
  return turnBegan;
}

/** The time of one long work. Its owner asks after each small step whether its piece is over. */
export class Piece {
  #began = beginPiece();
  #pieces = 0;

  /** Whether others are due. The owner then awaits {@link rest}. */
  get isOver(): boolean {
    return performance.now() - this.#began >= PIECE_MILLISECONDS;
  }

  async rest(): Promise<void> {
    this.#pieces += 1;
    await nextTurn(this.#pieces);
    this.#began = beginPiece();
  }
}

/** The result of steps, in pieces. */
export async function inPieces<T>(steps: Generator<void, T>): Promise<T> {
  const piece = new Piece();
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    if (piece.isOver) await piece.rest();
  }
}

/** The result of the same steps without a pause. */
export function atOnce<T>(steps: Generator<void, T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** The results of the work for each element, in order. The work is done in pieces. */
export async function mapInPieces<T, R>(list: Iterable<T>, work: (element: T) => R): Promise<R[]> {
  const piece = new Piece();
  const results: R[] = [];
  for (const element of list) {
    if (results.length > 0 && piece.isOver) await piece.rest();
    results.push(work(element));
  }
  return results;
}
