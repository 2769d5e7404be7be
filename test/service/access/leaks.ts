import type { DocumentedRequest } from '../../platform/openapi/support/documented-request.ts';
import { textOfAnswer } from '../support/app-fixture.ts';
import { MARKER } from './tenants.ts';

/* What of somebody else's is in an answer. */

/** Shorter words and figures are found in answers by chance, and so are words of sentences; names carry the marker. */
const SHORTEST_TEXT_CHARACTERS = 6;
const FEWEST_DIGITS = 4;
/** Numbers of rows are whole, and grow with what other tests have written: they meet years, limits and codes of errors. */
const FEWEST_DIGITS_WHOLE = 9;
const TOKEN = /eyJ[\w-]+\.(eyJ[\w-]+)\.[\w-]+/g;

const isTelling = (word: string): boolean =>
  /^-?[\d.]+$/.test(word)
    ? word.replaceAll(/^-?0*\.?0*|\D/g, '').length >= (word.includes('.') ? FEWEST_DIGITS : FEWEST_DIGITS_WHOLE)
    : word.length >= SHORTEST_TEXT_CHARACTERS && /\d/.test(word);

/** Texts and figures of a JSON value; a text that is JSON again is taken apart, too. */
function* leavesOf(value: unknown): Generator<string> {
  if (typeof value === 'string' || typeof value === 'number') yield String(value);
  if (typeof value === 'object' && value !== null) for (const item of Object.values(value)) yield* leavesOf(item);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

export interface Answer {
  readonly status: number;
  readonly headers: string;
  readonly text: string;
}

export async function answerOf(response: Response): Promise<Answer> {
  const text = await textOfAnswer(response);
  // Tokens are read, not compared.
  return {
    status: response.status,
    headers: [...response.headers].flat().join('\n'),
    text: text.replaceAll(TOKEN, (_, claims: string) =>
      Buffer.from(claims, 'base64url').toString().replaceAll('"', ' '),
    ),
  };
}

/** Every word and every whole value of an answer that says something. */
export function wordsOf({ headers, text }: Answer): Set<string> {
  const words = `${headers}\n${text}`.split(/[^\w.@:+-]+/).map((word) => word.replace(/^[.:+]+|[.:+]+$/g, ''));
  return new Set([...words, ...leavesOf(parsed(text))].filter(isTelling));
}

/** Words of `secrets` in the answer that the request itself did not carry, and the marker. */
export function leaksIn(answer: Answer, { path, init }: DocumentedRequest, secrets: ReadonlySet<string>): string[] {
  const carried = [
    decodeURIComponent(path.replaceAll('+', ' ')),
    ...Object.values(init.headers),
    init.body ?? '',
    ...new URLSearchParams(init.body).values(),
  ].join('\n');
  const found = [...wordsOf(answer)].filter((word) => secrets.has(word) && !carried.includes(word));
  return `${answer.headers}\n${answer.text}`.toLowerCase().includes(MARKER.toLowerCase()) ? [MARKER, ...found] : found;
}
