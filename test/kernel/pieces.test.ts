import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { atOnce, inPieces, mapInPieces, nextTurn, Piece } from '../../src/kernel/pieces.ts';

/** Work that takes this long and gives nobody a turn. */
const busyFor = (milliseconds: number): void => {
  const until = performance.now() + milliseconds;
  while (performance.now() < until);
};

function* steps(count: number): Generator<void, number> {
  for (let step = 0; step < count; step += 1) {
    busyFor(2);
    yield;
  }
  return count;
}

/** How often others had their turn while the work went on. */
async function turnsDuring(work: Promise<unknown>): Promise<number> {
  let [turns, isOver] = [0, false];
  void work.then(() => {
    isOver = true;
  });
  while (!isOver) {
    await turn();
    turns += 1;
  }
  return turns;
}

describe('long work in pieces', () => {
  it('gives others a turn again and again, and comes to the same result as without a pause', async () => {
    let result = 0;
    const turns = await turnsDuring(
      inPieces(steps(60)).then((of) => {
        result = of;
      }),
    );
    expect(turns).toBeGreaterThan(5);
    expect(result).toBe(atOnce(steps(60)));
  });

  it('keeps the order of a list, and needs no turn for a short one', async () => {
    expect(await mapInPieces([3, 1, 2], (one) => one * 2)).toEqual([6, 2, 4]);
    expect(await turnsDuring(mapInPieces([3, 1, 2], (one) => one * 2))).toBeLessThan(3);
  });

  it('lets one piece of all works run in a turn, however many wait', async () => {
    const ran: number[] = [];
    const waiting = [1, 2, 3].map(async (name) => {
      await nextTurn();
      ran.push(name);
    });
    const seen: number[] = [];
    for (let at = 0; at < 5; at += 1) {
      await turn();
      seen.push(ran.length);
    }
    await Promise.all(waiting);
    expect(ran).toEqual([1, 2, 3]);
    expect(seen.every((count, at) => count - (seen[at - 1] ?? 0) <= 1)).toBe(true);
  });

  it('lets a work that has had few pieces go before those that have had many, and none of these waits for ever', async () => {
    const ran: string[] = [];
    const work = async (name: string, pieces: number): Promise<void> => {
      await nextTurn(pieces);
      ran.push(name);
    };
    await Promise.all([work('batch', 90), work('report', 60), work('day', 20), work('answer', 1), work('list', 2)]);
    // In turn the one that has waited longest, and the one that has had fewest pieces.
    expect([ran.slice(0, 2).toSorted(), ran.slice(2, 4).toSorted(), ran[4]]).toEqual([
      ['answer', 'batch'],
      ['list', 'report'],
      'day',
    ]);
  });

  it('needs no turn for a single element, however long others have worked before it in this turn', async () => {
    await turn();
    new Piece();
    busyFor(10);
    let isOver = false;
    void mapInPieces([1], (one) => one).then(() => (isOver = true));
    await Promise.resolve();
    await Promise.resolve();
    expect(isOver).toBe(true);
  });

  it('counts a piece anew after a rest', async () => {
    const piece = new Piece();
    busyFor(10);
    expect(piece.isOver).toBe(true);
    await piece.rest();
    expect(piece.isOver).toBe(false);
  });

  it('shares the time of one piece among works that begin in the same turn', async () => {
    await turn();
    const first = new Piece();
    busyFor(10);
    expect(first.isOver).toBe(true);
    expect(new Piece().isOver).toBe(true);
    await turn();
    expect(new Piece().isOver).toBe(false);
  });

  it('passes on what a step throws', async () => {
    function* failing(): Generator<void, never> {
      yield;
      throw new Error('it does not fit');
    }
    await expect(inPieces(failing())).rejects.toThrow('it does not fit');
    await expect(mapInPieces([1], () => atOnce(failing()))).rejects.toThrow('it does not fit');
  });
});
