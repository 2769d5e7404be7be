import { ADD_ALL, type Formula, FORMULA_LIMITS, FormulaError, OPENING_STOCK_SUFFIX } from './types.ts';

type FormulaSymbol = '+' | '-' | '*' | '/' | '(' | ')';

/** One word of a formula with its place in the text; `unknown` is whatever the grammar has no word for. */
export type Token = { readonly position: number; readonly end: number } & (
  | { readonly kind: 'leaf'; readonly formula: Formula }
  | { readonly kind: 'symbol'; readonly symbol: FormulaSymbol }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'end' }
);

const BLANKS = /[ \t\r\n]*/y;
const NUMBER = /(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d+)?/y;
const WORD = /[\p{L}\p{N}_$.#]+/uy;
const SHOWN_CHARACTERS = 40;

/**
 * The token that begins at or after `from`, blanks skipped. Read one at a time, so that the first mistake of a text is
 * the one reported. Throws FormulaError for a malformed `{id}` and for a number too large to be represented.
 */
export const readToken = (text: string, from: number): Token => {
  const position = matchEnd(BLANKS, text, from) ?? from;
  const character = text[position];
  if (character === undefined) return { kind: 'end', position, end: position };
  if (isSymbol(character)) return { kind: 'symbol', symbol: character, position, end: position + 1 };
  if (character === '{') return readOperand(text, position);
  const numberEnd = matchEnd(NUMBER, text, position);
  if (numberEnd !== null) return readNumber(text, position, numberEnd);
  const wordEnd = matchEnd(WORD, text, position);
  if (wordEnd !== null && text.slice(position, wordEnd) === ADD_ALL) {
    return { kind: 'leaf', formula: { kind: 'addAll' }, position, end: wordEnd };
  }
  return {
    kind: 'unknown',
    position,
    end: wordEnd ?? position + String.fromCodePoint(text.codePointAt(position) ?? 0).length,
  };
};

/** The token in words, for the message of a FormulaError. */
export const describeToken = (text: string, token: Token): string =>
  token.kind === 'end' ? 'the end of the formula' : quote(text.slice(token.position, token.end));

const isSymbol = (character: string): character is FormulaSymbol =>
  character.length === 1 && '+-*/()'.includes(character);

const readNumber = (text: string, position: number, end: number): Token => {
  const value = Number(text.slice(position, end));
  if (!Number.isFinite(value))
    throw new FormulaError(position, quote(text.slice(position, end)), `a number up to ${Number.MAX_VALUE}`);
  return { kind: 'leaf', formula: { kind: 'number', value }, position, end };
};

const readOperand = (text: string, position: number): Token => {
  const idStart = position + 1;
  const idEnd = endOfId(text, idStart);
  const id = text.slice(idStart, idEnd);
  const allowed = `an id of 1 to ${FORMULA_LIMITS.idCharacters} characters, without braces and without blanks around it`;
  if (id === '') throw new FormulaError(idStart, quote('}'), allowed);
  if (id.length > FORMULA_LIMITS.idCharacters)
    throw new FormulaError(idStart, `an id of ${id.length} characters`, allowed);
  // {" M1"} would otherwise name no unit and silently count as 0.
  if (id.trim() !== id) throw new FormulaError(idStart, quote(id), allowed);
  const suffixStart = idEnd + 1;
  if (text[suffixStart] !== '#') return { kind: 'leaf', formula: { kind: 'value', id }, position, end: suffixStart };
  const suffixEnd = matchEnd(WORD, text, suffixStart) ?? suffixStart;
  const suffix = text.slice(suffixStart, suffixEnd);
  if (suffix !== OPENING_STOCK_SUFFIX) throw new FormulaError(suffixStart, quote(suffix), OPENING_STOCK_SUFFIX);
  return { kind: 'leaf', formula: { kind: 'openingStock', id }, position, end: suffixEnd };
};

const endOfId = (text: string, idStart: number): number => {
  for (let index = idStart; index < text.length; index += 1) {
    if (text[index] === '}') return index;
    if (text[index] === '{') throw new FormulaError(index, quote('{'), '"}" after the id');
  }
  throw new FormulaError(text.length, 'the end of the formula', '"}" after the id');
};

/** End of a sticky pattern's match at `from`; null when it does not match there. */
const matchEnd = (pattern: RegExp, text: string, from: number): number | null => {
  pattern.lastIndex = from;
  return pattern.test(text) ? pattern.lastIndex : null;
};

const quote = (found: string): string => {
  const codePoint = found.codePointAt(0) ?? 0;
  if (/^\s$/.test(found)) return `the blank character U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`;
  return JSON.stringify(found.length > SHOWN_CHARACTERS ? `${found.slice(0, SHOWN_CHARACTERS)}...` : found);
};
