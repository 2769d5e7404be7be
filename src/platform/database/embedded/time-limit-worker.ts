/**
 * The thread that watches the clock for time-limit.ts, and the service's life: the main thread notices by itself when
 * the service is gone, but not while a statement keeps it busy, and nobody is left to wait for that statement.
 */
import { appendFileSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import { requestInterrupt } from './interrupts.ts';
import { PHASE, SLOT, type Watch } from './time-limit.ts';

// The data have the type of their only sender, startTimeLimit().
const { state, epitaph, epitaphFile, interrupts, deafMilliseconds, signal, parent, orphanMilliseconds } =
  workerData as Watch;
const CHECK_MILLISECONDS = 1_000;
let orphanedAt: number | null = null;

for (;;) {
  const number = Atomics.load(state, SLOT.number);
  if (Atomics.load(state, SLOT.phase) === PHASE.idle) {
    // Ends when a statement begins.
    Atomics.wait(state, SLOT.phase, PHASE.idle, CHECK_MILLISECONDS);
  } else {
    const end = Atomics.wait(state, SLOT.phase, PHASE.running, Atomics.load(state, SLOT.milliseconds));
    if (end === 'timed-out' && Atomics.load(state, SLOT.number) === number) askToEnd(number);
  }
  if (process.ppid === parent) continue;
  orphanedAt ??= performance.now();
  if (performance.now() - orphanedAt > orphanMilliseconds) process.kill(process.pid, 'SIGKILL');
}

function askToEnd(number: number): void {
  if (Atomics.compareExchange(state, SLOT.phase, PHASE.running, PHASE.asking) !== PHASE.running) return;
  requestInterrupt(interrupts);
  Atomics.store(state, SLOT.phase, PHASE.asked);
  Atomics.wait(state, SLOT.phase, PHASE.asked, deafMilliseconds);
  if (Atomics.load(state, SLOT.phase) !== PHASE.asked || Atomics.load(state, SLOT.number) !== number) return;
  if (epitaphFile !== null)
    appendFileSync(epitaphFile, Buffer.from(epitaph.subarray(0, Atomics.load(state, SLOT.epitaphBytes))));
  process.kill(process.pid, signal);
}
