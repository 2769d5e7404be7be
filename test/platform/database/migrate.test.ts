import { beforeAll, describe, expect, it } from 'vitest';
import type { Database, Querier } from '../../../src/platform/database/database.ts';
import { migrate, sqlFiles } from '../../../src/platform/database/migrate.ts';
import { openConfigured } from '../../../src/platform/database/open.ts';
import { parseConfig } from '../../../src/config.ts';
import { createLogger } from '../../../src/logger.ts';
import { ownDatabaseEnvironment } from '../../keeping/upkeep/own-database.ts';

/* In order: an empty database, the same again, and then what must be refused. */

let database: Database;
const files = { roles: sqlFiles('roles'), migrations: sqlFiles('migrations'), idempotent: sqlFiles('idempotent') };
const applied = () =>
  database.execute<{ name: string; at: string }>(
    'SELECT name, applied_at AS at FROM public.schema_migration ORDER BY name',
  );

beforeAll(async () => {
  const environment = await ownDatabaseEnvironment('empty');
  const opened = await openConfigured(parseConfig(environment), createLogger('silent'));
  database = opened.database;
  return () => opened.close();
});

describe('migrating', () => {
  it('an empty database by two processes at once applies every migration once, in order', async () => {
    const results = await Promise.all([migrate(database), migrate(database)]);
    expect(results.map((result) => result.applied.length).sort()).toEqual([0, files.migrations.length].sort());
    expect(results.flatMap((result) => result.applied)).toEqual(files.migrations.map((file) => file.name));
    expect((await applied()).map((row) => row.name)).toEqual(files.migrations.map((file) => file.name));
  });

  it('again changes nothing', async () => {
    const before = await applied();
    expect(await migrate(database)).toEqual({ applied: [] });
    expect(await applied()).toEqual(before);
  });

  it('again waits for nobody who reads, because it takes no lock that a reader holds up', async () => {
    const watched = {
      ...files,
      idempotent: [
        ...files.idempotent,
        {
          name: '999_watch.sql',
          text: `CREATE TABLE public.watched AS
            SELECT c.oid::regclass::text AS locked FROM pg_locks l JOIN pg_class c ON c.oid = l.relation
            WHERE l.pid IS NOT DISTINCT FROM nullif(pg_backend_pid(), 0) AND l.mode = 'AccessExclusiveLock'`,
        },
      ],
    };
    await migrate(database, watched);
    expect(await database.execute('SELECT locked FROM public.watched')).toEqual([]);
    await database.execute('DROP TABLE public.watched');
  });

  it('leaves every duty to the service: no policy of the extension refreshes, compresses or drops anything behind its back', async () => {
    // Jobs below 1000 are the extension's own: its telemetry and the history of its jobs.
    expect(
      await database.execute('SELECT job_id, proc_name FROM timescaledb_information.jobs WHERE job_id >= 1000'),
    ).toEqual([]);
  });

  it('refuses a migration that was edited after it ran', async () => {
    const [first, ...rest] = files.migrations;
    const edited = {
      ...files,
      migrations: [{ name: first?.name ?? '', text: `${first?.text}\n-- harmless?` }, ...rest],
    };
    await expect(migrate(database, edited)).rejects.toThrow(
      `Migration ${first?.name} was edited after it ran on this database. Migrations are never edited: restore it and add a new one.`,
    );
  });

  it('refuses a database that is newer than the program', async () => {
    const older = { ...files, migrations: files.migrations.slice(0, -1) };
    await expect(migrate(database, older)).rejects.toThrow(
      `Migration ${files.migrations.at(-1)?.name} ran on this database but is not in sql/migrations: this program is older than its database.`,
    );
  });

  it('applies nothing of a migration that fails, and nothing of those before it in the same run', async () => {
    const failing = {
      ...files,
      migrations: [
        ...files.migrations,
        { name: '9001_good.sql', text: 'CREATE TABLE public.good (a int)' },
        { name: '9002_bad.sql', text: 'CREATE TABLE public.bad (a int); SELECT 1 / 0' },
      ],
    };
    await expect(migrate(database, failing)).rejects.toThrow('division by zero');
    expect(
      await database.execute(`SELECT to_regclass('public.good') AS good, to_regclass('public.bad') AS bad`),
    ).toEqual([{ good: null, bad: null }]);
    expect((await applied()).map((row) => row.name)).toEqual(files.migrations.map((file) => file.name));
  });

  it('takes a file that stands for migrations which all ran as applied, and refuses one where some never did', async () => {
    const names = files.migrations.map(({ name }) => name);
    const standFor = (...folded: readonly string[]) => ({
      ...files,
      migrations: [
        {
          name: '9001_all.sql',
          text: `-- Stands for ${folded.map((name) => name.replace('.sql', '')).join(', ')}.\nSELECT 1 / 0`,
        },
      ],
    });
    await expect(migrate(database, standFor(...names, '0999_never.sql'))).rejects.toThrow(
      `Migration 0999_never.sql never ran on this database, and ${names[0]} did. Both are folded into another file since: start the last program that has them in sql/migrations on it, then this one.`,
    );
    expect((await applied()).map((row) => row.name)).toEqual(names);
    expect(await migrate(database, standFor(...names))).toEqual({ applied: [] });
    expect((await applied()).map((row) => row.name)).toEqual(['9001_all.sql']);
    expect(await migrate(database, standFor(...names))).toEqual({ applied: [] });
  });

  it('numbers migrations without a gap in their order: names sort as they were written', () => {
    const names = files.migrations.map((file) => file.name);
    expect(names).toEqual([...names].sort());
    expect(new Set(names.map((name) => name.slice(0, 4))).size).toBe(names.length);
    for (const name of names) expect(name).toMatch(/^\d{4}_[a-z_]+\.sql$/);
  });
});

describe('a migration of tables that are never free', () => {
  /** A database in which the transaction gives up after its second statement. */
  const held = (asked: string[]): Pick<Database, 'transaction'> => ({
    transaction: (work) => {
      const statements: string[] = [];
      const many = (name: string): Promise<never[]> => {
        statements.push(name);
        if (statements.length < 2) return Promise.resolve([]);
        asked.push(name);
        return Promise.reject(Object.assign(new Error('canceling statement due to lock timeout'), { code: '55P03' }));
      };
      return work({ many } as unknown as Querier); // a migration that gives up so early asks for nothing else
    },
  });

  it('waits in every tenth attempt until the server has ended an autovacuum, and gives way in the others', async () => {
    const asked: string[] = [];
    await expect(migrate(held(asked), files, { attempts: 20, pauseMilliseconds: 0 })).rejects.toThrow();
    const short = Array<string>(9).fill('database.give_way');
    const ten = [...short, 'migrate.outwait_autovacuum'];
    expect(asked).toEqual([...ten, ...ten]);
  });

  it('is refused after its attempts, with what may be in the way', async () => {
    await expect(migrate(held([]), files, { attempts: 3, pauseMilliseconds: 0 })).rejects.toThrow(
      'The database could not be migrated, because other statements or an autovacuum held its tables in 3 attempts. Start again when long reports, exports, back-ups and vacuums are done.',
    );
  });
});
