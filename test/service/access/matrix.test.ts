import { beforeAll, describe, expect, it } from 'vitest';
import type { RouteDeclaration } from '../../../src/platform/http/route-declaration.ts';
import { permissionsOf } from '../../../src/platform/http/route-terms.ts';
import { ROUTES } from '../../../src/service/routes/routes.ts';
import { testContext } from '../../support/database.ts';
import { noQueue } from '../../../src/platform/queue/client.ts';
import { testApp, type TestApp, textOfAnswer } from '../support/app-fixture.ts';
import { type Caller, mintCallers } from './callers.ts';

/*
 * Every route with every kind of caller. What must come out follows from the route's declaration and the order of the
 * request check (specification, Authentication 3 and 4) alone, so a route is covered the day it is declared.
 */

const REFUSALS = [401, 403, 420, 440];
/** Public routes whose bearer is a refresh token: test/platform/login/http/user/refresh.test.ts says what they make of one. */
const TAKES_REFRESH_TOKEN = ['/api/user/refreshToken', '/api/user/refresh', '/api/admin/auth/refresh'];
/** Its handlers refuse guests, who would make themselves operators: test/industries/http/user/accounts.test.ts. */
const NOT_OF_GUESTS = ['PATCH /api/user/accounts/{userId}', 'DELETE /api/user/accounts/{userId}'];
let app: TestApp;
let callers: readonly Caller[];

beforeAll(async () => {
  const context = await testContext('2026-11-21T00:00:00Z');
  // Which callers get through does not hang on what operators ask of all industries of the run.
  app = testApp(context, {}, undefined, { queue: noQueue });
  callers = await mintCallers(context);
});

/** Clients of InfluxDB know neither 420 nor 440. */
function refusalOf(route: RouteDeclaration, caller: Caller): number | null {
  const refusal = refusalElsewhere(route, caller);
  return route.influx !== undefined && (refusal === 420 || refusal === 440) ? 401 : refusal;
}

/** The status the request check itself answers; null: the request gets through to its handler. */
function refusalElsewhere(route: RouteDeclaration, caller: Caller): number | null {
  switch (route.access) {
    case 'public':
    case 'open':
      return null;
    // A token is nothing there: the cookie of the docs login is. People are led to the form.
    case 'docs':
      return route.path.endsWith('/docs') ? 302 : 401;
    default: {
      if (caller.presents === 'device key' && route.access === 'token' && route.deviceKeys === true)
        return caller.keyRefusal ?? null;
      if (caller.refusal !== null) return caller.refusal;
      if (route.access === 'operator' && !caller.isOperator) return 403;
      const isAbroad = caller.isOperator && caller.names === true;
      const required = [
        ...permissionsOf(route),
        ...(route.access === 'token' && isAbroad ? [route.operatorPermission ?? []].flat() : []),
      ];
      return required.every((permission) => ['admin:*', permission].some((held) => caller.permissions.includes(held)))
        ? null
        : 401;
    }
  }
}

/** A request that names nothing and carries an empty body: it gets no further than its own checks. */
const ask = async (route: RouteDeclaration, headers: Record<string, string>) => {
  const path = route.path.replaceAll(/\{.+?\}/g, '00000000-0000-0000-0000-000000000000');
  const hasBody = route.method !== 'get';
  const response = await app.request(path, {
    method: route.method.toUpperCase(),
    headers: { ...headers, ...(hasBody ? { 'content-type': 'application/json' } : {}) },
    ...(hasBody ? { body: '{}' } : {}),
  });
  return { status: response.status, text: await textOfAnswer(response) };
};

describe.each(ROUTES.map((route) => [`${route.method.toUpperCase()} ${route.path}`, route] as const))(
  '%s',
  (name, route) => {
    it('answers every caller what the order of the request check says', async () => {
      const anonymous = await ask(route, {});
      const answers: Record<string, string> = {};
      const expected: Record<string, string> = {};
      const takesRefreshToken = TAKES_REFRESH_TOKEN.includes(route.path);
      for (const caller of callers.filter(({ presents }) => !(takesRefreshToken && presents === 'refresh'))) {
        const { status } = await ask(route, await caller.headers());
        const isBarredGuest = caller.name === 'a guest of INTERNAL' && NOT_OF_GUESTS.includes(name);
        const refusal = isBarredGuest ? 403 : refusalOf(route, caller);
        // A public route has answers of its own, logins among them 401: a token changes nothing about them.
        const isPublic = route.access === 'public' || route.access === 'open';
        answers[caller.name] =
          isPublic || refusal !== null || REFUSALS.includes(status) ? String(status) : 'gets through';
        if (takesRefreshToken) expected[caller.name] = caller.presents === 'access' ? '422' : '401';
        else
          expected[caller.name] =
            refusal !== null ? String(refusal) : isPublic ? String(anonymous.status) : 'gets through';
      }
      expect(answers).toEqual(expected);
    });
  },
);

/** What people do to their own account and session, whichever industry they name. */
const OWN: readonly string[] = [
  '/api/user/logout',
  '/api/user/user',
  '/api/user/user/changePassword',
  '/api/user/sessions',
  '/api/user/sessions/{sessionId}',
  '/api/user/notification/register/push',
  '/api/user/browsers',
  '/api/user/browsers/{browserId}',
  '/api/user/browsers/{browserId}/test',
];

describe('an operator without a permission', () => {
  const acting = ROUTES.filter(
    ({ access, effect, path }) =>
      (access === 'token' || access === 'operator') && effect === 'acts' && !OWN.includes(path),
  );
  it.each(acting.map((route) => [`${route.method.toUpperCase()} ${route.path}`, route] as const))(
    'does nothing to an industry and sends nothing: %s',
    async (_, route) => {
      const [bare] = callers.filter(({ name }) => name === 'an operator without permissions who names an industry');
      expect(await ask(route, (await bare?.headers()) ?? {})).toMatchObject({
        status: 401,
        text: expect.stringContaining('Access denied. Missing required permissions: '),
      });
    },
  );
});

describe('a refusal', () => {
  it('says nothing of what lies behind it: the same bytes whether the route exists for others or not', async () => {
    const [plain] = callers.filter(({ name }) => name === 'nobody');
    const answers = new Map<RouteDeclaration['influx'], Set<string>>();
    for (const route of ROUTES.filter(({ access }) => access === 'token' || access === 'operator')) {
      const { text } = await ask(route, (await plain?.headers()) ?? {});
      answers.set(route.influx, (answers.get(route.influx) ?? new Set()).add(text));
    }
    // One in each form of errors.
    expect([...answers.values()].map(({ size }) => size)).toEqual([1, 1, 1]);
  });
});
