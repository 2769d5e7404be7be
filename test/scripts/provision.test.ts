import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bore, bundle, industry, operator } from '../industries/rules/provisioning/bundles.ts';
import { mintId } from '../support/database.ts';
import { databaseEnvironment } from '../support/database-environment.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'metered-water-provision-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

interface Run {
  readonly code: number;
  readonly output: string;
  readonly errors: string;
}

/** Runs the command beside the run's database, as an operator would beside a running service. */
const provision = (...args: string[]): Promise<Run> =>
  new Promise((resolve) => {
    const options = {
      cwd: new URL('../../', import.meta.url),
      env: { ...process.env, ...databaseEnvironment() },
    };
    execFile(process.execPath, ['scripts/provision.ts', ...args], options, (error, output, errors) => {
      resolve({ code: error === null ? 0 : Number(error.code), output, errors });
    });
  });

async function fileOf(name: string, text: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, text);
  return path;
}

describe('npm run provision', () => {
  it('says what it added, and that a second run changed nothing', async () => {
    const id = mintId('CLI');
    const document = bundle({
      industry: industry({ industryId: id }),
      users: [operator({ username: id.slice(-20), email: `${id}@works.example` })],
    });
    const path = await fileOf('good.json', `\uFEFF${JSON.stringify(document)}`);
    const first = await provision(path);
    expect(first).toMatchObject({ code: 0, errors: '' });
    expect(first.output.split('\n')).toEqual([
      `Industry ${id}: added.`,
      'Units: 3 added, 0 changed, 0 unchanged, 0 removed.',
      'Categories: 1 added, 0 changed, 0 unchanged, 0 removed.',
      'Users: 1 added, 0 changed, 0 unchanged, 0 removed.',
      '',
    ]);
    expect((await provision(path)).output).toBe(
      `Industry ${id}: everything is as the bundle says, nothing was changed.\n`,
    );
  });

  it('prints every mistake on a line of its own on standard error, with exit code 1', async () => {
    const path = await fileOf(
      'bad.json',
      JSON.stringify(bundle({ units: [bore({ flowFactor: 0, dataUpdateFrequency: 0 })], categories: {}, users: [] })),
    );
    const { code, output, errors } = await provision(path);
    expect({ code, output }).toEqual({ code: 1, output: '' });
    expect(errors.trim().split('\n')).toEqual([
      'The bundle has 2 mistakes',
      '  units[0].flowFactor: is 0, allowed is a finite number other than 0, 1000000000 at most in size',
      '  units[0].dataUpdateFrequency: is 0, allowed is a whole number of seconds from 1 to 86400',
    ]);
  });

  it('names a missing file, a file that is not JSON and its own usage', async () => {
    const noJson = await fileOf('text.json', 'units: []');
    const missing = join(folder, 'absent.json');
    const runs = await Promise.all([provision(missing), provision(noJson), provision(), provision('a.json', 'b.json')]);
    expect(runs.map((run) => run.code)).toEqual([1, 1, 1, 1]);
    expect(runs[0]?.errors).toBe(`There is no file ${missing}.\n`);
    expect(runs[1]?.errors).toMatch(`The file ${noJson} is not JSON: `);
    expect(runs[2]?.errors).toBe('bundle.json is missing. Usage: npm run provision -- bundle.json\n');
    expect(runs[3]?.errors).toBe("'b.json' is one argument too many. Usage: npm run provision -- bundle.json\n");
  });
});
