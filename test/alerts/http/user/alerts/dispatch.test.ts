import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { unit, works } from '../../../../figures/processing/works.ts';
import { testContext, type TestContext } from '../../../../support/database.ts';
import { type MailServer, startMailServer } from '../../../../support/mail-server.ts';
import { type FakeSmsOperator, fakeSmsOperator } from '../../../../support/sms-operator.ts';
import {
  bearer,
  login,
  type MintedUser,
  mintUser,
  testApp,
  type TestApp,
} from '../../../../service/support/app-fixture.ts';

type Json = Record<string, unknown>;

let context: TestContext;
let app: TestApp;
let mails: MailServer;
let texts: FakeSmsOperator;
let sender: MintedUser;
let token: string;
/** A user of the same industry with two addresses, and one with a telephone. */
let asha: MintedUser;
let ravi: MintedUser;
let stranger: MintedUser;
let operatorToken: string;

beforeAll(async () => {
  context = await testContext('2026-06-04T12:10:00Z');
  [mails, texts] = await Promise.all([startMailServer(), fakeSmsOperator()]);
  app = testApp(context, {
    email: mails.settings,
    sms: texts.settings,
    chatMessaging: { ...texts.settings, from: '+14155238886', templates: { alert: 'HX1' } },
    publicUrl: 'https://water.example.org',
  });
  const { industryId } = await works(context, [unit('M1', 'FLOW_CATEGORY', { displayName: 'Main inlet' })]);
  sender = await mintUser(context, { industryId, permissions: ['alerts:write'] });
  [asha, ravi, stranger] = [
    await mintUser(context, { industryId }),
    await mintUser(context, { industryId }),
    await mintUser(context),
  ];
  const reach = (user: MintedUser, emailIds: readonly string[], phoneNo: string | null) =>
    context.database.execute('UPDATE tenant.app_user SET email_ids = $2, phone_no = $3 WHERE user_key = $1', [
      user.userKey,
      emailIds,
      phoneNo,
    ]);
  await reach(asha, ['asha@works.example', 'control@works.example'], null);
  await reach(ravi, ['control@works.example'], '9876543210');
  await reach(stranger, ['stranger@elsewhere.example'], '9876500000');
  await context.database.execute(
    `INSERT INTO alerting.push_token (industry_key, user_key, device_id, token, updated_at) VALUES ($1, $2, 'd', $3, now())`,
    [ravi.industryKey, ravi.userKey, `T-${ravi.userId}`],
  );
  token = (await login(app, sender)).token;
  const operator = await mintUser(context, { industryId: 'INTERNAL', role: 'admin', permissions: ['admin:*'] });
  operatorToken = (await login(app, operator)).token;
});
afterAll(() => Promise.all([mails.stop(), texts.stop()]));

let mailsBefore = 0;
beforeEach(() => {
  mailsBefore = mails.received.length;
});
const newMails = () => mails.received.slice(mailsBefore);

const ALERT = { alertType: 'unit_threshold', threshold: 1000, currentValue: 1214, unit: 'KL' };

async function post(
  body: unknown,
  { as = token, headers = {} }: { as?: string; headers?: Record<string, string> } = {},
): Promise<{ status: number; body: Json }> {
  const response = await app.request('/api/user/alerts', {
    method: 'POST',
    headers: { ...bearer(as), 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Json };
}
const alert = (more: Json = {}): Json => ({
  type: 'threshold',
  unitId: 'M1',
  meta: ALERT,
  recipients: [{ userId: asha.userId }, { userId: ravi.userId }],
  ...more,
});

describe('POST /api/user/alerts', () => {
  it('sends one message to each address, number and device, in the order of channels', async () => {
    const { status, body } = await post(alert({ createdOn: '2026-06-04T08:50:00Z', severity: 'critical' }));
    expect(status).toBe(200);
    expect(body).toEqual({
      message: 'Alert processing completed',
      status: 'Success',
      success: [
        'email:asha@works.example',
        'email:control@works.example',
        'sms:+919876543210',
        'chat-messaging:+919876543210',
        `web:V2_${sender.industryId}`,
      ],
      failed: [`push:T-${ravi.userId}`],
      problems: [{ entry: `push:T-${ravi.userId}`, problem: expect.any(String) }],
    });
    const [first] = newMails();
    expect(newMails().map(({ recipients }) => recipients)).toEqual([['asha@works.example'], ['control@works.example']]);
    expect(first?.mail.subject?.replaceAll('\u00a0', ' ')).toMatch(
      /^Main inlet: 214 KL above the daily limit since 08:50, as reported by \w+$/,
    );
    expect(first?.mail.text?.split('\n')[0]).toContain('Check who uses this water.');
    const [, link = 'none'] = /href="https:\/\/water\.example\.org(\/[^"]+)"/.exec(String(first?.mail.html)) ?? [];
    const page = await app.request(link);
    expect({ link, status: page.status, to: page.headers.get('location') }).toEqual({
      link: expect.stringMatching(/^\/app\/alerts\/incident\?id=/),
      status: 303,
      to: expect.stringContaining('/app/login'),
    });
    expect(texts.sent.find(({ to }) => to === '+919876543210')?.text).toContain(
      'Critical: Main inlet: 214 KL above the daily limit',
    );
    expect(texts.sent.some(({ to }) => to === 'whatsapp:+919876543210')).toBe(true);
  });

  it('leaves a notification and an event for open pages', async () => {
    await post(alert({ title: 'Night use' }));
    const [event] = await context.database.execute<{ name: string; payload: Json }>(
      'SELECT name, payload FROM alerting.web_event WHERE channel = $1 ORDER BY event_key DESC LIMIT 1',
      [`V2_${sender.industryId}`],
    );
    expect(event).toMatchObject({ name: 'alert', payload: { unitId: 'M1', alertType: 'unit_threshold', value: 1214 } });
    const notifications = await context.database.execute<Json>(
      `SELECT title, type, priority FROM alerting.notification WHERE industry_key = $1 AND data ->> 'alertId' = $2`,
      [sender.industryKey, event?.payload['alertId']],
    );
    expect(notifications).toEqual([{ title: event?.payload['title'], type: 'threshold', priority: 'medium' }]);
  });

  it('gives the first answer again for the same alert, and sends nothing', async () => {
    const body = alert({ createdOn: '2026-06-04T09:00:00Z' });
    const first = await post(body);
    mailsBefore = mails.received.length;
    expect(await post(body)).toEqual(first);
    expect(await post({ ...body, meta: { ...ALERT, currentValue: 7 } })).toEqual(first);
    expect(newMails()).toEqual([]);
    expect((await post(alert({ createdOn: '2026-06-04T09:00:01Z' }))).status).toBe(200);
    expect(newMails().length).toBe(2);
  });

  it('tells those of the same alert who were not told, and answers for the recipients of the request alone', async () => {
    const body = alert({ createdOn: '2026-06-04T09:20:00Z' });
    const none = { message: 'Alert processing completed', status: 'Success', success: [], failed: [], problems: [] };
    expect((await post({ ...body, recipients: [] })).body).toEqual(none);
    const web = `web:V2_${sender.industryId}`;
    const [mailOfAsha, shared] = ['email:asha@works.example', 'email:control@works.example'];
    const ofAsha = { ...body, recipients: [{ userId: asha.userId }] };
    const ofRavi = { ...body, recipients: [{ userId: ravi.userId }, { userId: 'nobody' }] };
    expect((await post(ofAsha)).body['success']).toEqual([mailOfAsha, shared, web]);
    expect(newMails().map(({ recipients }) => recipients)).toEqual([['asha@works.example'], ['control@works.example']]);

    mailsBefore = mails.received.length;
    const textsBefore = texts.sent.length;
    const second = await post(ofRavi);
    expect(second.body).toMatchObject({
      success: [shared, 'sms:+919876543210', 'chat-messaging:+919876543210', web],
      failed: ['user:nobody', `push:T-${ravi.userId}`],
    });
    expect([newMails().length, texts.sent.length - textsBefore]).toEqual([0, 2]);

    expect(await post(ofRavi)).toEqual(second);
    expect((await post({ ...body, recipients: [] })).body).toEqual(none);
    expect((await post(body)).body['success']).toEqual([
      mailOfAsha,
      shared,
      'sms:+919876543210',
      'chat-messaging:+919876543210',
      web,
    ]);
    expect([newMails().length, texts.sent.length - textsBefore]).toEqual([0, 2]);
    const [told] = await context.database.execute<{ notifications: string; events: string }>(
      `SELECT (SELECT count(*) FROM alerting.notification n JOIN alerting.incident i USING (incident_key)
               WHERE i.request_created_on = '2026-06-04T09:20:00Z') AS notifications,
              (SELECT count(*) FROM alerting.web_event e JOIN alerting.incident i ON e.payload ->> 'alertId' = i.incident_id::text
               WHERE i.request_created_on = '2026-06-04T09:20:00Z') AS events`,
    );
    expect([Number(told?.notifications), Number(told?.events)]).toEqual([1, 1]);
  });

  it('tells nobody of the same alert again who has another address since; who has the first one now is told', async () => {
    const lina = await mintUser(context, { industryId: sender.industryId });
    const to = (emailIds: readonly string[]) =>
      context.database.execute('UPDATE tenant.app_user SET email_ids = $2 WHERE user_key = $1', [
        lina.userKey,
        emailIds,
      ]);
    const body = alert({ createdOn: '2026-06-04T09:30:00Z', recipients: [{ userId: lina.userId }] });
    const web = `web:V2_${sender.industryId}`;
    await to([]);
    expect((await post(body)).body['success']).toEqual([web]);
    await to(['lina@works.example']);
    const first = await post(body);
    expect(first.body['success']).toEqual(['email:lina@works.example', web]);
    await to(['lina@elsewhere.example']);
    expect(await post(body)).toEqual(first);
    expect(newMails().map(({ recipients }) => recipients)).toEqual([['lina@works.example']]);
  });

  it('shares the messages of requests that come at once', async () => {
    const body = alert({ createdOn: '2026-06-04T09:40:00Z' });
    const ofAsha = { ...body, recipients: [{ userId: asha.userId }] };
    const answers = await Promise.all([post(body), post(ofAsha), post(body), post(ofAsha)]);
    expect(
      newMails()
        .map(({ recipients }) => String(recipients))
        .sort(),
    ).toEqual(['asha@works.example', 'control@works.example']);
    expect(answers[2]).toEqual(answers[0]);
    expect(answers[3]).toEqual(answers[1]);
    expect([answers[0]?.body['success'], answers[1]?.body['success']].map((all) => (all as string[]).length)).toEqual([
      5, 3,
    ]);
  });

  it('without createdOn is another alert each time', async () => {
    await post(alert());
    await post(alert());
    expect(newMails().length).toBe(4);
  });

  it('refuses createdOn that is more than 24 hours in the future, and says so', async () => {
    const inADay = (seconds: number): string =>
      `${new Date(context.clock.now() + 86_400_000 + seconds * 1000).toISOString().slice(0, 19)}Z`;
    const late = inADay(2);
    const { status, body } = await post(alert({ createdOn: late }));
    expect([status, body['message'], body['errors']]).toEqual([
      400,
      `Invalid 'createdOn': is '${late}', more than 24 hours in the future`,
      [{ field: 'createdOn', problem: `is '${late}', more than 24 hours in the future` }],
    ]);
    expect((await post(alert({ createdOn: inADay(-2) }))).status).toBe(200);
  });

  it('dispatches an alert type of whatever category for any unit', async () => {
    const { status, body } = await post(alert({ meta: { alertType: 'quality_threshold', parameter: 'pH' } }));
    expect([status, body['message']]).toEqual([200, 'Alert processing completed']);
  });

  it.each([['2026-06-04'], ['2026-06-04T09:00:00+05:30'], ['2026-13-04T09:00:00Z'], [''], [17]])(
    'refuses createdOn %j before anything else',
    async (createdOn) => {
      const { status, body } = await post({ createdOn, unitId: 'NO_SUCH', meta: { alertType: 'nonsense' } });
      expect([status, body['status_code'], body['message']]).toEqual([
        400,
        400,
        'Timestamp for createdOn is not in the correct format. Use YYYY-MM-DDTHH:MM:SSZ',
      ]);
    },
  );

  it.each([['NO_SUCH'], [''], [undefined], [null], [5], [['M1']]])(
    'refuses unit %j before it looks at anything but createdOn',
    async (unitId) => {
      const { status, body } = await post({ unitId, meta: { alertType: 'nonsense' } });
      const shown = typeof unitId === 'string' || unitId == null ? (unitId ?? '') : JSON.stringify(unitId);
      expect([status, body['status_code'], body['message']]).toEqual([
        404,
        404,
        `Invalid unitId ${shown} or you do not have permission to access this unit.`,
      ]);
    },
  );

  it('dispatches nothing for an alert type that nobody knows', async () => {
    expect(await post(alert({ meta: { alertType: 'nonsense' } }))).toEqual({
      status: 200,
      body: { message: 'Alert type not implemented', status: 'Success', success: [], failed: [], problems: [] },
    });
    expect(newMails()).toEqual([]);
  });

  it.each([
    ['type', { type: undefined }],
    ['type', { type: 5 }],
    ['meta', { meta: undefined }],
    ['meta.alertType', { meta: {} }],
    ['recipients', { recipients: 'asha' }],
    ['recipients[0].userId', { recipients: [{}] }],
    ['meta.threshold', { meta: { ...ALERT, threshold: 'much' } }],
    ['severity', { severity: 'awful' }],
  ])('answers 400 and names %s where the shape is wrong', async (field, more) => {
    const { status, body } = await post(alert(more));
    expect([status, body['status_code'], body['message']]).toEqual([400, 400, expect.stringContaining(`'${field}'`)]);
    expect(newMails()).toEqual([]);
  });

  it.each([[[]], [undefined], [null]])('dispatches nothing for recipients %j', async (recipients) => {
    expect((await post(alert({ recipients }))).body).toMatchObject({
      message: 'Alert processing completed',
      success: [],
      failed: [],
    });
  });

  it("names users that are not the industry's, and sends them nothing", async () => {
    const { body } = await post(
      alert({ recipients: [{ userId: stranger.userId }, { userId: 'nobody' }, { userId: asha.userId }] }),
    );
    expect(body['failed']).toEqual([`user:${stranger.userId}`, 'user:nobody']);
    expect(body['success']).toEqual([
      'email:asha@works.example',
      'email:control@works.example',
      `web:V2_${sender.industryId}`,
    ]);
    expect(mails.received.flatMap(({ recipients }) => recipients)).not.toContain('stranger@elsewhere.example');
  });

  it('reads addresses when it sends', async () => {
    const lina = await mintUser(context, { industryId: sender.industryId });
    const to = (emailIds: readonly string[]) =>
      context.database.execute('UPDATE tenant.app_user SET email_ids = $2 WHERE user_key = $1', [
        lina.userKey,
        emailIds,
      ]);
    await to(['old@works.example']);
    await login(app, lina);
    await to(['new@works.example']);
    const { body } = await post(alert({ recipients: [{ userId: lina.userId }] }));
    expect(body['success']).toEqual(['email:new@works.example', `web:V2_${sender.industryId}`]);
  });

  it('is for another industry when an operator names it, and only then', async () => {
    const headers = { targetIndustryId: sender.industryId };
    const { status, body } = await post(alert(), { as: operatorToken, headers });
    expect([status, (body['success'] as string[]).length]).toEqual([200, 5]);
    const other = await mintUser(context, { permissions: ['alerts:write'], role: 'admin' });
    const refused = await post(alert(), { as: (await login(app, other)).token, headers });
    expect([refused.status, refused.body['message']]).toEqual([
      403,
      "'targetIndustryId': only operators may act on another industry",
    ]);
    const own = await post(alert(), { as: operatorToken });
    expect(own.status).toBe(404);
  });

  it.each([
    ['malformed', '{"type": "threshold",', 'The request body is not valid JSON'],
    ['missing', '', 'The request body is missing'],
  ])('answers 400 to a body that is %s, as to one that does not fit', async (_, body, message) => {
    const response = await app.request('/api/user/alerts', {
      method: 'POST',
      headers: { ...bearer(token), ...(body === '' ? {} : { 'content-type': 'application/json' }) },
      body,
    });
    expect([response.status, await response.json()]).toEqual([
      400,
      expect.objectContaining({ status_code: 400, message }),
    ]);
  });

  it('needs the permission alerts:write', async () => {
    const { status, body } = await post(alert(), { as: (await login(app, asha)).token });
    expect([status, body['message']]).toEqual([401, 'Access denied. Missing required permissions: alerts:write']);
  });

  it('tells that a device is back online, of which nothing is to be done', async () => {
    await post(alert({ createdOn: '2026-06-04T09:10:00Z', meta: { alertType: 'device_status', status: 'online' } }));
    const [first] = newMails();
    expect([first?.mail.subject, first?.mail.text?.split('\n')[0]]).toEqual([
      expect.stringMatching(/^Main inlet: sends again since 09:10, as reported by \w+$/),
      'Nothing to do: the incident is over.',
    ]);
  });
});

describe('POST /api/user/alerts with a definition', () => {
  it('defines a rule of the industry, and tells every mistake of one that does not fit', async () => {
    const rule = {
      title: 'Night use',
      severity: 'high',
      condition: { parameter: 'flow', operator: 'greater_than', threshold: 10 },
      units: ['M1'],
      channels: { email: { enabled: true, recipients: ['asha@works.example'] } },
    };
    const refused = await post({ ...rule, units: ['NO_SUCH'], severity: 'awful' });
    expect([refused.status, refused.body['status_code'], (refused.body['errors'] as Json[]).length]).toEqual([
      400, 1430, 3,
    ]);
    const direct = await post({ title: 'Silent', severity: 'low', alertType: 'device_status' });
    expect(direct).toEqual({
      status: 200,
      body: {
        status: 'success',
        status_code: 200,
        message: 'Alert created successfully',
        data: { alertId: expect.any(String), createdAt: '2026-06-04T12:10:00.000Z' },
      },
    });
    const response = await app.request('/api/user/alerts/rules', { headers: bearer(token) });
    const { data } = (await response.json()) as { data: { rules: Json[] } };
    expect(data.rules.map(({ title }) => title)).toEqual(['Silent']);
    expect(newMails()).toEqual([]);
  });
});

describe('a channel', () => {
  it('that is out of reach holds up no other; it is listed as failed and tried again', async () => {
    const away = testApp(context, {
      email: { ...mails.settings, url: 'smtp://127.0.0.1:1' },
      sms: texts.settings,
    });
    const { token: own } = await login(away, sender);
    const sentBefore = texts.sent.length;
    const response = await away.request('/api/user/alerts', {
      method: 'POST',
      headers: { ...bearer(own), 'content-type': 'application/json' },
      body: JSON.stringify(alert()),
    });
    const body = (await response.json()) as { success: string[]; failed: string[]; problems: { problem: string }[] };
    expect(body.success).toEqual(['sms:+919876543210', `web:V2_${sender.industryId}`]);
    expect(body.failed).toEqual([
      'email:asha@works.example',
      'email:control@works.example',
      'chat-messaging:+919876543210',
      `push:T-${ravi.userId}`,
    ]);
    expect(body.problems[0]?.problem).toMatch(/cannot be reached.*it is tried again/);
    expect(body.problems[2]?.problem).toBe('Chat messages are not set up on this server');
    expect(texts.sent.length).toBe(sentBefore + 1);
  });
});
