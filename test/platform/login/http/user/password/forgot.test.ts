import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEmail } from '../../../../../../src/platform/channels/email.ts';
import { disableAccount, enableAccount } from '../../../../../../src/industries/users/disabled.ts';
import { makeResetLink, RESET_MS, sendReset } from '../../../../../../src/platform/login/send-reset.ts';
import { testContext, type TestContext } from '../../../../../support/database.ts';
import { type MailServer, startMailServer } from '../../../../../support/mail-server.ts';
import {
  bearer,
  from,
  login,
  type MintedUser,
  mintUser,
  PASSWORD,
  testApp,
  type TestApp,
} from '../../../../../service/support/app-fixture.ts';

type AskedReset = Parameters<typeof sendReset>[1];
const NEW = 'Another-horse-2';
let context: TestContext;
let app: TestApp;
let mail: MailServer;
/** Jobs that were asked for, worked on when a test says so. */
let jobs: AskedReset[] = [];
beforeAll(async () => {
  context = await testContext('2026-11-21T12:00:00Z');
  mail = await startMailServer();
  const queue = { send: async (_: string, payload: object) => void jobs.push(payload as AskedReset) }; // what askForReset sends
  app = testApp(context, { publicUrl: 'https://water.example', email: mail.settings }, undefined, { queue });
});
afterAll(() => mail.stop());

const post = async (path: string, body: unknown, network = '203.0.113.1') => {
  const response = await app.request(
    `/api/user/password/${path}`,
    { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
    from(network),
  );
  return { status: response.status, text: await response.text() };
};
const work = async (publicUrl: string | null = 'https://water.example'): Promise<void> => {
  const config = { ...context.config, publicUrl, email: mail.settings };
  for (const job of jobs.splice(0))
    await sendReset({ context: { ...context, config }, channels: { email: createEmail(config.email) } }, job);
};
/** The token of the newest mail to the user. */
const tokenTo = (user: MintedUser): string => {
  const text = mail.received.findLast(({ recipients }) => recipients.includes(user.email))?.mail.text ?? '';
  return /https:\/\/water\.example\/api\/user\/password\/form\?token=([\w-]{43})\n/.exec(text)?.[1] ?? '';
};
async function tokenFor(user: MintedUser): Promise<string> {
  await post('forgot', { email: user.email }, user.userId);
  await work();
  return tokenTo(user);
}
const statusOf = async (user: MintedUser, password: string): Promise<number> =>
  (await app.request('/api/user/login', { method: 'POST', headers: { username: user.username, password } })).status;
const stateOf = async ({ userKey }: MintedUser) =>
  (
    await context.database.execute<{ problem: string | null; sent_at: string | null }>(
      'SELECT problem, sent_at FROM tenant.password_reset WHERE user_key = $1',
      [userKey],
    )
  )[0];

describe('asking for a link', () => {
  it('is answered the same, byte for byte, whether or not there is such an account', async () => {
    const user = await mintUser(context);
    const answers = [
      await post('forgot', { username: user.username }),
      await post('forgot', { email: user.email.toUpperCase() }),
      await post('forgot', { username: 'nobody.of.this.name' }),
      await post('forgot', { username: 'half \ud800 character' }),
      await post('forgot', { email: "o'brien@example.org" }),
    ];
    expect(new Set(answers.map(({ text }) => text))).toEqual(
      new Set([
        JSON.stringify({
          status: 'success',
          status_code: 200,
          message: 'If there is such an account, a link has been sent to its e-mail address',
        }),
      ]),
    );
    expect(jobs.splice(0).map(({ userKey }) => userKey)).toEqual([user.userKey, user.userKey, null, null, null]);
  });

  it('more than 20 times an hour from one network is refused, whoever is asked for', async () => {
    const statuses: number[] = [];
    for (let ask = 0; ask < 21; ask += 1)
      statuses.push((await post('forgot', { username: `nobody.${ask}` }, '203.0.113.77')).status);
    expect([statuses.slice(0, 20).every((status) => status === 200), statuses[20]]).toEqual([true, 429]);
    jobs = [];
  });

  it.each([{}, { username: 'a', email: 'b' }, { username: '' }, { username: 'x'.repeat(255) }])(
    '%j is told what is missing',
    async (body) => {
      expect((await post('forgot', body)).status).toBe(400);
    },
  );
});

describe('the mail', () => {
  it('has the link as text and as a button, and says for how long', async () => {
    const user = await mintUser(context);
    const token = await tokenFor(user);
    expect(token).toHaveLength(43);
    const { mail: sent } = mail.received.at(-1) ?? {};
    expect(sent?.subject).toBe('Set a new password');
    expect(sent?.text).toContain(
      `Somebody asked for a new password of the account ${user.username} on 21 Nov 2026 17:30`,
    );
    expect(sent?.text).toContain('The link works once, for 30 minutes, until 21 Nov 2026 18:00 (Asia/Kolkata).');
    expect(sent?.html).toContain(`href="https://water.example/api/user/password/form?token=${token}"`);
    const [row] = await context.database.execute<{ row: string }>(
      'SELECT r::text AS row FROM tenant.password_reset r WHERE user_key = $1',
      [user.userKey],
    );
    expect(row?.row).not.toContain(token);
  });

  it('is not sent to a disabled account', async () => {
    const disabled = await mintUser(context);
    await disableAccount(context, { industry: disabled, userId: disabled.userId });
    expect(await tokenFor(disabled)).toBe('');
  });

  it('is sent three times an hour for one network and five for all, and operators see that there were more', async () => {
    const asked = await mintUser(context);
    const mails = () => mail.received.filter(({ recipients }) => recipients.includes(asked.email)).length;
    for (const [network, count] of [
      ['198.51.100.1', 3],
      ['198.51.100.2', 5],
      ['198.51.100.3', 5],
    ] as const) {
      for (let ask = 0; ask < 4; ask += 1) await post('forgot', { email: asked.email }, network);
      await work();
      expect(mails()).toBe(count);
    }
    expect((await stateOf(asked))?.problem).toBe('A link was asked for too often, and was not sent');
  });

  it('is sent to a user from where he logs in, however often strangers ask', async () => {
    const user = await mintUser(context);
    await app.request(
      '/api/user/login',
      { method: 'POST', headers: { username: user.username, password: PASSWORD } },
      from('192.0.2.1'),
    );
    for (let network = 1; network <= 4; network += 1)
      for (let ask = 0; ask < 2; ask += 1)
        await post('forgot', { username: user.username }, `198.51.100.${100 + network}`);
    jobs = [];
    await post('forgot', { username: user.username }, '192.0.2.1');
    expect(jobs.splice(0)).toEqual([
      {
        userKey: user.userKey,
        isTooMany: false,
        invitedBy: null,
        request: { requestId: expect.any(String), askedAt: expect.any(Number) },
      },
    ]);
  });

  it('that could not be delivered is tried again as the same request', async () => {
    const user = await mintUser(context);
    await post('forgot', { email: user.email });
    const [job] = jobs.splice(0);
    if (job === undefined) throw new Error('A request queues a job.');
    mail.fail({ at: 'recipient', code: 450 });
    const config = { ...context.config, publicUrl: 'https://water.example', email: mail.settings };
    const attempt = () =>
      sendReset({ context: { ...context, config }, channels: { email: createEmail(config.email) } }, job);
    for (let tried = 0; tried < 6; tried += 1) await expect(attempt()).rejects.toThrow();
    mail.fail(null);
    await attempt();
    expect(tokenTo(user)).toHaveLength(43);
  });

  it('that could not be sent is recorded for operators, and whoever asked is told nothing', async () => {
    const user = await mintUser(context);
    mail.fail({ at: 'recipient', code: 550 });
    expect((await post('forgot', { email: user.email })).status).toBe(200);
    await work();
    mail.fail(null);
    expect(await stateOf(user)).toEqual({ problem: 'The mail server answered 550', sent_at: null });
    expect((await post('forgot', { email: user.email })).status).toBe(200);
    await work(null);
    expect(await stateOf(user)).toEqual({ problem: 'PUBLIC_URL is not set, and the link needs it', sent_at: null });
    await post('forgot', { email: user.email });
    const [job] = jobs.splice(0);
    if (job === undefined) throw new Error('A request queues a job.');
    await sendReset(
      {
        context: { ...context, config: { ...context.config, publicUrl: 'https://w' } },
        channels: { email: createEmail(null) },
      },
      job,
    );
    expect(await stateOf(user)).toEqual({ problem: 'Mails are not set up on this server', sent_at: null });
    await post('forgot', { email: user.email });
    expect(jobs.map(({ isTooMany }) => isTooMany)).toEqual([true]);
    await work();
    expect(await stateOf(user)).toEqual({ problem: 'Mails are not set up on this server', sent_at: null });
  });
});

describe('the link', () => {
  it('sets another password, ends every session, and leaves an audit row', async () => {
    const user = await mintUser(context);
    const { token: session } = await login(app, user);
    const token = await tokenFor(user);
    const answer = await post('reset', { token, newPassword: NEW });
    expect([answer.status, JSON.parse(answer.text)]).toEqual([
      200,
      { status: 'success', status_code: 200, message: 'Password set. Please log in with it.' },
    ]);
    expect((await app.request('/api/user/user', { headers: bearer(session) })).status).toBe(440);
    expect([await statusOf(user, PASSWORD), await statusOf(user, NEW)]).toEqual([401, 200]);
    const audit = await context.database.execute(
      'SELECT verb, actor_user_id, actor_address, after FROM operations.audit WHERE industry_key = $1',
      [user.industryKey],
    );
    expect(audit).toEqual([
      {
        verb: 'account.password',
        actor_user_id: user.userId,
        actor_address: '203.0.113.1',
        after: { password: 'not shown', by: 'link' },
      },
    ]);
  });

  it("ends an operator's sessions, too", async () => {
    const operator = await mintUser(context, { industryId: 'INTERNAL', role: 'admin' });
    const { token: session } = await login(app, operator);
    const token = await tokenFor(operator);
    context.clock.set('2026-11-21T12:00:02Z');
    expect((await post('reset', { token, newPassword: NEW })).status).toBe(200);
    context.clock.set('2026-11-21T12:00:00Z');
    expect((await app.request('/api/user/user', { headers: bearer(session) })).status).toBe(420);
  });

  it('works once, though two use it at the same moment', async () => {
    const user = await mintUser(context);
    const token = await tokenFor(user);
    const answers = await Promise.all(
      [NEW, 'Third-horse-3'].map((newPassword) => post('reset', { token, newPassword })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect((await post('reset', { token, newPassword: PASSWORD })).status).toBe(400);
    const winner = answers.findIndex(({ status }) => status === 200) === 0 ? NEW : 'Third-horse-3';
    expect([await statusOf(user, winner), await statusOf(user, PASSWORD)]).toEqual([200, 401]);
  });

  it('is valid for 30 minutes, and void as soon as another is made', async () => {
    const user = await mintUser(context);
    const first = await tokenFor(user);
    const second = await tokenFor(user);
    const refused = await post('reset', { token: first, newPassword: NEW });
    expect([refused.status, JSON.parse(refused.text)]).toMatchObject([
      400,
      {
        status_code: 1403,
        message:
          "Invalid 'token': the link is not valid any more: a link works once, for as long as its mail says, and until another is asked for or the account changes",
      },
    ]);
    context.clock.set('2026-11-21T12:30:00Z');
    expect((await post('reset', { token: second, newPassword: NEW })).status).toBe(400);
    context.clock.set('2026-11-21T12:29:59Z');
    expect((await post('reset', { token: second, newPassword: NEW })).status).toBe(200);
    context.clock.set('2026-11-21T12:00:00Z');
  });

  it('is void once its user has changed the password, or has signed out elsewhere', async () => {
    const user = await mintUser(context);
    const { token: session } = await login(app, user);
    for (const [path, method, body] of [
      ['user/changePassword', 'POST', { oldPassword: PASSWORD, newPassword: 'Third-horse-3' }],
      ['sessions', 'DELETE', null],
    ] as const) {
      const token = await tokenFor(user);
      context.clock.set('2026-11-21T12:00:02Z');
      const done = await app.request(`/api/user/${path}`, {
        method,
        headers: { ...bearer(session), 'content-type': 'application/json' },
        ...(body === null ? {} : { body: JSON.stringify(body) }),
      });
      expect([done.status, (await post('reset', { token, newPassword: NEW })).status]).toEqual([200, 400]);
      expect((await post('reset', { token: await tokenFor(user), newPassword: 'four' })).text).not.toContain('token');
      context.clock.set('2026-11-21T12:00:00Z');
    }
    expect(await statusOf(user, 'Third-horse-3')).toBe(200);
  });

  it.each(['the account', 'its industry'])('is void once %s is disabled, also when that has ended', async (what) => {
    const user = await mintUser(context);
    const blocked = { industry: user, userId: what === 'the account' ? user.userId : null };
    const token = await tokenFor(user);
    await disableAccount(context, blocked);
    expect((await post('reset', { token, newPassword: NEW })).status).toBe(400);
    await enableAccount(context, blocked);
    expect((await post('reset', { token, newPassword: NEW })).status).toBe(400);
    expect((await post('reset', { token: await tokenFor(user), newPassword: NEW })).status).toBe(200);
  });

  it('that was made for an account which is disabled sets no password', async () => {
    const user = await mintUser(context);
    await disableAccount(context, { industry: user, userId: user.userId });
    const { token } = await makeResetLink(context.database, user.userKey, context.clock.now(), RESET_MS);
    expect((await post('reset', { token, newPassword: NEW })).status).toBe(400);
  });

  it('is not used up by a password that is refused', async () => {
    const user = await mintUser(context);
    const token = await tokenFor(user);
    expect((await post('reset', { token, newPassword: 'four' })).status).toBe(400);
    expect((await post('reset', { token, newPassword: NEW })).status).toBe(200);
  });
});
