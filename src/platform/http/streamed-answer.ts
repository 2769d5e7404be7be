import { Readable } from 'node:stream';
import type { Logger } from '../../logger.ts';
import { reasonOf } from '../../kernel/reason-of.ts';
import { type CsvStyle, DECIMAL_MARKS, DELIMITERS } from '../../kernel/format/csv-line.ts';
import { oneOf } from './schemas/parameters.ts';

/** Style of a list. */
export const csvQuery = {
  delimiter: oneOf(['comma', 'semicolon', 'tab', 'pipe'], 'comma').openapi({ description: 'Of csv' }),
  decimalMark: oneOf(['point', 'comma'], 'point').openapi({ description: 'Of csv' }),
};

export const csvStyleOf = ({
  delimiter,
  decimalMark,
}: {
  readonly delimiter: keyof typeof DELIMITERS;
  readonly decimalMark: keyof typeof DECIMAL_MARKS;
}): CsvStyle => ({ delimiter: DELIMITERS[delimiter], decimalMark: DECIMAL_MARKS[decimalMark] });

/**
 * An answer that is written while it is read. A failure on the way cuts the connection, because its status has been
 * sent; so nobody takes half a file for a whole one.
 */
export function bodyOf(pieces: AsyncIterable<Uint8Array>, log: Logger): ReadableStream<Uint8Array> {
  const stream = Readable.from(watched(pieces, log), { objectMode: true, highWaterMark: 2 });
  // Node's own type of the stream does not tell its elements.
  return Readable.toWeb(stream) as ReadableStream<Uint8Array>;
}

async function* watched(pieces: AsyncIterable<Uint8Array>, log: Logger): AsyncGenerator<Uint8Array> {
  try {
    yield* pieces;
  } catch (error) {
    log.error({ reason: reasonOf(error) }, 'an answer was cut off while it was written');
    throw error;
  }
}
