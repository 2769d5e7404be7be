import { createRoute } from '@hono/zod-openapi';
import { Writable } from 'node:stream';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Config } from '../../src/config.ts';
import { createApp } from '../../src/service/app.ts';
import type { Endpoint } from '../../src/platform/http/endpoint.ts';
import type { RouteDeclaration } from '../../src/platform/http/route-declaration.ts';
import { ROUTES } from '../../src/service/routes/routes.ts';
import { createHttpServices } from '../../src/service/services.ts';
import { createLogger } from '../../src/logger.ts';
import { mintId, testContext, type TestContext } from '../support/database.ts';
import { login, mintUser, NO_LIMITS, PASSWORD, testApp, testFoundation, type TestApp } from './support/app-fixture.ts';
import { textRoute } from './support/probes.ts';

let context: TestContext;

let app: TestApp;

beforeAll(async () => {
  context = await testContext();
  app = testApp(context);
});

describe('the log', () => {
  /** Requests `path` and gives the lines that were logged. */
  async function linesOf(
    routes: readonly RouteDeclaration[],
    path: string,
    init: RequestInit = {},
    overrides: Partial<Config> = {},
  ): Promise<{ text: string; lines: Record<string, unknown>[] }> {
    let text = '';
    const log = createLogger(
      'info',
      new Writable({
        write: (chunk, _, done) => {
          text += String(chunk);
          done();
        },
      }),
    );
    const config = { ...context.config, ...NO_LIMITS, internalSecret: 'a-shared-secret', ...overrides };
    const logged = createApp(
      createHttpServices({ ...testFoundation(context), context: { ...context, config, log } }),
      routes,
    );
    await logged.request(path, init);
    return {
      text,
      lines: text
        .trim()
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as Record<string, unknown>),
    };
  }

  it('holds one line per request, and no token, wherever it travels', async () => {
    const user = await mintUser(context);
    const { token } = await login(app, user);
    const routes = [...ROUTES, textRoute('/api/user/probe', 'ok', { access: 'token', permission: null })];
    const { text, lines } = await linesOf(routes, `/api/user/probe?jwt=${token}`, {
      headers: { 'x-request-id': 'log-1' },
    });
    expect(lines).toEqual([
      {
        level: 30,
        time: expect.any(String),
        requestId: 'log-1',
        method: 'GET',
        path: '/api/user/probe',
        status: 200,
        industry: user.industryId,
        user: user.userId,
        durationMs: expect.any(Number),
        msg: 'request',
      },
    ]);
    expect(text).not.toContain(token);
  });

  it.each(['%3Fjwt=', '%253Fjwt=', '%25253Fjwt=', ';jwt=', '/', '%3fx=1&jwt='])(
    'holds no token that follows the path after %s',
    async (before) => {
      const { token } = await login(app, await mintUser(context));
      const { text, lines } = await linesOf(ROUTES, `/api/user/user${before}${token}`);
      expect(lines).toMatchObject([{ path: expect.stringMatching(/^\/api\/user\/user.*\[removed\]$/) }]);
      expect(text).not.toContain(token.split('.')[2]);
    },
  );

  it('holds no password of a failed login', async () => {
    const { text, lines } = await linesOf(ROUTES, '/api/user/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: mintId('nobody'), password: `${PASSWORD}-wrong` }),
    });
    expect(lines).toMatchObject([{ status: 401, user: null }]);
    expect(text).not.toContain(PASSWORD);
  });

  it('holds no shared secret, right or wrong', async () => {
    const routes = [textRoute('/api/user/probe', 'ok', { access: 'open', effect: 'acts' })];
    for (const [sent, status] of [
      ['a-shared-secret-1', 200],
      ['a-shared-secret-2', 401],
    ] as const) {
      const { text, lines } = await linesOf(
        routes,
        '/api/user/probe',
        { headers: { 'x-internal-secret': sent } },
        { internalSecret: 'a-shared-secret-1' },
      );
      expect(lines).toMatchObject([{ status }]);
      expect(text).not.toContain('a-shared-secret');
    }
  });

  it('holds the error of an internal fault', async () => {
    const failing: Endpoint['register'] = (registering) => {
      registering.openapi(
        createRoute({ method: 'get', path: '/api/user/fails', responses: { 200: { description: '' } } }),
        () => {
          throw new Error('the cause');
        },
      );
    };
    const { lines } = await linesOf([textRoute('/api/user/fails', '', { register: failing })], '/api/user/fails');
    expect(lines).toMatchObject([{ level: 50, status: 500, msg: 'request failed', err: { message: 'the cause' } }]);
  });

  it('is not filled by health checks', async () => {
    expect((await linesOf(ROUTES, '/healthz')).lines).toEqual([]);
  });
});
