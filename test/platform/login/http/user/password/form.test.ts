import { beforeAll, describe, expect, it } from 'vitest';
import { makeResetLink, RESET_MS } from '../../../../../../src/platform/login/send-reset.ts';
import { testContext, type TestContext } from '../../../../../support/database.ts';
import { englishIn } from '../../../../../window/language/english-left.ts';
import {
  type MintedUser,
  mintUser,
  PASSWORD,
  testApp,
  type TestApp,
} from '../../../../../service/support/app-fixture.ts';

const NEW = 'Another-horse-2';
let context: TestContext;
let app: TestApp;
beforeAll(async () => {
  context = await testContext('2026-11-21T12:00:00Z');
  app = testApp(context);
});

const tokenFor = async ({ userKey }: MintedUser): Promise<string> =>
  (await makeResetLink(context.database, userKey, context.clock.now(), RESET_MS)).token;
const statusOf = async (user: MintedUser, password: string): Promise<number> =>
  (await app.request('/api/user/login', { method: 'POST', headers: { username: user.username, password } })).status;

describe('the page behind the link', () => {
  const open = async (token: string, init: RequestInit = {}) => {
    const response = await app.request(`/api/user/password/form?token=${encodeURIComponent(token)}`, init);
    return { status: response.status, text: await response.text(), headers: response.headers };
  };
  const fill = async (fields: Record<string, string>) => {
    const response = await app.request('/api/user/password/form', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(fields).toString(),
    });
    return { status: response.status, text: await response.text() };
  };

  it('sets the password without any script, and tells what is wrong on the way', async () => {
    const user = await mintUser(context);
    const token = await tokenFor(user);
    for (const _ of ['looked at', 'and again']) {
      const page = await open(token);
      expect([page.status, page.text.includes('<script'), page.text.includes(`value="${token}"`)]).toEqual([
        200,
        false,
        true,
      ]);
      expect(page.headers.get('referrer-policy')).toBe('no-referrer');
      expect(page.headers.get('cache-control')).toBe('no-store');
    }
    const [short, unlike] = [
      await fill({ token, newPassword: 'four', again: 'four' }),
      await fill({ token, newPassword: NEW, again: PASSWORD }),
    ];
    expect([short.status, unlike.status]).toEqual([400, 400]);
    expect(short.text).toContain('Allowed are 5 to 30 characters without blanks.');
    expect(unlike.text).toContain('The two are not the same.');
    expect((await fill({ token, newPassword: NEW, again: NEW })).text).toContain('Your password is set');
    expect(await statusOf(user, NEW)).toBe(200);
    expect([(await open(token)).status, (await fill({ token, newPassword: NEW, again: NEW })).status]).toEqual([
      404, 404,
    ]);
  });

  it('takes a password that looks like an injection, typed twice', async () => {
    const user = await mintUser(context);
    const odd = "x'||'y'||'z";
    const { text } = await fill({ token: await tokenFor(user), newPassword: odd, again: odd });
    expect([text.includes('Your password is set'), await statusOf(user, odd)]).toEqual([true, 200]);
  });

  it('repeats no password of a form that does not fit', async () => {
    const response = await app.request('/api/user/password/form', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: `newPassword=${NEW}&newPassword=${NEW}&again=${NEW}&again=${NEW}`,
    });
    const text = await response.text();
    expect([response.status, text.includes('again'), text.includes(NEW)]).toEqual([400, true, false]);
  });

  it('is in the language that the person has chosen for mails, else in that of the browser', async () => {
    const user = await mintUser(context);
    const inHindi = { headers: { 'accept-language': 'hi-IN,en;q=0.5' } };
    const token = await tokenFor(user);
    expect((await open(token, inHindi)).text.includes('नया पासवर्ड')).toBe(true);
    await context.database.execute(
      `INSERT INTO tenant.mail_choice (user_key, gets_morning_mail, mail_language) VALUES ($1, true, 'hi')`,
      [user.userKey],
    );
    const page = (await open(token)).text;
    expect(page).toContain('<html lang="hi">');
    expect(englishIn(page)).toEqual([]);
    const refused = await fill({ token, newPassword: NEW, again: PASSWORD });
    expect([refused.status, englishIn(refused.text)]).toEqual([400, []]);
    const done = await fill({ token, newPassword: NEW, again: NEW });
    expect([done.status, englishIn(done.text), done.text.includes('आपका पासवर्ड सेट हो गया')]).toEqual([200, [], true]);
    const ended = await open(token, inHindi);
    expect([ended.status, englishIn(ended.text)]).toEqual([404, []]);
  });

  it.each(['', 'x', '"><b>bold', 'a'.repeat(43), "' OR 1=1 --"])(
    'with the token %j shows nothing of it',
    async (token) => {
      const { text } = await open(token);
      expect(text).not.toContain('<b>');
      expect(text).not.toContain('name="token"');
    },
  );
});
