import { describe, expect, it } from 'vitest';
import { balanceDecimals, nodeText, roundedValue } from '../../../src/balance/rules/node-figure.ts';
import { figureText } from '../../../src/kernel/format/figure-text.ts';

describe('volumes of a balance', () => {
  /** A figure beside others, as words, tables and flows write it. */
  const beside = (figure: number, others: readonly number[] = []): string =>
    figureText(figure, balanceDecimals([figure, ...others]));

  it.each([
    [126.039, [0.412], '126.04'],
    [126.039, [1250], '126.04'],
    [126.039, [], '126.04'],
    // Rounded twice they would be 126.5.
    [126.449, [812.3], '126.45'],
    [-4.005, [12], '\u22124.01'],
  ])('have the digits of nodes: %d beside %j', (figure, others, text) => {
    expect([beside(figure, others), nodeText(roundedValue(figure) ?? 0)]).toEqual([text, text]);
  });

  it('have no decimals that none of them has', () => {
    expect([beside(12, [5, 0]), beside(12.3, [5])]).toEqual(['12', '12.3']);
  });

  it('have three digits where all are below a tenth, as in the first minutes of a day', () => {
    expect([beside(0.0351, [0.012]), beside(0, [])]).toEqual(['0.0351', '0']);
  });
});
