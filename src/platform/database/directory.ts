import { mkdirSync, mkdtempSync, rmdirSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { SettingError } from '../../config.ts';
import { reasonOf } from '../../kernel/reason-of.ts';

/**
 * Creates a directory and those above it that are missing, for their owner only where `mode` says so. Node's own
 * recursion never ends where the system says of a directory that is there that it is not, as /proc does.
 * @throws Error of the system when one cannot be created or is no directory.
 */
export function makeDirectory(path: string, mode = 0o777): void {
  const missing: string[] = [];
  for (let above = resolve(path); !exists(above); above = dirname(above)) missing.unshift(above);
  for (const directory of missing) {
    try {
      mkdirSync(directory, { mode });
    } catch (error) {
      // Another process may have been quicker.
      if (!exists(directory)) throw error;
    }
  }
  if (!statSync(path).isDirectory()) throw new Error('it is a file');
}

/** @throws SettingError unless DATA_DIR is a directory, or can be created, in which this process may create files. */
export function requireDataDir(dataDir: string): void {
  try {
    makeDirectory(dataDir, 0o700);
    rmdirSync(mkdtempSync(join(dataDir, 'writable-')));
  } catch (error) {
    const why = reasonOf(error);
    throw new SettingError(
      `DATA_DIR: ${JSON.stringify(dataDir)} cannot be used (${why}), it must be a directory that this user can create and write to.`,
    );
  }
}

function exists(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}
