import { cpSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { inject } from 'vitest';

/** The embedded engine's database that files of this process write into; null: the next that asks gets a new copy. */
let copy: string | null = null;

/** What a process puts into its environment to reach the database of this worker. */
export function databaseEnvironment(): Record<string, string> {
  const databases = inject('runDatabases');
  if (databases.kind === 'server') return databases.environment;
  if (copy === null) {
    copy = mkdtempSync(join(databases.directory, 'copy-'));
    cpSync(databases.templates.migrated, copy, { recursive: true });
  }
  return { DATA_DIR: copy };
}

/** To be called when nothing is open in the copy any more. */
export async function removeCopy(): Promise<void> {
  if (copy !== null) await rm(copy, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  copy = null;
}
