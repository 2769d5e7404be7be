import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { processDays } from '../../../src/figures/processing/process.ts';
import { issueAnalystLogin, revokeAnalystLogin } from '../../../src/keeping/analysts/analyst-logins.ts';
import { at, requestOf, send, unit, works } from '../../figures/processing/works.ts';
import { mintLogin } from '../../keeping/analysts/support.ts';
import { type OwnContext, ownContext } from '../../keeping/upkeep/own-database.ts';
import type { Industry } from '../../../src/kernel/industry/industry.ts';
import { childEnvironment } from '../../support/child-environment.ts';

/*
 * The lines by which docs/how-to/operating.md backs up and restores, as they stand, into another database of the same
 * server. Only names are put in: server, databases and login. The superuser's address is TEST_SUPERUSER_URL, since the
 * tests' own login is none.
 */

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../../', import.meta.url));
const superuserUrl = process.env['TEST_SUPERUSER_URL'] ?? '';
const ownUrl = process.env['DATABASE_URL'] ?? '';
const hasClients = ['psql', 'pg_dump', 'pg_restore'].every((program) => {
  try {
    return execFileSync(program, ['--version']).length > 0;
  } catch {
    return false;
  }
});
const why = [
  ownUrl === '' ? 'DATABASE_URL names no server' : '',
  superuserUrl === '' ? 'TEST_SUPERUSER_URL is not set' : '',
  hasClients ? '' : 'package postgresql-client is not installed',
]
  .filter((reason) => reason !== '')
  .join(', ');

const page = readFileSync(join(root, 'docs/how-to/operating.md'), 'utf8');
const [, section = ''] = page.split('## Backup and restore\n');
const [dump = '', restore = ''] = [...section.matchAll(/^```sh\n([\s\S]*?)^```/gm)].map((match) => match[1] ?? '');

describe('what docs/how-to/operating.md says of backup and restore', () => {
  it('is one line that dumps and six that restore, in this order', () => {
    expect(dump.trim().split('\n').length).toBe(1);
    expect(
      restore
        .trim()
        .split('\n')
        .map((line) => /CREATE ROLE|setup\.sql|pre_restore|^pg_restore|post_restore|110_public_rights/.exec(line)?.[0]),
    ).toEqual(['CREATE ROLE', 'setup.sql', 'pre_restore', 'pg_restore', 'post_restore', '110_public_rights']);
  });
});

describe.skipIf(why !== '')(
  `the lines of docs/how-to/operating.md that back up and restore${why === '' ? '' : ` (skipped: ${why})`}`,
  () => {
    let context: OwnContext;
    let industry: Industry;
    let directory: string;
    let analyst: string;
    const target = `restored_${process.pid}`;
    beforeAll(async () => {
      directory = mkdtempSync(join(tmpdir(), 'metered-water-backup-'));
      context = await ownContext('2026-11-21T00:00:00Z');
      industry = await works(context, [
        unit('M1', 'FLOW_CATEGORY'),
        unit('RIVER', 'QUALITY_CATEGORY', { params: { pH: { displayName: 'pH', siUnit: '' } } }),
      ]);
      await send(
        context,
        industry,
        ['2026-03-01', '2026-03-02', '2026-04-01'].flatMap((date) => [
          { unitId: 'M1', createdOn: at(industry, date, 5), value: 10, summedValue: 100 },
          { unitId: 'RIVER', createdOn: at(industry, date, 5), value: { pH: 7.1 } },
        ]),
      );
      await processDays(context, requestOf(industry, '2026-03-01', '2026-04-01'));
      // A login of analysts needs what the same line of the page gives a database.
      const setUp = restore.split('\n').find((line) => line.includes('setup.sql')) ?? '';
      await shell(setUp, new URL(context.environment['DATABASE_URL'] ?? '').pathname.slice(1));
      analyst = (await issueAnalystLogin(context, industry, mintLogin())).name;
    });
    afterAll(async () => {
      await revokeAnalystLogin(context, industry, analyst);
      await superuser(`DROP DATABASE IF EXISTS ${target} WITH (FORCE)`);
      rmSync(directory, { recursive: true, force: true });
    });

    const server = (): URL => new URL(superuserUrl);
    const superuser = (sql: string) => shell(`psql -h SERVER -U postgres -d postgres -c '${sql}'`);
    /** A line with this server, this login and these databases put in. */
    async function shell(line: string, setUp = target): Promise<string> {
      const host = server().searchParams.get('host') ?? server().hostname;
      const port = server().searchParams.get('port') ?? server().port;
      const filled = line
        .replaceAll('-h SERVER', `-h '${host}' -p ${port}`)
        .replaceAll('postgres://water@SERVER:5432/water', `'${context.environment['DATABASE_URL'] ?? ''}'`)
        .replaceAll('-d water ', `-d ${target} `)
        .replaceAll('water.dump', join(directory, 'water.dump'))
        .replace(
          'setup.sql',
          `setup.sql -v login='${decodeURIComponent(new URL(ownUrl).username)}' -v database=${setUp}`,
        )
        .replace("DATABASE_PASSWORD='..'", `DATABASE_PASSWORD='${decodeURIComponent(new URL(ownUrl).password)}'`);
      return (
        await run('bash', ['-c', filled], {
          cwd: root,
          env: { ...childEnvironment(), PGPASSWORD: decodeURIComponent(server().password) },
        })
      ).stdout;
    }
    const exported = async (databaseUrl: string, period: string): Promise<string> =>
      (
        await run(
          process.execPath,
          [
            'scripts/export.ts',
            '--industry',
            industry.industryId,
            '--period',
            period,
            '--from',
            '01/01/2026',
            '--to',
            '31/12/2026',
          ],
          {
            cwd: root,
            env: { ...childEnvironment(), DATABASE_URL: databaseUrl },
          },
        )
      ).stdout;

    it(
      'give a database whose export is the same byte for byte, and which goes on working',
      { timeout: 300_000 },
      async ({ skip }) => {
        const [client] = /\d+/.exec(await shell('pg_dump --version')) ?? [];
        const [{ major } = { major: 0 }] = await context.database.execute<{ major: number }>(
          `SELECT current_setting('server_version_num')::int / 10000 AS major`,
        );
        skip(Number(client) < major, `pg_dump ${client} is older than the server, ${major}`);
        await shell(dump.trim());
        // The group exists, because the tests' own database has made it.
        for (const line of restore
          .trim()
          .split('\n')
          .filter((step) => !step.includes('CREATE ROLE')))
          await shell(line);
        const restored = new URL(context.environment['DATABASE_URL'] ?? '');
        restored.pathname = `/${target}`;
        for (const period of ['daily', 'monthly', 'yearly']) {
          const before = await exported(context.environment['DATABASE_URL'] ?? '', period);
          expect(before.trim().split('\n').length).toBeGreaterThan(1);
          expect(await exported(restored.href, period)).toBe(before);
        }
        const batch = await run(
          process.execPath,
          ['scripts/batch.ts', '--industry', industry.industryId, '--from', '01/03/2026', '--to', '01/04/2026'],
          { cwd: root, env: { ...childEnvironment(), DATABASE_URL: restored.href } },
        );
        expect(batch.stdout).toContain('0, 0, 0 new or changed');
      },
    );
  },
);
