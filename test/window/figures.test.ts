import { describe, expect, it } from 'vitest';
import { spanText } from '../../src/window/figures.ts';
import { textsOf } from '../../src/window/texts.ts';

describe('a span', () => {
  it('is told by both its ends in words, and by one where they are written alike', () => {
    expect(spanText('73', '77', textsOf('en'))).toBe('73 to 77');
    expect(spanText('73', '77', textsOf('hi'))).toBe('73 से 77');
    expect(spanText('11 Jun 2026 12:00', '11 Jun 2026 12:00', textsOf('en'))).toBe('11 Jun 2026 12:00');
  });
});
