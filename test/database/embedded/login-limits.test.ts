import { beforeAll, describe, expect, it } from 'vitest';
import pg from 'pg';
import type { EmbeddedEngine } from '../../../src/database/embedded/engine.ts';
import type { LogLine } from './support.ts';
import { connectClient, engineTestMilliseconds, openSharedEngine, reached, sqlState } from './support.ts';

const heavy = 'SELECT count(*) FROM generate_series(1, 4000000000)';

describe('a login that keeps everybody waiting', { timeout: engineTestMilliseconds }, () => {
  const lines: LogLine[] = [];
  let engine: EmbeddedEngine;
  beforeAll(async () => {
    engine = await openSharedEngine(lines);
    const owner = new pg.Client({ ...engine.connection });
    await owner.connect();
    for (const role of ['heavy', 'holder', 'busy', 'deaf', 'exhausting', 'patient', 'greedy']) await owner.query(`CREATE ROLE ${role} LOGIN PASSWORD 'p'`);
    await owner.end();
  }, engineTestMilliseconds);

  const connect = (user: string) => connectClient(engine, { user, password: 'p' });
  const linesOf = (login: string) => lines.filter(({ fields }) => fields?.['login'] === login);

  /** The longest time in which the owner had no answer while `run` ran, in milliseconds. */
  async function longestOutage(run: () => Promise<unknown>): Promise<number> {
    const owner = await connectClient(engine);
    let running = true;
    let longest = 0;
    const running_ = run().finally(() => (running = false));
    while (running) {
      const start = performance.now();
      await owner.query('SELECT 1');
      longest = Math.max(longest, performance.now() - start);
    }
    await running_;
    return longest;
  }

  it('with one statement has it ended after 3 s without a restart, is refused for 10 s, and named with it', async () => {
    const { pid } = engine;
    const reader = await connect('heavy');
    const notices: (string | undefined)[] = [];
    reader.on('notice', ({ message }) => notices.push(message));
    const outage = await longestOutage(async () => expect(await sqlState(reader.query(heavy))).toBe('57014'));
    expect(outage).toBeLessThan(6_000);
    expect(engine.pid).toBe(pid);
    expect(engine.state()).toBe('up');
    expect(notices).toEqual([expect.stringContaining('a login has 3 s for what it sends at once')]);
    await expect(reader.query('SELECT 1')).rejects.toThrow(/this login was cut off and is served again in ([1-9]|10) s/);
    // Another connection of the same login, too.
    expect(await sqlState((await connect('heavy')).query('SELECT 1'))).toBe('53400');
    expect(engine.loginsCutOff.get('heavy')).toBe(1);
    expect(linesOf('heavy')).toMatchObject([{ level: 'warn', fields: { statement: heavy, why: 'was ended after 3 s', refusedSeconds: 10 } }]);
  });

  it('with many statements in one text has 3 s for all of them', async () => {
    const reader = await connect('busy');
    const slow = 'SELECT count(*) FROM generate_series(1, 1000000)';
    const start = performance.now();
    expect(await sqlState(reader.query(Array.from({ length: 200 }, () => slow).join(';')))).toBe('57014');
    expect(performance.now() - start).toBeLessThan(10_000);
  });

  it('with a cursor in an open transaction is cut off after 5 s, however busy it keeps', async () => {
    const reader = await connect('holder');
    await reader.query('BEGIN; DECLARE c CURSOR FOR SELECT generate_series(1, 1000000)');
    const outage = await longestOutage(async () => {
      for (;;) {
        const failure = await reader.query('FETCH 1 FROM c').then(() => null, (error: unknown) => error);
        if (failure !== null) return;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    });
    expect(outage).toBeLessThan(8_000);
    expect(linesOf('holder')).toMatchObject([{ fields: { statement: 'FETCH 1 FROM c' } }]);
    expect(engine.loginsCutOff.get('holder')).toBe(1);
  });

  it('that the engine does not hear about costs one restart and is refused by the next process', async () => {
    const reader = await connect('deaf');
    const restarting = reached(engine, 'restarting');
    const deaf = "SELECT strpos(repeat('a', 20000000), 'b' || repeat('a', 1000000))";
    await expect(reader.query(deaf)).rejects.toThrow();
    await restarting;
    await reached(engine, 'up');
    expect(await sqlState((await connect('deaf')).query('SELECT 1'))).toBe('53400');
    expect(linesOf('deaf')).toMatchObject([{ fields: { statement: deaf, why: 'could not be ended after 3 s' } }]);
    expect((await (await connect('patient')).query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  });

  it('by exhausting the engine costs one restart and is refused by the next process', async () => {
    const reader = await connect('exhausting');
    const restarting = reached(engine, 'restarting');
    await expect(reader.query("SELECT repeat('[', 3000000)::json")).rejects.toThrow();
    await restarting;
    await reached(engine, 'up');
    expect(await sqlState((await connect('exhausting')).query('SELECT 1'))).toBe('53400');
    expect(engine.loginsCutOff.get('exhausting')).toBe(1);
    expect((await (await connect('patient')).query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  });

  it('with an answer that would fill the memory has it ended, and goes on', async () => {
    const { pid } = engine;
    const reader = await connect('greedy');
    const notices: (string | undefined)[] = [];
    reader.on('notice', ({ message }) => notices.push(message));
    expect(await sqlState(reader.query("SELECT repeat('x', 10000000) FROM generate_series(1, 200)"))).toBe('57014');
    expect(notices).toEqual(['the answer to what a login sends at once has at most 128 MiB']);
    expect((await reader.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
    expect(engine.pid).toBe(pid);
  });

  it('within its limits waits longer than it has worked', async () => {
    const reader = await connect('patient');
    const start = performance.now();
    await reader.query('SELECT count(*) FROM generate_series(1, 1000000)');
    const worked = performance.now() - start;
    await reader.query('SELECT 1');
    expect(performance.now() - start).toBeGreaterThan(2 * worked);
  });
});
