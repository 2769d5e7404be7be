/** A table and those that its rows refer to. */
interface Referring {
  readonly name: string;
  readonly needs: readonly string[];
}

/**
 * Tables in an order in which each comes after those it refers to, otherwise by name.
 * @throws Error when tables refer to each other in a circle.
 */
export function inOrderOfReferences<T extends Referring>(tables: readonly T[]): T[] {
  const waiting = new Map([...tables].sort((a, b) => (a.name < b.name ? -1 : 1)).map((table) => [table.name, table]));
  const ordered: T[] = [];
  while (waiting.size > 0) {
    const ready = [...waiting.values()].filter(({ needs }) => !needs.some((name) => waiting.has(name)));
    if (ready.length === 0)
      throw new Error(`Tables refer to each other in a circle: ${[...waiting.keys()].join(', ')}.`);
    for (const table of ready) {
      waiting.delete(table.name);
      ordered.push(table);
    }
  }
  return ordered;
}
