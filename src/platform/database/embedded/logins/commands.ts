/**
 * Reads the command of a login other than the owner. Rights are not decided here. A text taken for a query runs only if
 * the engine's own parser takes it for one query. The host writes every other command again, from the words it
 * understood. A misread command is refused at worst.
 */
import { ownOf } from '../../../../kernel/own-of.ts';
import { quoteLiteral, quoteName, type SqlStatement, type SqlToken } from '../sql-statements.ts';

export type LoginCommand =
  /** Any other statement; the engine judges it. */
  | { readonly kind: 'query'; readonly sql: string }
  /**
   * Text of the host around `query`, which the engine has to judge; null when there is none. `keeps`: leaves a cursor
   * or savepoint.
   */
  | { readonly kind: 'composed'; readonly sql: string; readonly query: string | null; readonly keeps: boolean }
  | { readonly kind: 'execute'; readonly name: string; readonly before: string; readonly after: string }
  | { readonly kind: 'savepoint'; readonly sql: string; readonly keeps: boolean; readonly endsFailure: boolean }
  /** `value` null: back to what the session starts with. */
  | { readonly kind: 'set'; readonly name: string; readonly value: string | null; readonly local: boolean }
  | { readonly kind: 'begin'; readonly isolation: string }
  | { readonly kind: 'end'; readonly commits: boolean }
  /** Types as a list of SQL expressions of type regtype, for the engine to look up. */
  | { readonly kind: 'prepare'; readonly name: string; readonly types: readonly string[]; readonly query: string }
  | { readonly kind: 'deallocate'; readonly name: string | null }
  | { readonly kind: 'refused'; readonly reason: string };

/**
 * Settings a reader may change for its own statements. Never standard_conforming_strings or another client_encoding:
 * they change how the engine reads text.
 */
const ALLOWED_SETTINGS: ReadonlySet<string> = new Set([
  'application_name',
  'bytea_output',
  'client_min_messages',
  'datestyle',
  'extra_float_digits',
  'intervalstyle',
  'search_path',
  'statement_timeout',
  'timezone',
]);
const TRANSACTION_MODES =
  /^(?:(?:isolation level (?:read committed|read uncommitted|repeatable read|serializable)|read only|(?:not )?deferrable)(?: |$))*$/;
const CURSOR_OPTIONS: ReadonlySet<string> = new Set(['binary', 'insensitive', 'asensitive', 'scroll', 'no']);
const QUERY_STARTS: ReadonlySet<string> = new Set(['select', 'with', 'values', 'table', '(']);
/** Commands that exist for logins, but not in every form. */
const KNOWN_VERBS: ReadonlySet<string> = new Set([
  'reset',
  'set',
  'begin',
  'start',
  'commit',
  'end',
  'rollback',
  'abort',
  'savepoint',
  'release',
  'fetch',
  'move',
  'close',
  'show',
  'declare',
  'explain',
  'copy',
  'prepare',
  'execute',
  'deallocate',
]);

/** The command of one statement. */
export function recogniseCommand(statement: SqlStatement): LoginCommand {
  const { tokens } = statement;
  const verb = tokens[0]?.kind === 'word' ? tokens[0].value : '';
  const command = ownOf(readers, verb)?.(tokens, statement.text);
  if (command !== undefined && command !== null) return command;
  if (verb === 'copy')
    return { kind: 'refused', reason: 'of COPY only COPY (SELECT ..) TO STDOUT is available to this login' };
  if (KNOWN_VERBS.has(verb))
    return { kind: 'refused', reason: `this ${verb.toUpperCase()} is not available to this login` };
  return { kind: 'query', sql: statement.text };
}

/** The refusal of a statement that the engine does not take for a query. */
export function notAQuery({ tokens }: SqlStatement): string {
  const verb = tokens.find(({ kind }) => kind === 'word')?.value ?? '';
  if (QUERY_STARTS.has(verb) || KNOWN_VERBS.has(verb)) return 'this login may read only';
  return `${verb.toUpperCase()} is not available to this login: it may read only`;
}

type Reader = (tokens: readonly SqlToken[], text: string) => LoginCommand | null;

const readers: Readonly<Record<string, Reader>> = {
  begin: (tokens) => readBegin(tokens, 1),
  start: (tokens) => (isWord(tokens[1], 'transaction') ? readBegin(tokens, 2) : null),
  commit: (tokens) => readEnd(tokens, true),
  end: (tokens) => readEnd(tokens, true),
  abort: (tokens) => readEnd(tokens, false),
  rollback: (tokens) => (tokens.some((token) => isWord(token, 'to')) ? readRollbackTo(tokens) : readEnd(tokens, false)),
  savepoint: (tokens) =>
    named(tokens, 1, (name) => ({ kind: 'savepoint', sql: `SAVEPOINT ${name}`, keeps: true, endsFailure: false })),
  release: (tokens) =>
    named(tokens, isWord(tokens[1], 'savepoint') ? 2 : 1, (name) => ({
      kind: 'savepoint',
      sql: `RELEASE ${name}`,
      keeps: false,
      endsFailure: false,
    })),
  set: readSet,
  reset: (tokens) =>
    tokens.length === 2 && tokens[1] !== undefined && isSetting(tokens[1])
      ? { kind: 'set', name: tokens[1].value, value: null, local: false }
      : null,
  show: (tokens) => composedOfNames('SHOW', tokens),
  fetch: (tokens) => composedOfNames('FETCH', tokens),
  move: (tokens) => composedOfNames('MOVE', tokens),
  close: (tokens) => composedOfNames('CLOSE', tokens),
  declare: readDeclare,
  explain: readExplain,
  copy: readCopy,
  prepare: readPrepare,
  execute: (tokens, text) => readExecute(tokens, text, ''),
  deallocate: (tokens) => {
    const at = isWord(tokens[1], 'prepare') ? 2 : 1;
    if (isWord(tokens[at], 'all') && tokens.length === at + 1) return { kind: 'deallocate', name: null };
    return named(tokens, at, (_, name) => ({ kind: 'deallocate', name }));
  },
};

function isWord(token: SqlToken | undefined, value: string): boolean {
  return token?.kind === 'word' && token.value === value;
}

function isSign(token: SqlToken | undefined, value: string): boolean {
  return token?.kind === 'other' && token.value === value;
}

function isName(token: SqlToken | undefined): token is SqlToken & { readonly kind: 'word' | 'name' } {
  return token?.kind === 'word' || token?.kind === 'name';
}

function isSetting(token: SqlToken): boolean {
  return token.kind === 'word' && ALLOWED_SETTINGS.has(token.value);
}

/** A command whose last token, at `at`, is a name. */
function named(
  tokens: readonly SqlToken[],
  at: number,
  command: (quoted: string, name: string) => LoginCommand,
): LoginCommand | null {
  const token = tokens[at];
  return isName(token) && tokens.length === at + 1 ? command(quoteName(token.value), token.value) : null;
}

/** `verb` and then words, names, numbers, points and signs only: such a text holds no expression. */
function composedOfNames(verb: string, tokens: readonly SqlToken[]): LoginCommand | null {
  const parts = tokens
    .slice(1)
    .map((token) =>
      isName(token) || token.kind === 'number' || isSign(token, '.') || isSign(token, '-') || isSign(token, '+')
        ? written(token)
        : null,
    );
  return parts.includes(null) ? null : { kind: 'composed', sql: [verb, ...parts].join(' '), query: null, keeps: false };
}

/** A token as SQL text with the same meaning. Words stay keywords. */
function written(token: SqlToken): string {
  return token.kind === 'name' ? quoteName(token.value) : token.value;
}

function readBegin(tokens: readonly SqlToken[], start: number): LoginCommand | null {
  const at = isWord(tokens[start], 'transaction') || isWord(tokens[start], 'work') ? start + 1 : start;
  const words = tokens.slice(at).filter((token) => !isSign(token, ','));
  const modes = words.map((token) => (token.kind === 'word' ? token.value : '?')).join(' ');
  if (!TRANSACTION_MODES.test(modes)) return null;
  const isolation = /isolation level (?:read committed|read uncommitted|repeatable read|serializable)/.exec(modes);
  return { kind: 'begin', isolation: isolation?.[0].toUpperCase() ?? '' };
}

function readEnd(tokens: readonly SqlToken[], commits: boolean): LoginCommand | null {
  const rest = tokens
    .slice(1)
    .map((token) => (token.kind === 'word' ? token.value : '?'))
    .join(' ');
  return /^(?:work|transaction)?(?: ?and no chain)?$/.test(rest) ? { kind: 'end', commits } : null;
}

function readRollbackTo(tokens: readonly SqlToken[]): LoginCommand | null {
  let at = isWord(tokens[1], 'work') || isWord(tokens[1], 'transaction') ? 2 : 1;
  if (!isWord(tokens[at], 'to')) return null;
  at += isWord(tokens[at + 1], 'savepoint') && tokens.length > at + 2 ? 2 : 1;
  return named(tokens, at, (name) => ({
    kind: 'savepoint',
    sql: `ROLLBACK TO ${name}`,
    keeps: false,
    endsFailure: true,
  }));
}

function readSet(tokens: readonly SqlToken[], text: string): LoginCommand | null {
  const scoped = isWord(tokens[1], 'session') || isWord(tokens[1], 'local');
  const local = isWord(tokens[1], 'local');
  const [first, second, ...values] = tokens.slice(scoped ? 2 : 1);
  if (isWord(first, 'time') && isWord(second, 'zone')) return assignment('timezone', values, text, local);
  if (first?.kind !== 'word' || !(isSign(second, '=') || isWord(second, 'to'))) return null;
  // Drivers set usual values at the start of a session, which need no change.
  const [only] = values;
  if (
    first.value === 'client_encoding'
    && values.length === 1
    && only !== undefined
    && /^'?utf-?8'?$/i.test(text.slice(only.start, only.end))
  )
    return { kind: 'composed', sql: "SET LOCAL client_encoding TO 'UTF8'", query: null, keeps: false };
  return isSetting(first) ? assignment(first.value, values, text, local) : null;
}

function assignment(name: string, values: readonly SqlToken[], text: string, local: boolean): LoginCommand | null {
  if (values.length === 1 && (isWord(values[0], 'default') || (name === 'timezone' && isWord(values[0], 'local'))))
    return { kind: 'set', name, value: null, local };
  const parts = values.map((token) =>
    isSign(token, ',') ? ',' : isSign(token, '-') || isSign(token, '+') ? token.value : settingValue(token, text),
  );
  const value = parts.join(' ');
  return value === '' || parts.includes(null) ? null : { kind: 'set', name, value, local };
}

/** Value of a setting. Words are quoted too, because `SET a TO b` and `SET a TO 'b'` mean the same to PostgreSQL. */
function settingValue(token: SqlToken, text: string): string | null {
  if (token.kind === 'number') return /^[0-9.]+$/.test(token.value) ? token.value : null;
  if (token.kind === 'word') return quoteLiteral(token.value);
  if (token.kind === 'name') return quoteName(token.value);
  const plain = /^'((?:[^'\\]|'')*)'$/s.exec(text.slice(token.start, token.end));
  return plain?.[1] === undefined ? null : quoteLiteral(plain[1].replaceAll("''", "'"));
}

function readDeclare(tokens: readonly SqlToken[], text: string): LoginCommand | null {
  const cursorAt = tokens.findIndex((token) => isWord(token, 'cursor'));
  const name = tokens[1];
  const options = tokens.slice(2, cursorAt);
  if (
    cursorAt < 2
    || !isName(name)
    || options.some((token) => token.kind !== 'word' || !CURSOR_OPTIONS.has(token.value))
  )
    return null;
  const forAt =
    isWord(tokens[cursorAt + 1], 'without') && isWord(tokens[cursorAt + 2], 'hold') ? cursorAt + 3 : cursorAt + 1;
  const query = isWord(tokens[forAt], 'for') ? textFrom(tokens[forAt + 1], text) : null;
  if (query === null) return null;
  return {
    kind: 'composed',
    sql: `DECLARE ${quoteName(name.value)} ${options.map(({ value }) => value).join(' ')} CURSOR FOR\n${query}`,
    query,
    keeps: true,
  };
}

function readExplain(tokens: readonly SqlToken[], text: string): LoginCommand | null {
  let at = 1;
  let options = '';
  if (isSign(tokens[1], '(') && !QUERY_STARTS.has(tokens[2]?.value ?? '')) {
    const closing = tokens.findIndex((token) => isSign(token, ')'));
    const inside = tokens.slice(2, closing);
    if (closing < 0 || inside.some((token) => token.kind !== 'word' && token.kind !== 'number' && !isSign(token, ',')))
      return null;
    options = `(${inside.map(written).join(' ')})`;
    at = closing + 1;
  } else {
    for (; isWord(tokens[at], 'analyze') || isWord(tokens[at], 'analyse') || isWord(tokens[at], 'verbose'); at++)
      options += ` ${tokens[at]?.value}`;
  }
  if (isWord(tokens[at], 'execute')) return readExecute(tokens.slice(at), text, `EXPLAIN ${options} `);
  const query = textFrom(tokens[at], text);
  return query === null ? null : { kind: 'composed', sql: `EXPLAIN ${options}\n${query}`, query, keeps: false };
}

/** COPY (query) TO STDOUT with options; the options are a list of words, names and plain literals. */
function readCopy(tokens: readonly SqlToken[], text: string): LoginCommand | null {
  const closing = tokens.findLastIndex(
    (token, index) => isSign(token, ')') && isWord(tokens[index + 1], 'to') && isWord(tokens[index + 2], 'stdout'),
  );
  const [, opening] = tokens;
  const end = tokens[closing];
  if (!isSign(opening, '(') || opening === undefined || end === undefined) return null;
  const options = tokens
    .slice(closing + 3)
    .map((token) =>
      token.kind === 'literal'
        ? copyLiteral(token, text)
        : isName(token) || ['(', ')', ','].includes(token.value)
          ? written(token)
          : null,
    );
  if (options.includes(null)) return null;
  const query = text.slice(opening.end, end.start);
  return { kind: 'composed', sql: `COPY (\n${query}\n) TO STDOUT ${options.join(' ')}`, query, keeps: false };
}

/** Literal of COPY, as in SET; a delimiter may also be written E'\t'. */
function copyLiteral(token: SqlToken, text: string): string | null {
  return /^e'\\t'$/i.test(text.slice(token.start, token.end)) ? "E'\\t'" : settingValue(token, text);
}

function readPrepare(tokens: readonly SqlToken[], text: string): LoginCommand | null {
  const name = tokens[1];
  const asAt = tokens.findIndex((token) => isWord(token, 'as'));
  const query = textFrom(tokens[asAt + 1], text);
  if (!isName(name) || asAt < 2 || query === null) return null;
  const listed = tokens.slice(2, asAt);
  if (listed.length === 0) return { kind: 'prepare', name: name.value, types: [], query };
  if (!isSign(listed[0], '(') || !isSign(listed.at(-1), ')')) return null;
  const types: string[] = [''];
  let depth = 0;
  for (const token of listed.slice(1, -1)) {
    if (token.kind === 'literal' || (token.kind === 'other' && !['(', ')', '[', ']', ',', '.'].includes(token.value)))
      return null;
    depth += isSign(token, '(') ? 1 : isSign(token, ')') ? -1 : 0;
    if (isSign(token, ',') && depth === 0) types.push('');
    else types.push(`${types.pop() ?? ''} ${written(token)}`);
  }
  return {
    kind: 'prepare',
    name: name.value,
    types: types.map((type) => `${quoteLiteral(type.trim())}::pg_catalog.regtype`),
    query,
  };
}

/** The arguments stay as they are: a single statement that begins with EXECUTE is an EXECUTE. */
function readExecute(tokens: readonly SqlToken[], text: string, before: string): LoginCommand | null {
  const name = tokens[1];
  if (!isName(name) || (tokens.length > 2 && !isSign(tokens[2], '('))) return null;
  return { kind: 'execute', name: name.value, before, after: text.slice(name.end) };
}

function textFrom(token: SqlToken | undefined, text: string): string | null {
  return token === undefined ? null : text.slice(token.start);
}
