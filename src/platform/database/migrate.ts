import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { codeOf } from '../../kernel/error-code.ts';
import type { Database, Querier } from './database.ts';
import { GAVE_WAY } from './low-priority-transaction.ts';
import { retry } from './retry.ts';

const sqlFolder = new URL('../../../sql/', import.meta.url);

interface SqlFile {
  readonly name: string;
  readonly text: string;
}

interface SchemaFiles {
  readonly roles: readonly SqlFile[];
  readonly migrations: readonly SqlFile[];
  readonly idempotent: readonly SqlFile[];
}

/** The files of one folder below sql/, in the order in which they run. */
export const sqlFiles = (folder: 'migrations' | 'idempotent' | 'roles'): SqlFile[] =>
  readdirSync(new URL(`${folder}/`, sqlFolder))
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => ({ name, text: readFileSync(new URL(`${folder}/${name}`, sqlFolder), 'utf8') }));

interface Patience {
  readonly attempts: number;
  /** Statements that waited for the migration run between two attempts. */
  readonly pauseMilliseconds: number;
}

/** More than eight minutes, longer than a back-up of years takes. */
const PATIENCE: Patience = { attempts: 200, pauseMilliseconds: 2_000 };
/** Every so many attempts one waits for as long as the server leaves an autovacuum alone. */
const LONG_ATTEMPT = 10;

const checksum = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The earlier migrations that a file stands for, as its comment names them. */
const foldedInto = ({ text }: SqlFile): string[] =>
  [...text.matchAll(/^-- Stands for (.+)\.$/gm)].flatMap(([, names = '']) =>
    names.split(', ').map((name) => `${name}.sql`),
  );

/**
 * Migrations by their present names. Folded ones keep their names while one of them is missing, because the files that
 * replace them would then make more than they did.
 */
function namesToday(names: readonly string[], migrations: readonly SqlFile[]): string[] {
  const folds = migrations.map((file) => ({ name: file.name, folded: foldedInto(file) }));
  const folded = new Set(folds.flatMap((fold) => fold.folded));
  const covered = new Set(folds.flatMap((fold) => (names.includes(fold.name) ? fold.folded : [])));
  const missing = [...folded].some((name) => !names.includes(name) && !covered.has(name));
  if (missing || folded.size === 0) return [...names];
  const standing = migrations.filter((file) => foldedInto(file).length > 0).map(({ name }) => name);
  return [...standing, ...names.filter((name) => !folded.has(name) && !standing.includes(name))];
}

/** The schema of this release, as a back-up's header is held against it. */
export const knownSchema = (migrations: readonly SqlFile[] = sqlFiles('migrations')) => {
  const folded = new Set(migrations.flatMap(foldedInto));
  return {
    names: migrations.map(({ name }) => name),
    today: (names: readonly string[]) => namesToday(names, migrations),
    isFolded: (name: string) => folded.has(name),
  };
};

/**
 * Brings the database to the present schema: roles, then each numbered migration once, then the re-runnable files
 * (functions, views, comments, grants). A file that stands for migrations which all ran is recorded in their place
 * and not run. One transaction under one lock, so two processes that start together wait for each other and nothing is
 * half-applied. Processes of the release before go on meanwhile: a lock that is not free within half a second is left
 * to whoever waits for it, too, and the transaction begins anew. Every tenth attempt waits for a second and a half,
 * because the server ends an autovacuum only for who has waited a second.
 * @throws Error when a migration that already ran was edited or is gone, when one that was folded never ran, or when a
 * lock was not free in any attempt.
 */
export async function migrate(
  database: Pick<Database, 'transaction'>,
  files: SchemaFiles = {
    roles: sqlFiles('roles'),
    migrations: sqlFiles('migrations'),
    idempotent: sqlFiles('idempotent'),
  },
  { attempts, pauseMilliseconds } = PATIENCE,
): Promise<{ applied: string[] }> {
  try {
    return await retry((attempt) => migrateOnce(database, files, attempt % LONG_ATTEMPT === 0), {
      codes: GAVE_WAY,
      attempts,
      pause: () => pauseMilliseconds,
    });
  } catch (error) {
    if (!GAVE_WAY.includes(codeOf(error) ?? '')) throw error;
    throw new Error(
      `The database could not be migrated, because other statements or an autovacuum held its tables in ${attempts} attempts. Start again when long reports, exports, back-ups and vacuums are done.`,
      { cause: error },
    );
  }
}

const migrateOnce = (
  database: Pick<Database, 'transaction'>,
  files: SchemaFiles,
  waitsLong: boolean,
): Promise<{ applied: string[] }> =>
  database.transaction(async (transaction) => {
    // Without a limit: another process may be migrating for as long as that takes.
    await transaction.many('migrate.lock');
    await transaction.many(waitsLong ? 'migrate.outwait_autovacuum' : 'database.give_way');
    await transaction.many('migrate.create_ledger');
    await recordFolded(transaction, files.migrations);
    const done = await recordedChecksums(transaction);
    refuseRewrittenHistory(done, files.migrations);

    const applied: string[] = [];
    for (const file of files.roles) await transaction.execute(file.text);
    for (const file of files.migrations) {
      if (done.has(file.name)) continue;
      await transaction.execute(file.text);
      await transaction.many('migrate.record', { name: file.name, text: checksum(file.text) });
      applied.push(file.name);
    }
    for (const file of files.idempotent) await transaction.execute(file.text);
    return { applied };
  });

const recordedChecksums = async (transaction: Querier): Promise<Map<string, string>> =>
  new Map(
    (await transaction.many<{ name: string; checksum: string }>('migrate.applied')).map((row) => [
      row.name,
      row.checksum,
    ]),
  );

async function recordFolded(transaction: Querier, migrations: readonly SqlFile[]): Promise<void> {
  const ran = [...(await recordedChecksums(transaction)).keys()];
  const today = new Set(namesToday(ran, migrations));
  const replaced = ran.filter((name) => !today.has(name));
  if (replaced.length === 0) return;
  await transaction.many('migrate.forget', { replaced });
  for (const { name, text } of migrations)
    if (today.has(name) && !ran.includes(name))
      await transaction.many('migrate.record', { name, text: checksum(text) });
}

function refuseRewrittenHistory(done: ReadonlyMap<string, string>, migrations: readonly SqlFile[]): void {
  const present = new Map(migrations.map((file) => [file.name, file.text]));
  const folded = migrations.flatMap(foldedInto);
  for (const [name, recorded] of done) {
    const text = present.get(name);
    if (text === undefined && folded.includes(name))
      throw new Error(
        `Migration ${folded.find((other) => !done.has(other))} never ran on this database, and ${name} did. Both are folded into another file since: start the last program that has them in sql/migrations on it, then this one.`,
      );
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
