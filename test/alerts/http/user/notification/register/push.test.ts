import { decodeJwt } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { testContext, type TestContext } from '../../../../../support/database.ts';
import { login, testApp, type TestApp } from '../../../../../service/support/app-fixture.ts';
import { mintReader, type Reader } from '../support.ts';

let context: TestContext;
let app: TestApp;
beforeAll(async () => {
  context = await testContext('2026-01-16T03:10:00Z');
  app = testApp(context);
});

let tokens = 0;
const mintToken = (): string => `dGVzdA:APA91b_${process.pid}_${Date.now()}_${(tokens += 1)}`;
const register = (reader: Reader, deviceId: string | null, pushToken: unknown) =>
  reader.send(
    'POST',
    'notification/register/push',
    { pushToken },
    deviceId === null ? {} : { 'X-Device-Id': deviceId },
  );
const registered = async ({ user }: Reader): Promise<Record<string, string>> =>
  Object.fromEntries(
    (
      await context.database.execute<{ device_id: string; token: string }>(
        'SELECT device_id, token FROM alerting.push_token WHERE industry_key = $1 AND user_key = $2 ORDER BY device_id',
        [user.industryKey, user.userKey],
      )
    ).map((row) => [row.device_id, row.token]),
  );

describe('POST /api/user/notification/register/push', () => {
  it('keeps one token for each device of a user; a newer one takes its place', async () => {
    const reader = await mintReader(context, app);
    const [first, second, tablet] = [mintToken(), mintToken(), mintToken()];
    expect(await register(reader, 'phone', first)).toEqual({
      status: 200,
      body: { status: 'success', message: 'push token registered successfully' },
    });
    await register(reader, 'tablet', tablet);
    await register(reader, 'phone', second);
    await register(reader, 'phone', second);
    expect(await registered(reader)).toEqual({ phone: second, tablet });
  });

  it('keeps the newest 20 devices of a user, and those of others', async () => {
    const reader = await mintReader(context, app);
    const colleague = await mintReader(context, app, { industryId: reader.user.industryId });
    await register(colleague, 'first of all', mintToken());
    // Registered long ago, one after the other.
    await context.database.execute(
      `INSERT INTO alerting.push_token (industry_key, user_key, device_id, token, updated_at)
       SELECT $1, $2, 'device ' || n, $3 || n, timestamptz '2026-01-01' + n * interval '1 minute' FROM generate_series(1, 20) AS n`,
      [reader.user.industryKey, reader.user.userKey, mintToken()],
    );
    const token = mintToken();
    await register(reader, 'phone', token);
    const kept = await registered(reader);
    expect(kept).toMatchObject({ phone: token });
    expect(Object.keys(kept).toSorted()).toEqual(
      ['phone', ...Array.from({ length: 19 }, (_, n) => `device ${n + 2}`)].toSorted(),
    );
    expect(Object.keys(await registered(colleague))).toEqual(['first of all']);
  });

  it('moves to whoever of the industry uses the device now', async () => {
    const before = await mintReader(context, app);
    const now = await mintReader(context, app, { industryId: before.user.industryId });
    const token = mintToken();
    await register(before, 'shared phone', mintToken());
    await register(now, 'shared phone', token);
    expect([await registered(before), await registered(now)]).toEqual([{}, { 'shared phone': token }]);
  });

  it('moves with the token, also to another industry and another name of the device', async () => {
    const [before, now] = [await mintReader(context, app), await mintReader(context, app)];
    const token = mintToken();
    await register(before, 'phone', token);
    await register(now, 'phone after a reset', token);
    expect([await registered(before), await registered(now)]).toEqual([{}, { 'phone after a reset': token }]);
  });

  it('takes nothing from a user of another industry whose device has the same name', async () => {
    const [one, other] = [await mintReader(context, app), await mintReader(context, app)];
    const [token, others] = [mintToken(), mintToken()];
    await register(one, 'phone', token);
    await register(other, 'phone', others);
    expect([await registered(one), await registered(other)]).toEqual([{ phone: token }, { phone: others }]);
  });

  it('gives a token that two users register at the same moment to one of them', async () => {
    const readers = await Promise.all(Array.from({ length: 4 }, () => mintReader(context, app)));
    const token = mintToken();
    const answers = await Promise.all(readers.map((reader) => register(reader, 'phone', token)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const held = await Promise.all(readers.map(registered));
    expect(held.flatMap((devices) => Object.values(devices))).toEqual([token]);
  });

  it.each([
    ['phone', '', "'pushToken' missing"],
    ['phone', null, "'pushToken' missing"],
    ['phone', undefined, "'pushToken' missing"],
    [null, 'token', "'X-Device-Id' missing"],
    ['x'.repeat(201), 'token', expect.stringContaining("Invalid 'X-Device-Id': ")],
  ])('device %j with token %j is 1403: %s', async (deviceId, token, message) => {
    const reader = await mintReader(context, app);
    expect(await register(reader, deviceId, token)).toMatchObject({
      status: 400,
      body: { status_code: 1403, message },
    });
  });

  it('never shows a token that does not fit', async () => {
    const reader = await mintReader(context, app);
    expect(await register(reader, 'phone', 'x'.repeat(5000))).toMatchObject({
      status: 400,
      body: { status_code: 1430, message: "Invalid 'pushToken': '[not shown]' is longer than 4096 characters" },
    });
  });
});

describe('a device gets push messages no more', () => {
  /** A person at a desk whose phone and tablet are registered. */
  async function withDevices() {
    const reader = await mintReader(context, app);
    const logins = { desk: await of(reader), phone: await of(reader), tablet: await of(reader) };
    for (const [device, { token }] of Object.entries(logins)) await registerBy(token, `the ${device}`);
    return { reader, ...logins };
  }
  let devices = 0;
  /** Logins of devices of their own; applications register themselves under other ids. */
  const of = ({ user }: Reader) => login(app, user, { 'x-device-id': `device ${(devices += 1)}` });
  const registerBy = async (token: string, device: string): Promise<void> => {
    const response = await app.request('/api/user/notification/register/push', {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'content-type': 'application/json', 'X-Device-Id': device },
      body: JSON.stringify({ pushToken: mintToken() }),
    });
    expect(response.status).toBe(200);
  };
  const devicesOf = async (reader: Reader): Promise<string[]> => Object.keys(await registered(reader));
  const call = async (method: string, path: string, token: string): Promise<unknown> => {
    const response = await app.request(path, { method, headers: { Authorization: `Bearer ${token}` } });
    expect(response.status).toBe(200);
    return response.json();
  };

  it('when its user logs out there; others still get them', async () => {
    const { reader, phone } = await withDevices();
    await call('POST', '/api/user/logout', phone.token);
    expect(await devicesOf(reader)).toEqual(['the desk', 'the tablet']);
  });

  it('when its login is ended from elsewhere', async () => {
    const { reader, desk, phone } = await withDevices();
    const { data } = (await call('GET', '/api/user/sessions', desk.token)) as {
      data: { sessionId: string }[];
    };
    const { sid } = decodeJwt(phone.token);
    const ofPhone = data.find(({ sessionId }) => sessionId === sid);
    await call('DELETE', `/api/user/sessions/${ofPhone?.sessionId}`, desk.token);
    expect(await devicesOf(reader)).toEqual(['the desk', 'the tablet']);
  });

  it('when its user is removed, and nobody else of the industry', async () => {
    const [{ reader }, colleague] = [await withDevices(), await mintReader(context, app)];
    await register(colleague, 'phone', mintToken());
    await context.database.transaction((transaction) =>
      transaction.many('provisioning.end_sessions', { signedOutKeys: [reader.user.userKey], now: new Date() }),
    );
    expect([await devicesOf(reader), await devicesOf(colleague)]).toEqual([[], ['phone']]);
  });

  it('when all other logins are ended', async () => {
    const { reader, desk } = await withDevices();
    await call('DELETE', '/api/user/sessions', desk.token);
    expect(await devicesOf(reader)).toEqual(['the desk']);
  });
});
