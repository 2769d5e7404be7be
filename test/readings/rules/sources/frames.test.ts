import { describe, expect, it } from 'vitest';
import { instantOfFrame, type KnownFrame } from '../../../../src/readings/rules/sources/frames.ts';

const AT = Date.parse('2026-01-15T06:05:00Z');

describe('a frame', () => {
  it('that comes again within two minutes is the same reading, whichever copy comes first', () => {
    for (const [first, second] of [
      [AT, AT + 120_000],
      [AT + 120_000, AT],
    ] as const) {
      const { at, known } = instantOfFrame([], 'a 1', first);
      expect(at).toBe(first);
      expect(instantOfFrame(known, 'a 1', second)).toEqual({ at: first, known });
    }
  });

  it('that comes later is of a device that was restarted, and a frame of another session is another one', () => {
    const { known } = instantOfFrame([], 'a 1', AT);
    expect(instantOfFrame(known, 'a 1', AT + 120_001).at).toBe(AT + 120_001);
    expect(instantOfFrame(known, 'b 1', AT + 1000).at).toBe(AT + 1000);
  });

  it('is known until 32 others have come', () => {
    let known: readonly KnownFrame[] = instantOfFrame([], 'a 0', AT).known;
    for (let count = 1; count <= 31; count += 1) ({ known } = instantOfFrame(known, `a ${count}`, AT));
    expect(instantOfFrame(known, 'a 0', AT + 1).at).toBe(AT);
    ({ known } = instantOfFrame(known, 'a 32', AT));
    expect(known).toHaveLength(32);
    expect(instantOfFrame(known, 'a 0', AT + 1).at).toBe(AT + 1);
  });
});
