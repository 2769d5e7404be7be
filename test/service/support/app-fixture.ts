import type { IncomingMessage } from 'node:http';
import { Registry } from 'prom-client';
import { channelsOf } from '../../../src/platform/live/publish.ts';
import type { Config } from '../../../src/config.ts';
import type { Context } from '../../../src/context.ts';
import { createFigureCaches } from '../../../src/figures/store/figure-caches.ts';
import { createHeldIndustries } from '../../../src/platform/directory/held-industries.ts';
import type { Role } from '../../../src/platform/login/rules/caller.ts';
import { hashPassword } from '../../../src/platform/login/rules/password.ts';
import { Faults } from '../../../src/platform/faults/faults.ts';
import { createApp } from '../../../src/service/app.ts';
import type { HttpEnv } from '../../../src/platform/http/environment.ts';
import type { RouteDeclaration } from '../../../src/platform/http/route-declaration.ts';
import type { Limiter } from '../../../src/platform/limits/limiter.ts';
import { PAGE_REQUESTS } from '../../../src/platform/limits/limits.ts';
import { createStoredTeller } from '../../../src/service/settled-reactions.ts';
import { createHttpServices, type HttpFoundation } from '../../../src/service/services.ts';
import type { Demonstration } from '../../../src/window/demonstration.ts';
import type { QueueClient } from '../../../src/platform/queue/client.ts';
import { INSIGHTS_QUEUE } from '../../../src/findings/insights/request-insights.ts';
import { computeInsightsOf } from '../../../src/findings/insights/due-insights.ts';
import { mintId, type TestContext } from '../../support/database.ts';
import { watchRequest } from '../../support/log-leaks.ts';

export const SECRET = 'secret-of-the-tests-'.repeat(2);
export const PASSWORD = 'Correct-horse-1';

/** One hash for all users: making it is slow on purpose. */
let hashed: Promise<string> | null = null;

/** A queue without workers, but for the one job that a request waits for. */
const insightsAtOnce = (context: Context): QueueClient => ({
  send: async (queue, payload) => {
    if (queue === INSIGHTS_QUEUE) await computeInsightsOf(context, String(Object(payload).industryId));
  },
});

/** What services are made of in tests. */
export const testFoundation = (context: Context, queue = insightsAtOnce(context)): HttpFoundation => ({
  context,
  queue,
  secrets: [SECRET],
  channels: channelsOf(context),
  cut: new AbortController().signal,
  metrics: new Registry(),
  countRows: () => {},
  tellStored: createStoredTeller(context, queue),
  queueDepth: async () => ({ queued: 0, active: 0 }),
  readiness: async () => ({ problems: [], details: [], broker: null }),
  faults: new Faults(),
  demonstration: null,
  insightsPatienceMilliseconds: 0,
});

/** A demonstration that mails nobody. */
export const demonstrationOf = (
  logins: Demonstration['logins'],
  mails: ReturnType<Demonstration['mails']> = [],
): Demonstration => ({
  logins,
  mails: () => mails,
  figure: async () => null,
});

/** Requests of all tests come from one client. */
export const NO_LIMITS = {
  rateLimitPerHour: 1_000_000,
  rateLimitPerDay: 1_000_000,
  adminRateLimitPerHour: 1_000_000,
  adminRateLimitPerDay: 1_000_000,
  externalRateLimitPerHour: 1_000_000,
  externalRateLimitPerDay: 1_000_000,
};

/** All tests of pages are one client, and their clocks stand still. */
const withoutPageLimit = (limiter: Limiter): Limiter => ({
  ...limiter,
  take: async (limits, key) => {
    if (limits !== PAGE_REQUESTS) await limiter.take(limits, key);
  },
});

/** Number of applications that answer in turns: TEST_APPS=2 is an installation of two processes of the API. */
export const APPS = Number(process.env['TEST_APPS'] ?? 1);

/** A context with a memory of its own, as another process of the installation has it. */
const anotherProcess = (context: TestContext): TestContext => ({
  ...context,
  figureCaches: createFigureCaches(),
  findHeldIndustry: createHeldIndustries(context.database, context.clock.now),
});

/**
 * An application on the run's database. Limits are out of the way unless a test sets them. Credentials sent to it must
 * not be logged.
 */
export function testApp(
  context: TestContext,
  overrides: Partial<Config> = {},
  routes?: readonly RouteDeclaration[],
  foundation: Partial<HttpFoundation> = {},
) {
  const config = { ...context.config, ...NO_LIMITS, ...overrides };
  const made = (own: TestContext) => {
    const services = createHttpServices({ ...testFoundation({ ...own, config }, foundation.queue), ...foundation });
    return createApp({ ...services, limiter: withoutPageLimit(services.limiter) }, routes);
  };
  const app = made(context);
  const others = Array.from({ length: APPS - 1 }, () => made(anotherProcess(context)));
  const first = app.fetch;
  const answers = [first, ...others.map(({ fetch }) => fetch)];
  let turn = 0;
  app.fetch = async (request, ...rest) => {
    await watchRequest(request);
    const answer = answers[(turn += 1) % answers.length] ?? first;
    return answer(request, ...rest);
  };
  return app;
}

export interface MintedUser {
  readonly industryId: string;
  readonly industryKey: number;
  readonly userId: string;
  readonly userKey: number;
  readonly username: string;
  readonly email: string;
}

/** An industry with one user. INTERNAL exists once per database, so its users share it. */
export async function mintUser(
  { database }: TestContext,
  options: {
    industryId?: string;
    role?: Role;
    permissions?: readonly string[];
    sessionTimeout?: Record<string, unknown>;
  } = {},
): Promise<MintedUser> {
  const industryId = options.industryId ?? mintId('IND');
  const [industry] = await database.execute<{ industry_key: number }>(
    `INSERT INTO tenant.industry (industry_id, industry_name, timezone, shift_start_at, days_offset, session_timeout)
     VALUES ($1, $2, 'Asia/Kolkata', '06:00', 0, $3) ON CONFLICT (industry_id) DO UPDATE SET industry_name = excluded.industry_name RETURNING industry_key`,
    [industryId, `${industryId} Ltd`, options.sessionTimeout ?? null],
  );
  if (industry === undefined) throw new Error('No industry was inserted.');
  const userId = mintId('user').toLowerCase();
  const username = userId;
  const email = `${userId}@example.org`;
  hashed ??= hashPassword(PASSWORD);
  const [user] = await database.execute<{ user_key: number }>(
    `INSERT INTO tenant.app_user (industry_key, user_id, email, username, password_hash, role, permissions) VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING user_key`,
    [industry.industry_key, userId, email, username, await hashed, options.role ?? 'user', options.permissions ?? []],
  );
  if (user === undefined) throw new Error('No user was inserted.');
  return { industryId, industryKey: industry.industry_key, userId, userKey: user.user_key, username, email };
}

export type TestApp = ReturnType<typeof testApp>;

export interface LoginKeys {
  token: string;
  refreshToken: string;
  data: { expiresIn: number };
}

/** Logs in by headers and gives the answer's tokens. */
export async function login(app: TestApp, user: MintedUser, headers: Record<string, string> = {}): Promise<LoginKeys> {
  const response = await app.request('/api/user/login', {
    method: 'POST',
    headers: { username: user.username, password: PASSWORD, LoginType: 'DEFAULT', ...headers },
  });
  if (response.status !== 200) throw new Error(`Login answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as LoginKeys;
}

/** What an answer says; of a stream of events its beginning, after which it is left. */
export async function textOfAnswer(response: Response): Promise<string> {
  if (response.headers.get('content-type')?.startsWith('text/event-stream') !== true) return response.text();
  const reader = response.body?.getReader();
  const first = await reader?.read();
  await reader?.cancel();
  return new TextDecoder().decode(first?.value);
}

export const bearer = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` });

/** The other end of a connection, for a request without one; the third argument of `app.request`. */
export const from = (remoteAddress: string): HttpEnv['Bindings'] => ({
  incoming: { socket: { remoteAddress } } as IncomingMessage,
}); // all of it that is read
