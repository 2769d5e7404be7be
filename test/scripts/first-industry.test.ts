import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type Permission, PERMISSIONS } from '../../src/platform/login/rules/permissions.ts';
import { permissionsOf } from '../../src/platform/http/route-terms.ts';
import { ROUTES } from '../../src/service/routes/routes.ts';
import { startServiceProcess } from '../service/support/service-process.ts';
import { childEnvironment } from '../support/child-environment.ts';

const run = promisify(execFile);
const root = new URL('../../', import.meta.url);
const page = readFileSync(new URL('docs/how-to/first-industry.md', root), 'utf8');
const { scripts } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as {
  scripts: Record<string, string>;
}; // this project's own

/** The code of a page that begins with this line, each in its place. */
const codesOf = (opening: string): string[] =>
  [...page.matchAll(new RegExp(`\`\`\`${opening}\n([\\s\\S]*?)\`\`\``, 'g'))].map(([, code = '']) => code);
const codeOf = (opening: string): string => codesOf(opening)[0] ?? '';
const linesOf = (code: string | undefined): string[] =>
  (code ?? '')
    .replaceAll(/\\?\n {2}/g, ' ')
    .trim()
    .split('\n');

describe.skipIf(process.env['DATABASE_URL'] !== undefined)(
  'docs/how-to/first-industry.md (on the embedded engine, whichever engine the other tests use)',
  () => {
    let directory: string;
    beforeAll(async () => {
      directory = await mkdtemp(join(tmpdir(), 'metered-water-first-'));
      await writeFile(join(directory, 'bundle.json'), codeOf('json title="bundle\\.json"'));
      await writeFile(join(directory, 'operators.json'), codeOf('json title="operators\\.json"'));
      await writeFile(join(directory, 'readings.csv'), codeOf('csv'));
    });
    afterAll(() => rm(directory, { recursive: true, force: true }));

    /** `npm run NAME -- ARGUMENTS` as it stands, its files being those of the page. */
    async function follow(command: string): Promise<string> {
      const [, name = '', rest = ''] = /^npm run (\S+) -- (.*)$/.exec(command) ?? [];
      const given = rest
        .split(' ')
        .map((argument) =>
          /^(bundle\.json|operators\.json|readings\.csv)$/.test(argument) ? join(directory, argument) : argument,
        );
      const { stdout } = await run(process.execPath, [scripts[name]?.split(' ')[1] ?? '', ...given], {
        cwd: root,
        env: { ...childEnvironment(), DATA_DIR: join(directory, 'data') },
      });
      return stdout;
    }

    it('leads in four steps to the figures that it tells', { timeout: 240_000 }, async () => {
      const steps = linesOf(codeOf('sh'));
      expect(steps.length).toBe(4);
      let printed = '';
      for (const step of steps) printed = await follow(step);
      const documents = printed
        .trim()
        .split('\n')
        // Documents of the export.
        .map((line) => JSON.parse(line) as { unitId: string; value: number; provenance: object });
      expect(documents.map(({ unitId, value }) => [unitId, value])).toEqual([
        ['INLET', 200],
        ['KITCHEN', 20],
        ['REST', 180],
      ]);
      expect(documents[0]?.provenance).toMatchObject({ slotsExpected: 288, slotsGenuine: 2 });
    });

    it('leads to the first operator, who sees the industries and makes a colleague', { timeout: 240_000 }, async () => {
      const [, onTheMachine, overHttp] = codesOf('sh');
      const [provision = '', start] = linesOf(onTheMachine);
      expect(await follow(provision)).toContain('INTERNAL');
      expect([start, scripts['start']]).toEqual(['npm start', 'node src/main.ts']);
      const service = await startServiceProcess({ DATA_DIR: join(directory, 'data'), ROLE: 'all' });
      onTestFinished(() => service.stop());
      const [login = '', ...asks] = linesOf(overHttp).map((line) =>
        line.replaceAll('http://127.0.0.1:3000', service.url),
      );
      const shell = async (commands: string): Promise<string> =>
        (await run('bash', ['-c', commands], { env: childEnvironment() })).stdout;
      const token = (await shell(`${login}; echo "$TOKEN"`)).trim();
      const answers: unknown[] = [];
      for (const ask of asks) answers.push(JSON.parse(await shell(`TOKEN=${token}; ${ask}`)));
      expect(answers).toMatchObject([
        { data: { industries: expect.arrayContaining([expect.objectContaining({ industryId: 'INTERNAL' })]) } },
        { status: 'success', message: 'Password changed' },
        { status: 'success', data: { userId: 'ravi', permissions: ['industries:write'] } },
      ]);
      const page = await fetch(`${service.url}/app`, { redirect: 'manual' });
      expect(page.headers.get('location')).toBe('/app/login?next=%2Fapp');
    });
  },
);

describe('the list of permissions', () => {
  it('has every permission with the sentence that says what it opens, and no other', () => {
    const rows = [...page.matchAll(/^\| `([\w]+:[\w*]+)` \| (.*) \|$/gm)].map(([, name, opens]) => [name, opens]);
    expect(rows).toEqual(Object.entries(PERMISSIONS));
  });

  it('has a permission of which each opens something that the routes declare', () => {
    const declared = new Set(
      ROUTES.flatMap((route) => [
        ...permissionsOf(route),
        ...(route.access === 'token' ? [route.operatorPermission ?? []].flat() : []),
      ]),
    );
    expect(Object.keys(PERMISSIONS).filter((name) => !declared.has(name as Permission))).toEqual(['admin:*']);
  });
});
