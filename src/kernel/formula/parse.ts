import type { MathNode } from 'mathjs';
// One file, because reading mathjs module by module takes 0.6 s of processor time of each process that starts.
import mathjs from 'mathjs/lib/browser/math.js';
import { type Token, describeToken, readToken } from './tokens.ts';
import { type BinaryOperator, type Formula, FORMULA_LIMITS, FormulaError } from './types.ts';

const { isConstantNode, isOperatorNode, isParenthesisNode, isSymbolNode, parse } = mathjs;

const OPERAND_ALLOWED = 'a number, {id}, {id}#meta#openingStock, ADD_ALL, "-" or "("';

/** Open element at a place of the text: a parenthesis, or a minus sign whose operand has not ended. */
type Opened = 'parenthesis' | 'sign';

/**
 * The words of a formula in their order, checked to be operands with operators between them and parentheses in pairs.
 * Which operator binds first is not decided here. Words are read one at a time, so the first mistake is the one
 * reported. Throws FormulaError and nothing else; takes time linear in the text.
 */
function readWords(text: string): readonly Token[] {
  if (text.length > FORMULA_LIMITS.characters) {
    throw new FormulaError(
      FORMULA_LIMITS.characters,
      `${text.length} characters`,
      `at most ${FORMULA_LIMITS.characters} characters`,
    );
  }
  const words: Token[] = [];
  const opened: Opened[] = [];
  let operandCount = 0;
  let expectsOperand = true;
  for (
    let token = readToken(text, 0);
    token.kind !== 'end' || expectsOperand || opened.length > 0;
    token = readToken(text, token.end)
  ) {
    if (!expectsOperand) {
      expectsOperand = readBehindOperand(text, token, opened);
    } else if (token.kind === 'leaf') {
      operandCount += 1;
      if (operandCount > FORMULA_LIMITS.operands) {
        throw new FormulaError(
          token.position,
          `operand number ${operandCount}`,
          `at most ${FORMULA_LIMITS.operands} operands`,
        );
      }
      closeSigns(opened);
      expectsOperand = false;
    } else {
      open(text, token, opened);
    }
    words.push(token);
  }
  return words;
}

/** An operator, behind which an operand is expected (true), or a closing parenthesis (false). */
function readBehindOperand(text: string, token: Token, opened: Opened[]): boolean {
  const insideParenthesis = opened.length > 0;
  if (token.kind === 'symbol' && token.symbol !== '(' && token.symbol !== ')') return true;
  if (token.kind === 'symbol' && token.symbol === ')' && insideParenthesis) {
    opened.pop();
    closeSigns(opened);
    return false;
  }
  throw unexpected(text, token, insideParenthesis ? '+ - * / or ")"' : '+ - * / or the end of the formula');
}

function open(text: string, token: Token, opened: Opened[]): void {
  if (token.kind !== 'symbol' || (token.symbol !== '-' && token.symbol !== '('))
    throw unexpected(text, token, OPERAND_ALLOWED);
  if (opened.length >= FORMULA_LIMITS.depth) {
    throw new FormulaError(
      token.position,
      `level ${opened.length + 1} of parentheses and minus signs`,
      `at most ${FORMULA_LIMITS.depth} levels`,
    );
  }
  opened.push(token.symbol === '-' ? 'sign' : 'parenthesis');
}

/** An operand that has ended ends the minus signs right before it. */
function closeSigns(opened: Opened[]): void {
  while (opened.at(-1) === 'sign') opened.pop();
}

const unexpected = (text: string, token: Token, allowed: string): FormulaError =>
  new FormulaError(token.position, describeToken(text, token), allowed);

/**
 * Reads a formula (specification, Unit: meta.calculations). Nothing else than this parses:
 *
 *     sum     = product { ("+" | "-") product }        left to right
 *     product = signed { ("*" | "/") signed }          left to right
 *     signed  = "-" signed | primary
 *     primary = number | "{" id "}" ["#meta#openingStock"] | "ADD_ALL" | "(" sum ")"
 *     number  = digits ["." digits] | "." digits, each with an optional exponent
 *
 * Blanks (space, tab, line break) may stand between words. An id is anything but braces, 1 to 100 characters, no blanks
 * around it. The words and their order are checked first. mathjs then builds the tree from numbers, operators and
 * symbols of ours, so that no text of a user reaches mathjs. Limits: FORMULA_LIMITS. Throws FormulaError and nothing
 * else.
 */
export function parseFormula(text: string): Formula {
  const leaves = new Map<string, Formula>();
  return translate(
    parse(
      readWords(text)
        .map((token) => wordForTree(token, leaves))
        .join(' '),
    ),
    leaves,
  );
}

/** The token as mathjs reads it; operands whose number comes from outside become symbols. */
function wordForTree(token: Token, leaves: Map<string, Formula>): string {
  if (token.kind === 'symbol') return token.symbol;
  if (token.kind !== 'leaf') throw new RangeError(`A word of kind '${token.kind}' cannot stand in a formula.`);
  if (token.formula.kind === 'number') return String(token.formula.value);
  const symbol = `operand${leaves.size}`;
  leaves.set(symbol, token.formula);
  return symbol;
}

const OPERATORS: Readonly<Record<string, BinaryOperator>> = { add: '+', subtract: '-', multiply: '*', divide: '/' };

/** Our own tree from that of mathjs. Only the kinds of node named here pass. */
function translate(node: MathNode, leaves: ReadonlyMap<string, Formula>): Formula {
  if (isParenthesisNode(node)) return translate(node.content, leaves);
  if (isSymbolNode(node)) {
    const leaf = leaves.get(node.name);
    if (leaf !== undefined) return leaf;
  }
  if (isConstantNode(node) && typeof node.value === 'number') return { kind: 'number', value: node.value };
  if (isOperatorNode(node)) return translateOperator(node, leaves);
  throw new RangeError(`A node of type '${node.type}' cannot stand in a formula.`);
}

function translateOperator(
  { fn, args }: { readonly fn: string; readonly args: readonly MathNode[] },
  leaves: ReadonlyMap<string, Formula>,
): Formula {
  const [left, right] = args;
  if (fn === 'unaryMinus' && left !== undefined) return { kind: 'negate', operand: translate(left, leaves) };
  const operator = OPERATORS[fn];
  if (operator !== undefined && left !== undefined && right !== undefined) {
    return { kind: 'binary', operator, left: translate(left, leaves), right: translate(right, leaves) };
  }
  throw new RangeError(`The operator '${fn}' cannot stand in a formula.`);
}
