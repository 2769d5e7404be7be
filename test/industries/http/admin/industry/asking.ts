import type { TestContext } from '../../../../support/database.ts';
import { bearer, login, mintUser, type TestApp } from '../../../../service/support/app-fixture.ts';

export interface Answered {
  readonly status: number;
  readonly tag: string;
  readonly body: {
    readonly [key: string]: unknown;
    readonly status_code?: number;
    readonly message?: string;
    readonly errors?: readonly { readonly field: string; readonly problem: string }[];
  };
}

/** Sends a request of one operator. */
export interface Asked {
  (method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answered>;
  readonly userId: string;
}

export async function asking(context: TestContext, app: TestApp, permissions: readonly string[]): Promise<Asked> {
  const operator = await mintUser(context, { industryId: 'INTERNAL', role: 'admin', permissions });
  const { token } = await login(app, operator);
  const send = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const answer = await app.request(path, {
      method,
      headers: {
        ...bearer(token),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return {
      status: answer.status,
      tag: answer.headers.get('etag') ?? '',
      body: (await answer.json()) as Answered['body'],
    };
  };
  return Object.assign(send, { userId: operator.userId });
}
