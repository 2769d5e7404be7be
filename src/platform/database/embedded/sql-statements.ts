/**
 * Cuts SQL text into statements and words, as far as the host needs to see which commands a client sends. Follows
 * PostgreSQL's lexical rules with standard_conforming_strings on: comments (nested), '..', E'..', "..", $tag$..$tag$.
 * No decision about rights rests on it: what a login sends is judged by the engine (logins/login-session.ts).
 */

export interface SqlToken {
  /** word: keyword or plain name, in lower case; name: "quoted"; literal: string; number; other: one character. */
  readonly kind: 'word' | 'name' | 'literal' | 'number' | 'other';
  /** Text of the token; empty for literals, because their content is never a command. */
  readonly value: string;
  /** Position of the token in its statement's text. */
  readonly start: number;
  readonly end: number;
}

export interface SqlStatement {
  readonly tokens: readonly SqlToken[];
  readonly text: string;
}

const WORD_PATTERN = /[a-z_\u0080-\uffff][a-z0-9_$\u0080-\uffff]*/iy;
const DOLLAR_TAG_PATTERN = /\$(?:[a-z_\u0080-\uffff][a-z0-9_\u0080-\uffff]*)?\$/iy;
// PostgreSQL's own spaces only: to it any other Unicode space is part of a name.
const SPACE_PATTERN = /[ \t\n\r\f\v]+/y;
const CONTINUATION_PATTERN = /[ \t\f\v]*(?:--[^\r\n]*)?[\r\n](?:[ \t\r\n\f\v]|--[^\r\n]*[\r\n])*'/y;
const NUMBER_PATTERN = /[0-9][0-9a-z_.]*/iy;

/** The statements of `sql`, empty ones left out. An unterminated literal or comment extends to the end of the text. */
export function splitStatements(sql: string): SqlStatement[] {
  const statements: SqlStatement[] = [];
  let tokens: SqlToken[] = [];
  let start = 0;
  const finish = (end: number): void => {
    if (tokens.length > 0) statements.push({ tokens, text: sql.slice(start, end) });
    tokens = [];
    start = end + 1;
  };
  for (let offset = 0; offset < sql.length;) {
    if (sql[offset] === ';') {
      finish(offset);
      offset += 1;
      continue;
    }
    const { token, end } = readToken(sql, offset);
    if (token !== null) tokens.push({ ...token, start: offset - start, end: end - start });
    offset = end;
  }
  finish(sql.length);
  return statements;
}

function readToken(sql: string, offset: number): { token: Pick<SqlToken, 'kind' | 'value'> | null; end: number } {
  const space = matchAt(SPACE_PATTERN, sql, offset);
  if (space !== null) return { token: null, end: offset + space.length };
  if (sql.startsWith('--', offset)) return { token: null, end: lineEnd(sql, offset) };
  if (sql.startsWith('/*', offset)) return { token: null, end: commentEnd(sql, offset) };
  const first = sql[offset] ?? '';
  if (first === "'") return { token: { kind: 'literal', value: '' }, end: literalEnd(sql, offset, false) };
  if (/e/i.test(first) && sql[offset + 1] === "'")
    return { token: { kind: 'literal', value: '' }, end: literalEnd(sql, offset + 1, true) };
  if (first === '"') {
    const end = quotedEnd(sql, offset, '"', false);
    return { token: { kind: 'name', value: sql.slice(offset + 1, end - 1).replaceAll('""', '"') }, end };
  }
  const tag = matchAt(DOLLAR_TAG_PATTERN, sql, offset);
  if (tag !== null) return { token: { kind: 'literal', value: '' }, end: textEnd(sql, offset + tag.length, tag) };
  const word = matchAt(WORD_PATTERN, sql, offset);
  if (word !== null) return { token: { kind: 'word', value: word.toLowerCase() }, end: offset + word.length };
  const number = matchAt(NUMBER_PATTERN, sql, offset);
  if (number !== null) return { token: { kind: 'number', value: number }, end: offset + number.length };
  return { token: { kind: 'other', value: first }, end: offset + 1 };
}

function matchAt(pattern: RegExp, sql: string, offset: number): string | null {
  pattern.lastIndex = offset;
  return pattern.exec(sql)?.[0] ?? null;
}

function lineEnd(sql: string, offset: number): number {
  const end = sql.slice(offset).search(/[\r\n]/);
  return end < 0 ? sql.length : offset + end;
}

function commentEnd(sql: string, offset: number): number {
  let depth = 0;
  for (let at = offset; at < sql.length; at++) {
    if (sql.startsWith('/*', at)) {
      depth += 1;
      at += 1;
    } else if (sql.startsWith('*/', at)) {
      depth -= 1;
      at += 1;
      if (depth === 0) return at + 1;
    }
  }
  return sql.length;
}

/** End of a literal. Another quote after a line break continues it with the same escapes. */
function literalEnd(sql: string, offset: number, backslashEscapes: boolean): number {
  for (let end = quotedEnd(sql, offset, "'", backslashEscapes); ;) {
    const gap = matchAt(CONTINUATION_PATTERN, sql, end);
    if (gap === null) return end;
    end = quotedEnd(sql, end + gap.length - 1, "'", backslashEscapes);
  }
}

function quotedEnd(sql: string, offset: number, quote: string, backslashEscapes: boolean): number {
  for (let at = offset + 1; at < sql.length; at++) {
    if (backslashEscapes && sql[at] === '\\') at += 1;
    else if (sql[at] === quote) {
      if (sql[at + 1] !== quote) return at + 1;
      at += 1;
    }
  }
  return sql.length;
}

function textEnd(sql: string, offset: number, text: string): number {
  const found = sql.indexOf(text, offset);
  return found < 0 ? sql.length : found + text.length;
}

/** A string in SQL text, quoted. Safe where standard_conforming_strings is off, too. */
export function quoteLiteral(value: string): string {
  return value.includes('\\')
    ? `E'${value.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
    : `'${value.replaceAll("'", "''")}'`;
}

/** An identifier in SQL text, quoted. */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
