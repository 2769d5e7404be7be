import { expect } from 'vitest';
import { mintId, testContext } from '../../../../../support/database.ts';
import { from } from '../../../../../service/support/app-fixture.ts';
import { type Answer, mintOperator, type Operator } from '../../../../../industries/http/admin/support/operator.ts';

export interface Entry {
  readonly id: string;
  readonly title: string;
  readonly status: string;
}
export interface Written {
  readonly status: string;
  readonly message: string;
  readonly data: Entry;
}

export type LogSite = Awaited<ReturnType<typeof logSite>>;

/** An operator with a log of his own. @param networks the first half of addresses from which nobody else writes */
export async function logSite(networks: string) {
  const context = await testContext('2026-06-11T06:00:00Z');
  const operator = await mintOperator(context);
  /** Names the entries of this site. */
  const industryId = mintId('LOGS');
  let posts = 0;

  /** From a network that nobody else writes from. */
  async function post<T = Written>(body: unknown, options: { app?: Operator['app']; network?: string } = {}) {
    posts += 1;
    const { app = operator.app, network = `${networks}.${Math.floor(posts / 200)}.${posts % 200}` } = options;
    const response = await app.request(
      '/api/admin/globallogs/',
      {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      },
      from(network),
    );
    return { status: response.status, body: (await response.json()) as T } satisfies Answer<T>; // read by the tests
  }
  const log = (more: object = {}) => ({
    source: 'gateway-12',
    title: 'Clock is off',
    desc: 'The gateway is 7 minutes ahead.',
    group: 'devices',
    meta: { industryId },
    ...more,
  });
  const patch = (query: Record<string, string>): Promise<Answer<Written>> =>
    operator.ask<Written>('PATCH', `globallogs/?${new URLSearchParams(query)}`);
  const ask = (method: string, query: Record<string, string>, headers: Record<string, string> = {}) =>
    operator.app.request(`/api/admin/globallogs/?${new URLSearchParams(query)}`, {
      method,
      headers: { ...operator.headers, ...headers },
    });
  const list = async (query: Record<string, string> = {}): Promise<readonly Entry[]> => {
    const { status, body } = await operator.get<Entry[]>(
      `globallogs/?${new URLSearchParams({ industryId, ...query })}`,
    );
    expect([status, Array.isArray(body)]).toEqual([200, true]);
    return body;
  };
  return { context, operator, industryId, post, log, patch, ask, list };
}
