/**
 * The thread that watches the clock for time-limit.ts, and the service's life: the main thread notices by itself when the
 * service is gone, but not while a statement keeps it busy, and nobody is left to wait for that statement.
 */
import { appendFileSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import { requestInterrupt } from './interrupts.ts';
import type { Watch } from './time-limit.ts';
import { phase, slot } from './time-limit.ts';

// Typed by its only sender, startTimeLimit().
const { state, epitaph, epitaphFile, interrupts, deafMilliseconds, signal, parent, orphanMilliseconds } = workerData as Watch;
const checkMilliseconds = 1_000;
let orphanedAt: number | null = null;

for (;;) {
  const number = Atomics.load(state, slot.number);
  if (Atomics.load(state, slot.phase) === phase.idle) {
    // Ends when a statement begins.
    Atomics.wait(state, slot.phase, phase.idle, checkMilliseconds);
  } else {
    const end = Atomics.wait(state, slot.phase, phase.running, Atomics.load(state, slot.milliseconds));
    if (end === 'timed-out' && Atomics.load(state, slot.number) === number) askToEnd(number);
  }
  if (process.ppid === parent) continue;
  orphanedAt ??= performance.now();
  if (performance.now() - orphanedAt > orphanMilliseconds) process.kill(process.pid, 'SIGKILL');
}

function askToEnd(number: number): void {
  if (Atomics.compareExchange(state, slot.phase, phase.running, phase.asking) !== phase.running) return;
  requestInterrupt(interrupts);
  Atomics.store(state, slot.phase, phase.asked);
  Atomics.wait(state, slot.phase, phase.asked, deafMilliseconds);
  if (Atomics.load(state, slot.phase) !== phase.asked || Atomics.load(state, slot.number) !== number) return;
  if (epitaphFile !== null) appendFileSync(epitaphFile, Buffer.from(epitaph.subarray(0, Atomics.load(state, slot.epitaphBytes))));
  process.kill(process.pid, signal);
}
