import { describe, expect, it } from 'vitest';
import { countText, numberText, timesText } from '../../../src/domain/explain/number-text.ts';

describe('numbers for people', () => {
  it.each([
    [182.59999999999854, '182.6'],
    [0.1 + 0.2, '0.3'],
    [-0.0000001, '0'],
    [0, '0'],
    [1_234_567_890_123.75, '1234567890123.75'],
    [100_000_000_000.1 - 99_999_999_999, '1.100006'],
    [98_765_432_101.2 - 0.1, '98765432101.1'],
    [220921000, '220921000'],
    [-2.0662, '-2.0662'],
    [null, 'none'],
    [999_999_999_999_999, '999999999999999'],
  ])('%d is %s', (value, text) => {
    expect(numberText(value)).toBe(text);
  });

  it('show a factor only where it changes something', () => {
    expect([timesText(104_530, 0.1), timesText(104_530, 1)]).toEqual(['104530 × 0.1', '104530']);
  });

  it('count nouns', () => {
    expect([countText(0, 'pair'), countText(1, 'pair'), countText(2, 'pair')]).toEqual([
      '0 pairs',
      '1 pair',
      '2 pairs',
    ]);
  });
});
