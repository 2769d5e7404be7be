import { connect } from 'node:net';
import { join } from 'node:path';
import { execFile, execFileSync } from 'node:child_process';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import pg from 'pg';
import type { EmbeddedEngine } from '../../../../src/platform/database/embedded/engine.ts';
import { connectClient, engineTestMilliseconds, openPool, openSharedEngine, sqlState } from './support.ts';

function psqlVersion(): string | null {
  try {
    return execFileSync('psql', ['--version'], { encoding: 'utf8' });
  } catch {
    return null;
  }
}

describe('clients of one embedded database', { timeout: engineTestMilliseconds }, () => {
  let engine: EmbeddedEngine;
  beforeAll(async () => {
    engine = await openSharedEngine();
  }, engineTestMilliseconds);

  it('20 clients interleave parameterised queries and transactions and each sees only its own answers', async () => {
    const pool = openPool(engine, 20);
    await pool.query('CREATE TABLE account (id int PRIMARY KEY, balance bigint NOT NULL)');
    await pool.query('INSERT INTO account SELECT i, 100 FROM generate_series(0, 19) i');
    await Promise.all(
      Array.from({ length: 20 }, async (_, own) => {
        for (let round = 0; round < 15; round++) {
          const echoed = await pool.query('SELECT $1::text AS text, $2::int AS number', [`client ${own}`, round]);
          expect(echoed.rows).toEqual([{ text: `client ${own}`, number: round }]);
          const client = await pool.connect();
          try {
            await client.query('BEGIN');
            await client.query('UPDATE account SET balance = balance - 1 WHERE id = $1', [own]);
            const seen = await client.query('SELECT sum(balance)::int AS total FROM account');
            // Nobody else gets in between: exactly this client's one unit is under way.
            expect(seen.rows).toEqual([{ total: 1999 }]);
            if (round % 3 === 0) {
              await client.query('ROLLBACK');
            } else {
              await client.query('UPDATE account SET balance = balance + 1 WHERE id = $1', [(own + 1) % 20]);
              await client.query('COMMIT');
            }
          } finally {
            client.release();
          }
        }
      }),
    );
    const balances = await pool.query<{ balance: string }>('SELECT DISTINCT balance FROM account');
    expect(balances.rows).toEqual([{ balance: '100' }]);
  });

  it('an error of one client leaves the unnamed statements and the transaction of others alone', async () => {
    const [first, second] = [await connectClient(engine), await connectClient(engine)];
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, i) =>
        i % 2 === 0
          ? sqlState(first.query('SELECT 1 / $1::int', [0]))
          : second.query('SELECT $1::int AS n', [i]).then((result) => result.rows[0].n),
      ),
    );
    expect(answers).toEqual(Array.from({ length: 60 }, (_, i) => (i % 2 === 0 ? '22012' : i)));
  });

  it('a client that vanishes inside a transaction is rolled back and the next client is served', async () => {
    const witness = await connectClient(engine);
    await witness.query('CREATE TABLE kept (a int)');
    const vanishing = new pg.Client({ ...engine.connection });
    vanishing.on('error', () => undefined);
    await vanishing.connect();
    await vanishing.query('BEGIN');
    await vanishing.query('INSERT INTO kept VALUES (1)');
    const waiting = witness.query('SELECT count(*)::int AS rows FROM kept');
    // The socket is cut without a goodbye, as when a process is killed.
    Reflect.get(vanishing, 'connection').stream.destroy();
    expect((await waiting).rows).toEqual([{ rows: 0 }]);
    await witness.query('INSERT INTO kept VALUES (2)');
    expect((await witness.query('SELECT a FROM kept')).rows).toEqual([{ a: 2 }]);
  });

  it('a client that vanishes inside a failed transaction, or in the middle of a group, frees the session too', async () => {
    const witness = await connectClient(engine);
    const failed = await connectClient(engine);
    await failed.query('BEGIN');
    await sqlState(failed.query('SELECT 1 / 0'));
    Reflect.get(failed, 'connection').stream.destroy();
    expect((await witness.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);

    const cut = connect(join(engine.connection.host, '.s.PGSQL.5432'));
    const startup = Buffer.from('\0\0\0\x29\0\x03\0\0user\0postgres\0database\0postgres\0\0');
    startup.writeUInt32BE(startup.length);
    cut.write(startup);
    await new Promise((resolve) => cut.once('data', resolve));
    // Parse and Flush without the Sync that belongs to them.
    const sql = Buffer.from('\0SELECT 1\0\0\0');
    const parse = Buffer.concat([Buffer.from('P\0\0\0\0'), sql]);
    parse.writeUInt32BE(4 + sql.length, 1);
    cut.write(Buffer.concat([parse, Buffer.from('H\0\0\0\x04')]));
    await new Promise((resolve) => cut.once('data', resolve));
    cut.destroy();
    expect((await witness.query('SELECT $1::int AS two', [2])).rows).toEqual([{ two: 2 }]);
  });

  it('notifications reach the clients that listen, and no others', async () => {
    const [first, second, deaf, sender] = await Promise.all(Array.from({ length: 4 }, () => connectClient(engine)));
    if (first === undefined || second === undefined || deaf === undefined || sender === undefined)
      throw new Error('four clients expected');
    const heard: string[] = [];
    for (const [name, client] of Object.entries({ first, second, deaf, sender })) {
      client.on('notification', ({ channel, payload }) => heard.push(`${name} ${channel} ${payload}`));
    }
    await first.query('LISTEN shared');
    await second.query('LISTEN shared; LISTEN "Only Second"');
    await deaf.query('BEGIN');
    await deaf.query('LISTEN shared');
    await deaf.query('ROLLBACK');
    await sender.query("SELECT pg_notify('shared', 'one'), pg_notify('Only Second', 'two')");
    // The session is one: that the first listener leaves must not silence the second.
    await first.query('UNLISTEN *');
    await sender.query('BEGIN');
    await sender.query("SELECT pg_notify('shared', $1)", ['rolled back']);
    await sender.query('ROLLBACK');
    await sender.query('BEGIN');
    await sender.query("SELECT pg_notify('shared', $1)", ['three']);
    await sender.query('COMMIT');
    // An answer comes after the notifications that were sent to the same client before.
    await Promise.all([first, second, deaf].map((client) => client.query('SELECT 1')));
    expect(heard.toSorted()).toEqual([
      'first shared one',
      'second Only Second two',
      'second shared one',
      'second shared three',
    ]);
  });

  it('a parameter and a result of 16 MB pass unchanged, whatever their position in the receive buffer', async () => {
    const client = await connectClient(engine);
    const large = 'wasser-'.repeat(2_400_000);
    const { rows } = await client.query<{ echoed: string }>('SELECT $1::text AS echoed', [large]);
    expect(large.length).toBeGreaterThan(16 * 1024 * 1024);
    expect(rows[0]?.echoed === large).toBe(true);
    // Around the engine's receive buffer of 8 kB, where its own message loop stops early.
    for (let length = 8_100; length < 8_230; length++) {
      const answer = await client.query<{ length: number }>(
        `SELECT length($1::text) AS length --${'x'.repeat(8_150 - 40)}`,
        ['y'.repeat(length - 8_100)],
      );
      expect(answer.rows).toEqual([{ length: length - 8_100 }]);
      const padded = await client.query<{ one: number }>(`SELECT $1::int AS one --${'x'.repeat(length)}`, [1]);
      expect(padded.rows).toEqual([{ one: 1 }]);
    }
  });

  it('two clients use the same name for different prepared statements', async () => {
    const [first, second] = [await connectClient(engine), await connectClient(engine)];
    const run = (client: pg.Client, text: string, value: number) =>
      client.query({ name: 'same', text, values: [value] }).then(({ rows }) => rows);
    for (let round = 0; round < 2; round++) {
      expect(await run(first, 'SELECT $1::int + 1 AS n', 1)).toEqual([{ n: 2 }]);
      expect(await run(second, 'SELECT $1::int * 10 AS n', 1)).toEqual([{ n: 10 }]);
    }
    await first.end();
    expect((await second.query('SELECT count(*)::int AS kept FROM pg_prepared_statements')).rows).toEqual([
      { kept: 1 },
    ]);
  });

  it('settings a client changed are gone when it is', async () => {
    const settings =
      "SELECT current_setting('timezone') AS zone, current_setting('enable_seqscan') AS scan, current_setting('work_mem') AS memory, current_setting('search_path') AS path";
    const careless = await connectClient(engine);
    await careless.query("SET timezone = 'Asia/Kolkata'; SET enable_seqscan = off; SET search_path = pg_catalog");
    await careless.end();
    const next = await connectClient(engine);
    expect((await next.query(settings)).rows).toEqual([
      { zone: 'UTC', scan: 'on', memory: '64MB', path: '"$user", public' },
    ]);
  });

  it("expressions and unions far deeper than the engine's own stack of 64 kB are evaluated", async () => {
    const client = await connectClient(engine);
    expect((await client.query(`SELECT ${'1 + '.repeat(4_000)}1 AS sum`)).rows).toEqual([{ sum: 4_001 }]);
    expect((await client.query(`SELECT 1 AS n${' UNION ALL SELECT 1'.repeat(1_000)}`)).rowCount).toBe(1_001);
    const nested = await client.query(`SELECT ${'(SELECT '.repeat(300)}1${')'.repeat(300)} AS n`);
    expect(nested.rows).toEqual([{ n: 1 }]);
  });

  it('COPY FROM STDIN is refused with a sentence and the session lives on', async () => {
    const client = await connectClient(engine);
    await client.query('CREATE TABLE copied (a int)');
    await expect(client.query('COPY copied FROM STDIN')).rejects.toThrow('no COPY FROM STDIN');
    expect((await client.query('SELECT count(*)::int AS rows FROM copied')).rows).toEqual([{ rows: 0 }]);
  });

  it('an unknown database is refused as by a server', async () => {
    const stranger = new pg.Client({ ...engine.connection, database: 'elsewhere' });
    expect(await sqlState(stranger.connect())).toBe('3D000');
  });

  const psql = psqlVersion();
  // psql is the client analysts and operators have; without it on the machine there is nothing to check here.
  it.skipIf(psql === null)('psql connects by the data directory, lists tables and runs a script', async () => {
    const run = promisify(execFile);
    const { stdout } = await run('psql', [
      '-h',
      engine.connection.host,
      '-U',
      'postgres',
      '-XAt',
      '-v',
      'ON_ERROR_STOP=1',
      '-c',
      'CREATE TABLE meter (id int)',
      '-c',
      'BEGIN; INSERT INTO meter VALUES (7); COMMIT',
      '-c',
      '\\d meter',
      '-c',
      'SELECT * FROM meter',
    ]);
    expect(stdout.trim().split('\n')).toEqual(['CREATE TABLE', 'BEGIN', 'INSERT 0 1', 'COMMIT', 'id|integer|||', '7']);
  });
});
