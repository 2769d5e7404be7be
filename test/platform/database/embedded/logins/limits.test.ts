import { setTimeout as delay } from 'node:timers/promises';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import pg from 'pg';
import { hostFiles } from '../../../../../src/platform/database/embedded/address.ts';
import type { EmbeddedEngine } from '../../../../../src/platform/database/embedded/engine.ts';
import { writeOffence } from '../../../../../src/platform/database/embedded/logins/pauses.ts';
import {
  connectClient,
  engineTestMilliseconds,
  type LogLine,
  openSharedEngine,
  reached,
  sqlState,
} from '../support.ts';

/** Logins of industries, with two of one each. */
const colleagues = [
  [1, 'north'],
  [1, 'north_too'],
  [2, 'east'],
  [2, 'east_too'],
  [3, 'south'],
  [3, 'south_too'],
  [4, 'west'],
] as const;

const heavy = 'SELECT count(*) FROM generate_series(1, 4000000000)';

describe('a login that keeps everybody waiting', { timeout: engineTestMilliseconds }, () => {
  const lines: LogLine[] = [];
  let engine: EmbeddedEngine;
  beforeAll(async () => {
    engine = await openSharedEngine(lines);
    const owner = new pg.Client({ ...engine.connection });
    await owner.connect();
    for (const role of ['heavy', 'hasty', 'holder', 'twice', 'busy', 'deaf', 'exhausting', 'patient'])
      await owner.query(`CREATE ROLE ${role} LOGIN PASSWORD 'p'`);
    await owner.query('CREATE SCHEMA tenant');
    await owner.query('CREATE TABLE tenant.analyst_login (role_name text PRIMARY KEY, industry_key integer NOT NULL)');
    for (const [industryKey, role] of colleagues) {
      await owner.query(`CREATE ROLE ${role} LOGIN PASSWORD 'p'`);
      await owner.query('INSERT INTO tenant.analyst_login VALUES ($1, $2)', [role, industryKey]);
    }
    await owner.end();
  }, engineTestMilliseconds);

  const connect = (user: string) => connectClient(engine, { user, password: 'p' });
  const linesOf = (login: string) => lines.filter(({ fields }) => fields?.['login'] === login);
  /** What the host says of a login comes on another way than the login's answers. */
  const likelihoodOf = async (login: string) => {
    await vi.waitUntil(() => linesOf(login).length > 0, { timeout: 60_000 });
    return linesOf(login);
  };

  /**
   * Offences of an earlier process: each doubles the time for which the next one refuses the login, so that no restart
   * outlasts it.
   */
  function offendedBefore(role: string): void {
    const { offencesFile } = hostFiles(engine.connection.host);
    for (const before of [1, 2, 3, 4])
      writeOffence(offencesFile, {
        role,
        statement: 'SELECT 1',
        why: 'was ended after 3 s',
        at: Date.now() - before,
        told: true,
        costsRestart: false,
      });
  }

  it('with one statement has it ended after 3 s without a restart, is refused for 10 s, and named with it', async () => {
    const { pid } = engine;
    const reader = await connect('heavy');
    // Another connection of the same login, too. Both ask as soon as they can: the refusal ends in time.
    const other = await connect('heavy');
    const owner = await connectClient(engine);
    const notices: (string | undefined)[] = [];
    reader.on('notice', ({ message }) => notices.push(message));
    const ended = sqlState(reader.query(heavy));
    const waiting = owner.query('SELECT 1 AS one');
    expect(await ended).toBe('57014');
    const [, otherState] = await Promise.all([
      expect(reader.query('SELECT 1')).rejects.toThrow(/this login, .*was cut off and is served again in ([1-9]|10) s/),
      sqlState(other.query('SELECT 1')),
    ]);
    expect(otherState).toBe('53400');
    expect((await waiting).rows).toEqual([{ one: 1 }]);
    // The same process: by the clock of its watching thread the statement ended in time, or it would have been killed.
    expect([engine.pid, engine.state()]).toEqual([pid, 'up']);
    expect(notices).toEqual([expect.stringContaining('a login has 3 s for what it sends at once')]);
    expect(await likelihoodOf('heavy')).toMatchObject([
      { level: 'warn', fields: { statement: heavy, why: 'was ended after 3 s', refusedSeconds: 10 } },
    ]);
    expect(engine.loginsCutOff.get('heavy')).toBe(1);
  });

  it('with many statements in one text has 3 s for all of them', async () => {
    const reader = await connect('busy');
    // None of them could take 3 s by itself, and all of them take many times that.
    const short = 'SELECT count(*) FROM generate_series(1, 100000)';
    expect(await sqlState(reader.query(Array.from({ length: 3_000 }, () => short).join(';')))).toBe('57014');
    expect(await likelihoodOf('busy')).toMatchObject([{ fields: { statement: short, why: 'was ended after 3 s' } }]);
  });

  it.each([
    ['hasty', 0],
    ['holder', 100],
  ])(
    'with a cursor in an open transaction is cut off once, after 5 s, however busy it keeps (%s)',
    async (role, pauseMilliseconds) => {
      const reader = await connect(role);
      const owner = await connectClient(engine);
      await reader.query(
        'BEGIN; DECLARE c CURSOR FOR SELECT extract(epoch FROM clock_timestamp())::float8 AS seconds FROM generate_series(1, 1000000)',
      );
      const waiting = owner.query('SELECT 1 AS one');
      const fetchedAt: number[] = [];
      for (let served = true; served;) {
        served = await reader.query<{ seconds: number }>('FETCH 1 FROM c').then(
          ({ rows }) => fetchedAt.push(...rows.map(({ seconds }) => seconds)) > 0,
          () => false,
        );
        if (pauseMilliseconds > 0) await delay(pauseMilliseconds);
      }
      expect((await waiting).rows).toEqual([{ one: 1 }]);
      // By the engine's clock, read when it ran them. Without an end it would take minutes, not a little longer.
      expect((fetchedAt.at(-1) ?? 0) - (fetchedAt[0] ?? 0)).toBeLessThan(15);
      expect(await likelihoodOf(role)).toMatchObject([
        { fields: { statement: 'FETCH 1 FROM c', why: expect.stringMatching(/(after|for) 5 s/), refusedSeconds: 10 } },
      ]);
      expect(engine.loginsCutOff.get(role)).toBe(1);
    },
  );

  it('with a cursor and one heavy statement commits one offence, and the engine is free right after it', async () => {
    const reader = await connect('twice');
    const owner = await connectClient(engine);
    await reader.query('BEGIN; DECLARE c CURSOR FOR SELECT 1');
    expect(await sqlState(reader.query(heavy))).toBe('57014');
    expect((await owner.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
    // Still connected: the owner did not have to wait until the login was sent away for keeping the engine.
    expect(await sqlState(reader.query('FETCH 1 FROM c'))).toMatch(/^(53400|25P02)$/);
    expect(await likelihoodOf('twice')).toMatchObject([
      { fields: { statement: heavy, why: 'was ended after 3 s', refusedSeconds: 10 } },
    ]);
    expect(engine.loginsCutOff.get('twice')).toBe(1);
  });

  it('that the engine does not hear about costs one restart and is refused by the next process', async () => {
    const reader = await connect('deaf');
    offendedBefore('deaf');
    const restarting = reached(engine, 'restarting');
    const deaf = "SELECT strpos(repeat('a', 20000000), 'b' || repeat('a', 1000000))";
    await expect(reader.query(deaf)).rejects.toThrow();
    await restarting;
    await reached(engine, 'up');
    expect(await sqlState((await connect('deaf')).query('SELECT 1'))).toBe('53400');
    expect(await likelihoodOf('deaf')).toMatchObject([
      { fields: { statement: deaf, why: 'could not be ended after 3 s' } },
    ]);
    expect((await (await connect('patient')).query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  });

  it('by exhausting the engine costs one restart and is refused by the next process', async () => {
    const reader = await connect('exhausting');
    offendedBefore('exhausting');
    const restarting = reached(engine, 'restarting');
    await expect(reader.query("SELECT repeat('[', 3000000)::json")).rejects.toThrow();
    await restarting;
    await reached(engine, 'up');
    expect(await sqlState((await connect('exhausting')).query('SELECT 1'))).toBe('53400');
    expect(engine.loginsCutOff.get('exhausting')).toBe(1);
    expect((await (await connect('patient')).query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  });

  it('is refused with all logins of its industry, and no login of another industry with it', async () => {
    const [reader, colleague, stranger] = [await connect('north'), await connect('north_too'), await connect('west')];
    const ended = sqlState(reader.query(heavy));
    const refused = sqlState(colleague.query('SELECT 1'));
    expect([await ended, await refused]).toEqual(['57014', '53400']);
    expect((await stranger.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
    // Who did it is still said by name.
    expect(await likelihoodOf('north')).toMatchObject([{ fields: { statement: heavy } }]);
    expect([engine.loginsCutOff.get('north'), engine.loginsCutOff.has('north_too')]).toEqual([1, false]);
  });

  it('by a restart of the engine is refused by the next process with all logins of its industry', async () => {
    const reader = await connect('east');
    // By the colleague: what both did counts together.
    offendedBefore('east_too');
    const restarting = reached(engine, 'restarting');
    await expect(reader.query("SELECT repeat('[', 3000000)::json")).rejects.toThrow();
    await restarting;
    await reached(engine, 'up');
    const colleague = await connect('east_too');
    await expect(colleague.query('SELECT 1')).rejects.toThrow(
      /another one of its industry, was cut off .* (5\d\d|600) s/,
    );
    expect((await (await connect('west')).query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  });

  it.each([
    ['it', 'patient', 'patient'],
    ['another login of its industry', 'south', 'south_too'],
  ])('within its limits lets %s wait longer than it has worked', async (_, role, waiting) => {
    const reader = await connect(role);
    const later = await connect(waiting);
    // All by the engine's clock: how long it worked (half a second on any machine), when it had done so, and when it
    // began the next statement.
    const first = await reader.query<{ worked: number; done: number }>(
      `SELECT extract(epoch FROM clock_timestamp() - statement_timestamp())::float8 AS worked, extract(epoch FROM clock_timestamp())::float8 AS done
       FROM (SELECT generate_series(1, 2000000000)) AS work WHERE clock_timestamp() > statement_timestamp() + interval '0.5 s' LIMIT 1`,
    );
    const next = await later.query<{ began: number }>('SELECT extract(epoch FROM clock_timestamp())::float8 AS began');
    const { worked = 0, done = 0 } = first.rows[0] ?? {};
    expect(worked).toBeGreaterThanOrEqual(0.5);
    expect((next.rows[0]?.began ?? 0) - done).toBeGreaterThan(2.9 * worked);
  });
});
