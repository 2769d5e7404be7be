import { beforeAll, describe, expect, it } from 'vitest';
import { mintWorks } from '../../../readings/works.ts';
import { mintId, testContext, type TestContext } from '../../../support/database.ts';
import {
  bearer,
  login,
  type MintedUser,
  mintUser,
  PASSWORD,
  testApp,
  type TestApp,
} from '../../../service/support/app-fixture.ts';

const PATH = '/api/admin/accounts';
const NEW = 'Another-horse-2';
let context: TestContext;
let app: TestApp;
let industryId: string;
let chief: MintedUser;
let keeper: MintedUser;
/** Of an operator who may do everything, and of one who may write accounts and keys. */
let asChief: Record<string, string>;
let asKeeper: Record<string, string>;
const jobs: unknown[] = [];
beforeAll(async () => {
  context = await testContext('2026-11-21T12:00:00Z');
  const queue = { send: async (_: string, payload: object) => void jobs.push(payload) };
  app = testApp(context, { publicUrl: 'https://water.example' }, undefined, { queue });
  chief = await mintUser(context, { industryId: 'INTERNAL', role: 'admin', permissions: ['admin:*'] });
  keeper = await mintUser(context, {
    industryId: 'INTERNAL',
    role: 'admin',
    permissions: ['accounts:write', 'keys:write'],
  });
  asChief = bearer((await login(app, chief)).token);
  asKeeper = bearer((await login(app, keeper)).token);
  industryId = (await mintWorks(context)).industryId;
});

interface Answer {
  readonly status: number;
  readonly etag: string;
  readonly body: {
    readonly message: string;
    readonly errors?: readonly { field: string; problem: string }[];
    readonly data: Record<string, unknown> & { readonly rows: Record<string, unknown>[] };
  };
}
const ask = async (
  method: string,
  path: string,
  body?: unknown,
  { of = industryId, as = asKeeper, ifMatch = '' } = {},
): Promise<Answer> => {
  const response = await app.request(path, {
    method,
    headers: {
      ...as,
      targetIndustryId: of,
      ...(ifMatch === '' ? {} : { 'If-Match': ifMatch }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return {
    status: response.status,
    etag: response.headers.get('etag') ?? '',
    body: (await response.json()) as Answer['body'],
  };
};
const person = (more: object = {}) => {
  const userId = mintId('p').slice(-24).toLowerCase();
  return {
    userId,
    email: `${userId}@works.example`,
    username: userId,
    password: PASSWORD,
    role: 'user',
    permissions: ['reports:read'],
    ...more,
  };
};
async function created(more: object = {}, of = industryId, as = asKeeper) {
  const made = person(more);
  const { status } = await ask('POST', PATH, made, { of, as });
  expect(status).toBe(200);
  return made;
}
const logIn = (username: string, password: string) =>
  app.request('/api/user/login', { method: 'POST', headers: { username, password } });
const tokenOf = async (username: string): Promise<string> =>
  ((await (await logIn(username, PASSWORD)).json()) as { token: string }).token;
const auditOf = async (subject: string, of = industryId) =>
  (await ask('GET', `/api/admin/audit?subject=${subject}`, undefined, { of, as: asChief })).body.data.rows;

describe('an account', () => {
  it('is created, read, changed and removed; each act has its audit row without the password', async () => {
    const made = await created({ emailIds: ['alerts@works.example'] });
    expect((await logIn(made.username, PASSWORD)).status).toBe(200);
    const read = await ask('GET', `${PATH}/${made.userId}`);
    const { password: _, ...shown } = made;
    expect(read.body.data).toEqual({ ...shown, phoneNo: null, disabled: false });
    const changed = await ask('PATCH', `${PATH}/${made.userId}?reason=Promoted`, {
      role: 'admin',
      phoneNo: '+919999900001',
    });
    expect(changed.body.data).toMatchObject({ role: 'admin', phoneNo: '+919999900001', permissions: ['reports:read'] });
    expect((await ask('DELETE', `${PATH}/${made.userId}`)).body.message).toBe('Account removed');
    expect((await ask('GET', `${PATH}/${made.userId}`)).status).toBe(404);
    expect((await logIn(made.username, PASSWORD)).status).toBe(401);
    const rows = await auditOf(made.userId);
    expect(rows.map(({ verb, reason }) => [verb, reason])).toEqual([
      ['account.remove', null],
      ['account.change', 'Promoted'],
      ['account.create', null],
    ]);
    expect(rows[1]).toMatchObject({
      actor: { userId: keeper.userId },
      before: { users: { [made.userId]: { role: 'user' } } },
      after: { users: { [made.userId]: { role: 'admin' } } },
    });
    expect(JSON.stringify(rows)).not.toContain('argon2');
  });

  it('whose password is changed is signed out, and nobody else is', async () => {
    const [made, other] = [await created(), await created()];
    const [token, kept] = [await tokenOf(made.username), await tokenOf(other.username)];
    await ask('PATCH', `${PATH}/${made.userId}`, { password: NEW });
    const statusWith = async (held: string) => (await app.request('/api/user/user', { headers: bearer(held) })).status;
    expect([await statusWith(token), await statusWith(kept)]).toEqual([440, 200]);
    expect((await logIn(made.username, NEW)).status).toBe(200);
  });

  it('that somebody else has changed meanwhile is not changed, and what changed is told', async () => {
    const made = await created();
    const { etag } = await ask('GET', `${PATH}/${made.userId}`);
    const answers = await Promise.all(
      ['user', 'guest'].map((role) =>
        ask('PATCH', `${PATH}/${made.userId}`, { role, emailIds: [`${role}@works.example`] }, { ifMatch: etag }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
    expect(answers.find(({ status }) => status === 412)?.body.message).toContain(
      `The account ${made.userId} was changed by somebody else meanwhile`,
    );
  });

  it('every mistake is told at once, by the field that was sent', async () => {
    const taken = await created();
    const { status, body } = await ask(
      'POST',
      PATH,
      person({ email: taken.email.toUpperCase(), role: 'king', permissions: ['fly:*'], password: 'x' }),
    );
    expect(status).toBe(400);
    expect(body.errors?.map(({ field }) => field)).toEqual(['password', 'role', 'permissions[0]', 'email']);
    expect(body.errors?.at(-1)?.problem).toBe(
      `is "${taken.email.toUpperCase()}", the same as email of user "${taken.userId}"; allowed is a name of one person only`,
    );
  });

  it.each(['GET', 'PATCH', 'DELETE'])('%s of one of another industry is like one that nobody has', async (method) => {
    const made = await created();
    const other = (await mintWorks(context)).industryId;
    const body = method === 'PATCH' ? { role: 'user' } : undefined;
    expect((await ask(method, `${PATH}/${made.userId}`, body, { of: other })).status).toBe(404);
  });
});

describe('the disabled list', () => {
  it('takes an account, which is refused from its next request on, and gives it back', async () => {
    const made = await created();
    const token = await tokenOf(made.username);
    const status = async () => (await app.request('/api/user/user', { headers: bearer(token) })).status;
    const listed = async () => (await ask('GET', '/api/admin/disabled')).body.data['disabled'];
    expect((await ask('POST', '/api/admin/disabled', { userId: made.userId, reason: 'Left' })).body.data).toEqual({
      changed: true,
    });
    expect((await ask('POST', '/api/admin/disabled', { userId: made.userId })).body.data).toEqual({ changed: false });
    expect([await status(), await listed()]).toEqual([420, [expect.objectContaining({ userId: made.userId })]]);
    expect((await ask('GET', `${PATH}/${made.userId}`)).body.data['disabled']).toBe(true);
    await ask('DELETE', '/api/admin/disabled', { userId: made.userId });
    expect([await status(), await listed()]).toEqual([200, []]);
    expect((await auditOf(made.userId)).map(({ verb, reason }) => [verb, reason])).toEqual([
      ['account.enable', null],
      ['account.disable', 'Left'],
      ['account.create', null],
    ]);
  });

  it('leaves out who was removed, because nobody could enable him', async () => {
    const of = (await mintWorks(context)).industryId;
    const [gone, stays] = [await created({}, of), await created({}, of)];
    for (const { userId } of [gone, stays]) await ask('POST', '/api/admin/disabled', { userId }, { of });
    await ask('DELETE', `${PATH}/${gone.userId}`, undefined, { of });
    expect((await ask('GET', '/api/admin/disabled', undefined, { of })).body.data['disabled']).toMatchObject([
      { userId: stays.userId },
    ]);
  });

  it('takes an industry with all its users', async () => {
    const of = (await mintWorks(context)).industryId;
    const made = await created({}, of);
    await ask('POST', '/api/admin/disabled', { userId: null }, { of });
    expect((await logIn(made.username, PASSWORD)).status).toBe(420);
    expect((await ask('GET', '/api/admin/disabled', undefined, { of })).body.data['disabled']).toMatchObject([
      { userId: null },
    ]);
    await ask('DELETE', '/api/admin/disabled', { userId: null }, { of });
    expect((await logIn(made.username, PASSWORD)).status).toBe(200);
  });

  it.each(['POST', 'DELETE'])('%s without saying who is refused, and nobody is disabled', async (method) => {
    const of = (await mintWorks(context)).industryId;
    const message = "'userId' missing, allowed is the id of an account, or null for all of the industry";
    for (const body of [{}, { reason: 'Left' }])
      expect(await ask(method, '/api/admin/disabled', body, { of })).toMatchObject({
        status: 400,
        body: { status_code: 1430, message, errors: [{ field: 'userId', problem: message }] },
      });
    expect((await ask('GET', '/api/admin/disabled', undefined, { of })).body.data['disabled']).toEqual([]);
  });

  it.each(['POST', 'DELETE'])('%s of an id that is no account of the industry is 404', async (method) => {
    expect(await ask(method, '/api/admin/disabled', { userId: 'nobody' })).toMatchObject({ status: 404 });
  });
});

describe('a new password by a link', () => {
  it('is mailed, or handed over once; an audit row says which', async () => {
    const made = await created();
    const path = `${PATH}/${made.userId}/resetPassword`;
    jobs.length = 0;
    expect((await ask('POST', path, { by: 'mail' })).body.data).toEqual({ link: null, expiresAt: null });
    expect(jobs).toEqual([
      {
        userKey: expect.any(Number),
        isTooMany: false,
        invitedBy: null,
        request: { requestId: expect.any(String), askedAt: expect.any(Number) },
      },
    ]);
    const statuses: number[] = [];
    for (let again = 0; again < 5; again += 1) statuses.push((await ask('POST', path, { by: 'mail' })).status);
    expect(statuses).toEqual([200, 200, 200, 200, 429]);
    const { body } = await ask('POST', path, { by: 'hand' });
    expect(body.data['expiresAt']).toBe('2026-11-21T12:30:00.000Z');
    const link = String(body.data['link']);
    const token = /^https:\/\/water\.example\/api\/user\/password\/form\?token=([\w-]{43})$/.exec(link)?.[1] ?? '';
    const used = await app.request('/api/user/password/reset', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token, newPassword: NEW }),
    });
    expect([used.status, (await logIn(made.username, NEW)).status]).toEqual([200, 200]);
    const rows = await auditOf(made.userId);
    expect(rows.filter(({ verb }) => verb === 'account.password').map(({ after }) => after)).toEqual([
      { password: 'not shown', by: 'link' },
      { link: 'handed over' },
      ...Array.from({ length: 5 }, () => ({ link: 'by mail' })),
    ]);
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  it.each([
    ['another e-mail address', { email: 'another.mailbox@example.org' }, 404],
    ['another role', { role: 'admin' }, 404],
    ['other permissions', { permissions: ['accounts:write'] }, 404],
    ['another phone number', { phoneNo: '+917009990001' }, 200],
  ])('once the account has %s answers %j with %i', async (_, change, status) => {
    const made = await created();
    const { body } = await ask('POST', `${PATH}/${made.userId}/resetPassword`, { by: 'hand' });
    const form = String(body.data['link']).replace('https://water.example', '');
    expect((await app.request(form)).status).toBe(200);
    expect((await ask('PATCH', `${PATH}/${made.userId}`, change)).status).toBe(200);
    expect((await app.request(form)).status).toBe(status);
  });
});

describe('accounts of operators', () => {
  const INTERNAL = 'INTERNAL';

  it('are managed by those who can do as much, so that nobody raises himself', async () => {
    const refusal = [401, 'Access denied. Missing required permissions: admin:*'];
    const answers = [
      await ask('PATCH', `${PATH}/${keeper.userId}`, { permissions: ['admin:*'] }, { of: INTERNAL }),
      await ask('PATCH', `${PATH}/${chief.userId}`, { password: NEW }, { of: INTERNAL }),
      await ask('DELETE', `${PATH}/${chief.userId}`, undefined, { of: INTERNAL }),
      await ask('POST', `${PATH}/${chief.userId}/resetPassword`, { by: 'hand' }, { of: INTERNAL }),
      await ask('POST', '/api/admin/disabled', { userId: chief.userId }, { of: INTERNAL }),
      await ask('POST', PATH, person({ permissions: ['admin:*'] }), { of: INTERNAL }),
    ];
    expect(answers.map(({ status, body }) => [status, body.message])).toEqual(answers.map(() => refusal));
    expect((await logIn(chief.username, PASSWORD)).status).toBe(200);
  });

  it('nobody removes, disables or cripples his own', async () => {
    const own = `${PATH}/${keeper.userId}`;
    const answers = [
      await ask('DELETE', own, undefined, { of: INTERNAL }),
      await ask('PATCH', own, { permissions: ['keys:write'] }, { of: INTERNAL }),
      await ask('PATCH', own, { role: 'guest' }, { of: INTERNAL }),
      await ask('POST', '/api/admin/disabled', { userId: keeper.userId }, { of: INTERNAL }),
      await ask('POST', '/api/admin/disabled', { userId: null }, { of: INTERNAL }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400]);
    expect(answers[0]?.body.message).toBe(
      `Invalid 'userId': ${keeper.userId} is your own account: let another one who writes accounts disable or remove it`,
    );
    expect((await ask('GET', own, undefined, { of: INTERNAL })).body.data).toMatchObject({
      role: 'admin',
      disabled: false,
    });
  });

  it('two who remove each other at the same moment do not both succeed', async () => {
    const [one, two] = await Promise.all(
      [1, 2].map(() => mintUser(context, { industryId: INTERNAL, role: 'admin', permissions: ['accounts:write'] })),
    );
    if (one === undefined || two === undefined) throw new Error('Two were minted.');
    const tokens = [await login(app, one), await login(app, two)].map(({ token }) => bearer(token));
    const statuses = await Promise.all([
      ask('DELETE', `${PATH}/${two.userId}`, undefined, { of: INTERNAL, as: tokens[0] ?? {} }),
      ask('DELETE', `${PATH}/${one.userId}`, undefined, { of: INTERNAL, as: tokens[1] ?? {} }),
    ]);
    expect(statuses.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
  });

  it('of two who disable each other at the same moment one stays', async () => {
    const pair = await Promise.all(
      [1, 2].map(() => mintUser(context, { industryId: INTERNAL, role: 'admin', permissions: ['accounts:write'] })),
    );
    const tokens = await Promise.all(pair.map(async (user) => bearer((await login(app, user)).token)));
    const disable = (place: number, userId = ''): Promise<Answer> =>
      ask('POST', '/api/admin/disabled', { userId }, { of: INTERNAL, as: tokens[place] ?? {} });
    const answers = await Promise.all([disable(0, pair[1]?.userId), disable(1, pair[0]?.userId)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 420]);
    const { body } = await ask('GET', '/api/admin/disabled', undefined, { of: INTERNAL });
    const disabled = JSON.stringify(body.data['disabled']);
    expect(pair.filter(({ userId }) => disabled.includes(userId))).toHaveLength(1);
  });

  it('needs the industry to be named, so that nobody changes INTERNAL by oversight', async () => {
    const { status, body } = await ask('GET', PATH, undefined, { of: '' });
    expect([status, body.message]).toEqual([400, "'targetIndustryId' missing"]);
  });
});
