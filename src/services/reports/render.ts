import { once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { ServiceError } from '../../domain/errors.ts';
import type { ReportDocument } from '../../domain/reports/document.ts';
import type { ReportFormat } from '../../domain/reports/terms.ts';
import { reasonOf } from '../../reason-of.ts';
import type { WriteOptions } from '../../writers/write-report.ts';
import { type FromThread, piecesOf, type ToThread } from './render-messages.ts';
import { createReportTurns } from './take-turns.ts';

interface RenderLimits {
  /** Of the thread's own memory. */
  readonly memoryMegabytes: number;
  readonly seconds: number;
}

/** The largest reports that are written take 400 MB; a thread that may have more clears up later. */
const USUAL_LIMITS: RenderLimits = { memoryMegabytes: 640, seconds: 120 };
/** A thread that keeps what is new in more memory takes a third more of the process, and is no faster. */
const YOUNG_MEGABYTES = 16;
/** A thread that has nothing to write gives its memory back. */
const IDLE_MILLISECONDS = 60_000;

export interface Renderer {
  /**
   * A report in the format asked for, written by a thread, so that other requests are answered meanwhile. Reports are
   * written one after another, and industries take turns.
   * @throws ServiceError 413 when it is too large to be written in the time and memory there is.
   */
  render(document: ReportDocument, format: ReportFormat, options?: WriteOptions): Promise<Uint8Array>;
  /** Ends the thread. */
  stop(): Promise<void>;
}

export function createRenderer(limits: RenderLimits = USUAL_LIMITS): Renderer {
  let thread: Worker | null = null;
  const takeTurn = createReportTurns();
  let idle: NodeJS.Timeout | undefined;

  const begin = (): Worker => {
    clearTimeout(idle);
    if (thread !== null) return thread;
    const begun = new Worker(new URL('./render-thread.ts', import.meta.url), {
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: limits.memoryMegabytes, maxYoungGenerationSizeMb: YOUNG_MEGABYTES },
    });
    // A process with nothing else to do may end.
    begun.unref();
    const forget = (): void => {
      if (thread === begun) thread = null;
    };
    // Without a listener, a thread that fails between two reports would end the process.
    begun.on('error', forget).once('exit', forget);
    thread = begun;
    return begun;
  };
  const end = async (): Promise<void> => {
    clearTimeout(idle);
    const ended = thread;
    thread = null;
    await ended?.terminate();
  };

  type Write = (document: ReportDocument, format: ReportFormat, options: WriteOptions) => Promise<Uint8Array>;
  const writeOnce: Write = async (document, format, options) => {
    const used = begin();
    try {
      const answer = answerOf(used, limits.seconds);
      // It may fail before it is waited for.
      answer.catch(() => {});
      for (const piece of piecesOf(document)) {
        used.postMessage(piece);
        await nextTurn();
      }
      used.postMessage({ kind: 'write', format, options } satisfies ToThread);
      const given = await answer;
      if (given.kind === 'failed') throw new Error(`the report could not be written: ${given.reason}`);
      return given.bytes;
    } catch (error) {
      // The next report must not be given to a thread that is about to end.
      await end();
      throw error;
    } finally {
      clearTimeout(idle);
      idle = setTimeout(() => void end(), IDLE_MILLISECONDS);
      idle.unref();
    }
  };
  const write: Write = async (document, format, options) => {
    const hasServed = thread !== null;
    try {
      return await writeOnce(document, format, options);
    } catch (error) {
      // It may have been ending before it was given anything, of which the report is innocent.
      if (hasServed && error instanceof ThreadEnded) return await writeOnce(document, format, options);
      throw error;
    }
  };

  return {
    render: (document, format, options = {}) =>
      takeTurn(document.industry.industryId, () => write(document, format, options)),
    stop: end,
  };
}

const tooLarge = (what: string): ServiceError =>
  new ServiceError(
    413,
    `The report is too large: ${what}. Ask for fewer days or units, or for GET /api/user/figures, which has no limit.`,
  );

class ThreadEnded extends Error {}

/** The thread's next message, or what ended it. */
async function answerOf(thread: Worker, seconds: number): Promise<FromThread> {
  const cut = AbortSignal.timeout(seconds * 1_000);
  // A thread that writes many reports would keep a listener of each.
  const answered = new AbortController();
  const signal = AbortSignal.any([cut, answered.signal]);
  // The process may end only when the answer is there.
  thread.ref();
  try {
    const exit = once(thread, 'exit', { signal }).then((): never => {
      throw new Error('the writing thread ended');
    });
    exit.catch(() => {});
    const [message] = await Promise.race([once(thread, 'message', { signal }), exit]);
    return message as FromThread; // its only sender is render-thread.ts
  } catch (error) {
    if (cut.aborted) throw tooLarge(`writing it takes more than ${seconds} s`);
    if (error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY')
      throw tooLarge('writing it takes more memory than there is for it');
    throw new ThreadEnded(`the writing thread failed: ${reasonOf(error)}`, { cause: error });
  } finally {
    answered.abort();
    thread.unref();
  }
}

let shared: Renderer | null = null;

/** The renderer of this process; its thread begins with the first report. */
export const processRenderer = (): Renderer => (shared ??= createRenderer());
