import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { EXIT_CODE } from '../../../../src/platform/database/embedded/child-protocol.ts';
import {
  connectClient,
  engineTestMilliseconds,
  isAlive,
  type LogLine,
  openEngine,
  openPool,
  reached,
  temporaryDirectory,
} from './support.ts';

interface Opened {
  readonly mode: string;
  readonly pid: number | null;
}

/** Another process that opens the same directory. */
async function openElsewhere(dataDir: string): Promise<{ child: ChildProcess; opened: Opened }> {
  const script = fileURLToPath(new URL('./opener.ts', import.meta.url));
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script, dataDir], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  return { child, opened: JSON.parse(line) };
}

describe('hosting of one data directory', { timeout: engineTestMilliseconds }, () => {
  it('a second process attaches to the running host and works with the same rows', async () => {
    const engine = await openEngine();
    const client = await connectClient(engine);
    await client.query('CREATE TABLE t (a int)');
    const attached = await openEngine(engine.connection.host);
    const elsewhere = await openElsewhere(engine.connection.host);
    expect([engine.mode, attached.mode, elsewhere.opened.mode]).toEqual(['host', 'attached', 'attached']);
    expect(attached.pid).toBe(null);
    await (await connectClient(attached)).query('INSERT INTO t VALUES (1)');
    await attached.stop();
    expect((await client.query('SELECT a FROM t')).rows).toEqual([{ a: 1 }]);
  });

  it('a second host is refused while the first one lives', async () => {
    const engine = await openEngine();
    const script = fileURLToPath(new URL('../../../../src/platform/database/embedded/child.ts', import.meta.url));
    const second = fork(script, [engine.connection.host], {
      execArgv: ['--disable-warning=ExperimentalWarning'],
      stdio: 'inherit',
    });
    const told = once(second, 'message');
    const [code] = await once(second, 'exit');
    expect((await told)[0]).toEqual({ kind: 'locked' });
    expect(code).toBe(EXIT_CODE.locked);
    expect((await (await connectClient(engine)).query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  });

  it('of openers at the same moment exactly one becomes host and the others attach', async () => {
    const dataDir = temporaryDirectory();
    const engines = await Promise.all([
      openEngine(dataDir),
      openEngine(dataDir),
      openElsewhere(dataDir).then(({ opened }) => opened),
    ]);
    expect(engines.map(({ mode }) => mode).toSorted()).toEqual(['attached', 'attached', 'host']);
  });

  it('the database process ends when its service is killed, and the directory opens again with its rows', async () => {
    const dataDir = temporaryDirectory();
    const { child, opened } = await openElsewhere(dataDir);
    const attached = await openEngine(dataDir);
    await (await connectClient(attached)).query('CREATE TABLE t AS SELECT 7 AS a');
    const gone = reached(attached, 'restarting');
    child.kill('SIGKILL');
    await gone;
    await attached.stop();
    const engine = await openEngine(dataDir);
    expect(engine.mode).toBe('host');
    expect((await (await connectClient(engine)).query('SELECT a FROM t')).rows).toEqual([{ a: 7 }]);
    await vi.waitUntil(() => !isAlive(opened.pid ?? 0), { timeout: 60_000 });
  });

  it('an attached process takes up its work again whenever a host comes back, however often the host was killed', async () => {
    const dataDir = temporaryDirectory();
    let { child } = await openElsewhere(dataDir);
    const lines: LogLine[] = [];
    const attached = await openEngine(dataDir, lines);
    const pool = openPool(attached, 1);
    await pool.query('CREATE TABLE t AS SELECT 7 AS a');
    const states: string[] = [];
    attached.onStateChange((state) => states.push(state));
    for (const round of [1, 2, 3]) {
      const gone = reached(attached, 'restarting');
      child.kill('SIGKILL');
      await gone;
      // Refused at once instead of waiting: what a 503 is answered from.
      await expect(pool.query('SELECT 1')).rejects.toThrow();
      const back = reached(attached, 'up');
      ({ child } = await openElsewhere(dataDir));
      await back;
      expect((await pool.query('SELECT a FROM t')).rows, `round ${round}`).toEqual([{ a: 7 }]);
    }
    expect(attached.mode).toBe('attached');
    expect(states).toEqual(Array(3).fill(['restarting', 'up']).flat());
    expect(lines.slice(0, 2).map(({ message }) => message)).toEqual([
      'the host of the embedded database is gone; waiting for it',
      'the embedded database is up again',
    ]);
  });

  it('signals of a terminal do not end the database before the service does', async () => {
    const engine = await openEngine();
    const client = await connectClient(engine);
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.kill(engine.pid ?? 0, signal);
    expect((await client.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
    expect(engine.state()).toBe('up');
  });

  it('a database that dies is restarted each time, said so, and works on', async () => {
    const lines: LogLine[] = [];
    const engine = await openEngine(temporaryDirectory(), lines);
    const pool = openPool(engine, 2);
    const states: string[] = [];
    engine.onStateChange((state) => states.push(state));
    for (const death of [1, 2, 3]) {
      const pid = engine.pid ?? 0;
      const restarting = reached(engine, 'restarting');
      process.kill(pid, 'SIGKILL');
      await restarting;
      expect([engine.pid, engine.trouble()]).toEqual([null, 'was ended by SIGKILL']);
      // Refused at once instead of waiting: what a 503 is answered from.
      await expect(pool.query('SELECT 1')).rejects.toThrow();
      await reached(engine, 'up');
      expect((await pool.query('SELECT 1 AS one')).rows, `death ${death}`).toEqual([{ one: 1 }]);
      expect(engine.pid).not.toBe(pid);
      expect(engine.trouble()).toBe(null);
    }
    expect(states).toEqual(Array(3).fill(['restarting', 'up']).flat());
    expect(lines.map(({ message }) => message)).toEqual(
      Array(3).fill(['the embedded database died; restarting it', 'the embedded database is up again']).flat(),
    );
  });

  it('a database that cannot be started again is tried until it can, and a stop does not wait for that', async () => {
    const dataDir = temporaryDirectory();
    const lines: LogLine[] = [];
    const engine = await openEngine(dataDir, lines);
    await (await connectClient(engine)).query('CREATE TABLE t AS SELECT 7 AS a');
    const version = join(dataDir, 'postgres', 'global', 'pg_control');
    const failed = (): number =>
      lines.filter(({ message }) => message === 'the embedded database could not be restarted; trying again').length;
    renameSync(version, `${version}.away`);
    process.kill(engine.pid ?? 0, 'SIGKILL');
    await vi.waitUntil(() => failed() >= 2, { timeout: 60_000 });
    expect(engine.state()).toBe('restarting');
    renameSync(`${version}.away`, version);
    await reached(engine, 'up');
    expect((await (await connectClient(engine)).query('SELECT a FROM t')).rows).toEqual([{ a: 7 }]);

    renameSync(version, `${version}.away`);
    const before = failed();
    process.kill(engine.pid ?? 0, 'SIGKILL');
    await vi.waitUntil(() => failed() > before, { timeout: 60_000 });
    // The pause that has just begun, as the host tells it. Of one process's timers the earlier comes first, however
    // busy the machine is.
    const pause = Number(lines.at(-1)?.fields?.['inMilliseconds']);
    expect(pause).toBeGreaterThanOrEqual(4_000);
    expect(await Promise.race([engine.stop().then(() => 'stopped'), delay(pause / 2, 'waited')])).toBe('stopped');
  });

  it('a path too long for a socket gets a private directory instead', async () => {
    const dataDir = join(temporaryDirectory(), 'a-rather-long-name-'.repeat(6));
    mkdirSync(dataDir);
    const engine = await openEngine(dataDir);
    expect(engine.connection.host).not.toBe(dataDir);
    expect(statSync(engine.connection.host).mode & 0o777).toBe(0o700);
    const attached = await openEngine(dataDir);
    expect(attached.mode).toBe('attached');
    expect((await (await connectClient(attached)).query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  });

  it('the socket is for its owner only', async () => {
    const engine = await openEngine();
    expect(statSync(join(engine.connection.host, '.s.PGSQL.5432')).mode & 0o077).toBe(0);
  });
});
