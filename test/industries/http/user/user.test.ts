import { beforeAll, describe, expect, it } from 'vitest';
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

let context: TestContext;
let app: TestApp;
beforeAll(async () => {
  context = await testContext('2026-01-16T00:25:00Z');
  app = testApp(context);
});

interface Signed {
  readonly user: MintedUser;
  readonly token: string;
}
const signedIn = async (options: Parameters<typeof mintUser>[1] = {}): Promise<Signed> => {
  const user = await mintUser(context, options);
  return { user, token: (await login(app, user)).token };
};
const get = async (token: string, headers: Record<string, string> = {}) => {
  const response = await app.request('/api/user/user', { headers: { ...bearer(token), ...headers } });
  return { status: response.status, body: (await response.json()) as { data: Record<string, unknown> } };
};
const put = async (token: string, changes: unknown) => {
  const response = await app.request('/api/user/user', {
    method: 'PUT',
    headers: { ...bearer(token), 'content-type': 'application/json' },
    body: JSON.stringify(changes),
  });
  return {
    status: response.status,
    body: (await response.json()) as { message: string; data: Record<string, unknown> },
  };
};
const newName = (): string => mintId('N').replaceAll('_', '').toLowerCase().slice(-20);
const newPhone = (): string => `+91${mintId('P').replaceAll(/\D/g, '').slice(-10).padStart(10, '7')}`;

describe('GET /api/user/user', () => {
  it('is the profile of the user who asks, and holds no credential', async () => {
    const { user, token } = await signedIn({ role: 'admin', permissions: ['reports:read'] });
    expect(await get(token)).toEqual({
      status: 200,
      body: {
        status: 'success',
        status_code: 200,
        message: 'Profile',
        data: {
          userId: user.userId,
          email: user.email,
          username: user.username,
          role: 'admin',
          permissions: ['reports:read'],
          industryId: user.industryId,
          industryName: `${user.industryId} Ltd`,
          emailIds: [],
          phoneNo: null,
          morningMail: true,
          language: null,
          clock: {
            industryId: user.industryId,
            industryName: `${user.industryId} Ltd`,
            timezone: 'Asia/Kolkata',
            startAt: '06:00:00',
            // 05:55 there.
            today: '15/01/2026',
          },
        },
      },
    });
  });

  it("is an operator's own, whatever industry he acts on", async () => {
    const [{ user, token }, other] = [
      await signedIn({ industryId: 'INTERNAL', role: 'admin' }),
      await mintUser(context),
    ];
    expect((await get(token, { targetIndustryId: other.industryId })).body.data).toMatchObject({
      userId: user.userId,
      industryId: 'INTERNAL',
    });
  });
});

describe('PUT /api/user/user', () => {
  it('changes username, recipients of alerts and phone number', async () => {
    const { user, token } = await signedIn();
    const changes = {
      username: newName(),
      emailIds: ['plant@works.example', 'night@works.example'],
      phoneNo: newPhone(),
    };
    expect(await put(token, changes)).toMatchObject({
      status: 200,
      body: { data: { ...changes, userId: user.userId, email: user.email } },
    });
    expect((await get(token)).body.data).toMatchObject(changes);
    expect(
      (
        await app.request('/api/user/login', {
          method: 'POST',
          headers: { username: changes.username, password: PASSWORD },
        })
      ).status,
    ).toBe(200);
  });

  it('leaves what is not given as it is, and takes a phone number away with null', async () => {
    const { user, token } = await signedIn();
    const phoneNo = newPhone();
    await put(token, { phoneNo });
    expect((await put(token, { emailIds: ['a@works.example'] })).body.data).toMatchObject({
      username: user.username,
      emailIds: ['a@works.example'],
      phoneNo,
    });
    expect((await put(token, { phoneNo: null })).body.data).toMatchObject({
      emailIds: ['a@works.example'],
      phoneNo: null,
    });
  });

  it('switches the morning mail off and on, and chooses its language', async () => {
    const { token } = await signedIn();
    const off = { morningMail: false, language: 'hi' };
    expect((await put(token, off)).body.data).toMatchObject(off);
    expect((await put(token, { emailIds: [] })).body.data).toMatchObject(off);
    const on = { morningMail: true, language: null };
    expect((await put(token, on)).body.data).toMatchObject(on);
    expect((await get(token)).body.data).toMatchObject(on);
  });

  it.each([
    ['role', 'admin'],
    ['permissions', ['admin:*']],
    ['industryId', 'INTERNAL'],
    ['email', 'other@works.example'],
    ['userId', 'u9'],
    ['password', 'Another-1'],
  ])('refuses %s', async (field, value) => {
    const { token } = await signedIn();
    const before = (await get(token)).body.data;
    const answer = await put(token, { emailIds: ['b@works.example'], [field]: value });
    expect(answer).toMatchObject({ status: 400, body: { status_code: 1430 } });
    expect(answer.body.message).toContain(field);
    expect((await get(token)).body.data).toEqual(before);
  });

  it.each([
    [{ username: 'abc' }, "Invalid 'username': 'abc' is not 4 to 25 characters without blanks"],
    [{ username: 'two words' }, "Invalid 'username': 'two words' is not 4 to 25 characters without blanks"],
    [
      { username: 'asha\u200Brao' },
      "Invalid 'username': 'asha\u200Brao' is not 4 to 25 characters without blanks, which everybody reads alike: it holds a character that cannot be seen, U+200B",
    ],
    [
      { username: 'ａｓｈａ' },
      "Invalid 'username': 'ａｓｈａ' is not 4 to 25 characters without blanks, which everybody reads alike: it is not written in its plain form (NFKC), which is 'asha'",
    ],
    [
      { emailIds: ['a\u2060@b.example'] },
      "Invalid 'emailIds[0]': 'a\u2060@b.example' is not an e-mail address, which everybody reads alike: it holds a character that cannot be seen, U+2060",
    ],
    [{ emailIds: ['a@b.example', 'nobody'] }, "Invalid 'emailIds[1]': 'nobody' is not an e-mail address"],
    [
      { phoneNo: '12345' },
      "Invalid 'phoneNo': '12345' is not the international format, + and 7 to 15 digits, or 10 digits",
    ],
    [{}, "Invalid 'body': '{}' has none of username, emailIds, phoneNo, morningMail, language"],
    [{ morningMail: 'no' }, "Invalid 'morningMail': 'no' is not true or false"],
    [{ language: 'de' }, "Invalid 'language': 'de' is not one of en, hi"],
  ])('says what is wrong with %j', async (changes, message) => {
    const { token } = await signedIn();
    expect(await put(token, changes)).toMatchObject({ status: 400, body: { status_code: 1430, message } });
  });

  it('gives nobody the username or the e-mail address of another user, of any industry, in whatever letters', async () => {
    const [{ token }, other] = [await signedIn(), await mintUser(context)];
    const name = newName();
    await put((await login(app, other)).token, { username: name });
    expect(await put(token, { username: name.toUpperCase() })).toMatchObject({
      status: 400,
      body: { status_code: 1403, message: "'username' is taken by another user" },
    });
    const email = `${newName().slice(-10)}@x.io`;
    await context.database.execute('UPDATE tenant.app_user SET email = $2 WHERE user_key = $1', [other.userKey, email]);
    expect(await put(token, { username: email })).toMatchObject({ status: 400, body: { status_code: 1403 } });
  });

  it('gives nobody the phone number of another user, with or without its country', async () => {
    const [{ token }, { token: others }] = [await signedIn(), await signedIn()];
    const phoneNo = newPhone();
    await put(others, { phoneNo });
    for (const same of [phoneNo, phoneNo.slice(-10)])
      expect(await put(token, { phoneNo: same })).toMatchObject({
        status: 400,
        body: { status_code: 1403, message: "'phoneNo' is taken by another user" },
      });
    expect(await put(others, { phoneNo, emailIds: [] })).toMatchObject({ status: 200 });
  });

  it('gives a name that several ask for at once to one of them', async () => {
    const asking = [await signedIn(), await signedIn(), await signedIn()];
    const username = newName();
    const answers = await Promise.all(asking.map(({ token }) => put(token, { username })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
  });
});
