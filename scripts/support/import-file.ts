import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { PassThrough, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { Context } from '../../src/context.ts';
import { COMMAND } from '../../src/platform/login/rules/caller.ts';
import { ServiceError } from '../../src/kernel/errors.ts';
import type { Industry } from '../../src/kernel/industry/industry.ts';
import { reasonOf } from '../../src/kernel/reason-of.ts';
import type { SentRow } from '../../src/readings/sent-rows.ts';
import { csvRows } from '../../src/readings/csv-rows.ts';
import { type IngestResult, ingestReadings, type RowGroups } from '../../src/readings/ingest.ts';
import { writeAudit } from '../../src/platform/audit/store/audit.ts';
import { enqueueRebuilds } from '../../src/ledger/ask-for-rebuilds.ts';
import type { QueueClient } from '../../src/platform/queue/client.ts';

export async function isGzip(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(2), 0, 2, 0);
    return bytesRead === 2 && buffer[0] === 0x1f && buffer[1] === 0x8b;
  } finally {
    await file.close();
  }
}

/**
 * Imports one readings CSV, gzip or plain. `onProgress` gets bytes read of the file and its size. `change` may alter a
 * row or leave it out.
 */
export async function importFile(
  context: Context,
  queue: QueueClient,
  industry: Industry,
  path: string,
  onProgress: (bytesRead: number, bytesTotal: number, rows: number) => void,
  change: (row: SentRow) => SentRow | null = (row) => row,
): Promise<IngestResult> {
  const found = await stat(path).catch(() => {
    throw new Error(`${path}: there is no such file`);
  });
  if (!found.isFile()) throw new Error(`${path}: is not a file${found.isDirectory() ? ' but a directory' : ''}`);
  const file = createReadStream(path);
  const stream: Readable = (await isGzip(path)) ? file.pipe(createGunzip()) : file.pipe(new PassThrough());
  file.on('error', (error) => stream.destroy(error));
  // An error before the first row is thrown when that row is asked for.
  stream.on('error', () => {});
  async function* changed(): AsyncGenerator<SentRow[]> {
    for await (const rows of csvRows(stream)) yield rows.flatMap((row) => change(row) ?? []);
  }
  let done = 0;
  try {
    return await storeFile(context, queue, industry, { path, rows: changed() }, (received) => {
      done = received;
      onProgress(file.bytesRead, found.size, done);
    });
  } catch (error) {
    throw brokenOff(path, error, done);
  } finally {
    file.destroy();
  }
}

/** Stores the rows of a file, behind an audit row with its name. `onProgress` gets the rows that were taken in. */
export async function storeFile(
  context: Context,
  queue: QueueClient,
  industry: Industry,
  file: { readonly path: string; readonly rows: RowGroups },
  onProgress: (received: number) => void,
): Promise<IngestResult> {
  await writeAudit(context.database, {
    at: context.clock.now(),
    actor: COMMAND,
    industryKey: industry.industryKey,
    verb: 'reading.send',
    subject: industry.industryId,
    before: null,
    after: { file: basename(file.path) },
  });
  return ingestReadings(
    {
      context,
      onStaleDays: (changedIndustry, dates) => enqueueRebuilds(queue, changedIndustry, dates, context.clock.now()),
    },
    industry,
    file.rows,
    'csv',
    ({ received }) => onProgress(received),
  );
}

/** Adds the file's name and the progress to a failure. */
function brokenOff(path: string, error: unknown, done: number): Error {
  const isGzipError = error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');
  const reason = reasonOf(error);
  const message = `${path}: ${isGzipError ? `the gzip data is broken (${reason})` : reason}`;
  const told = `${message}; ${done === 0 ? 'no row was stored' : `the first ${done} rows were taken in before`}, importing again is safe`;
  if (error instanceof ServiceError) return new ServiceError(error.code, done === 0 ? message : told, error.details);
  return new Error(told, { cause: error });
}
