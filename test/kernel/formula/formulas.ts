import fc from 'fast-check';
import type { BinaryOperator, Formula } from '../../../src/kernel/formula/types.ts';

export const number = (value: number): Formula => ({ kind: 'number', value });
export const value = (id: string): Formula => ({ kind: 'value', id });
export const openingStock = (id: string): Formula => ({ kind: 'openingStock', id });
export const addAll: Formula = { kind: 'addAll' };
export const negate = (operand: Formula): Formula => ({ kind: 'negate', operand });
export const binary = (left: Formula, operator: BinaryOperator, right: Formula): Formula => ({
  kind: 'binary',
  operator,
  left,
  right,
});

const anyId = fc.constantFrom('A', 'M-1', 'SUB 2', 'plant.3:flow', 'ADD_ALL', 'x_y');
const anyLiteral = fc.oneof(
  fc.nat(20),
  fc.double({ min: 0, max: 1e308, noNaN: true }).map(Math.abs),
  fc.constantFrom(0, 0.1, 1e-7, 1e21, Number.MAX_VALUE),
);

/** Random formulas, up to about a dozen levels deep, with operands of every kind. */
export const anyFormula: fc.Arbitrary<Formula> = fc.letrec<{ formula: Formula }>((tie) => ({
  formula: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.oneof(anyLiteral.map(number), anyId.map(value), anyId.map(openingStock), fc.constant(addAll)),
    tie('formula').map(negate),
    fc
      .tuple(tie('formula'), fc.constantFrom<BinaryOperator>('+', '-', '*', '/'), tie('formula'))
      .map(([left, operator, right]) => binary(left, operator, right)),
  ),
})).formula;

/** A number per operand name, or none; also numbers that no device should send. */
export const anyNumbers: fc.Arbitrary<ReadonlyMap<string, number>> = fc
  .array(
    fc.tuple(
      fc.tuple(fc.constantFrom('value ', 'openingStock '), anyId).map((parts) => parts.join('')),
      fc.oneof(
        fc.integer({ min: -5, max: 5 }),
        fc.double({ noDefaultInfinity: true, noNaN: true }),
        fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY),
      ),
    ),
  )
  .map((entries) => new Map(entries));
