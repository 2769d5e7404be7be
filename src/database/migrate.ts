import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import type { Database } from './database.ts';

const sqlFolder = new URL('../../sql/', import.meta.url);

interface SqlFile { readonly name: string; readonly text: string }

/** The files of one folder below sql/, in the order in which they run. */
export const sqlFiles = (folder: 'migrations' | 'idempotent' | 'roles'): SqlFile[] =>
  readdirSync(new URL(`${folder}/`, sqlFolder))
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => ({ name, text: readFileSync(new URL(`${folder}/${name}`, sqlFolder), 'utf8') }));

const checksum = (text: string): string => createHash('sha256').update(text).digest('hex');

const LEDGER = `CREATE TABLE IF NOT EXISTS public.schema_migration (
  name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`;

/**
 * Brings the database to the present schema: roles, then each numbered migration once, then the re-runnable files
 * (functions, views, comments, grants). One transaction under one lock, so two processes that start together wait for each
 * other and nothing is half-applied.
 * @throws Error when a migration that already ran was edited or is gone.
 */
export async function migrate(database: Database, files = { roles: sqlFiles('roles'), migrations: sqlFiles('migrations'), idempotent: sqlFiles('idempotent') }): Promise<{ applied: string[] }> {
  return database.transaction(async (transaction) => {
    await transaction.execute('SELECT pg_advisory_xact_lock(7224001)');
    await transaction.execute(LEDGER);
    const done = new Map((await transaction.execute<{ name: string; checksum: string }>('SELECT name, checksum FROM public.schema_migration'))
      .map((row) => [row.name, row.checksum]));
    refuseRewrittenHistory(done, files.migrations);

    const applied: string[] = [];
    for (const file of files.roles) await transaction.execute(file.text);
    for (const file of files.migrations) {
      if (done.has(file.name)) continue;
      await transaction.execute(file.text);
      await transaction.execute('INSERT INTO public.schema_migration (name, checksum) VALUES ($1, $2)', [file.name, checksum(file.text)]);
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
    if (text === undefined) throw new Error(`Migration ${name} ran on this database but is not in sql/migrations: this program is older than its database.`);
    if (checksum(text) !== recorded) throw new Error(`Migration ${name} was edited after it ran on this database. Migrations are never edited: restore it and add a new one.`);
  }
}
