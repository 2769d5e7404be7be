import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningServer, startServer } from '../../../../src/platform/http/server.ts';
import { testContext } from '../../../support/database.ts';
import { bearer, login, mintUser, PASSWORD, testApp, type TestApp } from '../../../service/support/app-fixture.ts';
import { SCREENED_ROUTES } from './support/screened-routes.ts';

let app: TestApp;
beforeAll(async () => {
  app = testApp(await testContext(), {}, SCREENED_ROUTES);
});

describe('the size of bodies', () => {
  it.each([
    ['member', 2 * 1024 * 1024],
    ['anyone', 64 * 1024],
  ])('is bounded where nothing is declared: /api/user/%s takes %d bytes', async (name, bytes) => {
    const context = await testContext();
    const { token } = await login(app, await mintUser(context));
    const post = (length: number) =>
      app.request(`/api/user/${name}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...bearer(token) },
        body: `"${'x'.repeat(length - 2)}"`,
      });
    expect(await (await post(bytes)).text()).toBe(String(bytes));
    const response = await post(bytes + 1);
    expect([response.status, await response.json()]).toMatchObject([
      413,
      { status_code: 413, message: `The request body is larger than ${bytes} bytes` },
    ]);
  });

  it('is counted when the sender does not announce it', async () => {
    const chunks = new ReadableStream({
      start: (controller) => {
        controller.enqueue(new TextEncoder().encode(`{"text":"${'x'.repeat(3_100_000)}"}`));
        controller.close();
      },
    });
    const response = await app.request('/api/user/json', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'transfer-encoding': 'chunked' },
      body: chunks,
      duplex: 'half',
    } as RequestInit); // duplex is not in the type yet
    expect(response.status).toBe(413);
  });

  it('follows the declaration of the route', async () => {
    const form = new FormData();
    form.set('title', 'x'.repeat(2000));
    expect((await app.request('/api/user/form', { method: 'POST', body: form })).status).toBe(413);
  });

  it('has no bound and no screening on routes that stream', async () => {
    const body = `' OR 1=1 --${'x'.repeat(3_000_000)}`;
    const response = await app.request('/api/user/stream', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    expect([response.status, await response.text()]).toEqual([200, String(body.length)]);
  });
});

describe('a body that does not fit a route that answers 400 to such bodies', () => {
  it.each([
    ['of too many values', 'application/json', `[${'0,'.repeat(100_000)}0]`],
    ['nested too deep', 'application/json', `${'['.repeat(70)}${']'.repeat(70)}`],
    ['that is no JSON', 'application/json', '{'],
    ['that is no form', 'multipart/form-data', 'abc'],
    ['of too many fields', 'application/x-www-form-urlencoded', 'a&'.repeat(300)],
  ])('%s is answered so', async (_, type, body) => {
    const response = await app.request('/api/user/refused400', {
      method: 'POST',
      headers: { 'content-type': type },
      body,
    });
    expect([response.status, await response.json()]).toMatchObject([400, { status_code: 400 }]);
  });
});

describe('a body of no bytes over a connection', () => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await startServer(app, '127.0.0.1', 0);
  });
  afterAll(() => server.stop());
  const post = async (path: string, headers: Record<string, string>, body?: ReadableStream) => {
    const response = await fetch(`${server.url}${path}`, {
      method: 'POST',
      headers,
      ...(body === undefined ? {} : { body, duplex: 'half' }),
    } as RequestInit); // duplex is not in the type yet
    return {
      status: response.status,
      body: (await response.json()) as { status_code: number; token: string; refreshToken: string },
    };
  };
  const noBytes = () => new ReadableStream({ start: (controller) => controller.close() });

  it.each([
    ['no type', {}, undefined],
    ['application/json', { 'content-type': 'application/json' }, undefined],
    ['text/plain', { 'content-type': 'text/plain' }, undefined],
    ['application/x-www-form-urlencoded', { 'content-type': 'application/x-www-form-urlencoded' }, undefined],
    ['multipart/form-data', { 'content-type': 'multipart/form-data; boundary=x' }, undefined],
    ['application/json, in chunks', { 'content-type': 'application/json' }, noBytes],
  ])('is none for login, refresh and logout: %s', async (_, type, body) => {
    const user = await mintUser(await testContext());
    const loggedIn = await post('/api/user/login', { username: user.username, password: PASSWORD, ...type }, body?.());
    expect(loggedIn.status).toBe(200);
    const refreshed = await post(
      '/api/user/refreshToken',
      { ...bearer(loggedIn.body.refreshToken), ...type },
      body?.(),
    );
    expect(refreshed.status).toBe(200);
    expect((await post('/api/user/logout', { ...bearer(refreshed.body.token), ...type }, body?.())).status).toBe(200);
  });

  it('is missing where a body is required, even if any object would do', async () => {
    expect(await post('/api/user/json', { 'content-type': 'application/json' })).toMatchObject({
      status: 400,
      body: { status_code: 1430 },
    });
    expect(await post('/api/user/json', {})).toMatchObject({ status: 400, body: { status_code: 1430 } });
  });
});
