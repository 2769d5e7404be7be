import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FakeChatSpace, startChatSpace } from '../../../../support/chat-space.ts';
import { testContext, type TestContext } from '../../../../support/database.ts';
import { bearer, login, mintUser, testApp, type TestApp } from '../../../../service/support/app-fixture.ts';

let context: TestContext;
let space: FakeChatSpace;
let app: TestApp;
let headers: Record<string, string>;
beforeAll(async () => {
  context = await testContext();
  space = await startChatSpace();
  const groups = { operations: space.url, default: space.url };
  app = testApp(context, { chatSpace: { groups, allowPrivate: true } });
  headers = bearer(
    (
      await login(
        app,
        await mintUser(context, { industryId: 'INTERNAL', role: 'admin', permissions: ['operations:run'] }),
      )
    ).token,
  );
});
afterAll(async () => {
  await space.stop();
});

const get = (query: Record<string, string>, to = app): Promise<Response> =>
  Promise.resolve(to.request(`/api/admin/chat/?${new URLSearchParams(query)}`, { headers }));
const post = (groupId: string, body: unknown): Promise<Response> =>
  Promise.resolve(
    app.request(`/api/admin/chat/?${new URLSearchParams({ groupId })}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  );
const SENT = { message: 'Message sent successfully', status: 'success' };

describe('/api/admin/chat/', () => {
  it('writes a line or a structured message to the group', async () => {
    const line = await get({ message: 'Is 5 < 7?', groupId: 'operations' });
    expect([line.status, await line.json()]).toEqual([200, SENT]);
    const data = { cardsV2: [{ cardId: 'a', card: { header: { title: 'Import' } } }] };
    const card = await post('default', { data });
    expect([card.status, await card.json()]).toEqual([200, SENT]);
    expect(space.received).toEqual([{ text: 'Is 5 < 7?' }, data]);
  });

  it('names the groups that are configured, where another is asked for', async () => {
    for (const response of [
      await get({ message: 'x', groupId: 'sales' }),
      await post('sales', { data: { text: 'x' } }),
    ])
      expect([response.status, await response.json()]).toEqual([
        400,
        expect.objectContaining({
          status_code: 400,
          message: "Invalid 'groupId': 'sales' is not one of default, operations",
        }),
      ]);
  });

  it.each([
    ['GET', 'message=x', "'groupId' missing"],
    ['GET', 'groupId=operations', "'message' missing"],
    ['GET', `groupId=${'x'.repeat(101)}&message=x`, /^Invalid 'groupId': 'x+\.\.' is longer than 100 characters$/],
    ['POST', '', "'groupId' missing"],
  ])('answers 400 to %s with the query %j, as specified', async (method, query, message) => {
    const response = await app.request(`/api/admin/chat/?${query}`, {
      method,
      headers: { ...headers, 'content-type': 'application/json' },
      ...(method === 'POST' ? { body: '{"data":{"text":"x"}}' } : {}),
    });
    const answer: unknown = await response.json();
    expect([response.status, answer]).toEqual([400, expect.objectContaining({ status: 'failed', status_code: 400 })]);
    expect(answer).toMatchObject({ message: expect.stringMatching(message) });
  });

  it('answers 400 to a body that is no structured message, and to a message that is not taken', async () => {
    expect([(await post('default', { data: 'text' })).status, (await post('default', {})).status]).toEqual([400, 400]);
    const empty = await post('default', { data: {} });
    expect([empty.status, await empty.json()]).toEqual([
      400,
      expect.objectContaining({
        status_code: 400,
        message: "Invalid 'data': '{}' is empty, allowed is an object with one field or more",
      }),
    ]);
    space.answer({ status: 404 });
    const refused = await get({ message: 'x', groupId: 'operations' });
    space.answer(null);
    expect([refused.status, await refused.json()]).toEqual([
      400,
      expect.objectContaining({ message: "Chat group 'operations' answered 404" }),
    ]);
    const unset = await get({ message: 'x', groupId: 'operations' }, testApp(context));
    expect([unset.status, await unset.json()]).toEqual([
      400,
      expect.objectContaining({ message: 'Chat spaces are not set up on this server' }),
    ]);
  });
});
