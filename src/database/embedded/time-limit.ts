/**
 * Time limit for statements of logins. The engine cannot be interrupted and keeps this process's only thread busy, so a
 * second thread watches the clock and ends the whole process; the service restarts it and no committed row is lost.
 */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { timeLimitSignal } from './child-protocol.ts';

/** Longest time a statement of a login may take, in seconds: everybody else waits for it. */
export const loginStatementSeconds = 10;
/** Time for a clean end after the service was killed, in seconds. */
const longestOrphanSeconds = 30;

/** What the watching thread is given. */
export interface Watch {
  /** Slot 0: 1 while a limited statement runs. Slot 1: number of the statement. */
  readonly state: Int32Array<SharedArrayBuffer>;
  readonly milliseconds: number;
  readonly signal: NodeJS.Signals;
  /** Process id of the service. */
  readonly parent: number;
  /** How long the process may go on after its parent is gone. */
  readonly orphanMilliseconds: number;
}

/** `begin` and `end` enclose every statement that is limited. */
export interface TimeLimit {
  begin(): void;
  end(): void;
  /** True between them. */
  readonly running: boolean;
}

/** Starts the watching thread; resolves once it runs, for which this thread must not be busy. */
export async function startTimeLimit(seconds: number = loginStatementSeconds, orphanSeconds: number = longestOrphanSeconds): Promise<TimeLimit> {
  const state = new Int32Array(new SharedArrayBuffer(8));
  const workerData: Watch = { state, milliseconds: seconds * 1000, signal: timeLimitSignal, parent: process.ppid, orphanMilliseconds: orphanSeconds * 1000 };
  const worker = new Worker(new URL('./time-limit-worker.ts', import.meta.url), { workerData, execArgv: [] });
  await once(worker, 'online');
  worker.unref();
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
