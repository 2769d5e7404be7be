/**
 * What a login other than the owner may send. All clients share one session that belongs to a superuser; a login's
 * statements run under SET SESSION AUTHORIZATION, and the commands that could undo that are refused here, before they
 * reach the engine. Table rights are PostgreSQL's own business and are not repeated.
 */
import { splitStatements } from './sql-statements.ts';
import type { SqlStatement } from './sql-statements.ts';

const readingVerbs: ReadonlySet<string> = new Set(['select', 'with', 'table', 'values', 'show', 'declare', 'fetch', 'move', 'close']);
const transactionVerbs: ReadonlySet<string> = new Set(['begin', 'start', 'commit', 'rollback', 'end', 'abort', 'savepoint', 'release']);
/**
 * Settings a reader may change for its own statements. Never client_encoding or standard_conforming_strings: they change
 * how the engine reads the text this guard has judged.
 */
const allowedSettings: ReadonlySet<string> = new Set([
  'application_name', 'bytea_output', 'client_min_messages', 'datestyle', 'extra_float_digits', 'intervalstyle', 'search_path',
  'statement_timeout', 'timezone',
]);
/** Longest SQL text of a login, in characters: deeper nesting than a person writes could exhaust the engine's stack. */
const longestText = 100_000;

/** A setting that outlives its statement, to be repeated before the login's next statements. */
export interface KeptSetting {
  readonly name: string;
  readonly sql: string;
}

export type GuardVerdict = { readonly refused: string } | { readonly settings: readonly KeptSetting[] };

/** Decides on the SQL texts of one message group. */
export function judgeReadOnlySql(texts: readonly string[]): GuardVerdict {
  const settings: KeptSetting[] = [];
  for (const text of texts) {
    if (text.length > longestText) return { refused: `statements are limited to ${longestText} characters` };
    // Unicode escapes spell words this guard would not recognise.
    if (/u&['"]/i.test(text)) return { refused: 'U& escapes are not available to this login' };
    for (const statement of splitStatements(text)) {
      const refused = refusal(statement);
      if (refused !== null) return { refused };
      const setting = keptSetting(statement);
      if (setting !== null) settings.push(setting);
    }
  }
  return { settings };
}

function refusal(statement: SqlStatement): string | null {
  const words = statement.tokens.map((token) => (token.kind === 'word' ? token.value : ''));
  const verb = statement.tokens.find((token) => token.value !== '(')?.value ?? '';
  const verbIsWord = words.includes(verb);
  // Only writing statements have this word: SELECT INTO, INSERT INTO, MERGE INTO.
  if (words.includes('into')) return 'this login may read only';
  if (verbIsWord && readingVerbs.has(verb)) return readingRefusal(verb, words);
  if (verb === 'explain') return words.includes('execute') ? 'EXECUTE is not available to this login' : null;
  if (verbIsWord && transactionVerbs.has(verb)) return transactionRefusal(words);
  if (verb === 'set' || verb === 'reset') return settingName(statement) === null ? `this ${verb.toUpperCase()} is not available to this login` : null;
  return `${verb.toUpperCase()} is not available to this login: it may read only`;
}

function readingRefusal(verb: string, words: readonly string[]): string | null {
  return verb === 'declare' && words.includes('hold') ? 'cursors WITH HOLD are not available to this login' : null;
}

function transactionRefusal(words: readonly string[]): string | null {
  return words.includes('write') || words.includes('prepared') ? 'this login may read only' : null;
}

/** Name of the allowed setting a SET or RESET statement is about, null when it is about anything else. */
function settingName(statement: SqlStatement): string | null {
  const [verb, second, third, fourth] = statement.tokens;
  const words = [second, third, fourth].map((token) => (token?.kind === 'word' ? token.value : ''));
  if (words[0] === 'time' && words[1] === 'zone') return verb?.value === 'set' ? 'timezone' : null;
  const scoped = words[0] === 'session' || words[0] === 'local';
  const name = scoped && verb?.value === 'set' ? words[1] : words[0];
  if (name === undefined || !allowedSettings.has(name)) return null;
  if (verb?.value === 'reset') return statement.tokens.length === 2 ? name : null;
  const assignment = scoped ? fourth : third;
  return assignment?.value === '=' || assignment?.value === 'to' ? name : null;
}

function keptSetting(statement: SqlStatement): KeptSetting | null {
  const [verb, scope] = statement.tokens;
  if ((verb?.value !== 'set' && verb?.value !== 'reset') || scope?.value === 'local') return null;
  const name = settingName(statement);
  return name === null ? null : { name, sql: statement.text.trim() };
}
