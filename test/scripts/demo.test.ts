import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../', import.meta.url));

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => { server.listen(0, '127.0.0.1', resolve); });
  const address = server.address();
  await new Promise((resolve) => { server.close(resolve); });
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

/** Starts the demo as a newcomer does and gives what it printed once it says it is ready. */
function startDemo(environment: Record<string, string>): { child: ChildProcess; ready: Promise<string>; ended: Promise<number | null> } {
  const child = spawn(process.execPath, ['scripts/demo.ts'], { cwd: root, env: { PATH: process.env['PATH'] ?? '', ...environment }, stdio: ['ignore', 'pipe', 'pipe'] });
  let printed = '';
  const ended = new Promise<number | null>((resolve) => { child.once('exit', resolve); });
  const ready = new Promise<string>((resolve, reject) => {
    child.stdout?.on('data', (chunk) => {
      printed += String(chunk);
      if (/^Ready after/m.test(printed)) resolve(printed);
    });
    let trouble = '';
    child.stderr?.on('data', (chunk) => { trouble += String(chunk); });
    void ended.then((code) => reject(new Error(`the demo ended with ${code}: ${trouble.slice(-2000)}`)));
  });
  return { child, ready, ended };
}

/** The numbered commands of the demo's text. */
const commandsIn = (printed: string): string[] => [...printed.matchAll(/^ {3}((?:curl|psql|PGPASSWORD).*)$/gm)].map((match) => match[1] ?? '');

describe.skipIf(process.env['DATABASE_URL'] !== undefined)('npm run demo (on the embedded engine, whichever engine the other tests use)', () => {
  let directory: string;
  let environment: Record<string, string>;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'metered-water-demo-'));
    environment = { DATA_DIR: directory, PORT: String(await freePort()) };
  });
  afterAll(() => rm(directory, { recursive: true, force: true }));

  it('comes up with thirteen months of readings, and every command it prints works as printed', async () => {
    const { child, ready, ended } = startDemo(environment);
    try {
      const printed = await ready;
      const token = /^TOKEN=(\S+)$/m.exec(printed)?.[1] ?? '';
      const commands = commandsIn(printed);
      expect(commands.length).toBeGreaterThanOrEqual(5);
      const hasPsql = await run('psql', ['--version']).then(() => true, () => false);
      for (const command of commands.filter((text) => hasPsql || text.startsWith('curl'))) {
        const { stdout } = await run('bash', ['-c', command], { env: { PATH: process.env['PATH'] ?? '', TOKEN: token } });
        if (command.startsWith('curl')) expect(String(JSON.parse(stdout).status).toLowerCase(), command).toBe('success');
        else expect(stdout, command).toMatch(/\d/);
      }
      const { stdout } = await run('bash', ['-c', commands[0] ?? ''], { env: { PATH: process.env['PATH'] ?? '', TOKEN: token } });
      expect(JSON.parse(stdout).data.length).toBe(16);
    } finally {
      child.kill('SIGINT');
    }
    expect(await ended).toBe(0);
  }, 400_000);

  it('a second start continues where the first was: nothing is loaded again', async () => {
    const { child, ready, ended } = startDemo(environment);
    try {
      const printed = await ready;
      expect(printed).not.toContain('provisioned');
      expect(commandsIn(printed).length).toBeGreaterThanOrEqual(5);
    } finally {
      child.kill('SIGINT');
    }
    expect(await ended).toBe(0);
  }, 120_000);
});
