import { once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { ServiceError } from '../kernel/errors.ts';
import { reasonOf } from '../kernel/reason-of.ts';

/* A thread that does for reports what would keep requests waiting. */

export interface ThreadLimits {
  /** Of the thread's own memory. */
  readonly memoryMegabytes: number;
  readonly seconds: number;
}

/** The largest reports that are written take 400 MB; a thread that may have more clears up later. */
export const USUAL_LIMITS: ThreadLimits = { memoryMegabytes: 640, seconds: 120 };

/** A thread that keeps what is new in more memory takes a third more of the process, and is no faster. */
const YOUNG_MEGABYTES = 16;
/** A thread that has nothing to do gives its memory back. */
const IDLE_MILLISECONDS = 60_000;

/** How one piece of work talks with the thread. Requests are answered between any two messages. */
interface ThreadLine<To, From> {
  tell(message: To): Promise<void>;
  ask(message: To): Promise<From>;
}

interface ReportThread<To, From> {
  /**
   * Work that has the thread alone: the caller sees to that.
   * @throws ServiceError 413 when an answer takes more time or memory than there is.
   */
  use<T>(work: (line: ThreadLine<To, From>) => Promise<T>): Promise<T>;
  /** Ends the thread. */
  stop(): Promise<void>;
}

interface Begun {
  readonly worker: Worker;
  /** Rejects when the thread has ended. */
  readonly ended: Promise<never>;
}

/** @param doing for whoever reads why it failed: `writing`. */
export function createReportThread<To, From>(script: URL, doing: string, limits: ThreadLimits): ReportThread<To, From> {
  let thread: Begun | null = null;
  let idle: NodeJS.Timeout | undefined;

  const begin = (): Begun => {
    clearTimeout(idle);
    if (thread !== null) return thread;
    const worker = new Worker(script, {
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: limits.memoryMegabytes, maxYoungGenerationSizeMb: YOUNG_MEGABYTES },
    });
    // A process with nothing else to do may end.
    worker.unref();
    const { promise: ended, reject } = Promise.withResolvers<never>();
    // Nobody may be waiting for an answer.
    ended.catch(() => {});
    const begun = { worker, ended };
    const forget = (error: unknown): void => {
      if (thread === begun) thread = null;
      reject(error);
    };
    // Without a listener, a thread that fails between two reports would end the process.
    worker.on('error', forget).once('exit', () => forget(new Error(`the ${doing} thread ended`)));
    thread = begun;
    return begun;
  };
  const end = async (): Promise<void> => {
    clearTimeout(idle);
    const ended = thread;
    thread = null;
    await ended?.worker.terminate();
  };

  const useOnce: ReportThread<To, From>['use'] = async (work) => {
    const used = begin();
    try {
      return await work({
        async tell(message) {
          used.worker.postMessage(message);
          await nextTurn();
        },
        async ask(message) {
          const answer = answerOf(used, doing, limits.seconds);
          used.worker.postMessage(message);
          const given = await answer;
          await nextTurn();
          return given as From; // its only sender is the thread's script
        },
      });
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

  return {
    async use(work) {
      const hasServed = thread !== null;
      try {
        return await useOnce(work);
      } catch (error) {
        // It may have been ending before it was given anything, of which the report is innocent.
        if (hasServed && error instanceof ThreadEnded) return await useOnce(work);
        throw error;
      }
    },
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
async function answerOf({ worker, ended }: Begun, doing: string, seconds: number): Promise<unknown> {
  const cut = AbortSignal.timeout(seconds * 1_000);
  // A thread that answers often would keep a listener of each.
  const answered = new AbortController();
  const signal = AbortSignal.any([cut, answered.signal]);
  // The process may end only when the answer is there.
  worker.ref();
  try {
    const [message] = await Promise.race([once(worker, 'message', { signal }), ended]);
    return message;
  } catch (error) {
    if (cut.aborted) throw tooLarge(`${doing} it takes more than ${seconds} s`);
    if (error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY')
      throw tooLarge(`${doing} it takes more memory than there is for it`);
    throw new ThreadEnded(`the ${doing} thread failed: ${reasonOf(error)}`, { cause: error });
  } finally {
    answered.abort();
    worker.unref();
  }
}
