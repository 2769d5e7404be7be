import { decodeJwt } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLogger } from '../../../../../../src/logger.ts';
import { testContext, type TestContext } from '../../../../../support/database.ts';
import { type FakeSmsOperator, fakeSmsOperator } from '../../../../../support/sms-operator.ts';
import {
  bearer,
  from,
  type MintedUser,
  mintUser,
  testApp,
  type TestApp,
} from '../../../../../service/support/app-fixture.ts';

const NOW = '2026-11-21T06:00:00.123Z';
const after = (seconds: number): string => new Date(Date.parse(NOW) + seconds * 1000).toISOString();

let context: TestContext;
let operator: FakeSmsOperator;
let app: TestApp;
/** Another process on the same database. */
let otherApp: TestApp;
const lines: string[] = [];

beforeAll(async () => {
  const silent = await testContext(NOW);
  const kept = (line: string): void => {
    lines.push(line);
  };
  context = { ...silent, log: createLogger('trace', { write: kept }) };
  operator = await fakeSmsOperator();
  app = testApp(context, { sms: operator.settings });
  otherApp = testApp(context, { sms: operator.settings });
});
afterAll(async () => {
  await operator.stop();
});
beforeEach(() => {
  context.clock.set(NOW);
  operator.refuseWith(null);
});

let numbers = 0;
/** Ten digits nobody else in this database has. */
const newNumber = (): string =>
  `${String(process.pid % 10_000).padStart(4, '7')}${String(Date.now() % 10_000).padStart(4, '0')}${String((numbers += 1)).padStart(2, '0')}`;

async function userWithPhone(phoneNo: string): Promise<MintedUser> {
  const user = await mintUser(context);
  await context.database.execute('UPDATE tenant.app_user SET phone_no = $2 WHERE user_key = $1', [
    user.userKey,
    phoneNo,
  ]);
  return user;
}

interface Answer {
  status: string;
  message: string;
  otpTimestamp: string;
  token: string;
  refreshToken: string;
  loginData: { userId: string };
  status_code: number;
}

const post = async (path: string, body: unknown, at: TestApp = app, network = '192.0.2.1') => {
  const response = await at.request(
    `/api/user/${path}`,
    { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
    from(network),
  );
  return {
    status: response.status,
    retryAfter: response.headers.get('retry-after'),
    body: (await response.json()) as Answer,
  };
};
const send = (phoneNumber: string, at: TestApp = app) => post('otp/send', { phoneNumber }, at);
const verify = (phoneNumber: string, otp: string, otpTimestamp: string, at: TestApp = app) =>
  post('otp/verify', { phoneNumber, otp, otpTimestamp }, at);
const wrong = (code: string): string => `${(Number(code[0]) + 1) % 10}${code.slice(1)}`;

describe('POST /api/user/otp/send', () => {
  it('sends six digits to the registered number and answers when', async () => {
    const number = newNumber();
    await userWithPhone(`+91${number}`);
    expect(await send(number)).toMatchObject({
      status: 200,
      body: { status: 'Success', message: 'OTP sent', otpTimestamp: NOW },
    });
    expect(operator.codeTo(`+91${number}`)).toMatch(/^\d{6}$/);
  });

  it('finds numbers registered without country code, and sends to them with the one configured', async () => {
    const number = newNumber();
    await userWithPhone(number);
    expect((await send(number, testApp(context, { sms: operator.settings, phoneCountryCode: '64' }))).status).toBe(200);
    expect(operator.codeTo(`+64${number}`)).toMatch(/^\d{6}$/);
  });

  it('writes in the language that the user has chosen for mails', async () => {
    const number = newNumber();
    const { userKey } = await userWithPhone(`+91${number}`);
    await context.database.execute(
      "INSERT INTO tenant.mail_choice (user_key, gets_morning_mail, mail_language) VALUES ($1, true, 'hi')",
      [userKey],
    );
    await send(number);
    expect(operator.sent.at(-1)?.text).toMatch(/^\d{6} आपका लॉगिन कोड है। यह 5 मिनट तक मान्य है।$/);
  });

  it("answers 'Number Not Registered' to a number nobody has, that was removed, or that two users share", async () => {
    const [nobodys, removed, shared] = [newNumber(), newNumber(), newNumber()];
    const gone = await userWithPhone(removed);
    await context.database.execute('UPDATE tenant.app_user SET removed_at = now() WHERE user_key = $1', [gone.userKey]);
    await userWithPhone(`+91${shared}`);
    await userWithPhone(`+64${shared}`);
    for (const number of [nobodys, removed, shared]) {
      expect(await send(number)).toMatchObject({
        status: 401,
        body: { status_code: 1401, message: 'Number Not Registered' },
      });
    }
    expect((await send(`+64${shared}`)).status).toBe(200);
  });

  it('sends the next code after 60 seconds, whichever process is asked, and says how long to wait', async () => {
    const number = newNumber();
    await userWithPhone(`+91${number}`);
    await send(number);
    context.clock.set(after(45));
    expect(await send(number, otherApp)).toMatchObject({ status: 429, retryAfter: '15' });
    context.clock.set(after(60));
    expect((await send(number, otherApp)).status).toBe(200);
  });

  it('sends one code when two processes are asked at the same moment', async () => {
    const number = newNumber();
    await userWithPhone(`+91${number}`);
    const statuses = (await Promise.all([send(number), send(`+91${number}`, otherApp), send(number)]))
      .map(({ status }) => status)
      .sort();
    expect(statuses).toEqual([200, 429, 429]);
    expect(operator.sent.filter(({ to }) => to === `+91${number}`)).toHaveLength(1);
  });

  it('takes 3 a minute, 10 an hour and 20 a day for one number, however it is written and whichever process is asked', async () => {
    const number = newNumber();
    const statuses = async (count: number): Promise<number[]> => {
      const seen: number[] = [];
      for (let asked = 0; asked < count; asked += 1)
        seen.push((await send(asked % 2 === 0 ? number : `+91${number}`, asked % 2 === 0 ? app : otherApp)).status);
      return seen;
    };
    expect(await statuses(4)).toEqual([401, 401, 401, 429]);
    for (const minute of [1, 2]) {
      context.clock.set(after(minute * 60 + 1));
      expect(await statuses(3)).toEqual([401, 401, 401]);
    }
    context.clock.set(after(240));
    expect(await statuses(2)).toEqual([401, 429]);
    for (const minute of [61, 62, 63]) {
      context.clock.set(after(minute * 60));
      expect(await statuses(3)).toEqual([401, 401, 401]);
    }
    context.clock.set(after(64 * 60));
    expect(await statuses(2)).toEqual([401, 429]);
    context.clock.set(after(3 * 3600));
    expect(await statuses(1)).toEqual([429]);
    context.clock.set(after(86_401));
    expect(await statuses(1)).toEqual([401]);
  });

  it('says that text messages are not set up where they are not', async () => {
    const number = newNumber();
    await userWithPhone(`+91${number}`);
    expect(await send(number, testApp(context))).toMatchObject({
      status: 400,
      body: { status_code: 400, message: 'Text messages are not set up on this server' },
    });
  });

  it('does not pretend when the operator refuses, and lets the user ask again at once', async () => {
    const number = newNumber();
    await userWithPhone(`+91${number}`);
    operator.refuseWith(503);
    expect(await send(number)).toMatchObject({
      status: 400,
      body: { status_code: 400, message: 'The text message could not be sent. Please try again.' },
    });
    operator.refuseWith(null);
    expect((await send(number)).status).toBe(200);
  });

  it('sends nothing to a disabled user', async () => {
    const number = newNumber();
    const { industryId, userId } = await userWithPhone(`+91${number}`);
    await context.database.execute('INSERT INTO tenant.disabled (industry_id, user_id) VALUES ($1, $2)', [
      industryId,
      userId,
    ]);
    expect((await send(number)).status).toBe(420);
    expect(operator.sent.filter(({ to }) => to === `+91${number}`)).toEqual([]);
  });

  it.each(['', '12345', '12345678901', 'abcdefghij'])('answers %j, which is no number, with 1430', async (number) => {
    expect(await send(number)).toMatchObject({ status: 400, body: { status_code: 1430 } });
  });
});

describe('POST /api/user/otp/verify', () => {
  let number: string;
  let user: MintedUser;
  let code: string;
  beforeEach(async () => {
    number = newNumber();
    user = await userWithPhone(`+91${number}`);
    await send(number);
    code = operator.codeTo(`+91${number}`);
  });

  it('logs in, with tokens that work and loginType OTP', async () => {
    context.clock.set(after(120));
    const { status, body } = await verify(number, code, NOW);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      token: expect.any(String),
      refreshToken: expect.any(String),
      loginData: { userId: user.userId, name: user.username, email: user.email, role: 'user' },
    });
    expect(decodeJwt(body.token)).toMatchObject({ sub: user.industryId, userId: user.userId, loginType: 'OTP' });
    expect((await app.request('/api/user/logout', { method: 'POST', headers: bearer(body.token) })).status).toBe(200);
  });

  it('logs in also where the place cannot be kept, because the code is used up', async () => {
    const { database } = context;
    const many = database.many.bind(database);
    const failing = vi
      .spyOn(database, 'many')
      .mockImplementation((name, parameters) =>
        name === 'limits.keep_network' ? Promise.reject(new Error('the disk is full')) : many(name, parameters),
      );
    try {
      expect(await verify(number, code, NOW)).toMatchObject({ status: 200, body: { token: expect.any(String) } });
    } finally {
      failing.mockRestore();
    }
    expect(lines.some((line) => line.includes('a login is not noted') && line.includes('the disk is full'))).toBe(true);
  });

  it('takes a code once, whichever process is asked', async () => {
    const answers = await Promise.all([verify(number, code, NOW), verify(number, code, NOW, otherApp)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
    expect(await verify(number, code, NOW, otherApp)).toMatchObject({
      status: 401,
      body: { status_code: 1401, message: 'Invalid OTP' },
    });
  });

  it('refuses a wrong code, and takes the right one after it', async () => {
    expect(await verify(number, wrong(code), NOW)).toMatchObject({
      status: 401,
      body: { status_code: 1401, message: 'Invalid OTP' },
    });
    expect((await verify(number, code, NOW)).status).toBe(200);
  });

  it('takes a code until five minutes after it was sent', async () => {
    context.clock.set(after(301));
    expect((await verify(number, code, NOW)).body.message).toBe('Invalid OTP');
    context.clock.set(after(300));
    expect((await verify(number, code, NOW)).status).toBe(200);
  });

  it('refuses the code of a time at which none was sent, though it computes', async () => {
    expect((await verify(number, code, after(-5))).body.message).toBe('Invalid OTP');
  });

  it('takes the newest code only', async () => {
    context.clock.set(after(61));
    await send(number);
    expect((await verify(number, code, NOW)).body.message).toBe('Invalid OTP');
    expect((await verify(number, operator.codeTo(`+91${number}`), after(61))).status).toBe(200);
  });

  it("refuses another number's code", async () => {
    const other = newNumber();
    await userWithPhone(`+91${other}`);
    await send(other);
    expect((await verify(other, code, NOW)).body.message).toBe('Invalid OTP');
  });

  it('takes 5 tries a minute and 15 an hour for one number, whichever process is asked, right codes included', async () => {
    const tries = async (count: number): Promise<number[]> => {
      const seen: number[] = [];
      for (let tried = 0; tried < count; tried += 1)
        seen.push((await verify(number, wrong(code), NOW, tried % 2 === 0 ? app : otherApp)).status);
      return seen;
    };
    expect(await tries(5)).toEqual([401, 401, 401, 401, 401]);
    expect(await verify(number, code, NOW)).toMatchObject({
      status: 429,
      body: { message: 'Too many requests. Please try again later.', status: 'failed' },
    });
    for (const seconds of [61, 122]) {
      context.clock.set(after(seconds));
      expect(await tries(5)).toEqual([401, 401, 401, 401, 401]);
    }
    context.clock.set(after(200));
    expect(await tries(1)).toEqual([429]);
  });

  it('is not locked by strangers for a network from which its user has logged in', async () => {
    expect((await verify(number, code, NOW)).status).toBe(200);
    context.clock.set(after(61));
    const { otpTimestamp } = (await send(number)).body;
    code = operator.codeTo(`+91${number}`);
    const seen: number[] = [];
    const tryFrom = async (network: string): Promise<void> => {
      const body = { phoneNumber: number, otp: wrong(code), otpTimestamp };
      seen.push((await post('otp/verify', body, app, network)).status);
    };
    for (const seconds of [62, 123, 184]) {
      context.clock.set(after(seconds));
      for (let tried = 0; tried < 15; tried += 1) await tryFrom(`198.51.100.${tried % 3}`);
    }
    // 45 together. The first was the user's own, when his network was not known.
    expect(seen).toEqual([...Array.from({ length: 44 }, () => 401), 429]);
    expect((await verify(number, code, otpTimestamp)).status).toBe(200);
  });

  it('is sent a code for whoever asks elsewhere than a stranger who has used up his own', async () => {
    const statuses: number[] = [];
    for (let asked = 1; asked <= 11; asked += 1) {
      context.clock.set(after(asked * 61));
      statuses.push((await post('otp/send', { phoneNumber: number }, app, '198.51.100.9')).status);
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
    expect((await send(number)).status).toBe(200);
  });

  it('refuses a disabled user, told only to who has the code', async () => {
    await context.database.execute('INSERT INTO tenant.disabled (industry_id, user_id) VALUES ($1, $2)', [
      user.industryId,
      user.userId,
    ]);
    expect((await verify(number, wrong(code), NOW)).status).toBe(401);
    expect((await verify(number, code, NOW)).status).toBe(420);
  });

  it('repeats no code in an answer about a body that does not fit', async () => {
    // A code may begin with zeros, and what is left of it as a number be found in any answer.
    const sent = Number(`9${code}`);
    const { status, body } = await post('otp/verify', { phoneNumber: number, otp: sent, otpTimestamp: 'yesterday' });
    expect(status).toBe(400);
    expect(JSON.stringify(body)).not.toContain(String(sent));
  });
});

describe('POST /api/user/login with LoginType OTP', () => {
  const login = async (headers: Record<string, string>) => {
    const response = await app.request('/api/user/login', {
      method: 'POST',
      headers: { LoginType: 'OTP', ...headers },
    });
    return { status: response.status, body: (await response.json()) as Answer };
  };

  it('sends a code, and logs in with it in the header otp', async () => {
    const number = newNumber();
    const user = await userWithPhone(`+91${number}`);
    expect((await login({ username: `+91${number}` })).body).toEqual({
      status: 'Success',
      message: 'OTP sent',
      otpTimestamp: NOW,
    });
    const { body } = await login({ username: `+91${number}`, otp: operator.codeTo(`+91${number}`) });
    expect(body).toMatchObject({ status: 'success', loginData: { userId: user.userId } });
  });

  it('takes the number from a JSON body', async () => {
    const number = newNumber();
    await userWithPhone(`+91${number}`);
    const response = await app.request('/api/user/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ loginType: 'OTP', username: `+91${number}` }),
    });
    expect(await response.json()).toMatchObject({ message: 'OTP sent' });
  });

  it('names a missing or wrong number', async () => {
    expect(await login({})).toMatchObject({ status: 400, body: { status_code: 1403, message: "'username' missing" } });
    expect(await login({ username: 'asha' })).toMatchObject({ status: 400, body: { status_code: 1403 } });
  });
});

describe('the log', () => {
  it('holds no code, no number and no token of any of this', () => {
    const log = lines.join('');
    expect(log).toContain('/api/user/otp/verify');
    expect(log).toContain('one-time password not sent');
    for (const { to, text } of operator.sent) {
      expect(log).not.toContain(to.slice(3));
      expect(log).not.toMatch(new RegExp(`\\b${text.slice(0, 6)}\\b`));
    }
    expect(log).not.toMatch(/eyJ/);
  });
});
