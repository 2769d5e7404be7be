import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { ServiceError } from '../domain/errors.ts';
import type { HttpContext } from './environment.ts';

async function* bytesOf(stream: AsyncIterable<Uint8Array>, meaningOf: (error: unknown) => ServiceError): AsyncGenerator<Uint8Array> {
  const iterator = stream[Symbol.asyncIterator]();
  try {
    for (;;) {
      // Only reading is within the try: what the consumer throws between two pieces is its own.
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

const isCompression = (error: unknown): boolean => error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');

/** Four times what the most regular readings measured come to; gzip itself can reach a thousand. */
const MAX_EXPANSION = 200;
/** Below this much a body may expand as it likes. */
const UNCHECKED_BYTES = 16 * 1024 * 1024;

/** Decompresses, and stops where a little input becomes far more output than readings ever do: it would only keep the process busy. */
function gunzipped(body: ReadableStream<Uint8Array>): AsyncIterable<Uint8Array> {
  let taken = 0;
  let given = 0;
  const counted = async function* (pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const piece of pieces) {
      taken += piece.length;
      yield piece;
    }
  };
  const checked = async function* (): AsyncGenerator<Uint8Array> {
    // Begun by the first read: what breaks before somebody reads would be nobody's error and end the process.
    for await (const piece of pipeline(Readable.fromWeb(body), counted, createGunzip(), () => {})) {
      given += piece.length;
      if (given > UNCHECKED_BYTES && given > taken * MAX_EXPANSION) throw new ServiceError(413, `The request body expands to more than ${MAX_EXPANSION} times its compressed size`);
      yield piece;
    }
  };
  return checked();
}

const meaningOfGzip = (error: unknown): ServiceError => {
  if (error instanceof ServiceError) return error;
  return isCompression(error) ? new ServiceError(1430, 'The request body is not valid gzip') : endedEarly();
};

/**
 * The bytes of a request body of any length, decompressed when it says `Content-Encoding: gzip`. Nothing is read ahead of the
 * consumer but what the socket and one buffer hold.
 * @throws ServiceError 415 for another encoding; while reading: 400 when the client goes away, 1430 when gzip is damaged, 413 when it expands
 * beyond all reason.
 */
export function streamedBody(c: HttpContext): AsyncIterable<Uint8Array> {
  const encoding = (c.req.header('content-encoding') ?? 'identity').toLowerCase();
  if (encoding !== 'identity' && encoding !== 'gzip') throw new ServiceError(415, `Content-Encoding '${encoding.slice(0, 80)}' is not accepted here, use gzip or none`);
  const { body } = c.req.raw;
  if (body === null) return Readable.from([]);
  if (encoding === 'identity') return bytesOf(body, endedEarly);
  return bytesOf(gunzipped(body), meaningOfGzip);
}
