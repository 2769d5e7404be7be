import type { RawRow } from './batch.ts';

const MAX_LINE_BYTES = 64 * 1024;
const NEWLINE = 0x0a;
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
/** Some editors and gateways begin a file with it; JSON does not know it. */
const BYTE_ORDER_MARK = '\uFEFF';

/** null: a blank line. */
const toRow = (bytes: Uint8Array): RawRow | null => {
  const line = decoder.decode(bytes);
  // Asked before parsing: an error costs so much that a few kilobytes of compressed line breaks would keep the process busy for minutes.
  const text = line.trim();
  if (text === '') return null;
  try {
    return { row: JSON.parse(line.startsWith(BYTE_ORDER_MARK) ? line.slice(1) : line) };
  } catch (error) {
    return { text, problem: `the line is not JSON: ${error instanceof Error ? error.message : String(error)}`, code: 'not_a_reading' };
  }
};

const tooLong = (bytes: Uint8Array): RawRow => ({
  text: decoder.decode(bytes.subarray(0, 1024)), problem: `the line is longer than ${MAX_LINE_BYTES} bytes`, code: 'line_too_long',
});

/**
 * Rows of a stream of newline-delimited JSON, one group per chunk that arrives; memory stays at one chunk and one line, however
 * long the body or a line is. A line that is not JSON is a refused row and takes no other down with it.
 */
export async function* ndjsonRows(stream: AsyncIterable<Uint8Array>): AsyncGenerator<RawRow[]> {
  let rest: Uint8Array[] = [];
  let restLength = 0;
  let overlong: Uint8Array | null = null;

  for await (const chunk of stream) {
    const group: RawRow[] = [];
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE, start); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      if (end === start && restLength === 0 && overlong === null) {
        start = end + 1;
        continue;
      }
      const piece = chunk.subarray(start, end);
      if (overlong !== null) group.push(tooLong(overlong));
      else if (restLength + piece.length > MAX_LINE_BYTES) group.push(tooLong(join(rest, piece)));
      else {
        const row = toRow(rest.length === 0 ? piece : join(rest, piece));
        if (row !== null) group.push(row);
      }
      [rest, restLength, overlong] = [[], 0, null];
      start = end + 1;
    }
    const tail = chunk.subarray(start);
    if (tail.length > 0 && overlong === null) {
      rest.push(tail);
      restLength += tail.length;
      if (restLength > MAX_LINE_BYTES) [overlong, rest, restLength] = [join(rest), [], 0];
    }
    if (group.length > 0) yield group;
  }
  if (overlong !== null) yield [tooLong(overlong)];
  else if (restLength > 0) {
    const row = toRow(join(rest));
    if (row !== null) yield [row];
  }
}

function join(pieces: readonly Uint8Array[], last?: Uint8Array): Uint8Array {
  return Buffer.concat(last === undefined ? pieces : [...pieces, last]);
}
