import { once } from 'node:events';
import { nextTurn } from '../kernel/pieces.ts';
import { Worker } from 'node:worker_threads';
import { isOutOfMemory } from '../kernel/error-code.ts';
import { ServiceError } from '../kernel/errors.ts';
import { reasonOf } from '../kernel/reason-of.ts';

/*
 * A thread for work on reports that would keep requests waiting.
 */

/** Runs one piece of work at a time. Industries that wait take turns. */
type TakeTurn = <T>(industryId: string, work: () => Promise<T>) => Promise<T>;

/** An industry with much work keeps only itself waiting. */
export function createReportTurns(): TakeTurn {
  /** Waiting turns by industry; the industry whose turn is next comes first. */
  const waiting = new Map<string, (() => void)[]>();
  let isBusy = false;

  const arrive = async (industryId: string): Promise<void> => {
    if (isBusy) return new Promise((begin) => waiting.set(industryId, [...(waiting.get(industryId) ?? []), begin]));
    isBusy = true;
  };
  const leave = (industryId: string): void => {
    const own = waiting.get(industryId);
    // An industry that has just had a turn goes behind the waiting ones.
    if (own !== undefined && waiting.delete(industryId)) waiting.set(industryId, own);
    const [next] = waiting;
    if (next === undefined) {
      isBusy = false;
      return;
    }
    const [nextIndustry, [begin, ...others]] = next;
    if (others.length === 0) waiting.delete(nextIndustry);
    else waiting.set(nextIndustry, others);
    begin?.();
  };

  return async (industryId, work) => {
    await arrive(industryId);
    try {
      return await work();
    } finally {
      leave(industryId);
    }
  };
}

export interface ThreadLimits {
  /** The thread's own memory. */
  readonly memoryMegabytes: number;
  readonly seconds: number;
}

/** Limits of a thread. The largest reports take 400 MB, and a thread with more memory collects garbage later. */
export const USUAL_LIMITS: ThreadLimits = { memoryMegabytes: 640, seconds: 120 };

/** Memory for young objects. More makes the process a third larger and no faster. */
const YOUNG_MEGABYTES = 16;
/** Time after which an idle thread ends, to give its memory back. */
const IDLE_MILLISECONDS = 60_000;

/** Messages of one piece of work. Requests are answered between any two messages. */
interface ThreadLine<To, From> {
  send(message: To): Promise<void>;
  ask(message: To): Promise<From>;
}

interface ReportThread<To, From> {
  /**
   * Runs work that has the thread alone. Industries that wait take turns.
   * @throws ServiceError 413 when an answer takes more time or memory than there is.
   */
  use<T>(industryId: string, work: (line: ThreadLine<To, From>) => Promise<T>): Promise<T>;
  /** Ends the thread. */
  stop(): Promise<void>;
}

interface Begun {
  readonly worker: Worker;
  /** Rejects when the thread has ended. */
  readonly ended: Promise<never>;
}

/** @param doing the work in a word for messages of failures: `writing`. */
export function createReportThread<To, From>(script: URL, doing: string, limits: ThreadLimits): ReportThread<To, From> {
  let thread: Begun | null = null;
  let idle: NodeJS.Timeout | undefined;
  const takeTurn = createReportTurns();

  const begin = (): Begun => {
    clearTimeout(idle);
    if (thread !== null) return thread;
    const worker = new Worker(script, {
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: limits.memoryMegabytes, maxYoungGenerationSizeMb: YOUNG_MEGABYTES },
    });
    // An idle thread must not keep the process alive.
    worker.unref();
    const { promise: ended, reject } = Promise.withResolvers<never>();
    // The rejection is handled here, because nobody may be waiting for an answer.
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

  const useOnce = async <T>(work: (line: ThreadLine<To, From>) => Promise<T>): Promise<T> => {
    const used = begin();
    try {
      return await work({
        async send(message) {
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
      // The thread is ended before the next report, which must not get a thread that is about to end.
      await end();
      throw error;
    } finally {
      clearTimeout(idle);
      idle = setTimeout(() => void end(), IDLE_MILLISECONDS);
      idle.unref();
    }
  };

  return {
    use: (industryId, work) =>
      takeTurn(industryId, async () => {
        const hasServed = thread !== null;
        try {
          return await useOnce(work);
        } catch (error) {
          // A thread that ended before it received anything was ending already, so the report is tried once more.
          if (hasServed && error instanceof ThreadEnded) return await useOnce(work);
          throw error;
        }
      }),
    stop: end,
  };
}

const tooLarge = (what: string): ServiceError =>
  new ServiceError(
    413,
    `The report is too large: ${what}. Ask for fewer days or units, or for GET /api/user/figures, which has no limit.`,
  );

class ThreadEnded extends Error {}

/**
 * The thread's next message.
 * @throws the error that ended the thread.
 */
async function answerOf({ worker, ended }: Begun, doing: string, seconds: number): Promise<unknown> {
  const cut = AbortSignal.timeout(seconds * 1_000);
  // Each answer's listener is removed, because a thread that answers often would collect them.
  const answered = new AbortController();
  const signal = AbortSignal.any([cut, answered.signal]);
  // The process must not end before the answer.
  worker.ref();
  try {
    const [message] = await Promise.race([once(worker, 'message', { signal }), ended]);
    return message;
  } catch (error) {
    if (cut.aborted) throw tooLarge(`${doing} it takes more than ${seconds} s`);
    if (isOutOfMemory(error)) throw tooLarge(`${doing} it takes more memory than there is for it`);
    throw new ThreadEnded(`the ${doing} thread failed: ${reasonOf(error)}`, { cause: error });
  } finally {
    answered.abort();
    worker.unref();
  }
}
