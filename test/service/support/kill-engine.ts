import { readFileSync } from 'node:fs';

/** kill -9 of every embedded engine that this process has started. */
export function killEngines(): void {
  const children = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8').trim().split(' ');
  for (const pid of children.filter((child) => child !== ''))
    if (readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('embedded')) process.kill(Number(pid), 'SIGKILL');
}
