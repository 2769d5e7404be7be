import { describe, expect, it, vi } from 'vitest';
import { FairQueue, type FairQueueTerms } from '../../../src/platform/limits/fair-queue.ts';

const TERMS: FairQueueTerms = { atOnce: 2, countedMilliseconds: 1000, mostWaiting: 4, waitMilliseconds: 500 };

/** Of one who waits for the answer to the end. */
const { signal: STAYS } = new AbortController();

/** Asks to enter and notes under its name what came of it. */
function ask(queue: FairQueue, owner: string, notes: string[], name: string) {
  const entering = queue.enter(owner, STAYS);
  void entering.then((leave) => notes.push(leave === null ? `${name} refused` : name));
  return entering;
}

describe('a queue', () => {
  it('lets so many in at a time, and the next one when somebody leaves', async () => {
    const [queue, notes] = [new FairQueue(TERMS), [] as string[]];
    const first = await ask(queue, 'a', notes, 'a1');
    await ask(queue, 'b', notes, 'b1');
    const waiting = ask(queue, 'a', notes, 'a2');
    await Promise.resolve();
    expect(notes).toEqual(['a1', 'b1']);
    first?.();
    await waiting;
    expect(notes).toEqual(['a1', 'b1', 'a2']);
  });

  it('takes owners in turn, so that who asks much waits behind himself', async () => {
    const [queue, notes] = [new FairQueue({ ...TERMS, atOnce: 1, mostWaiting: 100 }), [] as string[]];
    let leave = await queue.enter('x', STAYS);
    const all = [
      ask(queue, 'flood', notes, 'f1'),
      ask(queue, 'flood', notes, 'f2'),
      ask(queue, 'flood', notes, 'f3'),
      ask(queue, 'other', notes, 'o1'),
    ];
    for (let left = all.length; left > 0; left -= 1) {
      const before = notes.length;
      leave?.();
      await vi.waitUntil(() => notes.length > before, { timeout: 60_000 });
      leave = await (all.find((_, at) => ['f1', 'f2', 'f3', 'o1'][at] === notes.at(-1)) ?? Promise.resolve(null));
    }
    expect(notes).toEqual(['f1', 'o1', 'f2', 'f3']);
  });

  it('refuses at once where too many wait, and one owner with half of them', async () => {
    const queue = new FairQueue({ ...TERMS, atOnce: 1 });
    await queue.enter('a', STAYS);
    const waiting = [queue.enter('a', STAYS), queue.enter('a', STAYS)];
    expect(await queue.enter('a', STAYS)).toBeNull();
    waiting.push(queue.enter('b', STAYS), queue.enter('b', STAYS));
    expect(await queue.enter('c', STAYS)).toBeNull();
    expect((await Promise.all(waiting)).every((leave) => leave === null)).toBe(true);
  });

  it('counts nobody who has been inside for long, and nobody twice who leaves', async () => {
    vi.useFakeTimers();
    try {
      const queue = new FairQueue({ ...TERMS, atOnce: 1 });
      const long = await queue.enter('a', STAYS);
      await vi.advanceTimersByTimeAsync(TERMS.countedMilliseconds);
      const second = await queue.enter('b', STAYS);
      expect(second).not.toBeNull();
      long?.();
      long?.();
      const third = queue.enter('c', STAYS);
      await vi.advanceTimersByTimeAsync(TERMS.waitMilliseconds);
      expect(await third).toBeNull();
    } finally {
      vi.useRealTimers();
    }
  });

  it('keeps no place for who has gone, and lets none of them in', async () => {
    const queue = new FairQueue({ ...TERMS, atOnce: 1, waitMilliseconds: 60_000 });
    const first = await queue.enter('a', STAYS);
    const going = new AbortController();
    const left = [queue.enter('b', going.signal), queue.enter('b', going.signal)];
    expect(await queue.enter('b', STAYS)).toBeNull();
    going.abort();
    expect(await Promise.all(left)).toEqual([null, null]);
    expect(await queue.enter('b', going.signal)).toBeNull();
    const stays = queue.enter('b', STAYS);
    first?.();
    expect(await stays).not.toBeNull();
  });
});
