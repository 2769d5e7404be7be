import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { expect, it, onTestFinished } from 'vitest';

/** Niceness of the threads of this process, by the kernel's own account: field 19 of `man 5 proc_pid_stat`. */
const nicenesses = (): number[] =>
  readdirSync('/proc/self/task').map((thread) => {
    const told = readFileSync(`/proc/self/task/${thread}/stat`, 'utf8');
    return Number(told.slice(told.lastIndexOf(')') + 2).split(' ')[16]);
  });

it.runIf(process.platform === 'linux')(
  'a thread that writes reports gives way to requests, and the rest of its process does not',
  async () => {
    const before = nicenesses();
    expect(new Set(before).size).toBe(1);
    const [usual = 0] = before;
    const thread = new Worker(new URL('../../src/reports/render-thread.ts', import.meta.url), { execArgv: [] });
    onTestFinished(async () => void (await thread.terminate()));
    while (!nicenesses().some((niceness) => niceness === Math.min(usual + 5, 19))) await wait(5);
    expect(nicenesses().filter((niceness) => niceness !== usual)).toHaveLength(1);
  },
);
