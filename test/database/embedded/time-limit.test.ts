import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { timeLimitSignal } from '../../../src/database/embedded/child-protocol.ts';
import { isAlive } from './support.ts';

const moduleUrl = new URL('../../../src/database/embedded/time-limit.ts', import.meta.url).href;

/** Runs a script with a limit of 0.3 s; the script keeps its thread busy, as the engine does. */
function run(script: string): { signal: NodeJS.Signals | null; output: string } {
  const source = `import { startTimeLimit } from '${moduleUrl}';
    const limit = await startTimeLimit(0.3);
    const busy = (milliseconds) => { const end = performance.now() + milliseconds; while (performance.now() < end); };
    ${script}`;
  const result = spawnSync(process.execPath, ['--input-type=module', '-e', source], { encoding: 'utf8', timeout: 30_000 });
  return { signal: result.signal, output: result.stdout };
}

describe('the time limit of a login\'s statement', () => {
  it('ends the process of a statement that does not end', () => {
    expect(run("limit.begin(); busy(15_000); console.log('went on');")).toEqual({ signal: timeLimitSignal, output: '' });
  });

  it('is counted for each statement by itself and not between them', () => {
    expect(run("for (let i = 0; i < 4; i++) { limit.begin(); busy(150); limit.end(); } busy(600); console.log('went on', limit.running);")).toEqual({ signal: null, output: 'went on false\n' });
  });
});

describe('a database process whose service is gone', () => {
  it('ends although a statement keeps it busy', async () => {
    const orphan = `import { startTimeLimit } from '${moduleUrl}'; await startTimeLimit(60, 0.2); console.log(process.pid); const end = performance.now() + 60_000; while (performance.now() < end);`;
    const service = `import { spawn } from 'node:child_process'; spawn(process.execPath, ['--input-type=module', '-e', ${JSON.stringify(orphan)}], { stdio: 'inherit' });`;
    const parent = spawn(process.execPath, ['--input-type=module', '-e', service], { stdio: ['ignore', 'pipe', 'inherit'] });
    const [line] = await once(createInterface({ input: parent.stdout }), 'line');
    const pid = Number(line);
    onTestFinished(() => void (isAlive(pid) && process.kill(pid, 'SIGKILL')));
    parent.kill('SIGKILL');
    await vi.waitUntil(() => !isAlive(pid), { timeout: 20_000 });
    expect(isAlive(pid)).toBe(false);
  });
});
