import { isProcessAlive } from '../../kernel/process-alive.ts';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { ArchiveError, isFull } from '../archive-files/archive.ts';
import type { Context } from '../../context.ts';
import { ServiceError } from '../../kernel/errors.ts';
import { ARCHIVE_LOCK } from '../../platform/database/locks.ts';

const DIRECTORY = /^water-archive-(?<processId>\d+)-(?<host>.+)-[^-]+$/;
const host = (): string => encodeURIComponent(hostname());
/** Directories in which this process works. Another directory with its process number is left over. */
const inUse = new Set<string>();

/**
 * Gives work a local directory for its files, which is removed afterwards. The caller holds ARCHIVE_LOCK, because
 * directories that others left over are removed, too.
 * @throws ServiceError 400 for a refusal of the archive, and for a full local disk
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

/** Directories that no process works in. */
interface LeftOver {
  readonly removed: readonly string[];
  /** Directories of another host or user, which cannot be removed here. */
  readonly kept: readonly string[];
}

/**
 * Removes directories that killed processes left over, and logs those that cannot be removed here. While somebody
 * archives nothing is done, because that request removes them as well.
 */
export async function tidyStaging({ database, log }: Pick<Context, 'database' | 'log'>): Promise<void> {
  const found = await database.tryWithLock(ARCHIVE_LOCK, removeLeftOvers);
  if (found === null) return;
  const { removed, kept } = found;
  if (removed.length > 0) log.warn({ directories: removed }, 'what a killed archive had left over was removed');
  if (kept.length > 0)
    log.warn({ directories: kept }, 'readings that an archive left over: remove them once their host or user is gone');
}

/**
 * Removes directories of killed processes of this host, because they hold readings. Containers that share a directory
 * may share process numbers, so the caller holds ARCHIVE_LOCK. Directories of another user stay, because only that user
 * may remove them.
 */
async function removeLeftOvers(): Promise<LeftOver> {
  const [removed, kept]: [string[], string[]] = [[], []];
  for (const name of await readdir(tmpdir()).catch(() => [])) {
    const made = DIRECTORY.exec(name)?.groups;
    if (made === undefined || inUse.has(name)) continue;
    const path = join(tmpdir(), name);
    const processId = Number(made['processId']);
    const isOurs = made['host'] === host();
    if (isOurs && processId !== process.pid && isProcessAlive(processId)) continue;
    if (isOurs && (await isRemoved(path))) removed.push(path);
    else kept.push(path);
  }
  return { removed, kept };
}

const isRemoved = (path: string): Promise<boolean> =>
  rm(path, { recursive: true, force: true }).then(
    () => true,
    () => false,
  );
