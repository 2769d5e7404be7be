/** Files of one data directory, and how its running host is found. */
import { createHash } from 'node:crypto';
import { lstatSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { makeDirectory } from '../directory.ts';

/** Port number in the socket's file name; PostgreSQL's default, so that `psql -h <data directory>` finds it. */
export const SOCKET_PORT = 5432;
/** Socket paths are limited to 104 bytes on some systems and 108 on others. */
const LONGEST_SOCKET_PATH_BYTES = 100;

export interface HostFiles {
  /** The data directory, absolute. */
  readonly dataDir: string;
  /** PostgreSQL's own files. */
  readonly databaseDir: string;
  /** The file that the host locks for as long as it lives. */
  readonly lockFile: string;
  /** Offences that logins were cut off for (logins/pauses.ts). */
  readonly offencesFile: string;
  /** File with the address of a running host. */
  readonly addressFile: string;
}

export interface HostAddress {
  /** Directory of the socket. */
  readonly socketDir: string;
  readonly pid: number;
}

export function hostFiles(dataDir: string): HostFiles {
  const absolute = resolve(dataDir);
  return {
    dataDir: absolute,
    databaseDir: join(absolute, 'postgres'),
    lockFile: join(absolute, 'engine.lock'),
    offencesFile: join(absolute, 'logins-cut-off.jsonl'),
    addressFile: join(absolute, 'engine.json'),
  };
}

export function socketPath(socketDir: string): string {
  return join(socketDir, `.s.PGSQL.${SOCKET_PORT}`);
}

/** Creates the data directory, for its owner only, unless it exists. */
export function createDataDir(files: HostFiles): void {
  makeDirectory(files.dataDir, 0o700);
}

/**
 * Directory of a host's socket: the data directory, or a directory of the temporary folder named after it when the path
 * is too long for a socket. The place never changes, so that pools outlive a restart.
 */
export function socketDirOf(files: HostFiles): string {
  if (Buffer.byteLength(socketPath(files.dataDir)) <= LONGEST_SOCKET_PATH_BYTES) return files.dataDir;
  const name = createHash('sha256').update(files.dataDir).digest('hex').slice(0, 16);
  return join(tmpdir(), `embedded-db-${process.getuid?.() ?? 0}-${name}`);
}

/** Creates the socket's directory. Throws when somebody else has put something under its name. */
export function createSocketDir(files: HostFiles): string {
  const directory = socketDirOf(files);
  if (directory === files.dataDir) return directory;
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const found = lstatSync(directory);
  const ours =
    found.isDirectory()
    && (process.getuid === undefined || found.uid === process.getuid())
    && (found.mode & 0o077) === 0;
  if (!ours)
    throw new Error(`${directory} is not a private directory of this user: the database socket cannot be put there`);
  return directory;
}

/** Written in one step, so that a reader never sees half of it. */
export function writeAddress(files: HostFiles, address: HostAddress): void {
  const draft = `${files.addressFile}.${address.pid}`;
  writeFileSync(draft, JSON.stringify(address), { mode: 0o600 });
  renameSync(draft, files.addressFile);
}

/** Address of the last host, which need not be alive; null when there is none. */
export function readAddress(files: HostFiles): HostAddress | null {
  try {
    const value: unknown = JSON.parse(readFileSync(files.addressFile, 'utf8'));
    if (typeof value !== 'object' || value === null || !('socketDir' in value) || !('pid' in value)) return null;
    if (typeof value.socketDir !== 'string' || typeof value.pid !== 'number') return null;
    return { socketDir: value.socketDir, pid: value.pid };
  } catch {
    return null;
  }
}

/** Removes what a host leaves outside PostgreSQL's files when it stops. */
export function removeAddress(files: HostFiles, address: HostAddress): void {
  rmSync(files.addressFile, { force: true });
  rmSync(socketPath(address.socketDir), { force: true });
  if (address.socketDir !== files.dataDir) rmSync(address.socketDir, { recursive: true, force: true });
}
