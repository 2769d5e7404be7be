/*
 * Place of a field in a JSON text, so that a mistake is shown there. The page uses it, and without scripts the service.
 */

interface Place {
  /** Offset of the first character of the field's value. */
  readonly offset: number;
  /** Line, from 1 on. */
  readonly line: number;
}

const SPACE = /\s/;

/** Steps of a path such as `units[3].meta["raw water"]`. */
function stepsOf(field: string): string[] {
  const steps: string[] = [];
  for (const match of field.matchAll(/\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]|([^.[\]]+)/g)) {
    const [, index, quoted, name] = match;
    steps.push(index ?? (quoted === undefined ? (name ?? '') : (JSON.parse(quoted) as string))); // a JSON string
  }
  return steps;
}

/** End of a string that begins at its quotation mark. */
function endOfString(text: string, from: number): number {
  let at = from + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at + 1;
}

const afterSpace = (text: string, from: number): number => {
  let at = from;
  while (at < text.length && SPACE.test(text[at] ?? '')) at += 1;
  return at;
};

/** End of a value in a text that parses. */
function endOfValue(text: string, from: number): number {
  if (text[from] === '"') return endOfString(text, from);
  let depth = 0;
  let at = from;
  for (; at < text.length; at += 1) {
    const sign = text[at] ?? '';
    if (sign === '"') at = endOfString(text, at) - 1;
    else if (sign === '{' || sign === '[') depth += 1;
    else if (sign === '}' || sign === ']') {
      if (depth === 0) return at;
      depth -= 1;
      if (depth === 0) return at + 1;
    } else if (depth === 0 && sign === ',') return at;
  }
  return at;
}

/** Beginning of a member or an element; null: there is none. */
function inside(text: string, from: number, step: string): number | null {
  const isList = text[from] === '[';
  if (!isList && text[from] !== '{') return null;
  let at = afterSpace(text, from + 1);
  for (let index = 0; at < text.length && text[at] !== ']' && text[at] !== '}'; index += 1) {
    let name = String(index);
    if (!isList) {
      const end = endOfString(text, at);
      name = JSON.parse(text.slice(at, end)) as string; // a JSON string
      at = afterSpace(text, afterSpace(text, end) + 1);
    }
    if (name === step) return at;
    at = afterSpace(text, endOfValue(text, at));
    if (text[at] === ',') at = afterSpace(text, at + 1);
  }
  return null;
}

/** Place of a field in a text that parses. A missing field has the place of its parent. */
export function jsonPlaceOf(text: string, field: string): Place {
  let offset = afterSpace(text, 0);
  for (const step of field === 'bundle' ? [] : stepsOf(field)) {
    const next = inside(text, offset, step);
    if (next === null) break;
    offset = next;
  }
  return { offset, line: text.slice(0, offset).split('\n').length };
}
