import { beforeAll, describe, expect, it } from 'vitest';
import { spawn, spawnSync } from 'node:child_process';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import type { EmbeddedEngine } from '../../../../../src/platform/database/embedded/engine.ts';
import { connectClient, engineTestMilliseconds, openSharedEngine, sqlState } from '../support.ts';

const schema = `
  CREATE TABLE secret (a int); INSERT INTO secret VALUES (1);
  CREATE SCHEMA analytics; CREATE VIEW analytics.shown AS SELECT a + 41 AS answer FROM secret WHERE a = 1;
  CREATE ROLE analyst LOGIN PASSWORD 'correct horse';
  GRANT USAGE ON SCHEMA analytics TO analyst; GRANT SELECT ON analytics.shown TO analyst`;

function hasPsql(): boolean {
  return spawnSync('psql', ['--version']).status === 0;
}

/** Runs psql as the analyst. */
async function psql(engine: EmbeddedEngine, lines: readonly string[]): Promise<{ stdout: string; stderr: string }> {
  const { host, port } = engine.connection;
  const started = spawn('psql', ['-X', '-h', host, '-p', String(port), '-U', analyst.user, '-d', 'postgres'], {
    env: { ...process.env, PGPASSWORD: analyst.password },
  });
  started.stdin.end(`${lines.join('\n')}\n`);
  const [stdout, stderr] = await Promise.all([text(started.stdout), text(started.stderr)]);
  return { stdout, stderr };
}

const analyst = { user: 'analyst', password: 'correct horse' };

describe('logins other than the owner', { timeout: engineTestMilliseconds }, () => {
  let engine: EmbeddedEngine;
  beforeAll(async () => {
    engine = await openSharedEngine();
    const owner = new pg.Client({ ...engine.connection });
    await owner.connect();
    await owner.query(schema);
    await owner.end();
  }, engineTestMilliseconds);

  it('read what they were granted, as themselves, in simple, parameterised and transactional queries', async () => {
    const reader = await connectClient(engine, analyst);
    expect(
      (await reader.query('SELECT answer, current_user::text AS who, session_user::text AS login FROM analytics.shown'))
        .rows,
    ).toEqual([{ answer: 42, who: 'analyst', login: 'analyst' }]);
    await reader.query('BEGIN');
    expect((await reader.query('SELECT answer FROM analytics.shown WHERE answer > $1', [0])).rows).toEqual([
      { answer: 42 },
    ]);
    await reader.query('COMMIT');
    await reader.query("SET timezone = 'Asia/Kolkata'; SET search_path TO analytics");
    expect((await reader.query("SELECT answer, current_setting('timezone') AS zone FROM shown")).rows).toEqual([
      { answer: 42, zone: 'Asia/Kolkata' },
    ]);
  });

  it('prepare, execute and deallocate queries by name, as themselves and with types', async () => {
    const reader = await connectClient(engine, analyst);
    await reader.query(
      'PREPARE plus (int, numeric(10, 2)) AS SELECT answer + $1 AS sum, pg_typeof($2)::text AS type FROM analytics.shown',
    );
    expect((await reader.query('EXECUTE plus(1, 2)')).rows).toEqual([{ sum: 43, type: 'numeric' }]);
    expect((await reader.query({ name: 'plus too', text: 'EXECUTE plus(2, 2)' })).rows).toEqual([
      { sum: 44, type: 'numeric' },
    ]);
    await reader.query('DEALLOCATE plus');
    expect(await sqlState(reader.query('EXECUTE plus(1, 2)'))).toBe('26000');
    expect(await sqlState(reader.query('PREPARE plus (no_such_type) AS SELECT 1'))).toBe('42704');
    const again = { name: 'by protocol', text: 'SELECT answer + $1::int AS sum FROM analytics.shown' };
    for (const added of [1, 2])
      expect((await reader.query({ ...again, values: [added] })).rows).toEqual([{ sum: 42 + added }]);
  });

  it('use cursors, savepoints, EXPLAIN and SHOW, and see errors as on a server', async () => {
    const reader = await connectClient(engine, analyst);
    await reader.query('BEGIN; DECLARE c SCROLL CURSOR FOR SELECT generate_series(1, 5) AS n');
    expect((await reader.query('FETCH 2 FROM c')).rows).toEqual([{ n: 1 }, { n: 2 }]);
    await reader.query('SAVEPOINT s');
    expect(await sqlState(reader.query('SELECT 1 / 0'))).toBe('22012');
    expect(await sqlState(reader.query('SELECT 1'))).toBe('25P02');
    await reader.query('ROLLBACK TO s');
    expect((await reader.query('FETCH BACKWARD 1 FROM c')).rows).toEqual([{ n: 1 }]);
    await reader.query('CLOSE c');
    expect((await reader.query('COMMIT')).command).toBe('COMMIT');
    expect(
      JSON.stringify((await reader.query('EXPLAIN (ANALYZE, COSTS off) SELECT * FROM analytics.shown')).rows),
    ).toContain('Seq Scan');
    expect((await reader.query('SHOW server_version_num')).rows).toHaveLength(1);
    expect(await sqlState(reader.query('SELECT no_such_column'))).toBe('42703');
    expect(await sqlState(reader.query('SELECT FROM WHERE'))).toBe('42601');
    expect(await sqlState(reader.query('DECLARE c CURSOR FOR SELECT 1'))).toBe('25P01');
  });

  it('keep their settings as a transaction ends, and start with those of their role', async () => {
    const owner = await connectClient(engine);
    await owner.query('ALTER ROLE analyst SET search_path = analytics, public');
    const reader = await connectClient(engine, analyst);
    const zone = async () => (await reader.query("SELECT current_setting('timezone') AS zone")).rows[0].zone;
    expect((await reader.query('SELECT answer FROM shown')).rows).toEqual([{ answer: 42 }]);
    await reader.query("BEGIN; SET timezone = 'Asia/Kolkata'; SET LOCAL datestyle = 'SQL, DMY'");
    expect(
      (await reader.query("SELECT date '2026-01-31' AS d, current_setting('datestyle') AS style")).rows,
    ).toMatchObject([{ style: 'SQL, DMY' }]);
    await reader.query('ROLLBACK');
    expect(await zone()).toBe('UTC');
    await reader.query("BEGIN; SET timezone = 'Asia/Kolkata'; COMMIT");
    expect(await zone()).toBe('Asia/Kolkata');
    await reader.query('RESET timezone');
    expect(await zone()).toBe('UTC');
    await owner.query('ALTER ROLE analyst RESET search_path');
  });

  it.skipIf(!hasPsql())(
    'work with psql: its own commands, \\copy, cursors behind FETCH_COUNT and \\gdesc',
    async () => {
      const { stdout, stderr } = await psql(engine, [
        '\\d analytics.shown',
        '\\copy (SELECT answer, \'a,"b"\' AS text FROM analytics.shown) TO STDOUT csv header',
        '\\set FETCH_COUNT 2',
        'SELECT generate_series(10, 12) AS n;',
        '\\unset FETCH_COUNT',
        "SELECT 1 AS a, 'x' AS b \\gdesc",
        '/* a remark */ SELECT 77 \\; SELECT 88;',
      ]);
      expect(stderr).toBe('');
      for (const expected of [
        'View "analytics.shown"',
        'answer,text\n42,"a,""b"""',
        ' 12',
        ' b      | text',
        ' 77',
        ' 88',
      ])
        expect(stdout).toContain(expected);
    },
  );

  it('in a transaction keep the session from nobody while there is nothing to keep it for', async () => {
    const owner = await connectClient(engine);
    const reader = await connectClient(engine, analyst);
    await reader.query('BEGIN');
    await reader.query('SELECT answer FROM analytics.shown');
    // Would wait until the reader is cut off, if the session were kept.
    expect((await owner.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
    expect((await reader.query('SELECT answer FROM analytics.shown WHERE answer > $1', [1])).rows).toEqual([
      { answer: 42 },
    ]);
    expect((await reader.query('COMMIT')).command).toBe('COMMIT');
  });

  it('need their password; an unknown name and a wrong password look the same', async () => {
    const owner = await connectClient(engine);
    await owner.query(
      "CREATE ROLE expired LOGIN PASSWORD 'p' VALID UNTIL '2020-01-01'; CREATE ROLE root LOGIN SUPERUSER PASSWORD 'p'; CREATE ROLE nologin PASSWORD 'p'",
    );
    const attempt = (user: string, password: string) =>
      sqlState(new pg.Client({ ...engine.connection, user, password }).connect());
    expect(await attempt('analyst', 'wrong')).toBe('28P01');
    expect(await attempt('nobody', 'correct horse')).toBe('28P01');
    expect(await attempt('expired', 'p')).toBe('28P01');
    expect(await attempt('root', 'p')).toBe('28P01');
    expect(await attempt('nologin', 'p')).toBe('28P01');
  });

  it('leave the owner in full possession of the session after every kind of end', async () => {
    const owner = await connectClient(engine);
    const ends: ((client: pg.Client) => Promise<unknown>)[] = [
      (client) => client.query('SELECT 1'),
      (client) => client.query('SELECT 1 / 0').catch(() => undefined),
      (client) => client.query('BEGIN'),
      (client) =>
        client
          .query('BEGIN')
          .then(() => client.query('SELECT * FROM secret'))
          .catch(() => undefined),
      (client) => client.query('BEGIN; DECLARE c CURSOR FOR SELECT 1'),
    ];
    for (const end of ends) {
      const reader = await connectClient(engine, analyst);
      await end(reader);
      Reflect.get(reader, 'connection').stream.destroy();
      await owner.query('INSERT INTO secret VALUES (2)');
    }
    expect((await owner.query('SELECT count(*)::int AS rows FROM secret WHERE a = 2')).rows).toEqual([
      { rows: ends.length },
    ]);
  });

  it('do not run on as somebody else when their role is dropped while they are connected', async () => {
    const owner = await connectClient(engine);
    await owner.query("CREATE ROLE leaver LOGIN PASSWORD 'p'");
    const reader = await connectClient(engine, { user: 'leaver', password: 'p' });
    await owner.query('DROP ROLE leaver');
    expect(await sqlState(reader.query('SELECT current_user'))).toBe('28000');
    expect((await owner.query('SELECT current_user::text AS who')).rows).toEqual([{ who: 'postgres' }]);
  });
});
