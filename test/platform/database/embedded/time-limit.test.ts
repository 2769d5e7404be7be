import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { TIME_LIMIT_SIGNAL } from '../../../../src/platform/database/embedded/child-protocol.ts';
import { isAlive } from './support.ts';

const moduleUrl = new URL('../../../../src/platform/database/embedded/time-limit.ts', import.meta.url).href;

/**
 * Runs a script that keeps its thread busy, as the engine does, with 0.3 s for a statement and some more to hear.
 * `listening` is busy until it is asked to end.
 */
function run(
  script: string,
  { epitaphFile = '', deafMilliseconds = 10_000 } = {},
): { signal: NodeJS.Signals | null; output: string } {
  const source = `import { startTimeLimit } from '${moduleUrl}';
    const memory = new SharedArrayBuffer(64);
    const flags = new Int32Array(memory);
    const limit = await startTimeLimit({ interrupts: { memory, address: 16 }, deafMilliseconds: ${deafMilliseconds}, epitaphFile: ${JSON.stringify(epitaphFile)} || undefined });
    const begin = () => limit.begin(300, 'what was running');
    const busy = (milliseconds) => { const end = performance.now() + milliseconds; while (performance.now() < end); };
    const listening = (milliseconds) => { const end = performance.now() + milliseconds; while (performance.now() < end && Atomics.load(flags, 4) === 0); };
    ${script}`;
  const result = spawnSync(process.execPath, ['--input-type=module', '-e', source], {
    encoding: 'utf8',
    timeout: 30_000,
  });
  return { signal: result.signal, output: result.stdout };
}

describe("the time limit of a login's statement", () => {
  it('asks the engine to end it, and leaves nothing of that to the next statement', () => {
    expect(
      run(
        "begin(); listening(15_000); const asked = limit.end(); console.log(asked, limit.running, ...flags.slice(4, 6)); busy(700); console.log('went on');",
      ),
    ).toEqual({ signal: null, output: 'true false 0 0\nwent on\n' });
  });

  it('ends the process of a statement that does not hear, and says what was running', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'time-limit-')), 'epitaphs');
    onTestFinished(() => rmSync(dirname(file), { recursive: true }));
    const deaf = { epitaphFile: file, deafMilliseconds: 300 };
    expect(run("begin(); busy(15_000); console.log('went on');", deaf)).toEqual({
      signal: TIME_LIMIT_SIGNAL,
      output: '',
    });
    expect(readFileSync(file, 'utf8')).toBe('what was running');
  });

  it('is counted for each statement by itself and not between them', () => {
    expect(
      run(
        "for (let i = 0; i < 4; i++) { begin(); busy(150); limit.end(); } busy(900); console.log('went on', limit.running, ...flags.slice(4, 6));",
      ),
    ).toEqual({ signal: null, output: 'went on false 0 0\n' });
  });
});

describe('a database process whose service is gone', () => {
  it('ends although a statement keeps it busy', async () => {
    const orphan = `import { startTimeLimit } from '${moduleUrl}'; await startTimeLimit({ interrupts: { memory: new SharedArrayBuffer(64), address: 16 }, orphanSeconds: 0.2 }); console.log(process.pid); const end = performance.now() + 60_000; while (performance.now() < end);`;
    const service = `import { spawn } from 'node:child_process'; spawn(process.execPath, ['--input-type=module', '-e', ${JSON.stringify(orphan)}], { stdio: 'inherit' });`;
    const parent = spawn(process.execPath, ['--input-type=module', '-e', service], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line] = await once(createInterface({ input: parent.stdout }), 'line');
    const pid = Number(line);
    onTestFinished(() => void (isAlive(pid) && process.kill(pid, 'SIGKILL')));
    parent.kill('SIGKILL');
    await vi.waitUntil(() => !isAlive(pid), { timeout: 60_000 });
    expect(isAlive(pid)).toBe(false);
  });
});
