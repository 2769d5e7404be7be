import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import type { Database } from './database.ts';

const sqlFolder = new URL('../../sql/', import.meta.url);

interface SqlFile {
  readonly name: string;
  readonly text: string;
}

/** The files of one folder below sql/, in the order in which they run. */
export const sqlFiles = (folder: 'migrations' | 'idempotent' | 'roles'): SqlFile[] =>
  readdirSync(new URL(`${folder}/`, sqlFolder))
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => ({ name, text: readFileSync(new URL(`${folder}/${name}`, sqlFolder), 'utf8') }));

const checksum = (text: string): string => createHash('sha256').update(text).digest('hex');

/**
 * Brings the database to the present schema: roles, then each numbered migration once, then the re-runnable files
 * (functions, views, comments, grants). One transaction under one lock, so two processes that start together wait for
 * each other and nothing is half-applied.
 * @throws Error when a migration that already ran was edited or is gone.
 */
export async function migrate(
  database: Database,
  files = { roles: sqlFiles('roles'), migrations: sqlFiles('migrations'), idempotent: sqlFiles('idempotent') },
): Promise<{ applied: string[] }> {
  return database.transaction(async (transaction) => {
    await transaction.many('migrate.lock');
    await transaction.many('migrate.create_ledger');
    const done = new Map(
      (await transaction.many<{ name: string; checksum: string }>('migrate.applied')).map((row) => [
        row.name,
        row.checksum,
      ]),
    );
    refuseRewrittenHistory(done, files.migrations);

    const applied: string[] = [];
    for (const file of files.roles) await transaction.execute(file.text);
    for (const file of files.migrations) {
      if (done.has(file.name)) continue;
      await transaction.execute(file.text);
      await transaction.many('migrate.record', [file.name, checksum(file.text)]);
      applied.push(file.name);
    }
    for (const file of files.idempotent) await transaction.execute(file.text);
    return { applied };
  });
}

function refuseRewrittenHistory(done: ReadonlyMap<string, string>, migrations: readonly SqlFile[]): void {
  const present = new Map(migrations.map((file) => [file.name, file.text]));
  for (const [name, recorded] of done) {
    const text = present.get(name);
    if (text === undefined)
      throw new Error(
        `Migration ${name} ran on this database but is not in sql/migrations: this program is older than its database.`,
      );
    if (checksum(text) !== recorded)
      throw new Error(
        `Migration ${name} was edited after it ran on this database. Migrations are never edited: restore it and add a new one.`,
      );
  }
}
