import { inPieces } from '../../kernel/pieces.ts';
import { jsonInSteps } from '../../kernel/json-pieces.ts';
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
