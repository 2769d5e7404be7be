import type { Config } from '../../../../../src/config.ts';
import type { HttpFoundation } from '../../../../../src/service/services.ts';
import type { TestContext } from '../../../../support/database.ts';
import { bearer, login, mintUser, testApp, type TestApp } from '../../../../service/support/app-fixture.ts';

/** An answer of the API. Tests look at the parts they are about. */
export interface Answer<T> {
  readonly status: number;
  readonly body: T;
}

/** An operator at an application of his own. */
export interface Operator {
  readonly app: TestApp;
  readonly userId: string;
  readonly headers: Readonly<Record<string, string>>;
  /** @param path below /api/admin/, with its query. */
  ask<T = unknown>(method: string, path: string, body?: unknown): Promise<Answer<T>>;
  get<T = unknown>(path: string): Promise<Answer<T>>;
}

export async function mintOperator(
  context: TestContext,
  overrides: Partial<Config> = {},
  foundation: Partial<HttpFoundation> = {},
  permissions: readonly string[] = ['admin:*'],
): Promise<Operator> {
  const app = testApp(context, overrides, undefined, foundation);
  const user = await mintUser(context, { industryId: 'INTERNAL', role: 'admin', permissions });
  const headers = bearer((await login(app, user)).token);
  const ask = async <T>(method: string, path: string, body?: unknown): Promise<Answer<T>> => {
    const response = await app.request(`/api/admin/${path}`, {
      method,
      headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as T }; // read by tests
  };
  return { app, userId: user.userId, headers, ask, get: (path) => ask('GET', path) };
}

/** The same request by somebody without a token. */
export async function askOpenly<T = unknown>(app: TestApp, path: string, init: RequestInit = {}): Promise<Answer<T>> {
  const response = await app.request(`/api/admin/${path}`, init);
  return { status: response.status, body: (await response.json()) as T }; // read by tests
}
