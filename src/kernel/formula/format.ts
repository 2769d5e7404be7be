import { ADD_ALL, type BinaryOperator, type Formula, OPENING_STOCK_SUFFIX, type Operand } from './types.ts';

/** Binding strength of a form. A form inside a tighter one needs parentheses. */
const BINDING: Readonly<Record<BinaryOperator, number>> = { '+': 1, '-': 1, '*': 2, '/': 2 };
const SIGN_BINDING = 3;
const LEAF_BINDING = 4;

/**
 * A formula as text, with a blank around each operator and no needless parentheses. Without `operandText` it parses to
 * the same formula again (unless the blanks carry a text close to the limit of characters over it); with it, operands
 * read as given, e.g. as numbers.
 */
export const formatFormula = (formula: Formula, operandText: (operand: Operand) => string = writeOperand): string => {
  switch (formula.kind) {
    case 'number':
      return String(formula.value);
    case 'value':
    case 'openingStock':
    case 'addAll':
      return operandText(formula);
    case 'negate':
      return `-${formatInside(formula.operand, SIGN_BINDING, operandText)}`;
    case 'binary': {
      const binding = BINDING[formula.operator];
      const left = formatInside(formula.left, binding, operandText);
      // Operators of one rank group to the left, so the same rank on the right needs its parentheses.
      const right = formatInside(formula.right, binding + 1, operandText);
      return `${left} ${formula.operator} ${right}`;
    }
  }
};

const formatInside = (formula: Formula, binding: number, operandText: (operand: Operand) => string): string => {
  const text = formatFormula(formula, operandText);
  return bindingOf(formula) < binding ? `(${text})` : text;
};

const bindingOf = (formula: Formula): number => {
  if (formula.kind === 'binary') return BINDING[formula.operator];
  return formula.kind === 'negate' ? SIGN_BINDING : LEAF_BINDING;
};

const writeOperand = (operand: Operand): string => {
  if (operand.kind === 'addAll') return ADD_ALL;
  return operand.kind === 'value' ? `{${operand.id}}` : `{${operand.id}}${OPENING_STOCK_SUFFIX}`;
};
