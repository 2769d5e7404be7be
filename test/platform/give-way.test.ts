import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { expect, it, onTestFinished } from 'vitest';

const threads = (): string[] => readdirSync('/proc/self/task');

/** By the kernel's own account, field 19 of `man 5 proc_pid_stat`; null: the thread has ended meanwhile. */
function nicenessOf(thread: string): number | null {
  try {
    const told = readFileSync(`/proc/self/task/${thread}/stat`, 'utf8');
    return Number(told.slice(told.lastIndexOf(')') + 2).split(' ')[16]);
  } catch {
    return null;
  }
}

it.runIf(process.platform === 'linux')(
  'a thread that writes reports gives way to requests, and the rest of its process does not',
  async () => {
    const before = new Map(threads().map((thread) => [thread, nicenessOf(thread)]));
    const usual = before.get(String(process.pid)) ?? Number.NaN;
    const report = new Worker(new URL('../../src/reports/render-thread.ts', import.meta.url), { execArgv: [] });
    onTestFinished(async () => void (await report.terminate()));
    const gaveWay = (): string[] =>
      threads().filter((thread) => !before.has(thread) && nicenessOf(thread) === Math.min(usual + 5, 19));
    while (gaveWay().length === 0) await wait(5);
    expect(nicenessOf(String(process.pid))).toBe(usual);
    const others = [...before].filter(([thread]) => nicenessOf(thread) !== null);
    expect(others.map(([thread]) => nicenessOf(thread))).toEqual(others.map(([, niceness]) => niceness));
  },
);
