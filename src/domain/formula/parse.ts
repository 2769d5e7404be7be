import type { FormulaSymbol, Token } from './tokens.ts';
import { describeToken, readToken } from './tokens.ts';
import type { BinaryOperator, Formula } from './types.ts';
import { FORMULA_LIMITS, FormulaError } from './types.ts';

/**
 * Reads a formula (specification, Unit: meta.calculations). The whole grammar, in which nothing else parses:
 *
 *     sum     = product { ("+" | "-") product }        left to right
 *     product = signed { ("*" | "/") signed }          left to right
 *     signed  = "-" signed | primary
 *     primary = number | "{" id "}" ["#meta#openingStock"] | "ADD_ALL" | "(" sum ")"
 *     number  = digits ["." digits] | "." digits, each with an optional exponent
 *
 * Blanks (space, tab, line break) may stand between words. An id is anything but braces, 1 to 100 characters, no blanks around it.
 * Limits: FORMULA_LIMITS. Throws FormulaError and nothing else; takes time linear in the text.
 */
export const parseFormula = (text: string): Formula => {
  if (text.length > FORMULA_LIMITS.characters) {
    throw new FormulaError(FORMULA_LIMITS.characters, `${text.length} characters`, `at most ${FORMULA_LIMITS.characters} characters`);
  }
  const words = new Words(text);
  const formula = parseSum(words, 0);
  words.expectEnd();
  return formula;
};

const OPERAND_ALLOWED = 'a number, {id}, {id}#meta#openingStock, ADD_ALL, "-" or "("';

/** The text as a row of tokens with one in hand. */
class Words {
  private readonly text: string;
  private current: Token;
  private operandCount = 0;

  constructor(text: string) {
    this.text = text;
    this.current = readToken(text, 0);
  }

  get token(): Token {
    return this.current;
  }

  advance(): void {
    this.current = readToken(this.text, this.current.end);
  }

  isSymbol(...symbols: readonly FormulaSymbol[]): boolean {
    return this.current.kind === 'symbol' && symbols.includes(this.current.symbol);
  }

  countOperand(): void {
    this.operandCount += 1;
    if (this.operandCount > FORMULA_LIMITS.operands) {
      throw new FormulaError(this.current.position, `operand number ${this.operandCount}`, `at most ${FORMULA_LIMITS.operands} operands`);
    }
  }

  expectClosing(): void {
    if (!this.isSymbol(')')) throw this.unexpected('+ - * / or ")"');
    this.advance();
  }

  expectEnd(): void {
    if (this.current.kind !== 'end') throw this.unexpected('+ - * / or the end of the formula');
  }

  unexpected(allowed: string): FormulaError {
    return new FormulaError(this.current.position, describeToken(this.text, this.current), allowed);
  }
}

const parseSum = (words: Words, depth: number): Formula => parseLeftToRight(words, depth, ['+', '-'], parseProduct);

const parseProduct = (words: Words, depth: number): Formula => parseLeftToRight(words, depth, ['*', '/'], parseSigned);

const parseLeftToRight = (
  words: Words,
  depth: number,
  operators: readonly BinaryOperator[],
  parseSide: (words: Words, depth: number) => Formula,
): Formula => {
  let left = parseSide(words, depth);
  for (;;) {
    const operator = operators.find((candidate) => words.isSymbol(candidate));
    if (operator === undefined) return left;
    words.advance();
    left = { kind: 'binary', operator, left, right: parseSide(words, depth) };
  }
};

const parseSigned = (words: Words, depth: number): Formula => {
  if (words.isSymbol('-')) {
    const inner = enter(words, depth);
    return { kind: 'negate', operand: parseSigned(words, inner) };
  }
  if (words.isSymbol('(')) {
    const inner = enter(words, depth);
    const formula = parseSum(words, inner);
    words.expectClosing();
    return formula;
  }
  return parseLeaf(words);
};

/** Steps over "-" or "(" and gives the depth behind it. */
const enter = (words: Words, depth: number): number => {
  if (depth >= FORMULA_LIMITS.depth) {
    throw new FormulaError(
      words.token.position,
      `level ${depth + 1} of parentheses and minus signs`,
      `at most ${FORMULA_LIMITS.depth} levels`,
    );
  }
  words.advance();
  return depth + 1;
};

const parseLeaf = (words: Words): Formula => {
  const token = words.token;
  if (token.kind !== 'leaf') throw words.unexpected(OPERAND_ALLOWED);
  words.countOperand();
  words.advance();
  return token.formula;
};
