import { setTimeout as delay } from 'node:timers/promises';
import { reasonOf } from '../../src/kernel/reason-of.ts';
import type { Group, Recorder } from './recorder.ts';

/** Time after which a sender gives a request up. */
const PATIENCE_MILLISECONDS = 60_000;

interface Asked {
  readonly kind: string;
  readonly group: Group;
  readonly url: string;
  readonly init?: RequestInit;
}

interface Answer {
  /** 0: no answer came. */
  readonly status: number;
  readonly text: string;
  /** Seconds until the sender may come again; null: the answer does not say. */
  readonly secondsToWait: number | null;
}

const isSuccess = (status: number): boolean => status >= 200 && status < 400;

/** Sends a request, reads its whole answer, and notes both. */
export async function ask(recorder: Recorder, { kind, group, url, init = {} }: Asked): Promise<Answer> {
  const started = performance.now();
  let answer: Answer;
  try {
    const response = await fetch(url, {
      redirect: 'manual',
      signal: AbortSignal.timeout(PATIENCE_MILLISECONDS),
      ...init,
    });
    const after = response.headers.get('retry-after');
    answer = {
      status: response.status,
      text: await response.text(),
      secondsToWait: after === null ? null : Number(after),
    };
  } catch (error) {
    answer = { status: 0, text: reasonOf(error), secondsToWait: null };
  }
  recorder.note({
    kind,
    group,
    status: answer.status,
    milliseconds: performance.now() - started,
    saysWhen: answer.secondsToWait !== null,
    problem: isSuccess(answer.status) ? '' : `${answer.status} ${answer.text.slice(0, 300)}`,
  });
  return answer;
}

/** Resolves after some time, or at once when the signal ends it. */
export const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  delay(Math.max(0, milliseconds), undefined, { signal }).catch(() => {});
