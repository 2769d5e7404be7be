import { isConstantNode, isOperatorNode, isParenthesisNode, isSymbolNode, parse, type MathNode } from 'mathjs/number';
import type { Token } from './tokens.ts';
import type { BinaryOperator, Formula } from './types.ts';
import { readWords } from './word-order.ts';

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
