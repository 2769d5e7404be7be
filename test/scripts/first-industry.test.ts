import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { childEnvironment } from '../support/child-environment.ts';

const run = promisify(execFile);
const root = new URL('../../', import.meta.url);
const page = readFileSync(new URL('docs/first-industry.md', root), 'utf8');
const { scripts } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as {
  scripts: Record<string, string>;
}; // this project's own

/** The code of a page that begins with this line. */
const codeOf = (opening: string): string => new RegExp(`\`\`\`${opening}\n([\\s\\S]*?)\`\`\``).exec(page)?.[1] ?? '';

describe.skipIf(process.env['DATABASE_URL'] !== undefined)(
  'docs/first-industry.md (on the embedded engine, whichever engine the other tests use)',
  () => {
    let directory: string;
    beforeAll(async () => {
      directory = await mkdtemp(join(tmpdir(), 'metered-water-first-'));
      await writeFile(join(directory, 'bundle.json'), codeOf('json title="bundle\\.json"'));
      await writeFile(join(directory, 'readings.csv'), codeOf('csv'));
    });
    afterAll(() => rm(directory, { recursive: true, force: true }));

    /** `npm run NAME -- ARGUMENTS` as it stands, its files being those of the page. */
    async function follow(command: string): Promise<string> {
      const [, name = '', rest = ''] = /^npm run (\S+) -- (.*)$/.exec(command) ?? [];
      const given = rest
        .split(' ')
        .map((argument) => (/^(bundle\.json|readings\.csv)$/.test(argument) ? join(directory, argument) : argument));
      const { stdout } = await run(process.execPath, [scripts[name]?.split(' ')[1] ?? '', ...given], {
        cwd: root,
        env: { ...childEnvironment(), DATA_DIR: join(directory, 'data') },
      });
      return stdout;
    }

    it('leads in four steps to the figures that it tells', { timeout: 240_000 }, async () => {
      const steps = codeOf('sh').trim().split('\n');
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
  },
);
