import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Database, openDatabase } from '../../../src/platform/database/database.ts';
import { mintId, testDatabase } from '../../support/database.ts';
import { type DatabaseLogin, type Wire, wireTo } from '../../support/wire.ts';

let direct: Database;
let wire: Wire;
let port: number;
let connection: DatabaseLogin;
const opened: Database[] = [];
const complaints: string[] = [];

beforeAll(async () => {
  const run = await testDatabase();
  direct = run.database;
  ({ wire, login: connection } = wireTo(run.connection));
  port = await wire.listen();
});
afterEach(async () => {
  wire.mend();
  await Promise.all(opened.splice(0).map((database) => database.close()));
  complaints.length = 0;
});
afterAll(() => wire.close());

function throughTheWire(): Database {
  const database = openDatabase({ host: '127.0.0.1', port, ...connection }, (error) => complaints.push(error.message));
  opened.push(database);
  return database;
}

describe('a session', () => {
  it('is in UTC, unpacks as many rows as a correction needs, and compiles no statement', async () => {
    const { database: db } = await testDatabase();
    const setting = async (name: string) =>
      (await db.execute<{ value: string }>('SELECT current_setting($1) AS value', [name]))[0]?.value;
    expect(await Promise.all(['TimeZone', 'jit'].map(setting))).toEqual(['UTC', 'off']);
    expect(await setting('timescaledb.max_tuples_decompressed_per_dml_transaction')).toBe('0');
  });
});

describe('a statement of one row', () => {
  it('gives the row, and null where there may be none', async () => {
    expect(await direct.one('limits.is_network_known', { keyHashes: [Buffer.alloc(8)], at: new Date(0) })).toEqual({
      known: false,
    });
    expect(await direct.maybeOne('users.find_by_email', { email: 'nobody@nowhere.example' })).toBeNull();
  });

  it('is refused where it gives none, or more than one', async () => {
    await expect(direct.one('users.find_by_email', { email: 'nobody@nowhere.example' })).rejects.toThrow(
      'Statement users.find_by_email gives no row where one belongs.',
    );
    await expect(direct.maybeOne('statistics.silent_units', { minutes: [1, 2], now: 0 })).rejects.toThrow(
      'Statement statistics.silent_units gives 2 rows where one belongs.',
    );
  });
});

describe('a transaction', () => {
  it('is kept when its work is done and undone when it throws', async () => {
    const jti = mintId('JTI');
    const insert = (suffix: string, failing: boolean) =>
      direct.transaction(async (inner) => {
        await inner.execute('INSERT INTO tenant.revoked_token (jti, expires_at) VALUES ($1, now())', [jti + suffix]);
        if (failing) throw new Error('not after all');
      });
    await insert('_KEPT', false);
    await expect(insert('_UNDONE', true)).rejects.toThrow('not after all');
    expect(await direct.execute('SELECT jti FROM tenant.revoked_token WHERE jti LIKE $1', [`${jti}%`])).toEqual([
      { jti: `${jti}_KEPT` },
    ]);
  });

  it('leaves a usable connection behind after a statement that failed', async () => {
    await expect(direct.transaction(async (inner) => inner.execute('SELECT 1 / 0'))).rejects.toThrow(
      'division by zero',
    );
    expect(await direct.execute('SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('whose connection is lost between two statements fails, and nothing else does', async () => {
    const database = throughTheWire();
    await expect(
      database.transaction(async (inner) => {
        await inner.execute('SELECT 1');
        wire.cut();
        await vi.waitFor(() => expect(complaints.length).toBeGreaterThan(0), { timeout: 60_000 });
        await inner.execute('SELECT 2');
      }),
    ).rejects.toThrow();
    wire.mend();
    expect(await database.ping()).toBe(true);
  });
});

describe('figures', () => {
  it('come as numbers, instants and dates as text in UTC', async () => {
    expect(
      await direct.execute(
        `SELECT 9007199254740991::int8 AS a, 0.1::numeric AS b, 0.1::float8 AS c, DATE '2026-01-15' AS d, TIMESTAMP '2026-01-15 06:00' AS e, TIMESTAMPTZ '2026-01-15T06:00:00+13:00' AS f`,
      ),
    ).toEqual([
      {
        a: 9_007_199_254_740_991,
        b: 0.1,
        c: 0.1,
        d: '2026-01-15',
        e: '2026-01-15 06:00:00',
        f: '2026-01-14 17:00:00+00',
      },
    ]);
  });
});

describe('a listener', () => {
  it('hears what is sent on its channel, also after its connection was lost and made anew, until it stops', async () => {
    const database = throughTheWire();
    const channel = mintId('channel').toLowerCase();
    const heard: string[] = [];
    const stop = await database.listen(channel, (payload) => heard.push(payload));
    const say = (text: string) => direct.execute('SELECT pg_notify($1, $2)', [channel, text]);
    await say('one');
    await vi.waitFor(() => expect(heard).toEqual(['one']), { timeout: 60_000 });

    wire.cut();
    await vi.waitFor(() => expect(complaints.length).toBeGreaterThan(0), { timeout: 60_000 });
    // The next attempt fails too.
    await vi.waitFor(() => expect(complaints.length).toBeGreaterThan(1), { timeout: 60_000 });
    wire.mend();
    await vi.waitFor(
      async () => {
        await say('two');
        expect(heard).toContain('two');
      },
      { timeout: 60_000, interval: 200 },
    );

    await stop();
    await say('three');
    await direct.execute('SELECT 1');
    expect(heard).not.toContain('three');
  });

  it('that could not begin hears nothing later, so that another attempt hears everything once', async () => {
    const database = throughTheWire();
    const channel = mintId('channel').toLowerCase();
    const heard: string[] = [];
    const listen = () => database.listen(channel, (payload) => heard.push(payload));
    wire.cut();
    await expect(listen()).rejects.toThrow();
    wire.mend();
    await listen();
    // A connection that was lost is made anew after a second.
    await delay(2000);
    await direct.execute('SELECT pg_notify($1, $2)', [channel, 'once']);
    await vi.waitFor(() => expect(heard).toContain('once'), { timeout: 60_000 });
    await delay(200);
    expect(heard).toEqual(['once']);
  });
});

describe('a transaction', () => {
  it('whose work passes over a failed statement fails, because nothing of it is kept', async () => {
    const jti = mintId('JTI');
    const kept = direct.transaction(async (inner) => {
      await inner.execute('INSERT INTO tenant.revoked_token (jti, expires_at) VALUES ($1, now())', [jti]);
      await inner.execute('SELECT 1 / 0').catch(() => {});
      return 'kept';
    });
    await expect(kept).rejects.toThrow('Nothing was kept: a statement of the transaction had failed.');
    expect(await direct.execute('SELECT 1 FROM tenant.revoked_token WHERE jti = $1', [jti])).toEqual([]);
    expect(await direct.transaction((inner) => inner.execute('SELECT 1 AS one'))).toEqual([{ one: 1 }]);
  });
});

describe('closing', () => {
  it('does not wait for a transaction that does not end, which is rolled back', async () => {
    const database = throughTheWire();
    const jti = mintId('JTI');
    let release = (): void => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let begin = (): void => {};
    const begun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    const endless = database.transaction(async (inner) => {
      await inner.execute('INSERT INTO tenant.revoked_token (jti, expires_at) VALUES ($1, now())', [jti]);
      begin();
      await held;
      await inner.execute('SELECT 1');
    });
    const outcome = expect(endless).rejects.toThrow();
    await begun;
    const started = performance.now();
    await database.close();
    // It would wait for ever, not a little longer on a busy machine.
    expect(performance.now() - started).toBeLessThan(15_000);
    release();
    await outcome;
    expect(await direct.execute('SELECT 1 FROM tenant.revoked_token WHERE jti = $1', [jti])).toEqual([]);
  });

  it('of a database that cannot be reached tells it is not there, and ends', async () => {
    wire.cut();
    const database = throughTheWire();
    expect(await database.ping()).toBe(false);
  });
});
