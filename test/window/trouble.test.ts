import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { PAGES } from '../../src/window/page-list.ts';
import { testContext, type TestContext } from '../support/database.ts';
import { createApp } from '../../src/service/app.ts';
import { createHttpServices } from '../../src/service/services.ts';
import { mintUser, PASSWORD, testApp, type TestApp, testFoundation } from '../service/support/app-fixture.ts';
import { browserSession } from './support/browser-session.ts';

/* What people see where something is wrong: always a page with a heading, in words, and with ways on. */

let context: TestContext;
let app: TestApp;
let database: TestContext['database'];
/** How often the database still answers before it is away. */
let answersLeft = Infinity;
let username: string;

beforeAll(async () => {
  context = await testContext();
  const away = (): Promise<never> =>
    Promise.reject(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }));
  database = new Proxy(context.database, {
    get: (target, name) => {
      const found: unknown = Reflect.get(target, name, target);
      if (typeof found !== 'function') return found;
      return (...given: unknown[]): unknown => {
        answersLeft -= 1;
        return answersLeft < 0 ? away() : Reflect.apply(found, target, given);
      };
    },
  });
  app = testApp({ ...context, database });
  ({ username } = await mintUser(context, { role: 'admin', permissions: ['admin:*'] }));
});

describe('a refusal on a page in Hindi has Hindi words', () => {
  it('of a login, of a form, and of an address that a module of a page asks', async () => {
    const session = browserSession(app);
    await session.get('/app/login?language=hi');
    const wrong = await session.post('/app/login', { username, password: 'no such one', next: '' });
    expect(await wrong.text()).toContain('उपयोगकर्ता नाम या पासवर्ड गलत है');
    await session.post('/app/login', { username, password: PASSWORD, next: '' });
    const form = await session.post('/app/mails', { language: 'fr' });
    expect(form.status).toBe(400);
    expect(await form.text()).toContain('“fr” इनमें से नहीं है: en, hi');
    const asked = await session.get('/app/api/user/alerts?startDate=soon');
    expect(await asked.json()).toMatchObject({ message: '“startDate” का रूप सही नहीं है; DD/MM/YYYY के रूप में लिखें' });
  });
});

const loggedIn = async () => {
  const session = browserSession(app);
  await session.post('/app/login', { username, password: PASSWORD, next: '' });
  return session;
};

/** Runs with a database that answers as often, and then is away. */
async function whileAway<T>(after: number, work: () => Promise<T>): Promise<T> {
  answersLeft = after;
  try {
    return await work();
  } finally {
    answersLeft = Infinity;
  }
}

async function toldBy(answer: Response) {
  const html = await answer.text();
  return {
    status: answer.status,
    type: answer.headers.get('content-type')?.split(';')[0],
    retryAfter: answer.headers.get('retry-after'),
    heading: /<h1[^>]*>([^<]*)<\/h1>/.exec(html)?.[1],
    links: [...html.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&')),
    html,
  };
}

const AWAY = { status: 503, type: 'text/html', retryAfter: '5', heading: 'Not available at the moment' };
const shown = PAGES.map(({ path }) => path);

describe('while the database is away', () => {
  it.each(shown)('%s is a page that leads on and can be tried again', async (path) => {
    const session = await loggedIn();
    const told = await toldBy(await whileAway(0, () => session.get(`${path}?date=15/01/2026`)));
    expect(told).toMatchObject(AWAY);
    expect(told.links).toEqual(expect.arrayContaining([`${path}?date=15/01/2026`, '/app', '/app/today']));
    expect(told.html).toContain('Try again');
  });

  it.each(PAGES.filter(({ take }) => take !== undefined).map(({ path }) => path))(
    'what a form sends to %s is answered by such a page',
    async (path) => {
      const session = await loggedIn();
      const told = await toldBy(await whileAway(0, () => session.post(path, { act: 'save' })));
      expect(told).toMatchObject(AWAY);
      expect(told.links).toContain(path);
      // A link sends nothing again.
      expect(told.html).not.toContain('Try again<');
      expect(told.html).toContain('the page shows whether your change was made');
    },
  );

  it('so are the way in, and the login and what is sent to it, where requests cannot be counted', async () => {
    const services = createHttpServices(testFoundation({ ...context, database }));
    const counting = createApp(services);
    const headers = { origin: 'http://localhost', host: 'localhost' };
    for (const [path, init] of [
      ['/app', {}],
      ['/app/login', {}],
      ['/app/login', { method: 'POST', headers, body: new URLSearchParams({ username: 'x', password: 'x' }) }],
    ] as const) {
      const told = await toldBy(await whileAway(0, async () => counting.request(path, init)));
      expect(told).toMatchObject(AWAY);
      expect(told.links).toContain(path);
    }
    const welcome = await toldBy(await whileAway(0, async () => counting.request('/')));
    expect(welcome).toMatchObject({ status: 200, heading: 'Metered water' });
  });

  it('a login that is refused by it can be sent again from the form', async () => {
    const told = await toldBy(
      await whileAway(0, () => browserSession(app).post('/app/login', { username, password: PASSWORD })),
    );
    expect(told).toMatchObject({ ...AWAY, heading: 'Log in' });
    expect(told.html).toContain('The database is not available at the moment. Please try again.');
  });

  it('the page is one whenever the database goes during a request, and nobody is sent to the login', async () => {
    for (const path of ['/app/today', '/app/units', '/app/alerts', '/app/reports'])
      for (let after = 0; after < 12; after += 1) {
        const session = await loggedIn();
        const told = await toldBy(await whileAway(after, () => session.get(path)));
        expect([200, 503], `${path} after ${after}`).toContain(told.status);
        expect(told.links, `${path} after ${after}`).toContain('/app/today');
        if (told.status === 503) expect(told).toMatchObject(AWAY);
      }
  });

  it('a session that would be renewed is kept', async () => {
    const session = await loggedIn();
    session.cookies.set('access', 'eyJhbGciOiJIUzI1NiJ9.e30.eA');
    for (let after = 0; after < 4; after += 1)
      expect((await whileAway(after, () => session.get('/app/today'))).status, String(after)).toBe(503);
    expect((await session.get('/app/today')).status).toBe(200);
  });

  it.each(['/api/external/auth/docsLogin', '/api/admin/docs', '/api/user/password/form?token=x'])(
    'people get a page at %s, and programs what they get elsewhere',
    async (path) => {
      const ask = (accept: string) => whileAway(0, async () => app.request(path, { headers: { accept } }));
      expect(await toldBy(await ask('text/html,*/*;q=0.8'))).toMatchObject(AWAY);
      expect((await toldBy(await ask('*/*'))).type).toBe('application/json');
    },
  );

  it('modules of pages get what they can read', async () => {
    const session = await loggedIn();
    const told = await toldBy(await whileAway(0, () => session.get('/app/api/user/units')));
    expect(told).toMatchObject({ status: 503, type: 'application/json', retryAfter: '5' });
  });

  it('it is said in the language of the page', async () => {
    const session = await loggedIn();
    const told = await toldBy(await whileAway(0, () => session.get('/app/today?language=hi')));
    expect(told).toMatchObject({ ...AWAY, heading: 'अभी उपलब्ध नहीं' });
    expect(told.html).toContain('फिर से कोशिश करें');
    expect(told.html).toContain('डेटाबेस अभी उपलब्ध नहीं है।');
    expect(told.html).not.toContain('The database');
  });
});

describe('a page that somebody may not see', () => {
  const of = async (path: string, form?: Record<string, string>) => {
    const session = browserSession(app);
    const user = await mintUser(context);
    await session.post('/app/login', { username: user.username, password: PASSWORD, next: '' });
    const answer = await (form === undefined ? session.get(path) : session.post(path, form));
    return { ...(await toldBy(answer)), own: user.username };
  };

  it('says so with whom to ask, and leaves him logged in among his own pages', async () => {
    const told = await of('/app/operations/health');
    expect(told).toMatchObject({ status: 403, heading: 'You may not see this page' });
    expect(told.html).toContain('This page is for operators, who look after the whole service. Ask one of them.');
    expect(told.html).toContain(told.own);
    expect(told.html).toContain('action="/app/logout"');
  });

  it('names the permission that he lacks in words, and says after a form that nothing was changed', async () => {
    const told = await of('/app/operations/keys');
    expect(told).toMatchObject({ status: 401, heading: 'You may not see this page' });
    expect(told.html).toContain('You do not have the permission to make and end device keys. Ask somebody');
    const sent = await of('/app/alerts', { act: 'resolve', alertId: '00000000-0000-4000-8000-000000000001' });
    expect(sent).toMatchObject({ status: 401, heading: 'You may not do this' });
    expect(sent.html).toContain('Nothing was changed.');
    expect(sent.html).not.toContain('alerts:write');
  });
});

describe('a form of no unit', () => {
  it('leads to the list of units, as the page without a unit does', async () => {
    const session = await loggedIn();
    for (const answer of [await session.get('/app/unit'), await session.post('/app/unit', {})])
      expect([answer.status, answer.headers.get('location')]).toEqual([303, '/app/units']);
  });
});

describe('what is no form', () => {
  const boundary = 'multipart/form-data; boundary=x';
  const cases = [
    ['no type', '', 'username=x'],
    ['JSON', 'application/json', '{"username": "x"}'],
    ['text', 'text/plain', 'username=x'],
    ['XML', 'application/xml', '<x/>'],
    ['parts without a boundary', 'multipart/form-data', '--x\r\n'],
    ['parts that do not end', boundary, '--x\r\nContent-Disposition: form-data; name="username"\r\n\r\nx'],
    ['parts that are none', boundary, 'x'],
    ['nothing', boundary, ''],
  ] as const;

  it.each(cases)('is told in words wherever it is sent, and leaves no stack in the log: %s', async (_, type, body) => {
    const session = await loggedIn();
    const logged = vi.spyOn(context.log, 'error');
    onTestFinished(() => logged.mockRestore());
    const takers = PAGES.filter(({ take, audience }) => take !== undefined && audience === 'everybody');
    for (const path of ['/app/login', '/app/industry', ...takers.map((page) => page.path)]) {
      const headers = { origin: 'http://localhost', ...(type === '' ? {} : { 'content-type': type }) };
      const told = await toldBy(await session.send(path, { method: 'POST', headers, body }));
      expect(told, path).toMatchObject({ status: 400, type: 'text/html', heading: 'This page could not be shown' });
      expect(told.html, path).toContain('The form does not belong to this page');
      expect(told.links, path).toEqual(expect.arrayContaining(['/app', '/app/today']));
    }
    expect(logged.mock.calls).toEqual([]);
  });

  it('is every form sent to a page that has none', async () => {
    const session = await loggedIn();
    for (const { path } of PAGES.filter(({ take }) => take === undefined)) {
      const told = await toldBy(await session.post(path, { act: 'save' }));
      expect(told, path).toMatchObject({ status: 400, heading: 'This page could not be shown' });
      expect(told.html, path).toContain('The form does not belong to this page');
    }
  });

  it('is one of more fields than a form has, before it is read', async () => {
    const told = await toldBy(
      await (
        await loggedIn()
      ).send('/app/login', {
        method: 'POST',
        headers: { origin: 'http://localhost', 'content-type': 'application/x-www-form-urlencoded' },
        body: '&a'.repeat(30_000),
      }),
    );
    expect(told).toMatchObject({ status: 400, type: 'text/html' });
    expect(told.html).toContain('more than 200 fields');
  });

  it('is one that is too large, whether or not its length is told', async () => {
    const body = new URLSearchParams({ username: 'x'.repeat(70_000) }).toString();
    const headers = {
      origin: 'http://localhost',
      host: 'localhost',
      'content-type': 'application/x-www-form-urlencoded',
    };
    const streamed = new Request('http://localhost/app/login', {
      method: 'POST',
      headers,
      body: new Blob([body]).stream(),
      duplex: 'half',
    });
    for (const answer of [
      await app.request('/app/login', { method: 'POST', headers, body }),
      await app.request(streamed),
    ]) {
      const told = await toldBy(answer);
      expect(told).toMatchObject({ status: 413, type: 'text/html', heading: 'This page could not be shown' });
    }
  });

  it('is one that a page of others sends', async () => {
    const told = await toldBy(await browserSession(app).post('/app/login', {}, 'https://else.example'));
    expect(told).toMatchObject({ status: 403, type: 'text/html' });
    expect(told.links).toContain('/app');
  });
});

describe('what is not there', () => {
  it.each(['/app/nothing', '/app/unit/nothing', '/nothing', '/favicon.ico'])(
    'leads a person on from %s',
    async (path) => {
      const answer = await app.request(path, { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } });
      const told = await toldBy(answer);
      expect(told).toMatchObject({ status: 404, type: 'text/html', heading: 'There is no such page' });
      expect(told.links).toEqual(expect.arrayContaining(['/app', '/app/today', '/app/units']));
      expect(told.html).toContain('The address may be mistyped');
    },
  );

  it.each(['/nothing', '/api/nothing', '/app/api/user/nothing', '/app/assets/nothing.css'])(
    'is told to a program as everywhere: %s',
    async (path) => {
      const answer = await (await loggedIn()).get(path);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([
        404,
        expect.stringContaining('application/json'),
      ]);
    },
  );

  it('leads on from a form that no page takes', async () => {
    const told = await toldBy(await (await loggedIn()).post('/app/nowhere', { act: 'x' }));
    expect(told).toMatchObject({ status: 404, type: 'text/html', heading: 'There is no such page' });
  });
});

describe('a fault of ours', () => {
  it('is a page that names the request and nothing else, and is logged', async () => {
    const session = await loggedIn();
    const logged = vi.spyOn(context.log, 'error').mockImplementation(() => {});
    const broken = vi.spyOn(context.clock, 'now').mockImplementation(() => {
      throw new Error('a secret of ours');
    });
    const told = await session.get('/app/today').then(toldBy);
    broken.mockRestore();
    const { calls } = logged.mock;
    logged.mockRestore();
    expect(told).toMatchObject({ status: 500, type: 'text/html', heading: 'This page could not be shown' });
    expect(told.html).toContain('Please quote request');
    expect(told.html).not.toContain('a secret of ours');
    expect(calls.length).toBeGreaterThan(0);
  });
});
