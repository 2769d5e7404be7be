import { beforeAll, describe, expect, it } from 'vitest';
import { mintWorks } from '../readings/works.ts';
import { mintId, testContext, type TestContext } from '../support/database.ts';
import { from, type MintedUser, mintUser, PASSWORD, testApp, type TestApp } from '../service/support/app-fixture.ts';
import { browserSession } from './support/browser-session.ts';

const PEOPLE = '/app/operations/people';
let context: TestContext;
let app: TestApp;
let chief: MintedUser;
let session: ReturnType<typeof browserSession>;

beforeAll(async () => {
  context = await testContext('2026-01-16T00:45:00Z');
  const queue = { send: async () => {} };
  app = testApp(context, { publicUrl: 'https://water.example' }, undefined, { queue });
  const { industryId } = await mintWorks(context);
  chief = await mintUser(context, { industryId, permissions: ['accounts:write', 'reports:read'] });
  session = await entered(chief.username);
});

async function entered(username: string) {
  const opened = browserSession(app);
  await opened.post('/app/login', { username, password: PASSWORD });
  return opened;
}
const read = async (path: string): Promise<string> => (await session.get(path)).text();
const person = (userId: string): string => `/app/operations/person?userId=${userId}`;

describe('the page of people', () => {
  it('offers the permissions that its visitor holds, and shows the link of an invitation once', async () => {
    const username = mintId('p').slice(-20).toLowerCase();
    const page = await read(PEOPLE);
    const offered = [...page.matchAll(/name="permission"\s+value="([^"]+)"/g)].map(([, permission]) => permission);
    expect(offered).toEqual(['reports:read', 'accounts:write']);
    const answer = await session.post(PEOPLE, {
      email: `${username}@works.example`,
      username,
      role: 'user',
      by: 'hand',
    });
    expect(await answer.text()).toMatch(/https:\/\/water\.example\/api\/user\/password\/form\?token=[\w-]{43}/);
    const listed = await read(PEOPLE);
    expect(listed).toContain(`userId=${username}`);
    expect(listed).toContain('Has not logged in yet');
    expect(listed).not.toContain('token=');
  });

  it('shows a refusal with what was wrong, and makes nobody', async () => {
    const answer = await session.post(PEOPLE, { email: 'nobody', username: 'x', role: 'user', by: 'mail' });
    expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining('an e-mail address')]);
  });

  it('keeps what was typed and ticked when it is refused', async () => {
    const typed = { email: 'nobody', username: 'somebody-new', role: 'admin', permission: 'reports:read', by: 'mail' };
    const page = await (await session.post(PEOPLE, typed)).text();
    expect(page).toMatch(/<details class="panel" open>/);
    expect(page).toMatch(/name="email"\s+type="email"\s+value="nobody"/);
    expect(page).toMatch(/name="username"\s+value="somebody-new"/);
    expect(page).toMatch(/<option value="admin" selected/);
    expect(page).toMatch(/value="reports:read"\s+checked/);
    const { userId } = await mintUser(context, { industryId: chief.industryId, permissions: [] });
    const changed = await session.post(person(userId), { ...typed, act: 'change', phoneNo: 'none' });
    expect([changed.status, await changed.text()]).toEqual([
      400,
      expect.stringMatching(/value="nobody"[^]*value="somebody-new"[^]*value="none"[^]*value="reports:read"\s+checked/),
    ]);
  });

  it('offers no change of a person who may do more, and none of the own access', async () => {
    const mighty = await mintUser(context, { industryId: chief.industryId, permissions: ['alerts:write'] });
    const page = await read(person(mighty.userId));
    expect(page).toContain('This person may do more than you');
    expect(page).not.toContain('name="act"');
    expect(await read(person(chief.userId))).not.toContain('value="disable"');
    expect((await session.get(person('nobody'))).status).toBe(404);
  });

  it('names the person whom a link is for, and not the id', async () => {
    const { userId, username } = await mintUser(context, { industryId: chief.industryId, permissions: [] });
    const handed = await (await session.post(person(userId), { act: 'hand' })).text();
    expect(handed).toContain(`Hand this link to ${username}.`);
  });

  it('changes what was changed in the form, and brings no permission back that somebody has taken away since', async () => {
    const permissions = ['accounts:write', 'reports:read'];
    const one = await mintUser(context, { industryId: chief.industryId, permissions });
    const page = await read(person(one.userId));
    const shown = [...page.matchAll(/name="(was\.[\w.]+)"\s+value="([^"]*)"/g)].map(
      ([, name = '', value = '']): [string, string] => [name, value],
    );
    const fields = { email: one.email, username: one.username, phoneNo: '', role: 'user', act: 'change' };
    const ticked = permissions.map((permission): [string, string] => ['permission', permission]);
    const sent = (changes: Record<string, string>, ticks = ticked) =>
      session.send(person(one.userId), {
        method: 'POST',
        headers: { origin: 'http://localhost' },
        body: new URLSearchParams([...Object.entries({ ...fields, ...changes }), ...ticks, ...shown]),
      });
    const stored = async () =>
      (
        await context.database.execute('SELECT role, permissions, phone_no FROM tenant.app_user WHERE user_key = $1', [
          one.userKey,
        ])
      )[0];
    // Another one sends the same form first.
    expect((await sent({}, [['permission', 'reports:read']])).status).toBe(303);
    expect(await stored()).toEqual({ role: 'user', permissions: ['reports:read'], phone_no: null });
    expect((await sent({ phoneNo: '+919999900555' })).status).toBe(303);
    expect(await stored()).toEqual({ role: 'user', permissions: ['reports:read'], phone_no: '+919999900555' });
    expect((await sent({ role: 'admin' }, [['permission', 'accounts:write']])).status).toBe(303);
    expect(await stored()).toEqual({ role: 'admin', permissions: [], phone_no: '+919999900555' });
  });

  it('is not opened to a person without the permission', async () => {
    const other = await entered((await mintUser(context, { industryId: chief.industryId, permissions: [] })).username);
    expect((await other.get(PEOPLE)).status).toBe(401);
  });
});

describe('the page of the own account', () => {
  it('changes the password only when it was typed twice alike, and logs other devices out', async () => {
    const { username } = await mintUser(context, { industryId: chief.industryId, permissions: [] });
    const [here, elsewhere] = [await entered(username), await entered(username)];
    const typed = { act: 'password', oldPassword: PASSWORD, newPassword: 'Another-horse-2' };
    expect(await (await here.post('/app/account', { ...typed, again: 'Another-horse-3' })).text()).toContain(
      'The two new passwords are not the same.',
    );
    expect((await here.post('/app/account', { ...typed, again: 'Another-horse-2' })).status).toBe(303);
    expect([(await here.get('/app/account')).status, (await elsewhere.get('/app/account')).status]).toEqual([200, 303]);
  });
});

it('a wrong present password is told beside the form, and counts once', async () => {
  const { username } = await mintUser(context, { industryId: chief.industryId, permissions: [] });
  const here = await entered(username);
  const token = here.cookies.get('access');
  const typed = {
    act: 'password',
    oldPassword: 'Wrong-horse-1',
    newPassword: 'Another-horse-2',
    again: 'Another-horse-2',
  };
  for (let attempt = 1; attempt <= 10; attempt += 1) {
    const answer = await here.post('/app/account', typed);
    expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining('not your present password')]);
  }
  expect(here.cookies.get('access')).toBe(token);
  expect(await (await here.post('/app/account', typed)).text()).toContain('Too many requests');
});

it('the page of a forgotten password answers the same for every name', async () => {
  // Of a network of its own, because links are counted by network.
  const ask = async (username: string): Promise<string> => {
    const init = {
      method: 'POST',
      headers: { origin: 'http://localhost', host: 'localhost' },
      body: new URLSearchParams({ username }),
    };
    return (await app.request('/app/forgotten', init, from('203.0.113.88'))).text();
  };
  const texts = await Promise.all([chief.username, 'nobody-at-all'].map(ask));
  expect(texts[0]).toContain('a link is on its way');
  expect(texts[1]).toBe(texts[0]);
});
