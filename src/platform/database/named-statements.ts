import type { StatementValues } from './statements.ts';

/** Statements of sql/queries by name; the rows are typed by the store function that calls them. */
export interface NamedStatements {
  /** All rows of a statement. */
  many<R>(name: string, values?: StatementValues): Promise<R[]>;
  /** The row of a statement that gives one row always. */
  one<R>(name: string, values?: StatementValues): Promise<R>;
  /** The row of a statement that gives one row at most; null when it gives none. */
  maybeOne<R>(name: string, values?: StatementValues): Promise<R | null>;
}

/** `one` and `maybeOne` by `many`. More rows than asked for are a mistake of the statement, so they are refused. */
export function namedStatements(many: NamedStatements['many']): NamedStatements {
  const maybeOne: NamedStatements['maybeOne'] = async <R>(name: string, values: StatementValues = {}) => {
    const found = await many<R>(name, values);
    if (found.length > 1) throw new Error(`Statement ${name} gives ${found.length} rows where one belongs.`);
    return found[0] ?? null;
  };
  const one: NamedStatements['one'] = async <R>(name: string, values: StatementValues = {}) => {
    const found = await maybeOne<R>(name, values);
    if (found === null) throw new Error(`Statement ${name} gives no row where one belongs.`);
    return found;
  };
  return { many, one, maybeOne };
}
