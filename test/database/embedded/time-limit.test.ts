import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { timeLimitSignal } from '../../../src/database/embedded/child-protocol.ts';

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
