import { readFileSync, readdirSync } from 'node:fs';

const folder = new URL('../../sql/queries/', import.meta.url);

/** Reads `-- name: verb` blocks: every statement of sql/queries/<file>.sql is known as `<file>.<verb>`. */
export function parseStatements(file: string, text: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const block of text.split(/^-- name: /m).slice(1)) {
    const lineEnd = block.indexOf('\n');
    const name = `${file}.${block.slice(0, lineEnd).trim()}`;
    if (found.has(name)) throw new Error(`Two statements are named ${name}.`);
    found.set(
      name,
      block
        .slice(lineEnd + 1)
        .trim()
        .replace(/;$/, ''),
    );
  }
  return found;
}

const statements = new Map(
  readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .flatMap((name) => [...parseStatements(name.slice(0, -4), readFileSync(new URL(name, folder), 'utf8'))]),
);

/** @throws Error for a name that sql/queries does not hold: a programming mistake. */
export function statement(name: string): string {
  const text = statements.get(name);
  if (text === undefined) throw new Error(`No statement named ${name} in sql/queries.`);
  return text;
}

export const statementNames = (): readonly string[] => [...statements.keys()];
