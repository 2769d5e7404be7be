/**
 * Time limit for statements of logins. The engine cannot be interrupted and keeps this process's only thread busy, so a
 * second thread watches the clock and ends the whole process; the service restarts it and no committed row is lost.
 */
import { Worker } from 'node:worker_threads';
import { timeLimitSignal } from './child-protocol.ts';

/** Longest time a statement of a login may take, in seconds. */
export const loginStatementSeconds = 60;

const watcher = `
const { workerData } = require('node:worker_threads');
const { state, seconds, signal } = workerData;
for (;;) {
  Atomics.wait(state, 0, 0);
  const started = Atomics.load(state, 1);
  Atomics.wait(state, 0, 1, seconds * 1000);
  if (Atomics.load(state, 0) === 1 && Atomics.load(state, 1) === started) process.kill(process.pid, signal);
}`;

/** `begin` and `end` enclose every statement that is limited. */
export interface TimeLimit {
  begin(): void;
  end(): void;
  /** True between them. */
  readonly running: boolean;
}

/** Starts the watching thread. */
export function startTimeLimit(seconds: number = loginStatementSeconds): TimeLimit {
  // Slot 0: 1 while a limited statement runs. Slot 1: number of the statement.
  const state = new Int32Array(new SharedArrayBuffer(8));
  new Worker(watcher, { eval: true, workerData: { state, seconds, signal: timeLimitSignal } }).unref();
  return {
    get running() {
      return Atomics.load(state, 0) === 1;
    },
    begin() {
      Atomics.add(state, 1, 1);
      Atomics.store(state, 0, 1);
      Atomics.notify(state, 0);
    },
    end() {
      Atomics.store(state, 0, 0);
      Atomics.notify(state, 0);
    },
  };
}
