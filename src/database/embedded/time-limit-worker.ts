/**
 * The thread that watches the clock for time-limit.ts, and the service's life: the main thread notices by itself when the
 * service is gone, but not while a statement keeps it busy, and nobody is left to wait for that statement.
 */
import { workerData } from 'node:worker_threads';
import type { Watch } from './time-limit.ts';

// Typed by its only sender, startTimeLimit().
const { state, milliseconds, signal, parent, orphanMilliseconds } = workerData as Watch;
const checkMilliseconds = 1_000;
let orphanedAt: number | null = null;

for (;;) {
  const limited = Atomics.load(state, 0) === 1;
  const statement = Atomics.load(state, 1);
  // While no statement is limited this ends when one begins, otherwise when it ends or its time is over.
  const end = Atomics.wait(state, 0, limited ? 1 : 0, limited ? milliseconds : checkMilliseconds);
  if (limited && end === 'timed-out' && Atomics.load(state, 1) === statement) process.kill(process.pid, signal);
  if (process.ppid === parent) continue;
  orphanedAt ??= performance.now();
  if (performance.now() - orphanedAt > orphanMilliseconds) process.kill(process.pid, 'SIGKILL');
}
