import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { DateTime } from 'luxon';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { logIn } from '../../scripts/demo/replay-device.ts';
import { operationsOf } from '../../src/platform/openapi/document.ts';
import { surfaceDocument } from '../../src/service/surface-documents.ts';
import { isForOperators } from '../platform/openapi/support/for-operators.ts';
import { documentedRequest } from '../platform/openapi/support/documented-request.ts';
import { childEnvironment } from '../support/child-environment.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../', import.meta.url));

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  await new Promise((resolve) => {
    server.close(resolve);
  });
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

/** Starts the demo as a newcomer does and gives what it printed once it says it is ready. */
function startDemo(environment: Record<string, string>): {
  child: ChildProcess;
  ready: Promise<string>;
  ended: Promise<number | null>;
} {
  const child = spawn(process.execPath, ['scripts/demo.ts'], {
    cwd: root,
    env: { ...childEnvironment(), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  const ended = new Promise<number | null>((resolve) => {
    child.once('exit', resolve);
  });
  const ready = new Promise<string>((resolve, reject) => {
    child.stdout?.on('data', (chunk) => {
      printed += String(chunk);
      if (/^Ready after/m.test(printed)) resolve(printed);
    });
    let trouble = '';
    child.stderr?.on('data', (chunk) => {
      trouble += String(chunk);
    });
    void ended.then((code) => reject(new Error(`the demo ended with ${code}: ${trouble.slice(-2000)}`)));
  });
  return { child, ready, ended };
}

/** Ticks of `man 5 proc_pid_stat` in a second, on every Linux. */
const TICKS = 100;
/** Of a demo and its engine until the demo is ready: 92 s where 8 to 20 others want two processors. */
const MOST_PROCESSOR_SECONDS = 120;

/** Processor time in seconds of a process, and of those that it has begun: the ended ones and those that run. */
function processorSeconds(pid: number): number {
  const told = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // Fields 14 to 17: of the process and of its ended children, in the program and in the system.
  const fields = told
    .slice(told.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 15);
  const children = readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  );
  return [...fields.map((field) => Number(field) / TICKS), ...children.map(processorSeconds)].reduce((a, b) => a + b);
}

const hasPsql = spawnSync('psql', ['--version']).status === 0;

/** The numbered commands of the demo's text. */
const commandsIn = (printed: string): string[] =>
  [...printed.matchAll(/^ {3}((?:curl|psql|PGPASSWORD).*)$/gm)].map((match) => match[1] ?? '');
const tokenIn = (printed: string): string => /^TOKEN=(\S+)$/m.exec(printed)?.[1] ?? '';

/** Every number of an answer that is a figure, and not a count, a coverage or a code. */
function figuresIn(value: unknown, key = ''): number[] {
  if (typeof value === 'number')
    return /^(?:y\d?|value|total|average|percentage|pH|source|consumption|stock|lowestHourFlow)$/i.test(key)
      ? [value]
      : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, item]) => figuresIn(item, Array.isArray(value) ? key : name));
}
const hasFigures = (answer: unknown): boolean => figuresIn(answer).some((figure) => figure !== 0);

describe.skipIf(process.env['DATABASE_URL'] !== undefined)(
  'npm run demo (on the embedded engine, whichever engine the other tests use)',
  () => {
    let directory: string;
    let environment: Record<string, string>;
    let demo: ReturnType<typeof startDemo>;
    let printed: string;
    let tookSeconds: number;
    let spentSeconds: number;
    beforeAll(async () => {
      const started = performance.now();
      directory = await mkdtemp(join(tmpdir(), 'metered-water-demo-'));
      environment = { DATA_DIR: directory, PORT: String(await freePort()) };
      demo = startDemo(environment);
      printed = await demo.ready;
      tookSeconds = (performance.now() - started) / 1000;
      spentSeconds = process.platform === 'linux' ? processorSeconds(demo.child.pid ?? 0) : 0;
    }, 400_000);
    afterAll(async () => {
      demo.child.kill('SIGTERM');
      await demo.ended;
      await rm(directory, { recursive: true, force: true });
    });
    const url = (): string => `http://127.0.0.1:${environment['PORT']}`;
    const shell = async (command: string): Promise<string> =>
      (await run('bash', ['-c', command], { env: { ...childEnvironment(), TOKEN: tokenIn(printed) } })).stdout;
    const text = (path: string): Promise<string> =>
      shell(`curl -s -H "Authorization: Bearer $TOKEN" '${url()}${path}'`);
    const get = async (path: string): Promise<unknown> => JSON.parse(await text(path));

    it('prints commands that work as they stand and show real figures', async () => {
      const commands = commandsIn(printed).filter((command) => command.startsWith('curl'));
      expect(commands.length).toBeGreaterThanOrEqual(6);
      for (const command of commands) {
        // The envelope of every answer.
        const answer = JSON.parse(await shell(command)) as { status: string; data: unknown };
        expect(answer.status.toLowerCase(), command).toBe('success');
        if (/latest|deviceData|explain/.test(command)) expect(hasFigures(answer.data), command).toBe(true);
      }
      const { data: latest } = JSON.parse(await shell(commands[0] ?? '')) as {
        data: { unitId: string; timestamp: string }[];
      }; // latest/all
      expect(latest.length).toBe(15);
      const daysOld = latest.map(({ timestamp }) => (Date.now() - Date.parse(timestamp)) / 86_400_000);
      expect(Math.max(...daysOld), 'every unit in use has sent today').toBeLessThan(1);
    });

    it('says how long it took, and took no more processor time than it should', () => {
      const [, seconds] = /^Ready after (\d+) s\. /m.exec(printed) ?? [];
      expect(Number(seconds)).toBeGreaterThan(0);
      expect(Number(seconds)).toBeLessThanOrEqual(Math.ceil(tookSeconds));
      expect(spentSeconds).toBeLessThan(MOST_PROCESSOR_SECONDS);
    });

    it("answers README's request with the figures that README shows", async () => {
      const readme = readFileSync(join(root, 'README.md'), 'utf8');
      const [, path = ''] = /^ {2}"http:\/\/127\.0\.0\.1:3000(\/\S+)"$/m.exec(readme) ?? [];
      const [, shown = ''] = /```json\n([\s\S]*?)```/.exec(readme) ?? [];
      expect(await get(path)).toMatchObject(JSON.parse(shown) as object);
    });

    it.skipIf(!hasPsql)(
      'prints a psql command that works as it stands (skipped where psql is not installed: package postgresql-client)',
      async () => {
        const command = commandsIn(printed).find((line) => line.includes('psql')) ?? '';
        expect(await shell(command)).toMatch(/Irrigation bore 1 +\| 2026-01-12 +\| +\d/);
      },
    );

    it('has a mailed report, and the mail that late readings changed its figures', async () => {
      const subjects = async (): Promise<string[]> =>
        [...(await text('/app/mailbox')).matchAll(/<a href="\/app\/mailbox\?mail=\d+">([^<]*)</g)].map(
          ([, subject = '']) => subject,
        );
      await expect.poll(async () => (await subjects()).join('\n'), { timeout: 200_000 }).toMatch(/restated, Water/);
      expect((await subjects()).at(-1)).toMatch(/: Water, Source .+KL, /);
    });

    it('has one open incident, and nobody looks for the spare meter', async () => {
      // The service looks for incidents once it has begun.
      const titles = async (): Promise<string[]> => {
        const { data } = (await get('/api/user/alerts?status=active')) as { data: { alerts: { title: string }[] } }; // the page
        return data.alerts.map(({ title }) => title);
      };
      await expect.poll(titles, { timeout: 100_000 }).toEqual(['Recycled water tank is running low']);
    });

    it.each(['CANTERBURY', 'KOLKATA'])('has water that adds up on each repeated day: %s', async (industryId) => {
      // A second login as the manager of Canterbury would end the printed token.
      const kolkata = { url: url(), username: 'kolkata.admin', password: 'Hooghly-admin-1' };
      const token = industryId === 'KOLKATA' ? await logIn(kolkata) : tokenIn(printed);
      const day = DateTime.utc().minus({ days: 2 });
      const statuses = await Promise.all(
        [0, 1, 2, 3, 4, 5, 6].map(async (back) => {
          const date = day.minus({ days: back }).toFormat('dd/MM/yyyy');
          const answer = await fetch(`${url()}/api/user/waterBalance?startDate=${date}&endDate=${date}`, {
            headers: { Authorization: `Bearer ${token}` },
          });
          const { data } = (await answer.json()) as { data: { figures: { unaccounted: { status: string } } } }; // as served
          return data.figures.unaccounted.status;
        }),
      );
      expect(statuses).toEqual(Array.from({ length: 7 }, () => 'balanced'));
    });

    it('prints a processed day again that changes nothing, and rows that wait in quarantine', async () => {
      const [again = '', quarantine = ''] = commandsIn(printed).filter((command) =>
        /batchProcess|quarantine/.test(command),
      );
      expect(JSON.parse(await shell(again))).toMatchObject({
        data: { daysUnchanged: 1, computed: { daily: 0 }, written: { daily: 0, monthly: 0, yearly: 0 } },
      });
      const { data } = JSON.parse(await shell(quarantine)) as {
        data: { cases: { unitId: string; reasonCode: string }[] };
      }; // the page of the quarantine
      expect(data.cases.map(({ unitId, reasonCode }) => [unitId, reasonCode])).toEqual(
        Array.from({ length: 3 }, () => ['CB_BORE_2', 'unit_unknown']),
      );
    });

    it('answers the six worked queries, and its own, with figures to the analyst whose password it prints', async () => {
      const [, password = '', user = '', own = ''] =
        /PGPASSWORD=(\S+) psql .*-U (\S+) postgres -c "(.*)"/.exec(printed) ?? [];
      const folder = new URL('../../sql/examples/', import.meta.url);
      const client = new pg.Client({ host: directory, user, password, database: 'postgres' });
      await client.connect();
      try {
        for (const query of [own, ...readdirSync(folder).map((name) => readFileSync(new URL(name, folder), 'utf8'))]) {
          const { rows } = await client.query<Record<string, unknown>>(query);
          const numbers = rows.flatMap((row) =>
            Object.entries(row).filter(([name, cell]) => !/coverage|month|date/.test(name) && Number(cell) > 0),
          );
          expect(numbers.length, query).toBeGreaterThan(3);
        }
        // 2,570.02 l of one day in January; the meter was retired at the end of the recording.
        const { rows } = await client.query<Record<string, unknown>>(
          `SELECT round(sum(value_display)::numeric, 2)::text AS kl,
                  (SELECT count(*)::int FROM analytics.daily_figures
                   WHERE unit_id = 'CB_CAMPUS_1' AND business_date > '2026-08-01') AS later
           FROM analytics.yearly_figures WHERE unit_id = 'CB_CAMPUS_1'`,
        );
        expect(rows).toEqual([{ kl: '2.57', later: 0 }]);
      } finally {
        await client.end();
      }
    });

    const dated = (['user', 'external'] as const)
      .flatMap((surface) => {
        const document = surfaceDocument(surface);
        return operationsOf(document)
          .filter(
            ({ method, path, operation }) =>
              method === 'get'
              && !isForOperators({ method, path })
              && operation.parameters?.some(({ schema }) => schema['example'] === '15/01/2026'),
          )
          .map(({ path, method, operation }) => documentedRequest(document, path, method, operation).path);
      })
      // A day that may be left out is today, which can be a day without any use.
      .filter((path) => path.includes('15%2F01%2F2026'))
      // Words instead of figures, or units of the documentation alone.
      .filter(
        (path) => !/waterRatio|registerEvents|batchProcess|staleDays|completeness|annotations|comparison/.test(path),
      );

    const isPicture = (path: string): boolean => path.includes('.svg');
    /** A JSON answer has figures; a page or a file has them in its cells. */
    const showsFigures = (answer: string): boolean =>
      /^[[{]/.test(answer)
        ? hasFigures(JSON.parse(answer))
        : /[>,]\s*\d+(?:[.,]\d+)*\s*(?:KL|kWh|%)?\s*[<,]/.test(answer);

    it('answers the documents with figures at their example dates', async () => {
      expect(dated.length).toBeGreaterThanOrEqual(6);
      const without: string[] = [];
      for (const path of dated.filter((path) => !isPicture(path)))
        if (!showsFigures(await text(path))) without.push(path);
      expect(without).toEqual([]);
    });

    it('draws the pictures of the documents with figures at their example dates', async () => {
      const pictures = dated.filter(isPicture);
      expect(pictures.length).toBeGreaterThanOrEqual(1);
      for (const path of pictures) expect(await text(path), path).toMatch(/>[^<]*\d KL[^<]*</);
    });

    it('prints where the documents are, and the login that opens those of operators', async () => {
      const [, user = '', external = '', admin = '', username = '', password = ''] =
        /^Documents {2}(\S+) and (\S+)\n +(\S+), login (\S+) \/ (\S+)$/m.exec(printed) ?? [];
      const statusOf = async (address: string, headers: Record<string, string> = {}): Promise<number> =>
        (await fetch(address, { headers, redirect: 'manual' })).status;
      expect([await statusOf(user), await statusOf(external), await statusOf(admin)]).toEqual([200, 200, 302]);
      const login = await fetch(`${url()}/api/admin/auth/docsLogin`, {
        method: 'POST',
        body: new URLSearchParams({ username, password }),
        redirect: 'manual',
      });
      const cookie = login.headers.get('set-cookie')?.split(';')[0] ?? '';
      expect([login.status, await statusOf(admin, { cookie })]).toEqual([302, 200]);
    });

    it('stops when asked to, and a second start continues where the first was: nothing is loaded again, every login stays', async () => {
      demo.child.kill('SIGINT');
      expect(await demo.ended).toBe(0);
      demo = startDemo(environment);
      const again = await demo.ready;
      expect(again).not.toContain('provisioned');
      expect(commandsIn(again).length).toBe(commandsIn(printed).length);
      expect(/login (\S+ \/ \S+)$/m.exec(again)?.[1]).toBe(/login (\S+ \/ \S+)$/m.exec(printed)?.[1]);
    });

    it('refuses a directory that another version of the demo has made, in a sentence', async () => {
      const old = await mkdtemp(join(tmpdir(), 'metered-water-demo-'));
      try {
        await writeFile(join(old, 'demo.json'), '{"weeks":{"CANTERBURY":20},"replay":true}');
        await expect(startDemo({ DATA_DIR: old }).ready).rejects.toThrow(
          `DATA_DIR: ${old} holds the demo of another version; remove the directory, or set DATA_DIR to another one.`,
        );
      } finally {
        await rm(old, { recursive: true, force: true });
      }
    });
  },
);
