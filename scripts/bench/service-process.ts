import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { peakMegabytesOf } from '../support/peak-memory.ts';
import type { Leftovers } from './leftovers.ts';

/** The service in a process of its own, as `npm start` runs it. */
export interface ServiceProcess {
  readonly url: string;
  /**
   * Peak memory in MB; null where the system does not tell. The embedded database is another process and does not
   * count.
   */
  peakMegabytes(): Promise<number | null>;
  /** Kills it as a loss of power does, and waits for its end. */
  kill(): Promise<void>;
  /** Processor time used so far in seconds; null where the system does not tell. */
  cpuSeconds(): Promise<number | null>;
}

/** Positions in /proc/PID/stat after the name in parentheses: user and system time in hundredths of a second. */
const [USER_TICKS, SYSTEM_TICKS, TICKS_PER_SECOND] = [11, 12, 100];

const root = fileURLToPath(new URL('../../', import.meta.url));

/** @throws Error with the last words of a process that ends before it is ready. */
export async function startServiceProcess(
  environment: Readonly<Record<string, string>>,
  role: 'api' | 'all',
  leftovers: Leftovers,
): Promise<ServiceProcess> {
  const child = spawn(process.execPath, ['src/main.ts'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      ...environment,
      ROLE: role,
      HOST: '127.0.0.1',
      PORT: '0',
      LOG_LEVEL: 'info',
      RATE_LIMIT_PER_HOUR: '1000000000',
      RATE_LIMIT_PER_DAY: '1000000000',
    },
  });
  const ended = once(child, 'exit');
  leftovers.add(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGTERM');
    await ended;
  });
  const lines: string[] = [];
  const url = await new Promise<string>((resolve, reject) => {
    const read = (line: string): void => {
      lines.push(line);
      if (lines.length > 10) lines.shift();
      const found = /"url":"([^"]+)".*"msg":"ready"/.exec(line)?.[1];
      if (found !== undefined) resolve(found);
    };
    createInterface({ input: child.stdout }).on('line', read);
    createInterface({ input: child.stderr }).on('line', read);
    child.once('close', () => reject(new Error(`The service did not start: ${lines.join(' | ')}`)));
  });
  return {
    url,
    peakMegabytes: async () => (child.pid === undefined ? null : peakMegabytesOf(child.pid)),
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
    async cpuSeconds() {
      const stat = await readFile(`/proc/${child.pid}/stat`, 'utf8').catch(() => null);
      const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
      return fields === undefined
        ? null
        : (Number(fields[USER_TICKS]) + Number(fields[SYSTEM_TICKS])) / TICKS_PER_SECOND;
    },
  };
}
