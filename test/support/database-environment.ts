import { cpSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { inject } from 'vitest';
import { copyDatabase, databaseAddress, dropDatabase, onServer } from '../../scripts/support/databases-of-server.ts';

/** A copy of the run's migrated database, which files of this process alone write into. */
interface Copy {
  /** What a process puts into its environment to reach the copy. */
  readonly environment: Record<string, string>;
  /** To be called when nothing is open in the copy any more. */
  remove(): Promise<void>;
}

let copy: Copy | null = null;
let copies = 0;

/** Where the copy that files of this process write into is reached. {@link makeCopy} must have made it. */
export function databaseEnvironment(): Record<string, string> {
  if (copy === null) throw new Error('No copy of the migrated database has been made');
  return copy.environment;
}

/** Makes a copy, unless there is one. */
export async function makeCopy(): Promise<void> {
  copy ??= await copyMigrated();
}

async function copyMigrated(): Promise<Copy> {
  const databases = inject('runDatabases');
  if (databases.kind === 'embedded') {
    const directory = mkdtempSync(join(databases.directory, 'copy-'));
    cpSync(databases.templates.migrated, directory, { recursive: true });
    return {
      environment: { DATA_DIR: directory },
      remove: () => rm(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }),
    };
  }
  const { migrated, copiesBegin, environment } = databases;
  const name = `${copiesBegin}${process.pid.toString(36)}_${(copies += 1)}`;
  const url = databaseAddress(migrated, name);
  await onServer(databaseAddress(migrated, 'postgres'), async (server) => {
    await copyDatabase(server, new URL(migrated).pathname.slice(1), name);
    // Rights of the database itself are not copied; sql/idempotent/110_public_rights.sql has taken this one.
    await server.execute(`REVOKE TEMPORARY ON DATABASE ${name} FROM PUBLIC`);
  });
  return {
    environment: { ...environment, DATABASE_URL: url },
    remove: () => onServer(databaseAddress(migrated, 'postgres'), (server) => dropDatabase(server, name)),
  };
}

export async function removeCopy(): Promise<void> {
  await copy?.remove();
  copy = null;
}
