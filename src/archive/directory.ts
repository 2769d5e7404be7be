import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, open, rename, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Archive, ArchiveError } from './archive.ts';

const codeOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;

const TROUBLES: Readonly<Record<string, string>> = {
  ENOSPC: 'is full',
  EDQUOT: 'is full',
  EACCES: 'may not be written by this service',
  EPERM: 'may not be written by this service',
  EROFS: 'may only be read',
  ENOTDIR: 'is no directory',
};

/** Files in a directory of this machine, or of one that is mounted there. */
export function directoryArchive(root: string): Archive {
  const attempt = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      const code = codeOf(error);
      const trouble = TROUBLES[String(code)] ?? `answers ${String(code ?? error)}`;
      throw new ArchiveError(`The archive's directory ${root} ${trouble}`, { cause: error });
    }
  };
  return {
    location: root,
    put: (name, file) =>
      attempt(async () => {
        const target = join(root, name);
        const part = `${target}.${randomUUID()}.part`;
        await mkdir(dirname(target), { recursive: true });
        try {
          await copyFile(file, part);
          await synced(part);
          await rename(part, target);
          await synced(dirname(target));
        } catch (error) {
          await rm(part, { force: true });
          throw error;
        }
      }),
    get: (name, file) =>
      attempt(async () => {
        try {
          await copyFile(join(root, name), file);
          return true;
        } catch (error) {
          if (codeOf(error) === 'ENOENT') return false;
          throw error;
        }
      }),
    remove: (name) =>
      attempt(async () => {
        await rm(join(root, name), { force: true });
        // The month's own directory goes with its last file.
        await rmdir(dirname(join(root, name))).catch(() => {});
      }),
  };
}

/** A file is on the disk before anything is removed because of it. */
async function synced(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
