/** The thread that watches the clock for time-limit.ts. */
import { workerData } from 'node:worker_threads';
import type { Watch } from './time-limit.ts';

// Typed by its only sender, startTimeLimit().
const { state, milliseconds, signal } = workerData as Watch;
for (;;) {
  Atomics.wait(state, 0, 0);
  const watched = Atomics.load(state, 1);
  Atomics.wait(state, 0, 1, milliseconds);
  if (Atomics.load(state, 0) === 1 && Atomics.load(state, 1) === watched) process.kill(process.pid, signal);
}
