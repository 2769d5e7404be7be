import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { processMark, removeLeftOvers } from '../../src/platform/database/embedded/left-over-files.ts';

/**
 * Writes a back-up to a file that only its owner can read, because it has hashes of passwords. The file gets its name
 * once it is whole and on disk, so an earlier file of that name stays until then. Each of two at once has a draft of
 * its own, and the later one stays. `-` is the standard output.
 */
export async function writeBackupFile(path: string, lines: AsyncIterable<string>): Promise<void> {
  if (path === '-') return pipeline(Readable.from(lines), createGzip(), process.stdout, { end: false });
  // A directory would be told once all is written, and a device would be replaced.
  if ((await stat(path).catch(() => null))?.isFile() === false) throw new Error(`--to ${path}: is not a file`);
  removeLeftOvers(dirname(path), `${basename(path)}.`, String.raw`-[\da-f-]{36}\.part`);
  const draft = `${path}.${processMark()}-${randomUUID()}.part`;
  const file = await open(draft, 'w', 0o600).catch((error: NodeJS.ErrnoException) => {
    throw new Error(`--to ${path}: the file cannot be written: ${error.message}`);
  });
  try {
    await file.chmod(0o600);
    await pipeline(Readable.from(lines), createGzip(), file.createWriteStream({ flush: true }));
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** @throws Error in one sentence unless the file exists. */
export async function requireBackupFile(path: string): Promise<void> {
  const found = await stat(path).catch(() => null);
  if (found === null) throw new Error(`--from ${path}: there is no such file`);
  if (!found.isFile()) throw new Error(`--from ${path}: is not a file`);
}

/** The uncompressed bytes of a back-up, from its beginning. */
export function readBackupFile(path: string): AsyncIterable<Uint8Array> {
  const file = createReadStream(path);
  const bytes = file.pipe(createGunzip());
  file.on('error', (error) => bytes.destroy(error));
  bytes.on('close', () => file.destroy());
  return bytes;
}
