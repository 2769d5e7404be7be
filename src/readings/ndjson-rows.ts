import { reasonOf } from '../kernel/reason-of.ts';
import type { SentRow } from './sent-rows.ts';

const MAX_LINE_BYTES = 64 * 1024;
const NEWLINE = 0x0a;
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
/** Some editors and gateways begin a file with this mark, which JSON does not allow. */
const BYTE_ORDER_MARK = '\uFEFF';

/** null: a blank line. */
const toRow = (bytes: Uint8Array): SentRow | null => {
  const line = decoder.decode(bytes);
  // Blank lines are found before parsing, because an error is costly: a few kilobytes of compressed line breaks would
  // keep the process busy for minutes.
  const text = line.trim();
  if (text === '') return null;
  try {
    return { row: JSON.parse(line.startsWith(BYTE_ORDER_MARK) ? line.slice(1) : line) };
  } catch (error) {
    return { text, problem: `the line is not JSON: ${reasonOf(error)}`, code: 'not_a_reading' };
  }
};

const tooLong = (bytes: Uint8Array): SentRow => ({
  text: decoder.decode(bytes.subarray(0, 1024)),
  problem: `the line is longer than ${MAX_LINE_BYTES} bytes`,
  code: 'line_too_long',
});

/**
 * Rows of whole lines. Where every line begins with a brace, all are parsed as one list, which takes half the time. The
 * list equals the lines for three reasons: line breaks become blanks, which no text may hold; no value goes on behind a
 * comma and a brace, unless a bracket is open; and a line of two values makes the list longer than the lines.
 */
function rowsOf(lines: Uint8Array): SentRow[] {
  const text = decoder.decode(lines);
  if (text.startsWith('{') && !text.includes('[')) {
    const list = text.replaceAll('\n{', ',\r{');
    const parsed = list.includes('\n') ? null : parsedOrNull(`[${list}]`);
    if (Array.isArray(parsed) && parsed.length === list.length - text.length + 1)
      return parsed.map((row: unknown) => ({ row }));
  }
  const rows: SentRow[] = [];
  for (let start = 0; start < lines.length;) {
    const end = lines.indexOf(NEWLINE, start);
    const line = lines.subarray(start, end === -1 ? lines.length : end);
    start += line.length + 1;
    const row = line.length === 0 ? null : toRow(line);
    if (row !== null) rows.push(row);
  }
  return rows;
}

function parsedOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Slices of a piece that arrived at once, so that no line in a slice is too long. */
function* slices(chunk: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < chunk.length; at += MAX_LINE_BYTES) yield chunk.subarray(at, at + MAX_LINE_BYTES);
}

/**
 * Rows of a stream of newline-delimited JSON, one group per piece. Memory holds one chunk and one line, however long
 * the body or a line is. A line that is no JSON becomes a refused row, and the others are stored.
 */
export async function* ndjsonRows(stream: AsyncIterable<Uint8Array>): AsyncGenerator<SentRow[]> {
  /**
   * The beginning of a line whose end has not come. Of a line that is too long, only the part that its refusal shows is
   * kept.
   */
  let rest: Uint8Array[] = [];
  let restLength = 0;
  const ended = (last: Uint8Array): SentRow | null => {
    const row = restLength + last.length > MAX_LINE_BYTES ? tooLong(join(rest, last)) : toRow(join(rest, last));
    [rest, restLength] = [[], 0];
    return row;
  };

  for await (const chunk of stream) {
    for (const piece of slices(chunk)) {
      const end = piece.lastIndexOf(NEWLINE);
      const begin = restLength === 0 ? 0 : piece.indexOf(NEWLINE) + 1;
      const group: SentRow[] = [];
      if (end !== -1 && restLength > 0) {
        const row = ended(piece.subarray(0, begin - 1));
        if (row !== null) group.push(row);
      }
      if (begin < end) group.push(...rowsOf(piece.subarray(begin, end)));
      const tail = piece.subarray(end + 1);
      restLength += tail.length;
      if (tail.length > 0 && restLength - tail.length <= MAX_LINE_BYTES) rest.push(tail);
      if (group.length > 0) yield group;
    }
  }
  const row = restLength === 0 ? null : ended(new Uint8Array());
  if (row !== null) yield [row];
}

const join = (pieces: readonly Uint8Array[], last: Uint8Array): Uint8Array =>
  pieces.length === 0 ? last : Buffer.concat([...pieces, last]);
