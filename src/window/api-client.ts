import type { Language } from '../kernel/language.ts';
import type { Forwarded } from './forward.ts';
import { refusalWords, withWarningsTold } from './service-words.ts';

/** The session has ended. The page leads to the login and back. */
export class SessionOver extends Error {}

/** A refusal or failure of the API. `message` is the API's sentence, in the language of the page. */
export class ApiRefusal extends Error {
  readonly status: number;
  /** Mistakes by field; empty where no field is to blame. */
  readonly errors: readonly { readonly field: string; readonly problem: string }[];
  /** undefined: the API gave no time. */
  readonly retryAfterSeconds: number | undefined;
  constructor(
    status: number,
    message: string,
    errors: ApiRefusal['errors'] = [],
    retryAfterSeconds?: ApiRefusal['retryAfterSeconds'],
  ) {
    super(message);
    this.status = status;
    this.errors = errors;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Functions by which a page asks the API, with the headers of the chosen industry. */
export interface Asked {
  /**
   * The JSON of an answer. T is the type of the endpoint's schema, to which tests hold the answers.
   * @throws ApiRefusal, SessionOver
   */
  ask<T>(
    path: string,
    query?: Readonly<Record<string, string | number | boolean | readonly string[] | null | undefined>>,
  ): Promise<T>;
  /**
   * The JSON of an answer, and its version for If-Match.
   * @throws ApiRefusal, SessionOver
   */
  askTagged<T>(path: string): Promise<T & { readonly tag: string }>;
  /** The JSON of an answer about all industries, whichever one an operator has chosen. */
  askOfAll<T>(path: string, query?: Parameters<Asked['ask']>[1]): Promise<T>;
  /**
   * The JSON of an answer; null where the API has nothing to show.
   * @param nothing statuses that mean so, 404 unless given
   * @throws ApiRefusal, SessionOver
   */
  askOrNull<T>(path: string, query?: Parameters<Asked['ask']>[1], nothing?: readonly number[]): Promise<T | null>;
  /**
   * The objects of an NDJSON answer, which is read whole.
   * @throws ApiRefusal, SessionOver
   */
  lines<T>(path: string, query?: Parameters<Asked['ask']>[1]): Promise<readonly T[]>;
  /**
   * Sends JSON with a method.
   * @throws ApiRefusal, SessionOver
   */
  send<T>(
    method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<T>;
  /**
   * Sends the bytes of a file with POST.
   * @throws ApiRefusal, SessionOver
   */
  sendFile<T>(path: string, file: ArrayBuffer, headers: Readonly<Record<string, string>>): Promise<T>;
  /** The answer itself, of any content type. */
  fetch(request: Forwarded): Promise<Response>;
}

function withQuery(path: string, query: Parameters<Asked['ask']>[1] = {}): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === null || value === undefined) continue;
    for (const one of [value].flat()) parameters.append(name, String(one));
  }
  return parameters.size === 0 ? path : `${path}?${parameters}`;
}

/** Seconds to wait before another try; undefined: the API gives none. */
export function secondsToWaitOf(answer: Response): number | undefined {
  const seconds = answer.headers.get('retry-after');
  return seconds === null ? undefined : Number(seconds);
}

/** The refusal that an answer is. */
export async function refusalIn(answer: Response, language: Language): Promise<ApiRefusal> {
  // The body is the service's own answer.
  const body = (await answer.json()) as { message?: string; errors?: ApiRefusal['errors'] };
  const { message, errors } = refusalWords(language, { message: String(answer.status), ...body });
  return new ApiRefusal(answer.status, message, errors, secondsToWaitOf(answer));
}

async function jsonOf<T>(answer: Response, language: Language): Promise<T> {
  if (!answer.ok) throw await refusalIn(answer, language);
  return withWarningsTold(language, await answer.json()) as T; // the service's own answer
}

async function linesOf<T>(answer: Response, language: Language): Promise<readonly T[]> {
  if (!answer.ok) return jsonOf<never>(answer, language);
  const lines = (await answer.text()).split('\n').filter((line) => line !== '');
  return lines.map((line) => JSON.parse(line) as T); // a line of the documented file
}

/**
 * @param send asks with the visitor's token; null: the session has ended
 * @param industryId the industry that an operator has chosen; null: the visitor's own
 * @param language of the page, in which refusals are told
 */
export function askingAs(
  send: (request: Forwarded) => Promise<Response | null>,
  industryId: string | null,
  language: Language,
): Asked {
  const target: Record<string, string> = industryId === null ? {} : { targetIndustryId: industryId };
  const fetch = async (request: Forwarded): Promise<Response> => {
    const answer = await send({ ...request, headers: { ...target, ...request.headers } });
    if (answer === null) throw new SessionOver();
    return answer;
  };
  const ask = async <T>(path: string, query?: Parameters<Asked['ask']>[1]): Promise<T> =>
    jsonOf<T>(await fetch({ path: withQuery(path, query) }), language);
  return {
    ask,
    askTagged: async <T>(path: string) => {
      const answer = await fetch({ path });
      return { ...(await jsonOf<T>(answer, language)), tag: answer.headers.get('etag') ?? '*' };
    },
    askOfAll: async <T>(path: string, query?: Parameters<Asked['ask']>[1]) =>
      jsonOf<T>(await fetch({ path: withQuery(path, query), headers: { targetIndustryId: '' } }), language),
    askOrNull: async <T>(path: string, query?: Parameters<Asked['ask']>[1], nothing: readonly number[] = [404]) => {
      try {
        return await ask<T>(path, query);
      } catch (error) {
        if (error instanceof ApiRefusal && nothing.includes(error.status)) return null;
        throw error;
      }
    },
    lines: async <T>(path: string, query?: Parameters<Asked['ask']>[1]) =>
      linesOf<T>(await fetch({ path: withQuery(path, query) }), language),
    send: async <T>(method: string, path: string, body?: unknown, headers: Readonly<Record<string, string>> = {}) =>
      jsonOf<T>(
        await fetch({
          path,
          method,
          headers: { ...(body === undefined ? {} : { 'Content-Type': 'application/json' }), ...headers },
          body: body === undefined ? null : JSON.stringify(body),
        }),
        language,
      ),
    sendFile: async <T>(path: string, file: ArrayBuffer, headers: Readonly<Record<string, string>>) =>
      jsonOf<T>(await fetch({ path, method: 'POST', headers, body: file }), language),
    fetch,
  };
}
