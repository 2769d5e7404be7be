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

/**
 * The bytes of a request body of any length, decompressed when it says `Content-Encoding: gzip`. Nothing is read ahead of the
 * consumer but what the socket and one buffer hold.
 * @throws ServiceError 415 for another encoding; while reading: 400 when the client goes away, 1430 when gzip is damaged.
 */
export function streamedBody(c: HttpContext): AsyncIterable<Uint8Array> {
  const encoding = (c.req.header('content-encoding') ?? 'identity').toLowerCase();
  if (encoding !== 'identity' && encoding !== 'gzip') throw new ServiceError(415, `Content-Encoding '${encoding.slice(0, 80)}' is not accepted here, use gzip or none`);
  const { body } = c.req.raw;
  if (body === null) return Readable.from([]);
  if (encoding === 'identity') return bytesOf(body, endedEarly);
  const unzipped = pipeline(Readable.fromWeb(body), createGunzip(), () => {});
  return bytesOf(unzipped, (error) => (isCompression(error) ? new ServiceError(1430, 'The request body is not valid gzip') : endedEarly()));
}
