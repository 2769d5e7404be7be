import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { codeOf } from '../../kernel/error-code.ts';
import { ServiceError, stopping } from '../../kernel/errors.ts';
import type { HttpContext } from './environment.ts';

async function* bytesOf(
  stream: AsyncIterable<Uint8Array>,
  meaningOf: (error: unknown) => ServiceError,
): AsyncGenerator<Uint8Array> {
  const iterator = stream[Symbol.asyncIterator]();
  try {
    for (;;) {
      // Only reading is within the try, because errors of the consumer between two pieces are its own.
      let next: IteratorResult<Uint8Array>;
      try {
        next = await iterator.next();
      } catch (error) {
        throw meaningOf(error);
      }
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    await iterator.return?.();
  }
}

const endedEarly = (): ServiceError => new ServiceError(400, 'The request body ended early: the connection was closed');

const isCompression = (error: unknown): boolean => codeOf(error)?.startsWith('Z_') === true;

/** Four times what the most regular readings measured come to; gzip itself can reach a thousand. */
const MAX_EXPANSION = 200;
/** Bytes below which a body may expand without a check. */
const UNCHECKED_BYTES = 1024 * 1024;
const OUTPUT_PIECE_BYTES = 64 * 1024;

/**
 * Decompresses, and stops where a little input becomes far more output than readings ever do: it would only keep the
 * process busy.
 */
async function* gunzipped(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const gunzip = createGunzip({ chunkSize: OUTPUT_PIECE_BYTES });
  let given = 0;
  // Begun by the first read: what breaks before somebody reads would be nobody's error and end the process.
  for await (const piece of pipeline(Readable.fromWeb(body), gunzip, () => {}) as AsyncIterable<Uint8Array>) {
    // a stream of bytes
    given += piece.length;
    // The input that the decompressor has really used; more of it may wait.
    if (given > UNCHECKED_BYTES && given > gunzip.bytesWritten * MAX_EXPANSION)
      throw new ServiceError(413, `The request body expands to more than ${MAX_EXPANSION} times its compressed size`);
    yield piece;
  }
}

const meaningOfGzip = (error: unknown): ServiceError => {
  if (error instanceof ServiceError) return error;
  return isCompression(error) ? new ServiceError(1430, 'The request body is not valid gzip') : endedEarly();
};

/** The longest whole body; a longer one is refused as such, not for want of memory. */
const WHOLE_BYTES = 32 * 1024 * 1024;
/** Memory of a body that is read in pieces: the piece being stored and the one gathered meanwhile. */
const IN_PIECES_BYTES = 4 * 1024 * 1024;

/** Memory that a body takes by its way of reading. A whole body is there as text and as parsed value. */
const HELD_BYTES = {
  whole: (bytes: number): number => Math.min(2 * bytes, WHOLE_BYTES),
  'in pieces': (bytes: number): number => Math.min(bytes, IN_PIECES_BYTES),
};

/** The pieces until the process ends; then the one that is waited for is given up, for a sender may take its time. */
async function* untilCut(pieces: AsyncIterable<Uint8Array>, cut: AbortSignal): AsyncGenerator<Uint8Array> {
  const iterator = pieces[Symbol.asyncIterator]();
  // One listener serves all pieces, because a promise that outlives them would keep each of them.
  let giveUp = (): void => {};
  const onCut = (): void => giveUp();
  cut.addEventListener('abort', onCut);
  try {
    for (;;) {
      const next = await new Promise<IteratorResult<Uint8Array>>((resolve, reject) => {
        giveUp = () => reject(stopping());
        if (cut.aborted) giveUp();
        else iterator.next().then(resolve, reject);
      });
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    cut.removeEventListener('abort', onCut);
    const returned = iterator.return?.().catch(() => {});
    // The return waits for the piece that was given up.
    if (!cut.aborted) await returned;
  }
}

/** Counts the bytes as held by the request, and stops when its client has gone away: nobody would hear the verdict. */
async function* accounted(
  c: HttpContext,
  pieces: AsyncIterable<Uint8Array>,
  heldBytes: (bytes: number) => number,
): AsyncGenerator<Uint8Array> {
  const { signal } = c.req.raw;
  const hold = c.get('holdBody');
  let bytes = 0;
  for await (const piece of pieces) {
    if (signal.aborted) throw endedEarly();
    bytes += piece.length;
    hold(heldBytes(bytes));
    yield piece;
  }
  if (signal.aborted) throw endedEarly();
}

/**
 * The bytes of a request body of any length, decompressed when it says `Content-Encoding: gzip`. Only as much is
 * read ahead of the consumer as the socket and one buffer hold.
 * @throws ServiceError 415 for another encoding; while reading: 400 when the client goes away, 1430 when gzip is
 * damaged, 413 when it expands beyond all reason, 503 when other bodies take the memory or the process ends.
 */
export function streamedBody(c: HttpContext, read: keyof typeof HELD_BYTES): AsyncIterable<Uint8Array> {
  const encoding = (c.req.header('content-encoding') ?? 'identity').toLowerCase();
  if (encoding !== 'identity' && encoding !== 'gzip')
    throw new ServiceError(415, `Content-Encoding '${encoding.slice(0, 80)}' is not accepted here, use gzip or none`);
  const { body } = c.req.raw;
  if (body === null) return Readable.from([]);
  const pieces = encoding === 'identity' ? bytesOf(body, endedEarly) : bytesOf(gunzipped(body), meaningOfGzip);
  return accounted(c, untilCut(pieces, c.get('bodyCut')), HELD_BYTES[read]);
}
