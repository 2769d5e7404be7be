import { describe, expect, it } from 'vitest';
import { firstNames } from '../../src/kernel/text.ts';

describe('names of a sentence', () => {
  it('are all there while they are few', () => {
    expect([firstNames([]), firstNames(['A']), firstNames(['A', 'B', 'C'])]).toEqual(['', 'A', 'A, B, C']);
  });

  it('are the first of them, and how many there are besides', () => {
    expect(firstNames(['A', 'B', 'C', 'D', 'E'])).toBe('A, B, C and 2 more');
    expect(firstNames(['A', 'B', 'C'], 1, '; ')).toBe('A and 2 more');
    expect(firstNames(['A', 'B', 'C'], 2, '; ')).toBe('A; B and 1 more');
  });
});
