import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseFormula } from '../../../src/kernel/formula/parse.ts';
import { type Operand, operandName } from '../../../src/kernel/formula/types.ts';
import { gradientOf, isLinear } from '../../../src/balance/rules/gradient.ts';

const at =
  (point: Readonly<Record<string, number>>) =>
  (operand: Operand): number =>
    point[operandName(operand)] ?? 0;
const slopesOf = (text: string, point: Readonly<Record<string, number>> = {}) =>
  gradientOf(parseFormula(text), at(point));

describe('partial derivatives of a formula', () => {
  it('of sums are the signs, however often a unit is named', () => {
    expect(slopesOf('{A} + {B} - ({C} - {A})')).toEqual({
      values: new Map([
        ['A', 2],
        ['B', 1],
        ['C', -1],
      ]),
      openings: new Map(),
      addAll: 0,
    });
  });

  it('of a product are the other side, of a quotient as the rule of quotients has it', () => {
    // f = 3 * A * B / C at A = 2, B = 5, C = 10: df/dA = 3 * 5 / 10, df/dB = 3 * 2 / 10, df/dC = -3 * 2 * 5 / 100
    expect(slopesOf('3 * {A} * {B} / {C}', { A: 2, B: 5, C: 10 })?.values).toEqual(
      new Map(
        [
          ['A', 1.5],
          ['B', 0.6],
          ['C', -0.3],
        ].map(([id, slope]) => [id, expect.closeTo(slope as number, 12)]),
      ),
    );
  });

  it('tell opening stocks and ADD_ALL from figures', () => {
    expect(slopesOf('{T}#meta#openingStock - {T} + 2 * ADD_ALL')).toEqual({
      values: new Map([['T', -1]]),
      openings: new Map([['T', 1]]),
      addAll: 2,
    });
  });

  it('are not there where the formula divides by zero', () => {
    expect(slopesOf('{A} / {B}', { A: 1 })).toBeNull();
  });

  it('are what the formula changes by, at any point', () => {
    const number = fc.double({ min: 1, max: 100, noNaN: true });
    const formula = parseFormula('{A} * {B} - {A} / ({B} + 3) + -{C} * 0.5');
    const value = ({ A, B, C }: { A: number; B: number; C: number }): number => A * B - A / (B + 3) - C * 0.5;
    fc.assert(
      fc.property(number, number, number, (A, B, C) => {
        const gradient = gradientOf(formula, at({ A, B, C }));
        const step = 1e-5;
        expect(gradient?.values.get('A')).toBeCloseTo(
          (value({ A: A + step, B, C }) - value({ A: A - step, B, C })) / (2 * step),
          3,
        );
        expect(gradient?.values.get('B')).toBeCloseTo(
          (value({ A, B: B + step, C }) - value({ A, B: B - step, C })) / (2 * step),
          3,
        );
        expect(gradient?.values.get('C')).toBe(-0.5);
      }),
    );
  });
});

describe('a formula is linear', () => {
  it.each(['{A} + {B}', '-{A} * 2', '{A} / (4 - 2)', '3 * (ADD_ALL - {T}#meta#openingStock)', '5'])('%s', (text) => {
    expect(isLinear(parseFormula(text))).toBe(true);
  });

  it.each(['{A} * {B}', '1 / {A}', '{A} / {B}', '({A} + 1) * {T}#meta#openingStock'])(
    'unless it multiplies or divides by what is measured: %s',
    (text) => {
      expect(isLinear(parseFormula(text))).toBe(false);
    },
  );
});
