import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type RunningServer, startServer } from '../../../../src/platform/http/server.ts';
import {
  administratorsChannel,
  industryChannel,
  OPERATORS_CHANNEL,
} from '../../../../src/platform/live/rules/web-event.ts';
import { createApp } from '../../../../src/service/app.ts';
import { createHttpServices, type HttpServices } from '../../../../src/service/services.ts';
import { broadcastWebEvent, forgetOldWebEvents, publishWebEvent } from '../../../../src/platform/live/publish.ts';
import { testContext, type TestContext } from '../../../support/database.ts';
import {
  bearer,
  login,
  type MintedUser,
  mintUser,
  NO_LIMITS,
  testApp,
  type TestApp,
  testFoundation,
} from '../../../service/support/app-fixture.ts';
import { type EventPage, openPage } from '../../../service/support/event-page.ts';

interface Process {
  readonly services: HttpServices;
  readonly server: RunningServer;
}

const NOW = '2026-03-01T06:00:00Z';
let context: TestContext;
let app: TestApp;
/** Two processes on one database, as far as streams go: each has a hub and a listening connection of its own. */
let here: Process;
let there: Process;

async function startProcess(): Promise<Process> {
  const services = createHttpServices(testFoundation({ ...context, config: { ...context.config, ...NO_LIMITS } }));
  return { services, server: await startServer(createApp(services), '127.0.0.1', 0) };
}

async function stopProcess({ services, server }: Process): Promise<void> {
  await services.live.stop();
  await server.stop();
}

beforeAll(async () => {
  context = await testContext(NOW);
  app = testApp(context);
  [here, there] = [await startProcess(), await startProcess()];
});
afterAll(async () => {
  await Promise.all([stopProcess(here), stopProcess(there)]);
});

const open = async (
  user: MintedUser,
  { process = here, token = '', headers = {}, path = '/api/user/stream' } = {},
): Promise<EventPage> => {
  const jwt = token === '' ? (await login(app, user)).token : token;
  const page = await openPage(`${process.server.url}${path}?jwt=${jwt}`, headers);
  onTestFinished(() => page.close());
  return page;
};

const publish = (user: MintedUser, name: string, payload: Record<string, number>): Promise<number> =>
  context.database.transaction((transaction) =>
    publishWebEvent(transaction, { channel: industryChannel(user.industryId), name, payload }, context.clock.now()),
  );

describe('a page of an industry', () => {
  it('hears what is published to its industry, in whichever process, and nothing of another', async () => {
    const [ours, theirs] = [await mintUser(context), await mintUser(context)];
    const pages = [await open(ours), await open(ours, { process: there })];
    const stranger = await open(theirs);
    const key = await publish(ours, 'alert', { n: 1 });
    await publish(theirs, 'alert', { n: 2 });
    expect(await Promise.all([...pages, stranger].map((page) => page.hears('alert')))).toEqual([
      { n: 1 },
      { n: 1 },
      { n: 2 },
    ]);
    expect(pages[0]?.events).toEqual([{ id: String(key), name: 'alert', data: { n: 1 } }]);
    expect(stranger.events.length).toBe(1);
  });

  it('hears nothing of a transaction that is rolled back', async () => {
    const user = await mintUser(context);
    const page = await open(user);
    const rolledBack = context.database.transaction(async (transaction) => {
      const event = { channel: industryChannel(user.industryId), name: 'alert', payload: { n: 1 } };
      await publishWebEvent(transaction, event, context.clock.now());
      throw new Error('rolled back');
    });
    await expect(rolledBack).rejects.toThrow('rolled back');
    await publish(user, 'alert', { n: 2 });
    await page.hears('alert');
    expect(page.events.map(({ data }) => data)).toEqual([{ n: 2 }]);
  });

  it('hears what it missed when it comes back, each event once and in order', async () => {
    const user = await mintUser(context);
    const first = await open(user);
    await publish(user, 'alert', { n: 1 });
    await first.hears('alert');
    first.close();
    for (const n of [2, 3, 4]) await publish(user, 'alert', { n });
    const second = await open(user, { process: there, headers: { 'Last-Event-ID': first.lastEventId() } });
    await publish(user, 'last', { n: 5 });
    await second.hears('last');
    expect(second.events.map(({ data }) => data)).toEqual([{ n: 2 }, { n: 3 }, { n: 4 }, { n: 5 }]);
  });

  it('goes on with a new EventSource from the place it names, and with the header where it sends both', async () => {
    const user = await mintUser(context);
    const { token } = await login(app, user);
    const keys = [await publish(user, 'alert', { n: 1 }), await publish(user, 'alert', { n: 2 })];
    await publish(user, 'alert', { n: 3 });
    const address = `${here.server.url}/api/user/stream?jwt=${token}&lastEventId=${keys[0]}`;
    const pages = [await openPage(address), await openPage(address, { 'Last-Event-ID': String(keys[1]) })];
    await publish(user, 'last', {});
    await Promise.all(pages.map((page) => page.hears('last')));
    for (const page of pages) page.close();
    expect(pages.map(({ events }) => events.map(({ data }) => data))).toEqual([
      [{ n: 2 }, { n: 3 }, {}],
      [{ n: 3 }, {}],
    ]);
  });

  it('that was told nothing before it dropped still misses nothing', async () => {
    const user = await mintUser(context);
    const first = await open(user);
    first.close();
    await publish(user, 'alert', { n: 1 });
    const second = await open(user, { headers: { 'Last-Event-ID': first.lastEventId() } });
    expect(await second.hears('alert')).toEqual({ n: 1 });
  });

  it('is told to read itself anew when what it missed is forgotten, or its place is not one of its channel', async () => {
    const user = await mintUser(context);
    const elsewhere = await publish(await mintUser(context), 'alert', { n: 0 });
    const before = await publish(user, 'alert', { n: 1 });
    const newest = await publish(user, 'alert', { n: 2 });
    await forgetOldWebEvents({ ...context, clock: { now: () => context.clock.now() + 25 * 3_600_000 } });
    for (const place of [String(before), String(elsewhere), 'what is this']) {
      const page = await open(user, { headers: { 'Last-Event-ID': place } });
      await page.hears('missed');
      expect([page.events.map(({ name }) => name), page.lastEventId()]).toEqual([['missed'], String(newest)]);
    }
    const known = await open(user, { headers: { 'Last-Event-ID': String(newest) } });
    await publish(user, 'last', { n: 3 });
    await known.hears('last');
    expect(known.events.map(({ name }) => name)).toEqual(['last']);
  });

  it('hears a burst of more events than are read at once, in order', async () => {
    const user = await mintUser(context);
    const page = await open(user);
    const numbers = Array.from({ length: 450 }, (_, n) => n);
    await context.database.transaction(async (transaction) => {
      const channel = industryChannel(user.industryId);
      for (const n of numbers)
        await publishWebEvent(transaction, { channel, name: 'alert', payload: { n } }, context.clock.now());
      await publishWebEvent(transaction, { channel, name: 'last', payload: { n: 450 } }, context.clock.now());
    });
    await page.hears('last');
    expect(page.events.map(({ data }) => data)).toEqual([...numbers, 450].map((n) => ({ n })));
  });
});

describe('a stream ends', () => {
  const endOf = async (page: EventPage): Promise<unknown> => {
    const data = await page.hears('end');
    await page.ended;
    return data;
  };

  it('in every process, when its user logs out', async () => {
    const user = await mintUser(context);
    const { token } = await login(app, user);
    const pages = [await open(user, { token }), await open(user, { token, process: there })];
    await app.request('/api/user/logout', { method: 'POST', headers: bearer(token) });
    expect(await Promise.all(pages.map(endOf))).toEqual(
      pages.map(() => ({ status_code: 420, message: 'Token was revoked by logout' })),
    );
    expect((await open(user, { token })).status).toBe(420);
  });

  it('when its session is ended from another device, and no other does', async () => {
    const user = await mintUser(context);
    const { token } = await login(app, user, { 'x-device-id': 'phone' });
    const desk = await login(app, user, { 'x-device-id': 'desk' });
    const [ended, stays] = [await open(user, { token }), await open(user, { token: desk.token })];
    await app.request('/api/user/sessions', { method: 'DELETE', headers: bearer(desk.token) });
    expect(await endOf(ended)).toMatchObject({ status_code: 440 });
    await publish(user, 'alert', { n: 1 });
    expect(await stays.hears('alert')).toEqual({ n: 1 });
  });

  it('when its user or the whole industry is disabled', async () => {
    const user = await mintUser(context);
    const page = await open(user);
    await context.database.execute('INSERT INTO tenant.disabled (industry_id, user_id) VALUES ($1, $2)', [
      user.industryId,
      user.userId,
    ]);
    expect(await endOf(page)).toEqual({ status_code: 420, message: 'Invalid token' });
  });

  it('when the role of its user changes, because what it hears goes by that', async () => {
    const admin = await mintUser(context, { role: 'admin' });
    const operator = await mintUser(context, { industryId: 'INTERNAL', role: 'admin' });
    const pages = [await open(admin), await open(operator, { headers: { targetIndustryId: admin.industryId } })];
    await context.database.execute(`UPDATE tenant.app_user SET role = 'guest' WHERE user_key = ANY ($1)`, [
      [admin.userKey, operator.userKey],
    ]);
    expect(await Promise.all(pages.map(endOf))).toEqual(
      pages.map(() => ({ status_code: 403, message: 'The role of the user was changed' })),
    );
  });

  it('when its token expires', async () => {
    const user = await mintUser(context);
    const page = await open(user);
    context.clock.set('2026-03-01T10:00:01Z');
    expect(await endOf(page)).toMatchObject({ status_code: 420, message: 'Token has expired' });
    context.clock.set(NOW);
  });

  it('without a word when the service stops, so that browsers come back', async () => {
    const user = await mintUser(context);
    const stopping = await startProcess();
    const page = await open(user, { process: stopping });
    const stopped = stopProcess(stopping);
    await page.ended;
    await stopped;
    expect(page.events).toEqual([]);
  });
});

describe('a page without a token in force', () => {
  it('is answered as any request', async () => {
    expect((await openPage(`${here.server.url}/api/user/stream`)).status).toBe(401);
    expect((await openPage(`${here.server.url}/api/admin/stream`)).status).toBe(401);
    const user = await mintUser(context, { role: 'admin' });
    expect((await open(user, { path: '/api/admin/stream' })).status).toBe(403);
  });

  it('that has twenty streams open gets no other', async () => {
    const user = await mintUser(context);
    const { token } = await login(app, user);
    const pages = await Promise.all(Array.from({ length: 20 }, () => open(user, { token })));
    expect(pages.map(({ status }) => status)).toEqual(pages.map(() => 200));
    expect((await open(user, { token })).status).toBe(429);
    pages[0]?.close();
    await expect.poll(async () => (await open(user, { token })).status, { timeout: 60_000 }).toBe(200);
  });
});

describe("a channel of an industry's administrators", () => {
  it('is heard by its administrators and by operators who have chosen it, and by nobody else', async () => {
    const admin = await mintUser(context, { role: 'admin' });
    const { industryId } = admin;
    const operator = await mintUser(context, { industryId: 'INTERNAL', role: 'admin' });
    const path = '/api/admin/stream';
    const chosen = { path, headers: { targetIndustryId: industryId } };
    const hearing = [await open(admin), await open(operator, { ...chosen, process: there })];
    const others = [
      await open(await mintUser(context, { industryId, role: 'user' })),
      await open(await mintUser(context, { role: 'admin' })),
      await open(operator, { path }),
    ];
    const place = hearing[0]?.lastEventId();
    const event = { channel: administratorsChannel(industryId), name: 'Notification Assigned', payload: { n: 1 } };
    await broadcastWebEvent(context.database, event);
    await Promise.all(hearing.map((page) => page.hears('Notification Assigned')));
    // Later than it, and heard by everybody.
    await broadcastWebEvent(context.database, { channel: OPERATORS_CHANNEL, name: 'broadcast', payload: {} });
    await others[2]?.hears('broadcast');
    await publish(admin, 'alert', { n: 2 });
    await Promise.all([hearing[0], others[0]].map((page) => page?.hears('alert')));
    expect(others.map(({ events }) => events.map(({ name }) => name))).toEqual([['alert'], [], ['broadcast']]);
    // It is not kept, and moves nobody's place.
    const back = await open(admin, { headers: { 'Last-Event-ID': place ?? '' } });
    await back.hears('alert');
    expect(back.events.map(({ name }) => name)).toEqual(['alert']);
  });
});

describe('HEAD', () => {
  it('is answered, and opens no stream that nobody reads', async () => {
    const user = await mintUser(context);
    const { token } = await login(app, user);
    for (let n = 0; n < 25; n += 1) {
      const head = await fetch(`${here.server.url}/api/user/stream?jwt=${token}`, { method: 'HEAD' });
      expect([head.status, head.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8']);
    }
    const before = here.services.live.size;
    expect((await open(user, { token })).status).toBe(200);
    expect(here.services.live.size).toBe(before + 1);
  });
});

describe('POST /api/admin/notification/', () => {
  const send = async (user: MintedUser, fields: Record<string, string>): Promise<Response> =>
    app.request('/api/admin/notification/', {
      method: 'POST',
      headers: bearer((await login(app, user)).token),
      body: new URLSearchParams(fields),
    });
  const mintOperator = () =>
    mintUser(context, { industryId: 'INTERNAL', role: 'admin', permissions: ['operations:run'] });

  it('tells the dashboards that are open, and keeps nothing for others', async () => {
    const operator = await mintOperator();
    const path = '/api/admin/stream';
    const page = await open(operator, { process: there, path });
    const place = page.lastEventId();
    const fields = { title: 'Maintenance', body: 'Tonight from 22:00 – "bis" 22:10 <b>' };
    const response = await send(operator, fields);
    expect([response.status, await response.json()]).toEqual([
      200,
      { message: 'Notification sent successfully', status: 'success' },
    ]);
    expect(await page.hears('broadcast')).toEqual(fields);
    expect(page.events[0]?.id).toBe(null);
    expect(
      await context.database.execute('SELECT FROM alerting.web_event WHERE payload::text LIKE $1', ['%Tonight from%']),
    ).toEqual([]);
    const late = await open(operator, { path, headers: { 'Last-Event-ID': place } });
    const event = { channel: OPERATORS_CHANNEL, name: 'later', payload: {} };
    await broadcastWebEvent(context.database, event);
    await late.hears('later');
    expect(late.events.map(({ name }) => name)).toEqual(['later']);
  });

  it('takes the longest text of its fields, whatever it is made of', async () => {
    const operator = await mintOperator();
    const page = await open(operator, { path: '/api/admin/stream' });
    const fields = { title: '"'.repeat(200), body: '\u{1F4A7}'.repeat(500) };
    expect((await send(operator, fields)).status).toBe(200);
    expect(await page.hears('broadcast')).toEqual(fields);
  });

  it.each([
    [{ body: 'Tonight' }, "'title' missing"],
    [{ title: 'Maintenance' }, "'body' missing"],
    [{ title: 'Maintenance', body: 'x'.repeat(1001) }, /^Invalid 'body': .* is longer than 1000 characters$/],
  ])('answers 400 to fields that do not fit (case %#)', async (fields: Record<string, string>, message) => {
    const response = await send(await mintOperator(), fields);
    expect([response.status, await response.json()]).toEqual([
      400,
      expect.objectContaining({
        status_code: 400,
        message: typeof message === 'string' ? message : expect.stringMatching(message),
      }),
    ]);
  });
});
