import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formatTable, ratioLine, valueLine } from '../../scripts/bench/lines.ts';
import { alternately, median, quantile } from '../../scripts/bench/measure.ts';
import { chosenRows, chosenShare } from '../../scripts/bench/rows.ts';

let folder: string;
beforeAll(async () => { folder = await mkdtemp(join(tmpdir(), 'bench-test-')); });
afterAll(async () => { await rm(folder, { recursive: true, force: true }); });

interface Run { readonly code: number; readonly output: string; readonly errors: string }

/** Runs the command with a temporary folder of its own, so that what it leaves behind can be seen. */
const bench = (...args: string[]): Promise<Run> => new Promise((resolve) => {
  const options = { cwd: new URL('../../', import.meta.url), env: { ...process.env, DATABASE_URL: '', TMPDIR: folder } };
  execFile(process.execPath, ['scripts/bench.ts', ...args], options, (error, output, errors) => {
    resolve({ code: error === null ? 0 : Number(error.code), output, errors });
  });
});

describe('npm run bench', () => {
  it('prints the row asked for with its verdict, the machine and the sizes, and leaves nothing behind', async () => {
    const { code, output } = await bench('--only', 'ingest', '--share', '0.003');
    const [header, , ...rest] = output.trimEnd().split('\n');
    expect(header?.split('|').map((cell) => cell.trim())).toEqual(['what', 'measured', 'against', 'ratio', 'target', 'met']);
    expect(rest[0]).toMatch(/^ingest over HTTP, NDJSON, 1 client, 1,728 readings +\| [\d,.]+ rows\/s +\| bare upsert [\d,.]+ rows\/s +\| \d+\.\d\d +\| >= 0\.7 +\| (yes|NO)$/);
    expect(rest.at(-1)).toMatch(/cores; \d+ GiB; Node v\d+.*; PostgreSQL \S+ with TimescaleDB \S+, embedded; 0\.003 of the full sizes$/);
    expect(code).toBe(0);
    expect((await readdir(folder)).filter((name) => name.startsWith('metered-water-bench-'))).toEqual([]);
  }, 120_000);

  it('refuses a row or a share that there is not, with exit code 1', async () => {
    const [row, share] = await Promise.all([bench('--only', 'speed'), bench('--share', '2')]);
    expect([row.code, share.code]).toEqual([1, 1]);
    expect(row.errors).toBe('--only speed: there is no such row, allowed are ingest, body, batch, year, devicedata, latest, storage, correction\n');
    expect(share.errors).toBe("--share is '2', allowed is a number above 0 and up to 1\n");
  });
});

describe('sizes and rows', () => {
  it('are a tenth on the embedded engine and whole on a server, unless asked for otherwise', () => {
    expect([chosenShare({ full: false }, false), chosenShare({ full: false }, true), chosenShare({ full: true }, false), chosenShare({ full: false, share: '0.5' }, true)]).toEqual([0.1, 1, 1, 0.5]);
    expect(chosenRows('year,ingest').map((row) => row.name)).toEqual(['year', 'ingest']);
  });
});

describe('measuring', () => {
  it('takes turns, and tells the median of each', async () => {
    const order: string[] = [];
    const seconds = await alternately(3, { a: async (round) => order.push(`a${round}`), b: async (round) => order.push(`b${round}`) });
    expect(order).toEqual(['a0', 'b0', 'a1', 'b1', 'a2', 'b2']);
    expect(Object.keys(seconds)).toEqual(['a', 'b']);
    expect([median([9, 1, 5]), quantile([3, 1, 2, 4], 0.95), quantile([3, 1, 2, 4], 0.5)]).toEqual([5, 4, 2]);
  });
});

describe('the table', () => {
  it('says of every line whether its target is met, and nothing where there is none', () => {
    const line = { what: 'w', measured: '3 s', against: '2 s' };
    expect([ratioLine(line, 0.7, { atLeast: 0.7 }).met, ratioLine(line, 0.69, { atLeast: 0.7 }).met, ratioLine(line, 1.5, { atMost: 1 }).met, ratioLine(line, 1.5, null).met]).toEqual([true, false, false, null]);
    expect(formatTable([ratioLine(line, 1.5, { atMost: 1 }), valueLine({ ...line, what: 'longer' }, 3, { atMost: 4 }, 's'), ratioLine(line, 1, null)])).toBe([
      'what   | measured | against | ratio | target | met',
      '-------|----------|---------|-------|--------|----',
      'w      | 3 s      | 2 s     | 1.50  | <= 1   | NO',
      'longer | 3 s      | 2 s     |       | <= 4 s | yes',
      'w      | 3 s      | 2 s     | 1.00  |        |',
    ].join('\n'));
  });
});
