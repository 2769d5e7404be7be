import { copyFile, mkdir, open, readdir, rename, rm, rmdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { codeOf } from '../../kernel/error-code.ts';
import { type Archive, ArchiveError, isFull } from './archive.ts';

const TROUBLES: Readonly<Record<string, string>> = {
  ENOSPC: 'is full',
  EDQUOT: 'is full',
  EACCES: 'may not be written by this service',
  EPERM: 'may not be written by this service',
  EROFS: 'may only be read',
  ENOTDIR: 'is no directory',
};

/** An archive in a directory of this machine, or in one that is mounted there. */
export function directoryArchive(path: string): Archive {
  const root = resolve(path);
  const refused = (error: unknown): ArchiveError => {
    const code = codeOf(error);
    const trouble = TROUBLES[code ?? ''] ?? `answers ${code ?? String(error)}`;
    return new ArchiveError(`The directory of ARCHIVE_URL ${trouble}`, { cause: error });
  };
  const attempt = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw refused(error);
    }
  };
  return {
    location: root,
    put: (name, file) =>
      attempt(async () => {
        const target = join(root, name);
        const part = partOf(target);
        const made = await mkdir(dirname(target), { recursive: true });
        try {
          await copyFile(file, part);
          await synced(part);
          await rename(part, target);
          for (const directory of directoriesTo(target, root, made)) await synced(directory);
        } catch (error) {
          await rm(part, { force: true });
          throw error;
        }
      }),
    async get(name, file) {
      try {
        await copyFile(join(root, name), file);
        return true;
      } catch (error) {
        if (codeOf(error) === 'ENOENT') return false;
        // The full disk is that of the local copy.
        throw isFull(error) ? error : refused(error);
      }
    },
    remove: (name) =>
      attempt(async () => {
        for (const path of [join(root, name), partOf(join(root, name))]) await rm(path, { force: true });
        // Directories are removed with their last file.
        for (let last = dirname(join(root, name)); last !== root; last = dirname(last))
          if (!(await isRemoved(last))) break;
      }),
    list: (folder) =>
      attempt(async () => {
        try {
          return (await readdir(join(root, folder))).map((name) => `${folder}${name}`);
        } catch (error) {
          if (codeOf(error) === 'ENOENT') return [];
          throw error;
        }
      }),
  };
}

const isRemoved = (directory: string): Promise<boolean> =>
  rmdir(directory).then(
    () => true,
    () => false,
  );

/**
 * Name of a file while it is written. Each file has one name, so a part that a killed process left is overwritten, or
 * removed with the file.
 */
const partOf = (path: string): string => `${path}.part`;

/**
 * Directories from a file's own to the archive's root, and above it where the root was made just now.
 * @param made the topmost directory that was made for the file; undefined: none was
 */
function directoriesTo(file: string, root: string, made: string | undefined): string[] {
  const top = made === undefined || dirname(made).length > root.length ? root : dirname(made);
  const directories = [dirname(file)];
  for (let last = dirname(file); last !== top; last = dirname(last)) directories.push(dirname(last));
  return directories;
}

/** Waits until the file is on the disk, because readings are removed on the strength of it. */
async function synced(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
