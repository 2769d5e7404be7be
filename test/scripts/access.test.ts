import { execFile } from 'node:child_process';
import { beforeAll, describe, expect, it } from 'vitest';
import { bearer, login, type MintedUser, mintUser, testApp } from '../service/support/app-fixture.ts';
import { testContext, type TestContext } from '../support/database.ts';
import { databaseEnvironment } from '../support/database-environment.ts';

let context: TestContext;
let user: MintedUser;
beforeAll(async () => {
  context = await testContext();
  user = await mintUser(context);
});

interface Run {
  readonly code: number;
  readonly output: string;
  readonly errors: string;
}

/** Runs the command beside the run's database, as an operator would beside a running service. */
const access = (...args: string[]): Promise<Run> =>
  new Promise((resolve) => {
    const options = {
      cwd: new URL('../../', import.meta.url),
      env: { ...process.env, ...databaseEnvironment() },
    };
    execFile(process.execPath, ['scripts/access.ts', ...args], options, (error, output, errors) => {
      resolve({ code: error === null ? 0 : Number(error.code), output, errors });
    });
  });

describe('npm run access', () => {
  it('disables a user, says who is disabled, and enables him again', async () => {
    const app = testApp(context);
    const { token } = await login(app, user);
    const status = async () => (await app.request('/api/user/user', { headers: bearer(token) })).status;
    const [of, named] = [['--industry', user.industryId], `User ${user.userId} of industry ${user.industryId}`];

    expect(await access(...of, '--user', user.userId, '--disable')).toEqual({
      code: 0,
      output: `${named} is disabled: every request and login is answered with 420.\n`,
      errors: '',
    });
    expect(await status()).toBe(420);
    expect((await access(...of)).output).toMatch(new RegExp(`^${named} is disabled since \\d{4}-\\S+Z\\.\n$`));
    expect((await access(...of, '--user', user.userId, '--enable')).output).toBe(`${named} is enabled again.\n`);
    expect(await status()).toBe(200);
    expect((await access(...of)).output).toBe(`Nobody of industry ${user.industryId} is disabled.\n`);
  });

  it('names what is wrong: usage, an unknown industry, an unknown user', async () => {
    const runs = await Promise.all([
      access(),
      access('--industry', user.industryId, '--disable', '--enable'),
      access('--industry', user.industryId, '--user', user.userId),
    ]);
    expect(runs).toEqual(
      [
        '--industry is missing. Usage: npm run access -- --industry ID [--user USERID] [--disable] [--enable]\n',
        '--disable and --enable: allowed is one of them\n',
        `--user ${user.userId}: needs --disable or --enable\n`,
      ].map((errors) => ({ code: 1, output: '', errors })),
    );
    expect((await access('--industry', 'NOWHERE', '--disable')).errors).toMatch(
      '--industry NOWHERE: there is no such industry',
    );
    expect((await access('--industry', user.industryId, '--user', 'nobody', '--disable')).errors).toMatch(
      `--user nobody: industry ${user.industryId} has no such user`,
    );
  });
});
