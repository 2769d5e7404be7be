import { setTimeout as delay } from 'node:timers/promises';

/** The service that a sender of the rehearsal asks, its token, and what the sender notes. */
export interface Sender {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Refused attempts by what was answered; attempts of the sender are added. */
  readonly refused: Map<string, number>;
  readonly stopping: AbortSignal;
}

interface Asked {
  readonly path: string;
  readonly contentType: string;
  readonly body: string;
  /** Words before the answer in the count of refused attempts. */
  readonly counted?: string;
}

export const PAUSE_AFTER_REFUSAL_MILLISECONDS = 100;
export const GIVE_UP_MILLISECONDS = 120_000;

/**
 * Posts a body until it is answered 200, as a gateway does.
 * @returns false: the signal came before that
 */
export async function postUntilAnswered(sender: Sender, asked: Asked): Promise<boolean> {
  const { refused, stopping } = sender;
  for (;;) {
    const answer = await refusedAnswerOf(sender, asked);
    if (answer === null) return true;
    const counted = `${asked.counted ?? ''}${answer}`;
    refused.set(counted, (refused.get(counted) ?? 0) + 1);
    if (stopping.aborted) return false;
    await delay(PAUSE_AFTER_REFUSAL_MILLISECONDS);
  }
}

/** Posts a body. null: the answer was 200; else the answer in words. */
async function refusedAnswerOf({ url, headers }: Sender, { path, contentType, body }: Asked): Promise<string | null> {
  try {
    const answer = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': contentType },
      body,
      signal: AbortSignal.timeout(GIVE_UP_MILLISECONDS),
    });
    await answer.arrayBuffer();
    if (answer.status === 200) return null;
    return answer.headers.has('retry-after') ? `${answer.status} with Retry-After` : String(answer.status);
  } catch (error) {
    return error instanceof Error ? error.name : 'no answer';
  }
}
