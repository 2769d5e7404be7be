import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { parseConfig } from '../../../src/config.ts';
import type { Database } from '../../../src/platform/database/database.ts';
import { knownSchema, migrate, sqlFiles } from '../../../src/platform/database/migrate.ts';
import { openConfigured } from '../../../src/platform/database/open.ts';
import { createLogger } from '../../../src/logger.ts';
import { type BackupContents, checkBackup } from '../../../src/keeping/backup/read-backup.ts';
import { restoreBackup } from '../../../src/keeping/backup/restore-backup.ts';
import { digestTables } from '../../../src/keeping/backup/write-backup.ts';
import { backupTables } from '../../../src/keeping/store/backup.ts';
import { ownDatabaseEnvironment } from '../../keeping/upkeep/own-database.ts';
import { afterFile } from '../../support/after-file.ts';
import { testClock } from '../../support/database.ts';
import { describedSchema } from '../../support/described-schema.ts';

/*
 * release-0.1 holds what release 0.1 had: the statements that made its database, before its migrations were folded, and
 * a back-up of two days of the sample industry.
 */

const unpacked = (name: string): Buffer => gunzipSync(readFileSync(new URL(`release-0.1/${name}.gz`, import.meta.url)));

let fresh: Database;
let contents: BackupContents;

async function* backup(): AsyncGenerator<Uint8Array> {
  yield unpacked('backup');
}

const recorded = (database: Database) =>
  database.execute('SELECT name, checksum FROM public.schema_migration ORDER BY name');

/** What the description leaves out, because reviews need no part of it: how rows are kept. */
const storage = (database: Database) =>
  database.execute(`SELECT c.oid::regclass::text AS name, c.relpersistence, c.reloptions, t.reloptions AS toast, d.time_interval::text AS chunk,
      s.compress_interval_length
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace LEFT JOIN pg_class t ON t.oid = c.reltoastrelid
    LEFT JOIN timescaledb_information.dimensions d ON d.hypertable_schema = n.nspname AND d.hypertable_name = c.relname
    LEFT JOIN timescaledb_information.hypertable_compression_settings s ON s.hypertable = c.oid
    WHERE n.nspname IN ('tenant', 'telemetry', 'alerting', 'reporting', 'operations') AND c.relkind IN ('r', 'S', 'v', 'i')
    ORDER BY 1`);

/** Restores the sample industry into a database that `makeSchema` makes, and comes up with the release of today. */
async function cameUp(
  makeSchema: (database: Database, names: readonly string[]) => Promise<unknown>,
): Promise<Database> {
  const opened = await openConfigured(parseConfig(await ownDatabaseEnvironment('empty')), createLogger('silent'));
  afterFile(() => opened.close());
  const { database } = opened;
  const { mismatches } = await restoreBackup(
    {
      context: { database, clock: testClock(contents.header.beganAt) },
      migrateTo: (names) => (names === null ? migrate(database) : makeSchema(database, names)),
      isOneSession: opened.kind !== 'server',
      onRows: () => {},
    },
    contents,
    backup,
  );
  expect(mismatches).toBe(0);
  return database;
}

/** Columns that rows of the release did not have, though their tables had rows. */
const COME_SINCE = [
  'telemetry.unit_state DROP COLUMN stamp',
  'telemetry.quarantine DROP COLUMN is_partial',
  'alerting.push_token DROP COLUMN login_sid',
  'alerting.incident DROP COLUMN request_record',
];
const TAKEN_BACK = new Error('only looked at');

/** Digests of all tables as the release knew them. */
async function digestsOfRelease(database: Database) {
  let digests: Awaited<ReturnType<typeof digestTables>> = {};
  const looking = database.transaction(async (db) => {
    for (const column of COME_SINCE) await db.execute(`ALTER TABLE ${column}`);
    digests = await digestTables(db, await backupTables(db));
    throw TAKEN_BACK;
  });
  await expect(looking).rejects.toBe(TAKEN_BACK);
  return Object.entries(digests);
}

beforeAll(async () => {
  // Of its own, because other tests change the lengths of chunks of the shared one.
  const opened = await openConfigured(parseConfig(await ownDatabaseEnvironment('empty')), createLogger('silent'));
  afterFile(() => opened.close());
  fresh = opened.database;
  await migrate(fresh);
  contents = await checkBackup(backup(), knownSchema());
});

describe('an installation of release 0.1 with the sample industry', () => {
  it.each([
    ['comes up', (database: Database) => database.execute(unpacked('schema.sql').toString('utf8'))],
    [
      'is restored from its back-up',
      (database: Database, names: readonly string[]) =>
        migrate(database, {
          roles: sqlFiles('roles'),
          migrations: sqlFiles('migrations').filter(({ name }) => names.includes(name)),
          idempotent: [],
        }),
    ],
  ])('%s with every row, rollups that say what readings say, and the schema of a fresh one', async (_, makeSchema) => {
    const database = await cameUp(makeSchema);
    const { tables } = contents.trailer;
    const digests = await digestsOfRelease(database);
    expect(Object.fromEntries(digests.filter(([table]) => table in tables))).toEqual(tables);
    // Tables that the release did not have are empty.
    const filled = digests.filter(([table, { rows }]) => !(table in tables) && rows > 0);
    expect(filled.map(([table]) => table)).toEqual([]);
    expect(tables['telemetry.document']?.rows).toBeGreaterThan(20);
    expect(await recorded(database)).toEqual(await recorded(fresh));
    expect(await describedSchema(database)).toEqual(await describedSchema(fresh));
    expect(await storage(database)).toEqual(await storage(fresh));
    expect(await migrate(database)).toEqual({ applied: [] });
  });
});
