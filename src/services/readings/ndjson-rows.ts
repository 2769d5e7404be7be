import type { RawRow } from './batch.ts';

const MAX_LINE_BYTES = 64 * 1024;
/** A character takes up to three bytes in UTF-8 (surrogate pairs: four for two). */
const MAX_BYTES_PER_CHARACTER = 3;
const SHOWN_BYTES_OF_OVERLONG_LINE = 1024;
const NEWLINE = 0x0a;
const BYTE_ORDER_MARK = '\uFEFF';

/** Line breaks are no part of any other UTF-8 character, so whole lines are decoded together. */
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

const tooLong = (text: string): RawRow => ({ text, problem: `the line is longer than ${MAX_LINE_BYTES} bytes`, code: 'line_too_long' });

const isTooLong = (line: string): boolean =>
  line.length * MAX_BYTES_PER_CHARACTER > MAX_LINE_BYTES && Buffer.byteLength(line) > MAX_LINE_BYTES;

/** null: a blank line. */
function toRow(line: string): RawRow | null {
  if (isTooLong(line)) return tooLong(line.slice(0, SHOWN_BYTES_OF_OVERLONG_LINE));
  try {
    return { row: JSON.parse(line) };
  } catch (error) {
    const text = line.trim();
    if (text === '') return null;
    return { text, problem: `the line is not JSON: ${error instanceof Error ? error.message : String(error)}`, code: 'not_a_reading' };
  }
}

/** The unfinished line at the end of what has arrived; beyond the limit only its beginning is kept. */
class UnfinishedLine {
  #pieces: Uint8Array[] = [];
  #bytes = 0;

  add(piece: Uint8Array): void {
    if (this.#bytes <= MAX_LINE_BYTES) this.#pieces.push(piece);
    this.#bytes += piece.length;
  }

  /** The line as text, which ends the line; beyond the limit its beginning, still recognisably too long. */
  take(): string {
    const bytes = this.#pieces.length === 1 ? this.#pieces[0] : Buffer.concat(this.#pieces);
    const isOverlong = this.#bytes > MAX_LINE_BYTES;
    [this.#pieces, this.#bytes] = [[], 0];
    return decoder.decode(isOverlong ? bytes?.subarray(0, MAX_LINE_BYTES + 1) : bytes);
  }

  get isEmpty(): boolean {
    return this.#bytes === 0;
  }
}
