import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { childEnvironment } from '../support/child-environment.ts';

/** A worker in a process of its own, ready; killed when the test ends. */
export async function startWorkerProcess(environment: Readonly<Record<string, string>>): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['src/main.ts'], {
    cwd: fileURLToPath(new URL('../../', import.meta.url)),
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...childEnvironment(), ...environment, ROLE: 'worker', PORT: '0', LOG_LEVEL: 'info' },
  });
  onTestFinished(() => killed(child));
  for await (const line of createInterface({ input: child.stderr })) if (line.includes('"ready"')) break;
  child.stderr.resume();
  return child;
}

/** kill -9, unless it has ended. */
export async function killed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}
