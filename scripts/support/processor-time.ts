import { readFile } from 'node:fs/promises';
import type { Querier } from '../../src/platform/database/database.ts';

/** Processor time in milliseconds. */
export interface Spent {
  readonly process: number;
  /** Of the processes of this database; null: they run on another machine. */
  readonly database: number | null;
}

export const addSpent = (a: Spent, b: Spent): Spent => ({
  process: a.process + b.process,
  database: a.database === null || b.database === null ? null : a.database + b.database,
});

const NANOSECONDS_PER_MILLISECOND = 1e6;

/** Nanoseconds that a process has been on a processor; null: it is gone, or is not on this machine. */
async function onProcessor(pid: number): Promise<number | null> {
  try {
    const [threads, name] = await Promise.all([
      readFile(`/proc/${pid}/schedstat`, 'utf8'),
      readFile(`/proc/${pid}/cmdline`, 'utf8'),
    ]);
    return /postgres|node/.test(name) ? Number(threads.split(' ')[0]) : null;
  } catch {
    return null;
  }
}

/**
 * Meter of the processor time that works take, because other work of the machine is in every wall clock. The processes
 * of a server are its sessions in this database, those of the embedded engine are the children of this process.
 */
export function processorMeter(db: Querier, isServer: boolean): (work: () => Promise<unknown>) => Promise<Spent> {
  const pids = async (): Promise<number[]> => {
    if (isServer)
      return (
        await db.execute<{ pid: number }>('SELECT pid FROM pg_stat_activity WHERE datname = current_database()')
      ).map(({ pid }) => pid);
    const children = await readFile(`/proc/self/task/${process.pid}/children`, 'utf8').catch(() => '');
    return children.split(' ').filter(Boolean).map(Number);
  };
  const read = async (): Promise<Map<number, number>> => {
    const times = new Map<number, number>();
    for (const pid of await pids()) {
      const time = await onProcessor(pid);
      if (time !== null) times.set(pid, time);
    }
    return times;
  };
  return async (work) => {
    const before = await read();
    const own = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(own);
    const after = await read();
    const database = [...after].reduce((total, [pid, time]) => total + time - (before.get(pid) ?? 0), 0);
    return {
      process: (user + system) / 1000,
      database: after.size === 0 ? null : database / NANOSECONDS_PER_MILLISECOND,
    };
  };
}
