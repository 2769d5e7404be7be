import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatFormula } from '../../../src/kernel/formula/format.ts';
import { parseFormula } from '../../../src/kernel/formula/parse.ts';
import { anyFormula } from './formulas.ts';

describe('a formula as text', () => {
  it.each([
    ['{A}+{B}#meta#openingStock', '{A} + {B}#meta#openingStock'],
    ['((1)) + (2 * 3)', '1 + 2 * 3'],
    ['(1 + 2) * 3', '(1 + 2) * 3'],
    ['1 - (2 - 3)', '1 - (2 - 3)'],
    ['1 - 2 - 3', '1 - 2 - 3'],
    ['1 / (2 * 3)', '1 / (2 * 3)'],
    ['1 + (2 + 3)', '1 + (2 + 3)'],
    ['-(ADD_ALL + 1)', '-(ADD_ALL + 1)'],
    ['-ADD_ALL*2', '-ADD_ALL * 2'],
    ['1 - -{A}', '1 - -{A}'],
    ['1E21 + .5', '1e+21 + 0.5'],
  ])('writes %s as %s', (text, expected) => {
    expect(formatFormula(parseFormula(text))).toBe(expected);
  });

  it('parses to the very same formula', () => {
    fc.assert(
      fc.property(anyFormula, (formula) => {
        expect(parseFormula(formatFormula(formula))).toEqual(formula);
      }),
    );
  });

  it('writes operands as told', () => {
    expect(formatFormula(parseFormula('{A} * ({B}#meta#openingStock - ADD_ALL)'), (operand) => operand.kind)).toBe(
      'value * (openingStock - addAll)',
    );
  });
});
