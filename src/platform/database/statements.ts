import { readFileSync, readdirSync } from 'node:fs';
import { basename } from 'node:path';

const folder = new URL('../../../sql/queries/', import.meta.url);

/**
 * Reads `-- name: verb` blocks: every statement of sql/queries/<capability>/<file>.sql is `<file>.<verb>`. Where its
 * statements share a text, a block `-- part: words` has it, and `@@words` stands for it.
 * @throws Error for two statements of one name, and for a part that the file lacks.
 */
export function parseStatements(file: string, text: string): Map<string, string> {
  const found = new Map<string, string>();
  const parts = new Map<string, string>();
  const blocks = text.split(/^-- (name|part): /m);
  for (let at = 1; at < blocks.length; at += 2) {
    const block = blocks[at + 1] ?? '';
    const lineEnd = block.indexOf('\n');
    const name = block.slice(0, lineEnd).trim();
    const body = block.slice(lineEnd + 1).trim();
    if (blocks[at] === 'part') {
      parts.set(name, body);
      continue;
    }
    if (found.has(`${file}.${name}`)) throw new Error(`Two statements are named ${file}.${name}.`);
    const whole = body.replace(/@@(\w+)/g, (_, part: string) => {
      const shared = parts.get(part);
      if (shared === undefined)
        throw new Error(`${file}.${name} asks for the part ${part}, which no block before it has.`);
      return shared;
    });
    found.set(`${file}.${name}`, whole.replace(/;$/, ''));
  }
  return found;
}

/** A statement of sql/queries as the database takes it. */
interface Statement {
  /** Text with $1, $2, .. */
  readonly text: string;
  /** Names of its values, in the order of $1, $2, .. */
  readonly parameters: readonly string[];
  /** True where the comment says that a replica may answer: the statement only reads, and takes no lock. */
  readonly isForReplica: boolean;
}

const FOR_REPLICA = /^--.*\bA replica may answer\./m;

/** Comments, quoted texts and casts are passed over; `@name` outside of them is a value. */
const PASSED_OVER_OR_PARAMETER = /--.*|\/\*[^]*?\*\/|'(?:[^']|'')*'|"[^"]*"|@([a-z]\w*)/gi;

/** `@unitKey` wherever it stands is one value: the database knows values by number alone. */
export function compileStatement(source: string): Statement {
  const parameters: string[] = [];
  const text = source.replaceAll(PASSED_OVER_OR_PARAMETER, (token, name: string | undefined) => {
    if (name === undefined) return token;
    if (!parameters.includes(name)) parameters.push(name);
    return `$${parameters.indexOf(name) + 1}`;
  });
  return { text, parameters, isForReplica: FOR_REPLICA.test(source) };
}

/** Values of a statement, by the names that its SQL gives them. */
export type StatementValues = Readonly<Record<string, unknown>>;

/**
 * Values in the order of the statement's numbers. Values that the statement does not name are left out.
 * @throws Error when one is missing: a programming mistake.
 */
export function valuesInOrder(name: string, { parameters }: Statement, values: StatementValues): unknown[] {
  return parameters.map((parameter) => {
    if (!(parameter in values)) throw new Error(`Statement ${name} needs a value of @${parameter}.`);
    return values[parameter];
  });
}

const statements = new Map<string, Statement>();
for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.sql')))
  for (const [name, text] of parseStatements(basename(path, '.sql'), readFileSync(new URL(path, folder), 'utf8'))) {
    if (statements.has(name)) throw new Error(`Two files of sql/queries have a statement named ${name}.`);
    statements.set(name, compileStatement(text));
  }

/** @throws Error for a name that sql/queries does not hold: a programming mistake. */
export function statement(name: string): Statement {
  const found = statements.get(name);
  if (found === undefined) throw new Error(`No statement named ${name} in sql/queries.`);
  return found;
}

export const statementNames = (): readonly string[] => [...statements.keys()];
