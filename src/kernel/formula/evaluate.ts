import {
  added,
  divided,
  multiplied,
  negated,
  type Ratio,
  ratioOf,
  roundedTo,
  withinDoubles,
} from '../measure/ratio.ts';
import { formatFormula } from './format.ts';
import { type BinaryOperator, type Formula, type Operand, operandName } from './types.ts';

/** Source of the operands' numbers: one day or one hour, in the milli-units of the figures. null: there is none. */
export interface FormulaLookup {
  value(id: string): number | null;
  openingStock(id: string): number | null;
  addAll(): number | null;
}

/** Operands of a formula; ids without repetition, in the order of their first appearance. */
export interface FormulaOperands {
  readonly ids: readonly string[];
  readonly openingStockIds: readonly string[];
  readonly addAll: boolean;
}

export interface TracedOperand {
  /** As written, without braces: `M1`, `M1#meta#openingStock`, `ADD_ALL`. */
  readonly name: string;
  readonly kind: Operand['kind'];
  /** null when the operand is missing. */
  readonly value: number | null;
  /** The number that went into the calculation: 0 for a missing operand. */
  readonly usedAs: number;
}

export interface FormulaTrace {
  /** As evaluateFormula gives it. */
  readonly result: number | null;
  /** Each distinct operand once, in the order of first appearance. */
  readonly operands: readonly TracedOperand[];
  /** The formula with numbers put in, negative ones in parentheses: `3085000 + 1235000 - (-5)`. */
  readonly text: string;
}

/**
 * The figure of a formula (specification, User: batch processing, VIRTUAL), in whole millionths; on the way to it
 * nothing is rounded. A missing operand (null) counts as 0. A division by zero or a number beyond those of doubles, in
 * whatever part of the formula, gives null for the whole. The sign is kept: clamping is the caller's.
 */
export const evaluateFormula = (formula: Formula, lookup: FormulaLookup): number | null =>
  rounded(compute(formula, (operand) => lookUp(operand, lookup) ?? 0));

/** The figure with the numbers that led to it. Every distinct operand is looked up once. */
export const traceFormula = (formula: Formula, lookup: FormulaLookup): FormulaTrace => {
  const traced = new Map<string, TracedOperand>();
  const usedAs = (operand: Operand): number => {
    const name = operandName(operand);
    const key = `${operand.kind} ${name}`;
    const known = traced.get(key);
    if (known !== undefined) return known.usedAs;
    const value = lookUp(operand, lookup);
    traced.set(key, { name, kind: operand.kind, value, usedAs: value ?? 0 });
    return value ?? 0;
  };
  const result = rounded(compute(formula, usedAs));
  const text = formatFormula(formula, (operand) => {
    const number = usedAs(operand);
    return number < 0 ? `(${number})` : String(number);
  });
  return { result, operands: [...traced.values()], text };
};

/** Operands of a formula. */
export const operandsOf = (formula: Formula): FormulaOperands => {
  const ids = new Set<string>();
  const openingStockIds = new Set<string>();
  let addAll = false;
  const visit = (part: Formula): void => {
    if (part.kind === 'value') ids.add(part.id);
    else if (part.kind === 'openingStock') openingStockIds.add(part.id);
    else if (part.kind === 'addAll') addAll = true;
    else if (part.kind === 'negate') visit(part.operand);
    else if (part.kind === 'binary') {
      visit(part.left);
      visit(part.right);
    }
  };
  visit(formula);
  return { ids: [...ids], openingStockIds: [...openingStockIds], addAll };
};

const MILLIONTHS = 6;
const rounded = (figure: Ratio | null): number | null => (figure === null ? null : roundedTo(MILLIONTHS, figure));

/** null stands for "no figure", and every result of it is none. */
const compute = (formula: Formula, numberOf: (operand: Operand) => number): Ratio | null => {
  switch (formula.kind) {
    case 'number':
      return ratioOf(formula.value);
    case 'value':
    case 'openingStock':
    case 'addAll': {
      const number = numberOf(formula);
      return Number.isFinite(number) ? ratioOf(number) : null;
    }
    case 'negate': {
      const figure = compute(formula.operand, numberOf);
      return figure === null ? null : negated(figure);
    }
    case 'binary': {
      // Both sides are looked up, whatever becomes of the first.
      const [left, right] = [compute(formula.left, numberOf), compute(formula.right, numberOf)];
      const figure = left === null || right === null ? null : apply(formula.operator, left, right);
      return figure === null ? null : withinDoubles(figure);
    }
  }
};

const apply = (operator: BinaryOperator, left: Ratio, right: Ratio): Ratio | null => {
  switch (operator) {
    case '+':
      return added(left, right);
    case '-':
      return added(left, negated(right));
    case '*':
      return multiplied(left, right);
    case '/':
      return divided(left, right);
  }
};

const lookUp = (operand: Operand, lookup: FormulaLookup): number | null => {
  if (operand.kind === 'addAll') return lookup.addAll();
  return operand.kind === 'value' ? lookup.value(operand.id) : lookup.openingStock(operand.id);
};
