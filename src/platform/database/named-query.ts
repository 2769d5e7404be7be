import pg from 'pg';

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

/** A named statement. Its columns are renamed once an answer, before the driver makes rows, so a row costs nothing. */
export class NamedQuery extends pg.Query {
  override handleRowDescription(description: { readonly fields: { name: string }[] }): void {
    for (const field of description.fields) field.name = codeNameOf(field.name);
    super.handleRowDescription(description);
  }
}
