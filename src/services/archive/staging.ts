import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { ArchiveError, isFull } from '../../archive/archive.ts';
import { ServiceError } from '../../domain/errors.ts';
import { isProcessAlive } from '../../process-alive.ts';

const DIRECTORY = /^water-archive-(?<processId>\d+)-(?<host>.+)-[^-]+$/;
const host = (): string => encodeURIComponent(hostname());
/** Names of the directories that this process works in: one of its number that is not among them is left over. */
const inUse = new Set<string>();

/**
 * Gives work a local directory for its files, which is removed afterwards. Must run under ARCHIVE_TURN, because it
 * removes what others have left over.
 * @throws ServiceError 400 for what the archive refuses, and for a local disk that is full
 */
export async function withStaging<T>(work: (directory: string) => Promise<T>): Promise<T> {
  await removeLeftOvers();
  const directory = await mkdtemp(join(tmpdir(), `water-archive-${process.pid}-${host()}-`));
  inUse.add(basename(directory));
  try {
    return await work(directory);
  } catch (error) {
    if (error instanceof ArchiveError) throw new ServiceError(400, error.message);
    if (isFull(error)) throw new ServiceError(400, `The disk for temporary files, ${tmpdir()}, is full`);
    throw error;
  } finally {
    await rm(directory, { recursive: true, force: true });
    inUse.delete(basename(directory));
  }
}

/**
 * Removes directories of processes of this host that were killed: they hold readings. Containers that share a directory
 * may share their process numbers, too, so whoever calls it has ARCHIVE_TURN. Those of another user stay, because only
 * that user may remove them.
 */
async function removeLeftOvers(): Promise<void> {
  for (const name of await readdir(tmpdir()).catch(() => [])) {
    const made = DIRECTORY.exec(name)?.groups;
    if (made?.['host'] !== host() || inUse.has(name)) continue;
    const processId = Number(made['processId']);
    if (processId === process.pid || !isProcessAlive(processId))
      await rm(join(tmpdir(), name), { recursive: true, force: true }).catch(() => {});
  }
}
