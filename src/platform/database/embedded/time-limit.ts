/**
 * Time limit for what logins run. The engine keeps this process's only thread busy, so a second thread watches the
 * clock: it asks the engine to end the statement, and ends the whole process if that goes unheard. The service then
 * restarts it and no committed row is lost.
 */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { TIME_LIMIT_SIGNAL } from './child-protocol.ts';
import { type InterruptFlags, withdrawInterrupt } from './interrupts.ts';

/**
 * Milliseconds for which a statement may go on after it was asked to end, because few places of the engine do not look.
 */
const DEAF_MILLISECONDS = 2_000;
/** Time for a clean end after the service was killed, in seconds. */
const LONGEST_ORPHAN_SECONDS = 30;
/** Bytes for the last words of a process that has to be ended. */
const EPITAPH_BYTES = 2_048;

/** Slots of Watch.state. */
export const SLOT = { phase: 0, number: 1, milliseconds: 2, epitaphBytes: 3 } as const;
export const PHASE = { idle: 0, running: 1, asking: 2, asked: 3 } as const;

/** Input of the watching thread. */
export interface Watch {
  readonly state: Int32Array<SharedArrayBuffer>;
  /** The record of the running statement, written down when it has to be killed. */
  readonly epitaph: Uint8Array<SharedArrayBuffer>;
  readonly epitaphFile: string | null;
  readonly interrupts: InterruptFlags;
  readonly deafMilliseconds: number;
  readonly signal: NodeJS.Signals;
  /** Process id of the service. */
  readonly parent: number;
  /** Milliseconds for which the process may go on after its parent is gone. */
  readonly orphanMilliseconds: number;
}

/** `begin` and `end` enclose everything that is limited. */
export interface TimeLimit {
  /** @param epitaph a line that is appended to the file given at the start, if the process has to be ended */
  begin(milliseconds: number, epitaph: string): void;
  /** Returns whether the statement was asked to end. */
  end(): boolean;
  /** True between them. */
  readonly running: boolean;
}

interface TimeLimitOptions {
  readonly interrupts: InterruptFlags;
  readonly epitaphFile?: string;
  readonly deafMilliseconds?: number;
  readonly orphanSeconds?: number;
}

/** Starts the watching thread; resolves once it runs, for which this thread must not be busy. */
export async function startTimeLimit(options: TimeLimitOptions): Promise<TimeLimit> {
  const { interrupts } = options;
  const state = new Int32Array(new SharedArrayBuffer(16));
  const epitaphs = new Uint8Array(new SharedArrayBuffer(EPITAPH_BYTES));
  const workerData: Watch = {
    state,
    epitaph: epitaphs,
    epitaphFile: options.epitaphFile ?? null,
    interrupts,
    deafMilliseconds: options.deafMilliseconds ?? DEAF_MILLISECONDS,
    signal: TIME_LIMIT_SIGNAL,
    parent: process.ppid,
    orphanMilliseconds: (options.orphanSeconds ?? LONGEST_ORPHAN_SECONDS) * 1000,
  };
  const worker = new Worker(new URL('./time-limit-worker.ts', import.meta.url), { workerData, execArgv: [] });
  await once(worker, 'online');
  worker.unref();
  const epitaphText = Buffer.from(epitaphs.buffer);
  return {
    get running() {
      return Atomics.load(state, SLOT.phase) !== PHASE.idle;
    },
    begin(milliseconds, epitaph) {
      Atomics.store(state, SLOT.epitaphBytes, epitaphText.write(epitaph));
      Atomics.store(state, SLOT.milliseconds, milliseconds);
      Atomics.add(state, SLOT.number, 1);
      Atomics.store(state, SLOT.phase, PHASE.running);
      Atomics.notify(state, SLOT.phase);
    },
    end() {
      const inTime = Atomics.compareExchange(state, SLOT.phase, PHASE.running, PHASE.idle) === PHASE.running;
      if (!inTime) {
        // The other thread is about to ask, or has asked: nothing of it may reach the next statement.
        while (Atomics.load(state, SLOT.phase) === PHASE.asking);
        withdrawInterrupt(interrupts);
        Atomics.store(state, SLOT.phase, PHASE.idle);
      }
      Atomics.notify(state, SLOT.phase);
      return !inTime;
    },
  };
}
