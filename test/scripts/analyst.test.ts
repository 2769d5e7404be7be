import { execFile } from 'node:child_process';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Industry } from '../../src/kernel/industry/industry.ts';
import { testContext } from '../support/database.ts';
import { provisionSample } from '../support/sample-industry.ts';
import { connectAs, mintLogin, rowsAs } from '../keeping/analysts/support.ts';
import { databaseEnvironment } from '../support/database-environment.ts';

let [ours, theirs]: string[] = [];
beforeAll(async () => {
  const context = await testContext();
  const provisioned: Industry[] = [
    await provisionSample(context, 'second-industry'),
    await provisionSample(context, 'second-industry'),
  ];
  [ours, theirs] = provisioned.map((industry) => industry.industryId);
});

interface Run {
  readonly code: number;
  readonly output: string;
  readonly errors: string;
}

/** Runs the command beside the run's database, as an operator would beside a running service. */
const analyst = (...args: string[]): Promise<Run> =>
  new Promise((resolve) => {
    const options = {
      cwd: new URL('../../', import.meta.url),
      env: { ...process.env, ...databaseEnvironment() },
    };
    execFile(process.execPath, ['scripts/analyst.ts', ...args], options, (error, output, errors) => {
      resolve({ code: error === null ? 0 : Number(error.code), output, errors });
    });
  });
const passwordIn = (output: string): string => /^Password \(shown once\): (\S+)$/m.exec(output)?.[1] ?? '';
const industryIdSeenBy = (name: string, password: string) =>
  rowsAs({ name, password }, 'SELECT industry_id FROM analytics.industry');

describe('npm run analyst', () => {
  it('creates a login that works, rotates its password, keeps its industry, and removes it', async () => {
    const name = mintLogin();
    const created = await analyst('--industry', ours ?? '', '--name', name);
    expect(created).toMatchObject({ code: 0, errors: '' });
    expect(created.output).toMatch(`Login ${name} sees industry ${ours} in schema analytics, read-only.`);
    expect(created.output).toMatch(new RegExp(`^Connect.* with: psql .*${name}`, 'm'));
    expect(await industryIdSeenBy(name, passwordIn(created.output))).toEqual([{ industry_id: ours }]);

    const rotated = await analyst('--industry', ours ?? '', '--name', name);
    expect(rotated.output).toMatch(`Login ${name} of industry ${ours} has a new password.`);
    expect(await industryIdSeenBy(name, passwordIn(rotated.output))).toEqual([{ industry_id: ours }]);
    await expect(connectAs({ name, password: passwordIn(created.output) })).rejects.toMatchObject({ code: '28P01' });

    const elsewhere = await analyst('--industry', theirs ?? '', '--name', name);
    expect(elsewhere).toEqual({
      code: 1,
      output: '',
      errors: `--name ${name}: belongs to industry ${ours}, not to ${theirs}: a login keeps its industry, choose another name\n`,
    });

    expect(await analyst('--industry', ours ?? '', '--name', name, '--remove')).toEqual({
      code: 0,
      output: `Login ${name} of industry ${ours} is removed.\n`,
      errors: '',
    });
    await expect(connectAs({ name, password: passwordIn(rotated.output) })).rejects.toMatchObject({ code: '28P01' });
  });

  it('names what is wrong: usage, an unknown industry, a name that is none', async () => {
    const runs = [
      await analyst(),
      await analyst('--industry', 'NOWHERE', '--name', 'anna'),
      await analyst('--industry', ours ?? '', '--name', 'Anna B'),
    ];
    expect(runs.map(({ code, output }) => ({ code, output }))).toEqual([1, 1, 1].map((code) => ({ code, output: '' })));
    expect(runs[0]?.errors).toBe(
      '--industry is missing. Usage: npm run analyst -- --industry ID --name N [--remove]\n',
    );
    expect(runs[1]?.errors).toMatch('--industry NOWHERE: there is no such industry');
    expect(runs[2]?.errors).toMatch('--name Anna B: is not a name for a login, allowed are 3 to 41 characters');
  });
});
