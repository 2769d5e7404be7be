import { addNotification } from '../../../../../src/alerts/store/notifications.ts';
import type { TestContext } from '../../../../support/database.ts';
import { bearer, login, type MintedUser, mintUser, type TestApp } from '../../../../service/support/app-fixture.ts';

/** A user of an industry of his own, in Kolkata with days that begin at 06:00, which is 00:30 UTC. */
export interface Reader {
  readonly user: MintedUser;
  /** Writes one notification of the industry; its id is given back. */
  add(createdAt: string, title?: string): Promise<string>;
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  /** Ids of the newest first, as GET /api/user/notification lists them. */
  ids(query?: string): Promise<readonly string[]>;
  one(notificationId: string): Promise<Record<string, unknown>>;
}
interface Answer {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

export async function mintReader(
  context: TestContext,
  app: TestApp,
  options: Parameters<typeof mintUser>[1] = {},
): Promise<Reader> {
  const user = await mintUser(context, options);
  const { token } = await login(app, user);
  const send: Reader['send'] = async (method, path, body, headers = {}) => {
    const response = await app.request(`/api/user/${path}`, {
      method,
      headers: { ...bearer(token), ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    // An answer of this service is an object.
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  const list = async (query = '') =>
    // Fields are looked at by the tests.
    (await send('GET', `notification${query}`)).body['notifications'] as (Record<string, unknown> & {
      notificationId: string;
    })[];
  return {
    user,
    add: (createdAt, title = 'Bore 1 above its limit') =>
      addNotification(context.database, user.industryKey, {
        incidentKey: null,
        words: (language) => ({
          title: `${title}${language === 'en' ? '' : ` (${language})`}`,
          message: '120 KL of 100 KL',
        }),
        type: 'unit_threshold',
        category: 'consumption',
        priority: 'high',
        data: { unitId: 'M1' },
        createdAt: new Date(createdAt),
      }),
    send,
    ids: async (query) => (await list(query)).map(({ notificationId }) => notificationId),
    one: async (notificationId) => (await list()).find((found) => found.notificationId === notificationId) ?? {},
  };
}

/** Has the form of an id, and is nobody's. */
export const NOBODYS = '00000000-0000-4000-8000-000000000000';
