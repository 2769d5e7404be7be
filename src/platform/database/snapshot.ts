import { codeOf } from '../../kernel/error-code.ts';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from '../../logger.ts';
import type { Database } from './database.ts';
import { makeDirectory } from './directory.ts';
import { hostFiles } from './embedded/address.ts';
import { processMark, removeLeftOvers } from './embedded/left-over-files.ts';
import { copyChanged, copyRunning } from './embedded/template.ts';
import { openConfigured, type OpenDatabase } from './open.ts';

interface SnapshotResult<T> {
  readonly result: T;
  /** Milliseconds for which all others waited; null on a server, where nobody waits. */
  readonly heldMilliseconds: number | null;
}

const COPY = 'backup-copy-';

/**
 * A snapshot of the database for work that reads for long, so that nobody waits for that work. A server shows one
 * moment to a transaction while others write. The embedded engine has one session, so its files are copied while a
 * transaction holds the session. The work reads the copy in an engine of its own. The copy needs as much room in the
 * data directory as the database has.
 */
export async function withSnapshot<T>(
  opened: OpenDatabase,
  dataDir: string,
  log: Logger,
  work: (database: Database) => Promise<T>,
): Promise<SnapshotResult<T>> {
  if (opened.kind === 'server') return { result: await work(opened.database), heldMilliseconds: null };
  removeLeftOvers(dataDir, COPY);
  const directory = join(dataDir, `${COPY}${processMark()}`);
  makeDirectory(directory, 0o700);
  try {
    const heldMilliseconds = await copyFiles(opened.database, dataDir, directory);
    const copy = await openConfigured({ databaseUrl: null, dataDir: directory }, log);
    try {
      return { result: await work(copy.database), heldMilliseconds };
    } finally {
      await copy.close();
    }
  } finally {
    rmSync(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}

/**
 * Copies files twice: all of them while others write, then the changed ones while a transaction has the session. No
 * process writes then, because the engine has none in the background. Others wait for the changed files only.
 */
async function copyFiles(database: Database, dataDir: string, directory: string): Promise<number> {
  const [from, to] = [hostFiles(dataDir).databaseDir, hostFiles(directory).databaseDir];
  try {
    await database.many('database.checkpoint');
    const since = copyRunning(from, to);
    return await database.transaction(async (transaction) => {
      const began = performance.now();
      await transaction.many('database.checkpoint');
      copyChanged(from, to, since);
      rmSync(join(to, 'postmaster.pid'), { force: true });
      return performance.now() - began;
    });
  } catch (error) {
    if (codeOf(error) !== 'ENOSPC') throw error;
    throw new Error(`There is no room for a copy of the database in ${directory}: it needs as much as ${from} takes.`, {
      cause: error,
    });
  }
}
