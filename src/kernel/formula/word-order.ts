import { describeToken, readToken, type Token } from './tokens.ts';
import { FORMULA_LIMITS, FormulaError } from './types.ts';

const OPERAND_ALLOWED = 'a number, {id}, {id}#meta#openingStock, ADD_ALL, "-" or "("';

/** What is open at a place of the text: a parenthesis, or a minus sign whose operand has not ended. */
type Opened = 'parenthesis' | 'sign';

/**
 * The words of a formula in their order, checked to be operands with operators between them and parentheses in pairs.
 * Which operator binds first is not decided here. Words are read one at a time, so the first mistake is the one
 * reported. Throws FormulaError and nothing else; takes time linear in the text.
 */
export function readWords(text: string): readonly Token[] {
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
