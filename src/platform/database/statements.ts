import { readFileSync, readdirSync } from 'node:fs';
import { basename } from 'node:path';

const folder = new URL('../../../sql/queries/', import.meta.url);

/** Reads `-- name: verb` blocks: every statement of sql/queries/<capability>/<file>.sql is `<file>.<verb>`. */
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

const statements = new Map<string, string>();
for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.sql')))
  for (const [name, text] of parseStatements(basename(path, '.sql'), readFileSync(new URL(path, folder), 'utf8'))) {
    if (statements.has(name)) throw new Error(`Two files of sql/queries have a statement named ${name}.`);
    statements.set(name, text);
  }

/** @throws Error for a name that sql/queries does not hold: a programming mistake. */
export function statement(name: string): string {
  const text = statements.get(name);
  if (text === undefined) throw new Error(`No statement named ${name} in sql/queries.`);
  return text;
}

export const statementNames = (): readonly string[] => [...statements.keys()];
