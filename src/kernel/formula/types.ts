/** Formula of a virtual unit (specification, Unit: meta.calculations). Literals are finite and not negative. */
export type Formula =
  | { readonly kind: 'number'; readonly value: number }
  /** `{id}`: the figure of a unit, or the sum of the units of a sub-category. */
  | { readonly kind: 'value'; readonly id: string }
  /** `{id}#meta#openingStock`: the opening stock of the day. */
  | { readonly kind: 'openingStock'; readonly id: string }
  /** `ADD_ALL`: the sum of every non-virtual unit of the industry. */
  | { readonly kind: 'addAll' }
  | { readonly kind: 'negate'; readonly operand: Formula }
  | { readonly kind: 'binary'; readonly operator: BinaryOperator; readonly left: Formula; readonly right: Formula };

export type BinaryOperator = '+' | '-' | '*' | '/';

/** The leaves of a formula whose number comes from outside. */
export type Operand = Extract<Formula, { readonly kind: 'value' | 'openingStock' | 'addAll' }>;

export const ADD_ALL = 'ADD_ALL';
export const OPENING_STOCK_SUFFIX = '#meta#openingStock';

/** Limits of a formula's text. Operands are counted wherever they stand, numbers included. */
export const FORMULA_LIMITS = {
  characters: 4000,
  /** Parentheses and minus signs inside one another. */
  depth: 50,
  operands: 500,
  idCharacters: 100,
} as const;

/** Error of a text that is no formula: the place, the text there and the allowed text. Parsing throws nothing else. */
export class FormulaError extends Error {
  /** Characters before the place, from 0; the length of the text when it ends too early. */
  readonly position: number;
  readonly found: string;
  readonly allowed: string;

  constructor(position: number, found: string, allowed: string) {
    super(`Formula, position ${position}: found ${found}; allowed: ${allowed}`);
    this.name = 'FormulaError';
    this.position = position;
    this.found = found;
    this.allowed = allowed;
  }
}

/** An operand as it is written, without braces around the id: `M1`, `M1#meta#openingStock`, `ADD_ALL`. */
export const operandName = (operand: Operand): string => {
  if (operand.kind === 'addAll') return ADD_ALL;
  return operand.kind === 'value' ? operand.id : `${operand.id}${OPENING_STOCK_SUFFIX}`;
};
