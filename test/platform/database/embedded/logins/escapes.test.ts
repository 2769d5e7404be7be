import { beforeAll, describe, expect, it } from 'vitest';
import fc from 'fast-check';
import pg from 'pg';
import type { EmbeddedEngine } from '../../../../../src/platform/database/embedded/engine.ts';
import { connectClient, engineTestMilliseconds, openSharedEngine } from '../support.ts';
import { runs } from '../../../../support/property-runs.ts';

const schema = `
  CREATE TABLE secret (a int); INSERT INTO secret VALUES (1); CREATE SEQUENCE numbers;
  CREATE SCHEMA analytics; CREATE VIEW analytics.shown AS SELECT a + 41 AS answer FROM secret WHERE a = 1;
  CREATE FUNCTION owners_function() RETURNS int LANGUAGE sql SECURITY DEFINER AS $$ INSERT INTO secret VALUES (3) RETURNING a $$;
  CREATE ROLE analyst LOGIN PASSWORD 'correct horse';
  GRANT USAGE ON SCHEMA analytics TO analyst; GRANT SELECT ON analytics.shown TO analyst`;

const analyst = { user: 'analyst', password: 'correct horse' };

/** Ways to the owner's rights, to other clients, or to writing. None may succeed. */
const escapes: readonly string[] = [
  'RESET SESSION AUTHORIZATION',
  'SET SESSION AUTHORIZATION postgres',
  "SET SESSION AUTHORIZATION 'postgres'",
  'RESET ALL',
  'RESET ROLE',
  'SET ROLE postgres',
  'SET "role" = postgres',
  'SET/**/session_authorization TO postgres',
  "SELECT set_config('session_authorization', 'postgres', false)",
  "SELECT pg_catalog.set_config('role', 'postgres', false)",
  "SELECT U&\"set\\005fconfig\"('role', 'postgres', false)",
  "SELECT query_to_xml('reset session authorization', true, true, '')",
  'DISCARD ALL',
  'DO $$ BEGIN RESET SESSION AUTHORIZATION; END $$',
  "SELECT 'a;b' ; RESET SESSION AUTHORIZATION",
  'SELECT 1; /* SELECT /* nested */ */ RESET SESSION AUTHORIZATION',
  "SELECT $x$;$x$; SET SESSION AUTHORIZATION postgres; SELECT '",
  "SELECT 1 \u00a0E'\\'; SET SESSION AUTHORIZATION postgres; SELECT '",
  "SET client_encoding = 'SJIS'",
  'SET standard_conforming_strings = off',
  'BEGIN READ WRITE',
  'START TRANSACTION READ WRITE',
  'BEGIN; SET TRANSACTION READ WRITE',
  'SET default_transaction_read_only = off',
  'SET SESSION CHARACTERISTICS AS TRANSACTION READ WRITE',
  'INSERT INTO secret VALUES (2)',
  'WITH w AS (DELETE FROM secret RETURNING a) SELECT * FROM w',
  'SELECT 1 AS a INTO TEMP secret',
  'CREATE TEMP TABLE secret (a int)',
  'EXPLAIN ANALYZE CREATE TEMP TABLE secret AS SELECT 1 AS a',
  'EXPLAIN ANALYZE EXECUTE other',
  'PREPARE p AS DELETE FROM secret',
  'PREPARE p (int) AS SELECT $1 INTO TEMP secret',
  'COPY secret TO STDOUT',
  "COPY (SELECT 1) TO PROGRAM 'id'",
  'LISTEN anything',
  "NOTIFY anything, 'x'",
  "SELECT pg_notify('anything', 'x')",
  'SELECT pg_sleep(100)',
  'SELECT pg_advisory_unlock_all()',
  "SELECT pg_read_file('postgresql.conf')",
  'SELECT lo_create(0)',
  "LOAD 'timescaledb'",
  'ALTER ROLE analyst SUPERUSER',
  'CALL anything()',
  'SELECT * FROM secret',
  'SELECT * FROM pg_authid',
  // The host's and the engine's reading of where a literal ends.
  "SELECT E'a'\n'b\\' , '; SET SESSION AUTHORIZATION postgres; INSERT INTO secret VALUES (2); SELECT 1 -- '",
  "SELECT E'a' -- '\n'b\\' , '; RESET ROLE; INSERT INTO secret VALUES (2) -- '",
  "SELECT U&'\\0027; INSERT INTO secret VALUES (2); --'; INSERT INTO secret VALUES (2)",
  // Out of the host's transaction.
  'COMMIT; INSERT INTO secret VALUES (2)',
  'ROLLBACK; SET SESSION AUTHORIZATION postgres; INSERT INTO secret VALUES (2)',
  'COMMIT AND CHAIN; INSERT INTO secret VALUES (2)',
  'BEGIN; COMMIT; BEGIN; INSERT INTO secret VALUES (2); COMMIT',
  'BEGIN; SAVEPOINT s; ROLLBACK TO s; SET transaction_read_only = off; INSERT INTO secret VALUES (2); COMMIT',
  'PREPARE p AS SELECT 1; EXECUTE p; RESET SESSION AUTHORIZATION',
  'EXECUTE "c1.escape"',
  'DEALLOCATE "c1.escape"',
  // Around a query.
  'EXPLAIN ANALYZE DELETE FROM secret',
  'EXPLAIN (ANALYZE) (WITH w AS (DELETE FROM secret RETURNING a) SELECT * FROM w)',
  'BEGIN; DECLARE c CURSOR FOR WITH w AS (DELETE FROM secret RETURNING a) SELECT * FROM w; FETCH ALL FROM c',
  'BEGIN; DECLARE c CURSOR FOR SELECT 1; RESET SESSION AUTHORIZATION',
  'BEGIN; DECLARE c CURSOR WITH HOLD FOR SELECT 1; COMMIT',
  'COPY (SELECT 1) TO STDOUT; COPY secret FROM STDIN',
  "COPY (SELECT 1) TO STDOUT) TO PROGRAM 'id' --",
  'COPY (DELETE FROM secret RETURNING a) TO STDOUT',
  'SELECT * FROM secret FOR UPDATE',
  'SELECT 1 FROM analytics.shown FOR UPDATE',
  // Functions of the owner, of other sessions, of the system.
  'SELECT owners_function()',
  "SELECT set_config('transaction_read_only', 'off', true)",
  'SELECT pg_terminate_backend(pg_backend_pid())',
  'SELECT pg_reload_conf()',
  "SELECT cursor_to_xml('c', 1, true, true, '')",
  "SELECT * FROM ts_stat('SELECT 1')",
  'SELECT * FROM pg_prepared_statements',
  'SELECT * FROM pg_cursors',
  "SELECT lo_import('/etc/passwd')",
  "SELECT nextval('numbers')",
  "SELECT pg_create_restore_point('x')",
];

/** A hash of every table, catalogs of roles, rights, settings and functions included, and of who the owner is. */
async function everything(owner: pg.Client): Promise<unknown> {
  const tables = await owner.query<{ name: string }>(
    `SELECT oid::regclass::text AS name FROM pg_class
     WHERE relkind IN ('r', 'm') AND relpersistence <> 't' AND (relnamespace NOT IN ('pg_catalog'::regnamespace, 'information_schema'::regnamespace, 'pg_toast'::regnamespace)
       OR relname IN ('pg_authid', 'pg_auth_members', 'pg_db_role_setting', 'pg_namespace', 'pg_proc', 'pg_attribute', 'pg_largeobject', 'pg_default_acl')) ORDER BY 1`,
  );
  const hashes: Record<string, unknown> = {};
  for (const { name } of tables.rows)
    hashes[name] = (
      await owner.query(`SELECT md5(coalesce(string_agg(t::text, ',' ORDER BY t::text), '')) AS hash FROM ${name} t`)
    ).rows[0].hash;
  const session = await owner.query(
    "SELECT current_user, session_user, current_setting('default_transaction_read_only') AS reading, current_setting('search_path') AS path, (SELECT count(*) FROM pg_cursors) AS cursors, (SELECT last_value FROM numbers) AS number",
  );
  return { hashes, relations: (await owner.query('SELECT count(*) FROM pg_class')).rows, session: session.rows };
}

describe('a login other than the owner', { timeout: engineTestMilliseconds }, () => {
  let engine: EmbeddedEngine;
  beforeAll(async () => {
    engine = await openSharedEngine();
    const owner = new pg.Client({ ...engine.connection });
    await owner.connect();
    await owner.query(schema);
    await owner.end();
  }, engineTestMilliseconds);

  it('gets out in none of many ways, simple or parameterised, and leaves every table as it was', async () => {
    const owner = await connectClient(engine);
    const before = await everything(owner);
    const succeeded: string[] = [];
    for (const sql of escapes) {
      const reader = new pg.Client({ ...engine.connection, ...analyst });
      reader.on('error', () => undefined);
      await reader.connect();
      for (const query of [() => reader.query(sql), () => reader.query({ name: 'escape', text: sql })]) {
        await query().then(
          () => succeeded.push(sql),
          () => undefined,
        );
        const who = () =>
          reader.query(
            "SELECT current_user::text AS who, session_user::text AS login, current_setting('transaction_read_only') AS reading",
          );
        const { rows } = await who().catch(() => reader.query('ROLLBACK').then(who));
        expect([sql, rows]).toEqual([sql, [{ who: 'analyst', login: 'analyst', reading: 'on' }]]);
        await reader.query('ROLLBACK');
      }
      await reader.end();
    }
    expect(succeeded).toEqual([]);
    expect(await everything(owner)).toEqual(before);
  });

  it('gets nothing run that stands behind a literal, however the literal is written', async () => {
    const owner = await connectClient(engine);
    const reader = await connectClient(engine, analyst);
    const before = await everything(owner);
    const piece = fc.constantFrom(
      "'",
      "''",
      "E'",
      "U&'",
      '\\',
      "\\'",
      '\n',
      ' ',
      '--',
      '/*',
      '*/',
      '$$',
      '$t$',
      '"',
      'a',
      ',',
      '||',
      "'\n'",
      "E'\\'",
    );
    const text = fc.tuple(
      fc.array(piece, { maxLength: 8 }),
      fc.constantFrom('RESET SESSION AUTHORIZATION', 'SET ROLE postgres', 'COMMIT'),
      fc.array(piece, { maxLength: 4 }),
    );
    await fc.assert(
      fc.asyncProperty(text, fc.boolean(), async ([head, command, tail], simple) => {
        const sql = `SELECT ${head.join('')}; ${command}; INSERT INTO secret VALUES (2); ${tail.join('')}`;
        await (simple ? reader.query(sql) : reader.query({ text: sql, values: [] })).catch(() => undefined);
        expect((await reader.query('SELECT current_user::text AS who, session_user::text AS login')).rows).toEqual([
          { who: 'analyst', login: 'analyst' },
        ]);
      }),
      { numRuns: runs(300) },
    );
    expect(await everything(owner)).toEqual(before);
  });

  it('cannot read a cursor that the owner has left open', async () => {
    const owner = await connectClient(engine);
    await owner.query('BEGIN; DECLARE left_open CURSOR WITH HOLD FOR SELECT a FROM secret; COMMIT');
    const reader = await connectClient(engine, analyst);
    await expect(reader.query('FETCH ALL FROM left_open')).rejects.toThrow('cursor "left_open" does not exist');
  });

  it('cannot run or see a statement that another client has prepared', async () => {
    const [first, second] = [await connectClient(engine, analyst), await connectClient(engine, analyst)];
    await first.query("PREPARE mine AS SELECT 'of the first' AS text");
    await expect(second.query('EXECUTE mine')).rejects.toThrow('prepared statement "mine" does not exist');
    await second.query("PREPARE mine AS SELECT 'of the second' AS text");
    await second.query('DEALLOCATE ALL');
    expect((await first.query('EXECUTE mine')).rows).toEqual([{ text: 'of the first' }]);
  });

  it('is refused by the engine itself when it asks for another role while it has the session', async () => {
    // What the host would let pass if it were mistaken: sent as the owner sends it, in a function of the login's kind.
    const owner = await connectClient(engine);
    await owner.query(
      "CREATE FUNCTION analytics.other_role() RETURNS text LANGUAGE sql AS $$ SELECT set_config('role', 'postgres', false) $$; GRANT EXECUTE ON FUNCTION set_config(text, text, boolean) TO analyst",
    );
    const reader = await connectClient(engine, analyst);
    await expect(reader.query('SELECT analytics.other_role()')).rejects.toThrow('cannot set parameter "role"');
    await expect(reader.query("SELECT set_config('session_authorization', 'postgres', false)")).rejects.toThrow(
      'cannot set parameter "session_authorization"',
    );
    await expect(reader.query("SELECT set_config('transaction_read_only', 'off', false)")).rejects.toThrow(
      'transaction read-write mode must be set before any query',
    );
    await owner.query('REVOKE EXECUTE ON FUNCTION set_config(text, text, boolean) FROM analyst');
  });
});
