import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { watchLine } from '../../support/log-leaks.ts';
import { childEnvironment } from '../../support/child-environment.ts';

export interface ServiceProcess {
  readonly url: string;
  /** Memory of the process itself at this moment; the embedded database is a process of its own. */
  rssMegabytes(): number;
  /** The most it ever was. */
  peakMegabytes(): number;
  stop(): Promise<void>;
  /** kill -9. */
  kill(): Promise<void>;
}

interface LogLine {
  readonly msg?: string;
  readonly url?: string;
}

const repository = fileURLToPath(new URL('../../../', import.meta.url));

/**
 * Runs the service as its users do, on any free port, and waits until it says that it is ready. `root` is the folder of
 * another release.
 */
export async function startServiceProcess(
  environment: Readonly<Record<string, string>>,
  root = repository,
): Promise<ServiceProcess> {
  const child = spawn(process.execPath, ['src/main.ts'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      ...childEnvironment(),
      ROLE: 'api',
      PORT: '0',
      LOG_LEVEL: 'info',
      RATE_LIMIT_PER_HOUR: '1000000',
      RATE_LIMIT_PER_DAY: '1000000',
      ...environment,
    },
  });
  const said: string[] = [];
  const ready = new Promise<string>((resolve, reject) => {
    // Read to the end: a process whose output nobody reads stands still.
    createInterface({ input: child.stderr }).on('line', (text) => {
      if (said.length < 100) said.push(text);
      watchLine(text);
      const line = JSON.parse(text.startsWith('{') ? text : '{}') as LogLine; // the logger writes one object a line
      if (line.msg === 'ready' && line.url !== undefined) resolve(line.url);
    });
    child.once('exit', (code) => reject(new Error(`The service ended with ${code}: ${said.join('\n')}`)));
  });
  const megabytes = (line: 'VmRSS' | 'VmHWM'): number =>
    Number(new RegExp(`${line}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024;
  const end = async (signal: 'SIGTERM' | 'SIGKILL'): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    await once(child, 'exit');
  };
  return {
    url: await ready,
    rssMegabytes: () => megabytes('VmRSS'),
    peakMegabytes: () => megabytes('VmHWM'),
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  };
}
