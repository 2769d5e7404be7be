import { readFile } from 'node:fs/promises';

/**
 * Peak memory of a process in MB since its program began; null where the system does not tell. getrusage is not asked,
 * because its peak is never below that of the process that started this one.
 */
export async function peakMegabytesOf(pid: number | 'self'): Promise<number | null> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const kilobytes = /^VmHWM:\s+(\d+) kB/m.exec(status)?.[1];
  return kilobytes === undefined ? null : Number(kilobytes) / 1000;
}
