import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createLeftovers } from '../../scripts/bench/leftovers.ts';
import { ratioLine, tableHead, tableLine, valueLine } from '../../scripts/bench/lines.ts';
import { alternately, medianRun, nearestRank } from '../../scripts/bench/measure.ts';
import { chosenRows, chosenShare, ROW_NAMES } from '../../scripts/bench/rows.ts';
import { createServerDatabase, removeEndedDatabases } from '../../scripts/bench/server-database.ts';
import { mintId, testContext, type TestContext } from '../support/database.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bench-test-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

interface Run {
  readonly code: number;
  readonly output: string;
  readonly errors: string;
}

/** Runs the command with a temporary folder of its own, so that what it leaves behind can be seen. */
const bench = (...args: string[]): Promise<Run> =>
  new Promise((resolve) => {
    const options = {
      cwd: new URL('../../', import.meta.url),
      env: { ...process.env, DATABASE_URL: '', TMPDIR: folder },
    };
    execFile(process.execPath, ['scripts/bench.ts', ...args], options, (error, output, errors) => {
      resolve({ code: error === null ? 0 : Number(error.code), output, errors });
    });
  });

const leftIn = async (place: string): Promise<string[]> =>
  (await readdir(place)).filter((name) => name.startsWith('metered-water-bench-'));

/** The command as it runs, for stopping it. */
function startBench(environment: Record<string, string>): {
  child: ChildProcess;
  ended: Promise<number | null>;
  saidRow: Promise<void>;
  errors: () => string;
} {
  const root = new URL('../../', import.meta.url);
  const child = spawn(process.execPath, ['scripts/bench.ts', '--only', 'ingest', '--share', '0.2'], {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let text = '';
  const saidRow = new Promise<void>((resolve) => {
    child.stderr?.on('data', (chunk) => {
      text += String(chunk);
      if (text.includes('ingest: ')) resolve();
    });
  });
  return {
    child,
    ended: new Promise((resolve) => {
      child.once('close', resolve);
    }),
    saidRow,
    errors: () => text,
  };
}

describe('npm run bench', () => {
  it('prints the row asked for with its verdict, the machine and the sizes, and leaves nothing behind', async () => {
    const { code, output } = await bench('--only', 'ingest', '--share', '0.003');
    const [header, , ...rest] = output.trimEnd().split('\n');
    expect(header?.split('|').map((cell) => cell.trim())).toEqual([
      'what',
      'measured',
      'against',
      'ratio',
      'target',
      'met',
    ]);
    expect(rest[0]).toMatch(
      /^ingest over HTTP, NDJSON, 1 client, 1,728 readings +\| [\d,.]+ rows\/s +\| bare upsert [\d,.]+ rows\/s +\| \d+\.\d\d +\| >= 0\.85 +\| (yes|NO)$/,
    );
    expect(rest.at(-1)).toMatch(
      /cores; \d+ GiB; Node v\d+.*; PostgreSQL \S+ with TimescaleDB \S+, embedded; 0\.003 of the full sizes$/,
    );
    expect(code).toBe(0);
    expect(await leftIn(folder)).toEqual([]);
  });

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)(
    'leaves nothing behind when %s stops it in the middle of a row',
    async (signal, expected) => {
      const { child, ended, saidRow } = startBench({ DATABASE_URL: '', TMPDIR: folder });
      await saidRow;
      expect(await leftIn(folder)).toHaveLength(1);
      child.kill(signal);
      expect(await ended).toBe(expected);
      expect(await leftIn(folder)).toEqual([]);
    },
    300_000,
  );

  it('refuses a row or a share that there is not, with exit code 1', async () => {
    const [row, share] = await Promise.all([bench('--only', 'speed'), bench('--share', '2')]);
    expect([row.code, share.code]).toEqual([1, 1]);
    expect(row.errors).toBe(`--only speed: there is no such row, allowed are ${ROW_NAMES.join(', ')}\n`);
    expect(share.errors).toBe("--share is '2', allowed is a number above 0 and up to 1\n");
  });
});

describe('what the bench makes', () => {
  it('is removed in the order that is safe, once, and whole even when a part of it cannot be', async () => {
    const removed: string[] = [];
    const leftovers = createLeftovers();
    const add = (name: string, problem?: string): void =>
      leftovers.add(async () => {
        await Promise.resolve();
        removed.push(name);
        if (problem !== undefined) throw new Error(problem);
      });
    add('database');
    add('connection', 'it is stuck');
    add('service');
    const both = await Promise.allSettled([leftovers.removeAll(), leftovers.removeAll()]);
    expect(both.map((result) => result.status === 'rejected' && (result.reason as Error).message)).toEqual(
      Array.from({ length: 2 }, () => 'What the bench made is not all gone: it is stuck'),
    ); // rejected with an Error
    expect(removed).toEqual(['service', 'connection', 'database']);
    await leftovers.removeAll();
    expect(removed).toHaveLength(3);
  });
});

describe.skipIf(process.env['DATABASE_URL'] === undefined)('npm run bench on a server', () => {
  let context: TestContext;
  beforeAll(async () => {
    context = await testContext();
  });
  const benchDatabases = async (): Promise<string[]> =>
    (
      await context.database.execute<{ datname: string }>(
        "SELECT datname FROM pg_database WHERE datname LIKE 'metered\\_water\\_bench\\_%'",
      )
    ).map(({ datname }) => datname);
  const serverUrl = process.env['DATABASE_URL'] ?? '';

  it('drops its database when it is stopped in the middle of a row', async () => {
    const before = await benchDatabases();
    const { child, ended, saidRow } = startBench({ DATABASE_URL: serverUrl, JWT_SECRET: '' });
    await saidRow;
    expect((await benchDatabases()).length).toBeGreaterThan(before.length);
    child.kill('SIGTERM');
    expect(await ended).toBe(143);
    expect((await benchDatabases()).filter((name) => !before.includes(name))).toEqual([]);
  });

  it('a bench that was killed leaves a database, which one command removes; that of a running bench stays', async () => {
    const before = new Set(await benchDatabases());
    const made = async () => (await benchDatabases()).filter((name) => !before.has(name));
    const killed = startBench({ DATABASE_URL: serverUrl, JWT_SECRET: '' });
    await killed.saidRow;
    const [left] = await made();
    const running = startBench({ DATABASE_URL: serverUrl, JWT_SECRET: '' });
    await running.saidRow;
    killed.child.kill('SIGKILL');
    await killed.ended;
    const [used] = (await made()).filter((name) => name !== left);
    // The server hears of the killed process when it next writes to it.
    await vi.waitFor(
      async () => expect(await removeEndedDatabases(serverUrl)).toContain(`database ${left} is removed`),
      { timeout: 60_000 },
    );
    expect(await removeEndedDatabases(serverUrl)).toContain(`database ${used} is left: a bench uses it`);
    running.child.kill('SIGTERM');
    await running.ended;
    expect(await made()).toEqual([]);
  });

  it("says which database is left where somebody else's session stays in it, and the command that drops it", async () => {
    const role = mintId('guest')
      .toLowerCase()
      .replaceAll(/[^a-z0-9]/g, '_');
    await context.database.execute(`CREATE ROLE ${role} LOGIN PASSWORD 'guest'`);
    const leftovers = createLeftovers();
    const address = new URL(await createServerDatabase(serverUrl, leftovers));
    const name = address.pathname.slice(1);
    [address.username, address.password] = [role, 'guest'];
    const guest = new pg.Client({ connectionString: address.href });
    await guest.connect();
    try {
      const problem = await leftovers.removeAll().catch((error: Error) => error.message);
      expect(problem).toMatch(
        new RegExp(`: database ${name} is left: .*; once .*, npm run bench -- --remove-leftovers drops it$`),
      );
    } finally {
      await guest.end();
      await context.database.execute(`DROP ROLE ${role}`);
    }
    expect(await removeEndedDatabases(serverUrl)).toContain(`database ${name} is removed`);
  });

  it('says in a sentence that its login needs CREATEDB', async () => {
    const role = mintId('bench')
      .toLowerCase()
      .replaceAll(/[^a-z0-9]/g, '_');
    await context.database.execute(`CREATE ROLE ${role} LOGIN PASSWORD 'bench'`);
    try {
      const url = new URL(serverUrl);
      [url.username, url.password] = [role, 'bench'];
      const { ended, errors } = startBench({ DATABASE_URL: url.href, JWT_SECRET: '' });
      expect(await ended).toBe(1);
      expect(errors()).toBe(
        `ingest: DATABASE_URL: the bench makes a database for each row, which login ${role} may not; a superuser allows it with: ALTER ROLE ${role} CREATEDB\n`,
      );
    } finally {
      await context.database.execute(`DROP ROLE ${role}`);
    }
  });
});

describe('sizes and rows', () => {
  it('are a tenth on the embedded engine and whole on a server, unless asked for otherwise', () => {
    expect([
      chosenShare({ full: false }, false),
      chosenShare({ full: false }, true),
      chosenShare({ full: true }, false),
      chosenShare({ full: false, share: '0.5' }, true),
    ]).toEqual([0.1, 1, 1, 0.5]);
    expect(chosenRows('year,ingest').map((row) => row.name)).toEqual(['year', 'ingest']);
  });
});

describe('measuring', () => {
  it('takes turns, and tells the median of each', async () => {
    const order: string[] = [];
    const seconds = await alternately(3, {
      a: async (round) => order.push(`a${round}`),
      b: async (round) => order.push(`b${round}`),
    });
    expect(order).toEqual(['a0', 'b0', 'a1', 'b1', 'a2', 'b2']);
    expect(Object.keys(seconds)).toEqual(['a', 'b']);
    expect([medianRun([9, 1, 5]), nearestRank([3, 1, 2, 4], 0.95), nearestRank([3, 1, 2, 4], 0.5)]).toEqual([5, 4, 2]);
  });
});

describe('the table', () => {
  it('says of every line whether its target is met, and nothing where there is none', () => {
    const line = { what: 'w', measured: '3 s', against: '2 s' };
    expect([
      ratioLine(line, 0.7, { atLeast: 0.7 }).met,
      ratioLine(line, 0.69, { atLeast: 0.7 }).met,
      ratioLine(line, 1.5, { atMost: 1 }).met,
      ratioLine(line, 1.5, null).met,
    ]).toEqual([true, false, false, null]);
    const cells = (text: string): string[] => text.split('|').map((cell) => cell.trim());
    expect(
      [ratioLine(line, 1.5, { atMost: 1 }), valueLine(line, 3, { atMost: 4 }, 's'), ratioLine(line, 1, null)].map(
        (made) => cells(tableLine(made)),
      ),
    ).toEqual([
      ['w', '3 s', '2 s', '1.50', '<= 1', 'NO'],
      ['w', '3 s', '2 s', '', '<= 4 s', 'yes'],
      ['w', '3 s', '2 s', '1.00', '', ''],
    ]);
    const bars = (text: string): number[] => [...text.matchAll(/\|/g)].map(({ index }) => index);
    const [names = '', rule = ''] = tableHead().split('\n');
    expect([names, rule].map(bars)).toEqual([names, names].map(() => bars(tableLine(ratioLine(line, 1, null)))));
  });
});
