import type { Formula, Operand } from '../../kernel/formula/types.ts';

/** Partial derivatives of a formula, by the units and sub-categories that it names. */
export interface Gradient {
  readonly values: ReadonlyMap<string, number>;
  readonly openings: ReadonlyMap<string, number>;
  readonly addAll: number;
}

/**
 * Partial derivatives at a point: values go up the tree once, sensitivities come down once. A missing operand is given
 * as 0. null when the formula divides by zero or overflows a double.
 */
export function gradientOf(formula: Formula, numberOf: (operand: Operand) => number): Gradient | null {
  const known = new Map<Formula, number>();
  const compute = (part: Formula): number => {
    const number = computePart(part, numberOf, compute);
    known.set(part, number);
    return number;
  };
  if (!Number.isFinite(compute(formula))) return null;

  const values = new Map<string, number>();
  const openings = new Map<string, number>();
  let addAll = 0;
  const descend = (part: Formula, sensitivity: number): void => {
    const at = (other: Formula): number => known.get(other) ?? Number.NaN;
    switch (part.kind) {
      case 'number':
        return;
      case 'value':
        return addSensitivity(values, part.id, sensitivity);
      case 'openingStock':
        return addSensitivity(openings, part.id, sensitivity);
      case 'addAll':
        addAll += sensitivity;
        return;
      case 'negate':
        return descend(part.operand, -sensitivity);
      case 'binary': {
        const [left, right] = slopes(part.operator, at(part.left), at(part.right));
        descend(part.left, sensitivity * left);
        descend(part.right, sensitivity * right);
      }
    }
  };
  descend(formula, 1);
  return [...values.values(), ...openings.values(), addAll].every(Number.isFinite)
    ? { values, openings, addAll }
    : null;
}

function computePart(
  part: Formula,
  numberOf: (operand: Operand) => number,
  compute: (part: Formula) => number,
): number {
  switch (part.kind) {
    case 'number':
      return part.value;
    case 'negate':
      return -compute(part.operand);
    case 'binary':
      return apply(part.operator, compute(part.left), compute(part.right));
    default:
      return numberOf(part);
  }
}

type Operator = Extract<Formula, { readonly kind: 'binary' }>['operator'];

function apply(operator: Operator, left: number, right: number): number {
  switch (operator) {
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
    case '/':
      return right === 0 ? Number.NaN : left / right;
  }
}

/** Derivatives of a sum, product or quotient by its left and its right side. */
function slopes(operator: Operator, left: number, right: number): readonly [number, number] {
  switch (operator) {
    case '+':
      return [1, 1];
    case '-':
      return [1, -1];
    case '*':
      return [right, left];
    case '/':
      return [1 / right, -left / (right * right)];
  }
}

/** Adds to the sensitivity that an id has already. */
export const addSensitivity = (sensitivities: Map<string, number>, id: string, sensitivity: number): void => {
  sensitivities.set(id, (sensitivities.get(id) ?? 0) + sensitivity);
};

/**
 * Whether the derivatives of a formula are the same at every point, because no measured quantity is multiplied or
 * divided by another one.
 */
export function isLinear(formula: Formula): boolean {
  switch (formula.kind) {
    case 'negate':
      return isLinear(formula.operand);
    case 'binary': {
      const { operator, left, right } = formula;
      if (!isLinear(left) || !isLinear(right)) return false;
      if (operator === '/') return isNumber(right);
      return operator !== '*' || isNumber(left) || isNumber(right);
    }
    default:
      return true;
  }
}

const isNumber = (formula: Formula): boolean => {
  switch (formula.kind) {
    case 'number':
      return true;
    case 'negate':
      return isNumber(formula.operand);
    case 'binary':
      return isNumber(formula.left) && isNumber(formula.right);
    default:
      return false;
  }
};
