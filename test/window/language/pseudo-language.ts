import { inDevanagari } from './english-left.ts';

/* A language that nobody has translated: English in the letters of another script. */

/** The end of a part in braces that begins at an index. */
function endOf(text: string, from: number): number {
  for (let at = from, depth = 0; at < text.length; at += 1) {
    if (text[at] === '{') depth += 1;
    if (text[at] === '}' && (depth -= 1) === 0) return at + 1;
  }
  throw new Error(`A brace of ${text} is not closed.`);
}

/** A part in braces: a name stays, and branches of a plural have other letters within them. */
function inBraces(part: string): string {
  const [head] = /^\{\w+,\s*\w+,/.exec(part) ?? [];
  if (head === undefined) return part;
  const branches = part.slice(head.length, -1);
  let told = head;
  for (let at = 0; at < branches.length;) {
    const from = branches.indexOf('{', at);
    if (from === -1) return `${told}${branches.slice(at)}}`;
    const to = endOf(branches, from);
    told += `${branches.slice(at, from)}{${inOtherLetters(branches.slice(from + 1, to - 1))}}`;
    at = to;
  }
  return `${told}}`;
}

/** A message in other letters, with its names and its plurals as they are. */
export function inOtherLetters(text: string): string {
  const from = text.indexOf('{');
  if (from === -1) return inDevanagari(text);
  const to = endOf(text, from);
  return inDevanagari(text.slice(0, from)) + inBraces(text.slice(from, to)) + inOtherLetters(text.slice(to));
}
