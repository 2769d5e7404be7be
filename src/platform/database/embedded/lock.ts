/**
 * One host per data directory. The lock is the operating system's file lock that SQLite takes on a database file: the
 * kernel releases it when the process ends in whatever way, so there is no stale lock, no reused process id to mistake
 * for a live host and no moment at which two openers both believe they won. Node itself offers no file locks. No
 * data are ever stored in the file.
 */
import { DatabaseSync } from 'node:sqlite';

interface FileLock {
  release(): void;
}

/** Takes the lock, or returns null when another process holds it. */
export function tryLock(file: string): FileLock | null {
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    return { release: () => database.close() };
  } catch (error) {
    database.close();
    if (error instanceof Error && /database is locked/.test(error.message)) return null;
    throw error;
  }
}
