import { inPieces } from '../../kernel/pieces.ts';
import type { HttpContext } from './environment.ts';

/** An answer of JSON that may be megabytes. Others are served while it is written. */
export async function largeAnswer<T>(c: HttpContext, value: T) {
  const bytes = await inPieces(jsonInSteps(value));
  const answer = c.body(bytes, 200, { 'Content-Type': 'application/json' });
  // The type says what the bytes hold, as that of c.json does.
  return answer as unknown as ReturnType<typeof typed<T>>;
}

/** The type of an answer of JSON. */
const typed = <T>(c: HttpContext, value: T) => c.json(value as object & T, 200);

/** Levels of an answer whose parts are written one by one: answer, data, categories, units. A unit is one part. */
const LEVELS = 5;

/** Text of a value as JSON.stringify gives it, in parts that are short. */
function* textsOf(value: unknown, levels: number): Generator<string> {
  if (levels === 0 || typeof value !== 'object' || value === null || 'toJSON' in value) {
    yield JSON.stringify(value) ?? 'null';
  } else if (Array.isArray(value)) {
    yield '[';
    for (const [index, element] of value.entries()) {
      if (index > 0) yield ',';
      yield* textsOf(element, levels - 1);
    }
    yield ']';
  } else {
    let before = '{';
    for (const [key, of] of Object.entries(value)) {
      if (of === undefined || typeof of === 'function') continue;
      yield `${before}${JSON.stringify(key)}:`;
      yield* textsOf(of, levels - 1);
      before = ',';
    }
    yield before === '{' ? '{}' : '}';
  }
}

/** Characters of a piece. Fewer pieces join faster. */
const PIECE_CHARACTERS = 32_768;

/** The bytes of a value as JSON, a piece a step. */
export function* jsonInSteps(value: unknown): Generator<void, Uint8Array<ArrayBuffer>> {
  const pieces: Buffer[] = [];
  let text = '';
  for (const part of textsOf(value, LEVELS)) {
    text += part;
    if (text.length < PIECE_CHARACTERS) continue;
    pieces.push(Buffer.from(text));
    text = '';
    yield;
  }
  pieces.push(Buffer.from(text));
  return Buffer.concat(pieces);
}
