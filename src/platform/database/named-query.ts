import pg from 'pg';
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

/** `one` and `maybeOne` by `many`. Too many rows are a mistake of the statement, so they are refused. */
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

/** The part of the driver's query that hears of an answer's columns before its first row. pg-cursor rests on it too. */
declare module 'pg' {
  interface Query {
    handleRowDescription(description: { readonly fields: { name: string }[] }): void;
  }
}

const codeNames = new Map<string, string>();

/** The name of a column in code: `unit_key` is unitKey. */
function codeNameOf(column: string): string {
  let name = codeNames.get(column);
  if (name === undefined) {
    name = column.replaceAll(/_([a-z\d])/g, (_, letter: string) => letter.toUpperCase());
    codeNames.set(column, name);
  }
  return name;
}

/**
 * A row for the JSON list of a statement: its fields by the names of their columns, unitKey as `unit_key`. Fields that
 * the statement does not name are passed over.
 */
export const asColumns = (row: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      value,
    ]),
  );

/** A named statement. Columns are renamed once per answer, before the driver makes rows, so a row costs nothing. */
export class NamedQuery extends pg.Query {
  override handleRowDescription(description: { readonly fields: { name: string }[] }): void {
    for (const field of description.fields) field.name = codeNameOf(field.name);
    super.handleRowDescription(description);
  }
}
