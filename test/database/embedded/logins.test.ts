import { beforeAll, describe, expect, it } from 'vitest';
import pg from 'pg';
import type { EmbeddedEngine } from '../../../src/database/embedded/engine.ts';
import { connectClient, engineTestMilliseconds, openSharedEngine, reached, sqlState } from './support.ts';

const schema = `
  CREATE TABLE secret (a int); INSERT INTO secret VALUES (1);
  CREATE SCHEMA analytics; CREATE VIEW analytics.shown AS SELECT a + 41 AS answer FROM secret WHERE a = 1;
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
  'PREPARE p AS SELECT 1',
  'COPY secret TO STDOUT',
  "COPY (SELECT 1) TO PROGRAM 'id'",
  'LISTEN anything',
  "NOTIFY anything, 'x'",
  "SELECT pg_notify('anything', 'x')",
  'SELECT pg_sleep(100)',
  'SELECT pg_advisory_unlock_all()',
  "SELECT pg_read_file('postgresql.conf')",
  'SELECT lo_create(0)',
  'LOAD \'timescaledb\'',
  'ALTER ROLE analyst SUPERUSER',
  'CALL anything()',
  'SELECT * FROM secret',
  'SELECT * FROM pg_authid',
];

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
    expect((await reader.query('SELECT answer, current_user::text AS who, session_user::text AS login FROM analytics.shown')).rows).toEqual([
      { answer: 42, who: 'analyst', login: 'analyst' },
    ]);
    await reader.query('BEGIN');
    expect((await reader.query('SELECT answer FROM analytics.shown WHERE answer > $1', [0])).rows).toEqual([{ answer: 42 }]);
    await reader.query('COMMIT');
    await reader.query("SET timezone = 'Asia/Kolkata'; SET search_path TO analytics");
    expect((await reader.query("SELECT answer, current_setting('timezone') AS zone FROM shown")).rows).toEqual([{ answer: 42, zone: 'Asia/Kolkata' }]);
  });

  it('need their password; an unknown name and a wrong password look the same', async () => {
    const owner = await connectClient(engine);
    await owner.query("CREATE ROLE expired LOGIN PASSWORD 'p' VALID UNTIL '2020-01-01'; CREATE ROLE root LOGIN SUPERUSER PASSWORD 'p'; CREATE ROLE nologin PASSWORD 'p'");
    const attempt = (user: string, password: string) => sqlState(new pg.Client({ ...engine.connection, user, password }).connect());
    expect(await attempt('analyst', 'wrong')).toBe('28P01');
    expect(await attempt('nobody', 'correct horse')).toBe('28P01');
    expect(await attempt('expired', 'p')).toBe('28P01');
    expect(await attempt('root', 'p')).toBe('28P01');
    expect(await attempt('nologin', 'p')).toBe('28P01');
  });

  it('cannot reach the owner\'s rights, write, or disturb others in any of many ways, simple or parameterised', async () => {
    const owner = await connectClient(engine);
    const succeeded: string[] = [];
    for (const sql of escapes) {
      const reader = new pg.Client({ ...engine.connection, ...analyst });
      reader.on('error', () => undefined);
      await reader.connect();
      for (const query of [() => reader.query(sql), () => reader.query({ name: 'escape', text: sql })]) {
        await query().then(() => succeeded.push(sql), () => undefined);
      }
      const { rows } = await reader.query("SELECT 1 AS one").catch(() => reader.query('ROLLBACK').then(() => reader.query('SELECT 1 AS one')));
      expect(rows).toEqual([{ one: 1 }]);
      await reader.end();
    }
    expect(succeeded).toEqual([]);
    expect((await owner.query("SELECT current_user::text AS who, session_user::text AS login, (SELECT array_agg(a) FROM secret) AS rows, current_setting('default_transaction_read_only') AS reading")).rows).toEqual([
      { who: 'postgres', login: 'postgres', rows: [1], reading: 'off' },
    ]);
  });

  it('leave the owner in full possession of the session after every kind of end', async () => {
    const owner = await connectClient(engine);
    const ends: ((client: pg.Client) => Promise<unknown>)[] = [
      (client) => client.query('SELECT 1'),
      (client) => client.query('SELECT 1 / 0').catch(() => undefined),
      (client) => client.query('BEGIN'),
      (client) => client.query('BEGIN').then(() => client.query('SELECT * FROM secret')).catch(() => undefined),
      (client) => client.query('BEGIN; DECLARE c CURSOR FOR SELECT 1'),
    ];
    for (const end of ends) {
      const reader = await connectClient(engine, analyst);
      await end(reader);
      Reflect.get(reader, 'connection').stream.destroy();
      await owner.query('INSERT INTO secret VALUES (2)');
    }
    expect((await owner.query('SELECT count(*)::int AS rows FROM secret WHERE a = 2')).rows).toEqual([{ rows: ends.length }]);
  });

  it('do not run on as somebody else when their role is dropped while they are connected', async () => {
    const owner = await connectClient(engine);
    await owner.query("CREATE ROLE leaver LOGIN PASSWORD 'p'");
    const reader = await connectClient(engine, { user: 'leaver', password: 'p' });
    await owner.query('DROP ROLE leaver');
    expect(await sqlState(reader.query('SELECT current_user'))).toBe('28000');
    expect((await owner.query('SELECT current_user::text AS who')).rows).toEqual([{ who: 'postgres' }]);
  });

  it('that exhaust the engine cost a restart each time, but never the service', async () => {
    for (let time = 0; time < 3; time++) {
      const reader = await connectClient(engine, analyst);
      const restarting = reached(engine, 'restarting');
      await expect(reader.query("SELECT repeat('[', 3000000)::json")).rejects.toThrow();
      await restarting;
      await reached(engine, 'up');
    }
    const again = await connectClient(engine, analyst);
    expect((await again.query('SELECT answer FROM analytics.shown')).rows).toEqual([{ answer: 42 }]);
  });
});
