/** Whom requests of the rehearsal are sent to, and with which token. */
export interface Sender {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

export const PAUSE_AFTER_REFUSAL_MILLISECONDS = 100;
export const GIVE_UP_MILLISECONDS = 120_000;

/** Posts a body. null: it was answered 200; else what was answered, in words. */
export async function refusedAnswerOf(
  { url, headers }: Sender,
  path: string,
  contentType: string,
  body: string,
): Promise<string | null> {
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
