import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';

it(
  'npm run scale tells what setting up, minutes and a morning of three industries cost, and leaves nothing behind',
  { timeout: 600_000 },
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'scale-test-'));
    try {
      const output = await new Promise<string>((resolve, reject) => {
        execFile(
          process.execPath,
          ['scripts/scale.ts', '--industries', '3', '--units', '5', '--zones', '2'],
          { cwd: new URL('../../', import.meta.url), env: { ...process.env, DATABASE_URL: '', TMPDIR: folder } },
          (error, stdout, stderr) => {
            if (error === null) resolve(stdout);
            else reject(new Error(stderr));
          },
        );
      });
      const parts = output.trim().split('\n\n');
      expect(parts.map((part) => part.split(':')[0])).toEqual([
        'setting up, 3 industries',
        'the first minute, in which every rule looks for the first time, 3 industries',
        '3 minutes without news, 3 industries',
        'a minute in which a fifth has sent, 3 industries',
        // The first and the third industry share a zone; each mails its report and what was found.
        expect.stringMatching(/^a morning, [24] mails, 2 industries$/),
        expect.stringMatching(/cores; \d+ GiB; Node v\d+/),
      ]);
      const sizes = parts
        .slice(0, -1)
        .map((part) =>
          / ms; at most (\d+) jobs waited; process (\d+) MB, database (\d+) MB\n/.exec(part)?.slice(1).map(Number),
        );
      // Nothing asks for work before the first minute; each industry's own jobs wait from then on.
      expect(sizes[0]?.[0]).toBe(0);
      for (const [waiting = 0] of sizes.slice(1).map((size) => size ?? [])) expect(waiting).toBeGreaterThanOrEqual(3);
      for (const [, process = 0, database = 0] of sizes.map((size) => size ?? [])) {
        expect(process).toBeGreaterThan(50);
        expect(database).toBeGreaterThan(5);
      }
      const jobs = (part: number): Map<string, number> =>
        new Map(
          (parts[part] ?? '')
            .split('\n')
            .slice(2)
            .map((line) => line.split('|').map((cell) => cell.trim()))
            .map(([job = '', count]) => [job, Number(count)]),
        );
      expect(jobs(2).get('evaluate-alerts-everywhere')).toBe(3);
      expect(jobs(2).get('watch-running-days')).toBe(3);
      expect(jobs(3).get('ingest')).toBe(1);
      for (const job of ['process-industry', 'send-reports', 'morning-mail']) expect(jobs(4).get(job)).toBe(2);
      expect((await readdir(folder)).filter((name) => name.startsWith('metered-water-bench-'))).toEqual([]);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
);
