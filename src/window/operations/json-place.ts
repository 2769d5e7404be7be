import { findNodeAtLocation, parseTree } from 'jsonc-parser';

/* Places of fields in a JSON text, so that a mistake is shown where it is. */

interface Place {
  /** Offset of the first character of the field's value. */
  readonly offset: number;
  /** Line, from 1 on. */
  readonly line: number;
}

/** Steps of a path such as `units[3].meta["raw water"]`. */
const stepsOf = (field: string): (string | number)[] =>
  [...field.matchAll(/\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]|([^.[\]]+)/g)].map(([, index, quoted, name = '']) =>
    index === undefined ? (quoted === undefined ? name : (JSON.parse(quoted) as string)) : Number(index),
  ); // quoted is a JSON string

/**
 * Places of fields in a text that parses. A missing field has the place of its parent. The text is read once, because a
 * bundle is long and may have many mistakes.
 */
export function jsonPlacesOf(text: string): (field: string) => Place {
  const root = parseTree(text);
  return (field) => {
    let found = root;
    for (const step of field === 'bundle' || root === undefined ? [] : stepsOf(field)) {
      const next = found === undefined ? undefined : findNodeAtLocation(found, [step]);
      if (next === undefined) break;
      found = next;
    }
    const offset = found?.offset ?? 0;
    return { offset, line: text.slice(0, offset).split('\n').length };
  };
}
