/** The value of an own name of a table; undefined: it has none of this name, such as `constructor`. */
export const ownOf = <T>(table: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;
