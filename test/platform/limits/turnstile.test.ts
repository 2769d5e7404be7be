import { describe, expect, it, vi } from 'vitest';
import { Turnstile, type TurnstileTerms } from '../../../src/platform/limits/turnstile.ts';

const TERMS: TurnstileTerms = { atOnce: 2, countedMilliseconds: 1000, mostWaiting: 4, waitMilliseconds: 500 };

/** Of one who waits for the answer to the end. */
const { signal: STAYS } = new AbortController();

/** Asks to enter and notes under its name what came of it. */
function ask(turnstile: Turnstile, owner: string, notes: string[], name: string) {
  const entering = turnstile.enter(owner, STAYS);
  void entering.then((leave) => notes.push(leave === null ? `${name} refused` : name));
  return entering;
}

describe('a turnstile', () => {
  it('lets so many in at a time, and the next one when somebody leaves', async () => {
    const [turnstile, notes] = [new Turnstile(TERMS), [] as string[]];
    const first = await ask(turnstile, 'a', notes, 'a1');
    await ask(turnstile, 'b', notes, 'b1');
    const waiting = ask(turnstile, 'a', notes, 'a2');
    await Promise.resolve();
    expect(notes).toEqual(['a1', 'b1']);
    first?.();
    await waiting;
    expect(notes).toEqual(['a1', 'b1', 'a2']);
  });

  it('takes owners in turn, so that who asks much waits behind himself', async () => {
    const [turnstile, notes] = [new Turnstile({ ...TERMS, atOnce: 1, mostWaiting: 100 }), [] as string[]];
    let leave = await turnstile.enter('x', STAYS);
    const all = [
      ask(turnstile, 'flood', notes, 'f1'),
      ask(turnstile, 'flood', notes, 'f2'),
      ask(turnstile, 'flood', notes, 'f3'),
      ask(turnstile, 'other', notes, 'o1'),
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
    const turnstile = new Turnstile({ ...TERMS, atOnce: 1 });
    await turnstile.enter('a', STAYS);
    const waiting = [turnstile.enter('a', STAYS), turnstile.enter('a', STAYS)];
    expect(await turnstile.enter('a', STAYS)).toBeNull();
    waiting.push(turnstile.enter('b', STAYS), turnstile.enter('b', STAYS));
    expect(await turnstile.enter('c', STAYS)).toBeNull();
    expect((await Promise.all(waiting)).every((leave) => leave === null)).toBe(true);
  });

  it('counts nobody who has been inside for long, and nobody twice who leaves', async () => {
    vi.useFakeTimers();
    try {
      const turnstile = new Turnstile({ ...TERMS, atOnce: 1 });
      const long = await turnstile.enter('a', STAYS);
      await vi.advanceTimersByTimeAsync(TERMS.countedMilliseconds);
      const second = await turnstile.enter('b', STAYS);
      expect(second).not.toBeNull();
      long?.();
      long?.();
      const third = turnstile.enter('c', STAYS);
      await vi.advanceTimersByTimeAsync(TERMS.waitMilliseconds);
      expect(await third).toBeNull();
    } finally {
      vi.useRealTimers();
    }
  });

  it('keeps no place for who has gone, and lets none of them in', async () => {
    const turnstile = new Turnstile({ ...TERMS, atOnce: 1, waitMilliseconds: 60_000 });
    const first = await turnstile.enter('a', STAYS);
    const going = new AbortController();
    const left = [turnstile.enter('b', going.signal), turnstile.enter('b', going.signal)];
    expect(await turnstile.enter('b', STAYS)).toBeNull();
    going.abort();
    expect(await Promise.all(left)).toEqual([null, null]);
    expect(await turnstile.enter('b', going.signal)).toBeNull();
    const stays = turnstile.enter('b', STAYS);
    first?.();
    expect(await stays).not.toBeNull();
  });
});
