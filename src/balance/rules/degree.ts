import type { Formula, Operand } from '../../kernel/formula/types.ts';

/**
 * Number of measured factors in a formula: 1 for quantities and their sums, 0 for plain numbers and for shares, 2 for a
 * product of two quantities. null when the parts of a sum have different degrees.
 */
export function degreeOf(formula: Formula, ofOperand: (operand: Operand) => number): number | null {
  switch (formula.kind) {
    case 'number':
      return 0;
    case 'negate':
      return degreeOf(formula.operand, ofOperand);
    case 'binary': {
      const [left, right] = [degreeOf(formula.left, ofOperand), degreeOf(formula.right, ofOperand)];
      if (left === null || right === null) return null;
      switch (formula.operator) {
        case '*':
          return left + right;
        case '/':
          return left - right;
        // A plain number that is added to a quantity counts as a quantity.
        default:
          return left === right || right === 0 ? left : left === 0 ? right : null;
      }
    }
    default:
      return ofOperand(formula);
  }
}
