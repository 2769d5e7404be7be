import { Readable } from 'node:stream';
import { Busboy } from '@fastify/busboy';
import { ServiceError } from '../../kernel/errors.ts';
import type { HttpContext } from './environment.ts';
import { streamedBody } from './streamed-body.ts';

interface SentFile {
  readonly name: string;
  readonly bytes: AsyncIterable<Uint8Array>;
}

interface FileLimits {
  /** Name of the form's field. */
  readonly field: string;
  readonly maxFiles: number;
  /** Bytes of all files together. */
  readonly maxBytes: number;
}

/** A form whose boundary has a character at least, without which the parser finds no part. */
const FORM_OF_FILES = /^multipart\/form-data\s*;(?:.*;)?\s*boundary=(?:"[^"]|[^\s";])/i;

/**
 * The files of a form in order, each as its bytes arrive; a file is read to its end before the next is asked for.
 * @throws ServiceError 415 for a body that is no form of files, 400 for a form that is cut or has another field, 413
 * for more than the limits.
 */
export async function* multipartFiles(
  c: HttpContext,
  { field, maxFiles, maxBytes }: FileLimits,
): AsyncGenerator<SentFile> {
  const type = c.req.header('content-type') ?? '';
  if (!FORM_OF_FILES.test(type))
    throw new ServiceError(
      415,
      `Content-Type '${type.slice(0, 80)}' is not accepted here, use multipart/form-data with a boundary and the field ${field}`,
    );
  // Parts wait here until they are asked for; the parser pauses while a file is not read.
  const waiting: (SentFile | Error | null)[] = [];
  let wake = (): void => {};
  const arrived = (part: SentFile | Error | null): void => {
    waiting.push(part);
    wake();
  };
  const form = new Busboy({ headers: { 'content-type': type }, limits: { files: maxFiles + 1, fields: 20 } });
  let files = 0;
  let current: Readable | null = null;
  const fail = (error: Error): void => {
    // The reader of the file hears why it ends; nobody else asks for a next part then.
    if (current !== null && !current.readableEnded) current.destroy(error);
    arrived(error);
  };
  form.on('file', (name, stream, fileName) => {
    files += 1;
    current = stream;
    // A file may end in an error while the one before it is read: unheard, the error would end the process.
    stream.on('error', () => {});
    if (name !== field || files > maxFiles) {
      stream.resume();
      arrived(name === field ? tooMany(field, maxFiles) : unknownField(name, field));
    } else arrived({ name: (fileName ?? '').slice(0, 200) || `file ${files}`, bytes: bytesOf(stream) });
  });
  form.on('field', (name) => arrived(unknownField(name, field)));
  form.on('finish', () => arrived(null));
  form.on('error', () => fail(malformed()));
  const source = Readable.from(bounded(streamedBody(c, 'in pieces'), maxBytes), { objectMode: false });
  source.on('error', fail);
  source.pipe(form);
  try {
    for (;;) {
      while (waiting.length === 0)
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      const part = waiting.shift();
      if (part === null || part === undefined) return;
      if (part instanceof Error) throw part;
      yield part;
    }
  } finally {
    source.unpipe(form);
    source.destroy();
  }
}

const malformed = (): ServiceError => new ServiceError(400, 'The form ended early or is not well formed');

/** The parser ends a file that is cut with an error of its own. */
async function* bytesOf(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* stream;
  } catch (error) {
    throw error instanceof ServiceError ? error : malformed();
  }
}

const unknownField = (name: string, field: string): ServiceError =>
  new ServiceError(400, `The form has the field '${name.slice(0, 80)}', allowed is ${field}`, [
    { field: name.slice(0, 80), problem: `is not a field of this form, allowed is ${field}` },
  ]);

const tooMany = (field: string, maxFiles: number): ServiceError =>
  new ServiceError(413, `'${field}' has more than ${maxFiles} files`);

async function* bounded(pieces: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const piece of pieces) {
    bytes += piece.length;
    if (bytes > maxBytes) throw new ServiceError(413, `The request body is larger than ${maxBytes} bytes`);
    yield piece;
  }
}
