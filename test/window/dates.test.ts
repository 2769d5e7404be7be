import { describe, expect, it } from 'vitest';
import { fieldTime, typedInstant } from '../../src/window/dates.ts';

// 25/10/2026 has 02:30 twice: at 00:30 UTC in summer time, and an hour later.
const BERLIN = { timezone: 'Europe/Berlin' };
const [FIRST, SECOND] = ['2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z'];
const ms = (typed: string): number => Date.parse(typed);

describe('a time that comes twice', () => {
  it.each([FIRST, SECOND])('stays the one that its field showed: %s', (shown) => {
    const text = fieldTime(ms(shown), BERLIN);
    expect(text).toBe('2026-10-25T02:30');
    expect(ms(typedInstant(text, BERLIN, shown))).toBe(ms(shown));
  });

  it('is the second one where it was typed anew, and another time is as it was typed', () => {
    expect(ms(typedInstant('2026-10-25T02:30', BERLIN, ''))).toBe(ms(SECOND));
    expect(ms(typedInstant('2026-10-25T03:30', BERLIN, SECOND))).toBe(ms('2026-10-25T02:30:00.000Z'));
    expect(typedInstant('soon', BERLIN, SECOND)).toBe('soon');
  });
});
