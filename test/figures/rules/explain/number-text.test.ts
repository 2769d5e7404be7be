import { describe, expect, it } from 'vitest';
import { countText, inThrees, numberText, timesText } from '../../../../src/figures/rules/explain/number-text.ts';

describe('numbers for people', () => {
  it.each([
    [182.59999999999854, '182.6'],
    [0.1 + 0.2, '0.3'],
    [-0.0000001, '0'],
    [0, '0'],
    [1_234_567_890_123.75, '1\u202f234\u202f567\u202f890\u202f123.75'],
    [100_000_000_000.1 - 99_999_999_999, '1.100006'],
    [98_765_432_101.2 - 0.1, '98\u202f765\u202f432\u202f101.1'],
    [220921000, '220\u202f921\u202f000'],
    [-20478.3125, '-20\u202f478.3125'],
    [2047.125, '2047.125'],
    [1e21, '1e+21'],
    [-2.0662, '-2.0662'],
    [null, 'none'],
    [999_999_999_999_999, '999\u202f999\u202f999\u202f999\u202f999'],
  ])('%d is %s', (value, text) => {
    expect(numberText(value)).toBe(text);
  });

  it('show a factor only where it changes something', () => {
    expect([timesText(104_530, 0.1), timesText(104_530, 1)]).toEqual(['104\u202f530 × 0.1', '104\u202f530']);
  });

  it('are grouped in an arithmetic text, decimals and operators staying as they are', () => {
    expect(inThrees('(220934000 + (-54321.12345)) * 1234 - 1e+21')).toBe(
      '(220\u202f934\u202f000 + (-54\u202f321.12345)) * 1234 - 1e+21',
    );
  });

  it('count nouns', () => {
    expect([countText(0, 'pair'), countText(1, 'pair'), countText(2, 'pair')]).toEqual([
      '0 pairs',
      '1 pair',
      '2 pairs',
    ]);
  });
});
