import { execFile } from 'node:child_process';
import { beforeAll, expect, it } from 'vitest';
import type { Industry } from '../../src/kernel/industry/industry.ts';
import { mintWorks } from '../readings/works.ts';
import { testContext, type TestContext } from '../support/database.ts';
import { bearer, testApp } from '../service/support/app-fixture.ts';
import { databaseEnvironment } from '../support/database-environment.ts';

let context: TestContext;
let industry: Industry;
beforeAll(async () => {
  context = await testContext();
  industry = await mintWorks(context);
});

/** Runs the command beside the run's database, as an operator would beside a running service. */
const key = (...args: string[]): Promise<{ code: number; output: string; errors: string }> =>
  new Promise((resolve) => {
    const options = {
      cwd: new URL('../../', import.meta.url),
      env: { ...process.env, ...databaseEnvironment() },
    };
    execFile(process.execPath, ['scripts/key.ts', ...args], options, (error, output, errors) => {
      resolve({ code: error === null ? 0 : Number(error.code), output, errors });
    });
  });

const shown = (output: string): { keyId: string; text: string } => {
  const [, text = '', keyId = ''] = /Key \(shown once\): (mwk_([0-9a-f]{16})_\S{43})\n/.exec(output) ?? [];
  return { keyId, text };
};

it('makes a key that works, lists, rotates and revokes it; the key itself is printed once', async () => {
  const app = testApp(context);
  const status = async (text: string): Promise<number> =>
    (await app.request('/api/external/readings', { method: 'POST', headers: bearer(text) })).status;
  const of = ['--industry', industry.industryId];

  expect((await key('list', ...of)).output).toBe(`Industry ${industry.industryId} has no device keys.\n`);
  const made = await key('create', ...of, '--name', 'Pump house', '--units', 'M1, M2');
  const first = shown(made.output);
  expect(made.output).toContain(
    `Device key ${first.keyId} sends readings of M1, M2 of industry ${industry.industryId}.`,
  );
  // The request has no body, which is what it is refused for.
  expect(await status(first.text)).toBe(415);

  const rotated = await key('rotate', ...of, '--key', first.keyId, '--overlap', '2');
  const next = shown(rotated.output);
  expect(rotated.output).toMatch(
    new RegExp(`^Device key ${next.keyId} takes the place of ${first.keyId}, which ends 2`),
  );
  expect([await status(first.text), await status(next.text)]).toEqual([415, 415]);

  expect((await key('revoke', ...of, '--key', first.keyId)).output).toBe(
    `Device key ${first.keyId} is revoked: every process refuses it within a second.\n`,
  );
  expect([await status(first.text), await status(next.text)]).toEqual([420, 415]);

  const { output } = await key('list', ...of);
  expect(output).toMatch(
    new RegExp(`^${next.keyId}  active  Pump house\n  units: M1, M2; made .* by command; ends: never\n`),
  );
  expect(output).toContain(`${first.keyId}  revoked  Pump house`);
  expect(output).not.toContain(first.text.slice(-43));
});

it('names what is wrong: a verb, a missing flag, one of another verb, a length, a unit or a key that is none', async () => {
  const of = ['--industry', industry.industryId];
  const runs = await Promise.all([
    key('drop', ...of),
    key('create', ...of),
    key('rotate', ...of),
    key('rotate', ...of, '--key', '00000000000000ff', '--units', 'M1'),
    key('create', ...of, '--name', 'X', '--days', '0'),
    key('create', ...of, '--name', 'X', '--days', '99999999999'),
    key('create', ...of, '--name', 'X', '--units', 'M1,NONE'),
    key('revoke', ...of, '--key', '00000000000000ff'),
  ]);
  expect(runs.map(({ code, errors }) => [code, errors.split('\n')[0]])).toEqual([
    [1, "'drop' is none of create|list|rotate|revoke"],
    [1, 'create needs --name TEXT'],
    [1, 'rotate needs --key KEYID'],
    [1, '--units: rotate does not take it'],
    [1, "--days is '0', allowed is a number above 0, 36500 at most"],
    [1, "--days is '99999999999', allowed is a number above 0, 36500 at most"],
    [1, `Invalid 'body': 'units[1]' is "NONE", allowed is a unit of industry ${industry.industryId}`],
    [1, 'Invalid keyId 00000000000000ff or you do not have permission to access this device key.'],
  ]);
});
