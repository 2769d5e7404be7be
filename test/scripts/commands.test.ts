import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execPath } from 'node:process';
import { parse } from 'csv-parse/sync';
import { describe, expect, it, onTestFinished } from 'vitest';
import { businessDateOf } from '../../src/kernel/time/business-clock.ts';
import { addDays, firstOfMonth, formatRequestDate } from '../../src/kernel/time/business-date.ts';
import { at, process, send, unit, works } from '../figures/processing/works.ts';
import { testContext } from '../support/database.ts';
import { databaseEnvironment } from '../support/database-environment.ts';
import { childEnvironment } from '../support/child-environment.ts';

const root = new URL('../../', import.meta.url);
const { scripts } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as {
  scripts: Record<string, string>;
}; // this project's own
/** Every command of this project; the others are those of tools. */
const commands = Object.entries(scripts).flatMap(([name, line]) =>
  /^node (?:src|scripts)\//.test(line) ? [{ name, file: line.split(' ')[1] ?? '' }] : [],
);

interface Run {
  readonly code: number;
  readonly output: string;
  readonly errors: string;
}

/** Runs a command with nothing in its environment but what is given. */
const run = (file: string, args: readonly string[], environment: Record<string, string> = {}): Promise<Run> =>
  new Promise((resolve) => {
    execFile(
      execPath,
      [file, ...args],
      { cwd: root, env: { ...childEnvironment(), ...environment } },
      (error, output, errors) => {
        resolve({ code: error === null ? 0 : Number(error.code), output, errors });
      },
    );
  });

describe.each(commands)('npm run $name', ({ name, file }) => {
  const called = name === 'start' ? 'npm start' : `npm run ${name}`;

  it('answers --help with its usage and what it does, without a database', async () => {
    const { code, output, errors } = await run(file, ['--help'], {
      DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
    });
    expect({ code, errors }).toEqual({ code: 0, errors: '' });
    expect(output).toMatch(new RegExp(`^Usage: ${called}( -- .*)?\n\n\\S.*\\.\n`));
  });

  it('refuses a flag that there is not in one line, with exit code 1', async () => {
    const { code, output, errors } = await run(file, ['--nonsense', 'x']);
    expect({ code, output }).toEqual({ code: 1, output: '' });
    expect(errors).toMatch(new RegExp(`^--nonsense is not a flag of this command, .*\\. Usage: ${called}.*\n$`));
  });
});

describe('a flag that npm kept for itself', () => {
  it.each([
    ['demo', 'as-recorded'],
    ['import', 'industry'],
    ['batch', 'dry-run'],
    ['export', 'period'],
    ['rekey', 'from'],
    ['analyst', 'name'],
    ['access', 'disable'],
    ['openapi', 'out'],
    ['bench', 'full'],
  ])('of npm run %s, --%s, is noticed before any work', async (name, flag) => {
    const { code, errors } = await run(commands.find((command) => command.name === name)?.file ?? '', ['x'], {
      [`npm_config_${flag.replaceAll('-', '_')}`]: 'true',
    });
    expect(code).toBe(1);
    expect(errors).toMatch(
      `npm took --${flag} for a flag of its own: write -- before the flags of the command. Usage: npm run ${name}`,
    );
  });
});

const SPAN = ['--from', '01/01/2026', '--to', '02/01/2026'];
describe('commands that sign nothing', () => {
  it.each([
    ['migrate', []],
    ['provision', ['absent.json']],
    ['import', ['--industry', 'NOWHERE', 'package.json']],
    ['batch', ['--industry', 'NOWHERE', ...SPAN]],
    ['export', ['--industry', 'NOWHERE', '--period', 'daily', ...SPAN]],
    ['rekey', ['--industry', 'NOWHERE', '--from', '01/01/2026']],
    ['access', ['--industry', 'NOWHERE']],
    ['analyst', ['--industry', 'NOWHERE', '--name', 'anna']],
  ] as const)('npm run %s needs no JWT_SECRET', async (name, args) => {
    const { JWT_SECRET: _, ...environment } = databaseEnvironment();
    const { output, errors } = await run(
      commands.find((command) => command.name === name)?.file ?? '',
      args,
      environment,
    );
    expect(`${output}${errors}`).toMatch(
      name === 'migrate'
        ? 'The database is up to date.'
        : name === 'provision'
          ? 'There is no file absent.json.'
          : 'there is no such industry',
    );
  });
});

describe('dates of a command', () => {
  it.each([
    [['--from', '2026-01-01', '--to', '02/01/2026'], "--from is '2026-01-01', which is not a date DD/MM/YYYY\n"],
    [
      ['--from', '01/01/1850', '--to', '02/01/2026'],
      "--from is '01/01/1850', which is not of the years 1910 to 2190\n",
    ],
    [['--from', '01/01/2026', '--to', '30/02/2026'], "--to is '30/02/2026', which is not a date DD/MM/YYYY\n"],
    [['--from', '03/01/2026', '--to', '02/01/2026'], "--from is '03/01/2026', which is after --to, '02/01/2026'\n"],
  ])('%j are refused before any work: %s', async (span, message) => {
    const runs = await Promise.all([
      run('scripts/batch.ts', ['--industry', 'A', ...span]),
      run('scripts/export.ts', ['--industry', 'A', '--period', 'daily', ...span]),
    ]);
    expect(runs).toEqual(runs.map(() => ({ code: 1, output: '', errors: message })));
  });
});

describe('npm run export', () => {
  it.each(['monthly', 'yearly'])(
    'leaves the running day out of %s figures in a list, as it does in documents',
    async (period) => {
      const context = await testContext(new Date().toISOString());
      const industry = await works(context, [unit('M1', 'FLOW_CATEGORY')]);
      const today = businessDateOf(industry.clock, context.clock.now());
      const yesterday = addDays(today, -1);
      await send(context, industry, [
        { unitId: 'M1', createdOn: at(industry, yesterday, 5), value: 7000 },
        { unitId: 'M1', createdOn: at(industry, today, 0), value: 1000 },
      ]);
      await process(context, industry, firstOfMonth(yesterday), yesterday);
      const span = ['--from', formatRequestDate(yesterday), '--to', formatRequestDate(today)];
      const args = ['--industry', industry.industryId, '--period', period, ...span];
      const [documents, list] = await Promise.all([
        run('scripts/export.ts', args, databaseEnvironment()),
        run('scripts/export.ts', [...args, '--format', 'csv'], databaseEnvironment()),
      ]);
      const document = JSON.parse(documents.output.split('\n')[0] ?? '');
      expect(document).toMatchObject({ unitId: 'M1', value: 7000 });
      const [row] = parse(list.output, { columns: true }) as Record<string, string>[]; // typed by its options
      expect(row).toMatchObject({ unitId: 'M1', value: '7', coverage: String(document.provenance.coverageRatio) });
    },
  );

  it('asks the replica first, and prints the same where the replica does not answer', async () => {
    const context = await testContext('2026-03-01T12:00:00Z');
    const industry = await works(context, [unit('M1', 'FLOW_CATEGORY')]);
    await send(context, industry, [{ unitId: 'M1', createdOn: at(industry, '2026-01-01', 5), value: 7 }]);
    await process(context, industry, '2026-01-01', '2026-01-01');
    let asked = 0;
    const replica = createServer((socket) => {
      asked += 1;
      socket.destroy();
    }).listen(0, '127.0.0.1');
    await once(replica, 'listening');
    onTestFinished(() => void replica.close());
    const { port } = replica.address() as AddressInfo; // listening on a port, never on a pipe
    const args = ['--industry', industry.industryId, '--period', 'daily', ...SPAN];
    const plain = await run('scripts/export.ts', args, databaseEnvironment());
    expect(JSON.parse(plain.output)).toMatchObject({ unitId: 'M1', value: 7 });
    const beside = { ...databaseEnvironment(), DATABASE_READ_URL: `postgres://water@127.0.0.1:${port}/water` };
    expect(await run('scripts/export.ts', args, beside)).toEqual(plain);
    expect(asked).toBeGreaterThan(0);
  });
});

describe('npm run import', () => {
  it.each([
    ['measure', 'm3'],
    ['kind', 'register'],
    ['columns', '3=M1:m3'],
  ])('refuses --%s of a readings CSV, which would not heed it, tried and stored', async (flag, value) => {
    const context = await testContext('2026-03-01T12:00:00Z');
    const industry = await works(context, [unit('M1', 'FLOW_CATEGORY')]);
    const directory = mkdtempSync(join(tmpdir(), 'import-'));
    onTestFinished(() => rmSync(directory, { recursive: true }));
    const path = join(directory, 'readings.csv');
    writeFileSync(path, 'unitId,createdOn,value\nM1,2026-01-15T06:05:00+05:30,1.5\n');
    const args = ['--industry', industry.industryId, `--${flag}`, value, path];
    for (const more of [['--dry-run'], []]) {
      const { code, errors } = await run('scripts/import.ts', [...more, ...args], databaseEnvironment());
      expect([code, errors]).toEqual([
        1,
        `--${flag}: readings.csv is a readings CSV, whose columns have their meaning, and takes no such flag; nothing of it was stored\n`,
      ]);
    }
  });
});
