import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bearer, login, mintUser, testApp } from '../../../../service/support/app-fixture.ts';
import { ALERT, type DispatchSite, dispatchSite } from './support/dispatch-site.ts';

type Json = Record<string, unknown>;

let site: DispatchSite;
beforeAll(async () => {
  site = await dispatchSite();
});
afterAll(() => site.stop());
beforeEach(() => site.forgetMails());

describe('POST /api/user/alerts', () => {
  it('sends one message to each address, number and device, in the order of channels', async () => {
    const { status, body } = await site.post(site.alert({ createdOn: '2026-06-04T08:50:00Z', severity: 'critical' }));
    expect(status).toBe(200);
    expect(body).toEqual({
      message: 'Alert processing completed',
      status: 'Success',
      success: [
        'email:asha@works.example',
        'email:control@works.example',
        'sms:+919876543210',
        'chat-messaging:+919876543210',
        `web:V2_${site.sender.industryId}`,
      ],
      failed: [`push:T-${site.ravi.userId}`],
      problems: [{ entry: `push:T-${site.ravi.userId}`, problem: expect.any(String) }],
    });
    const [first] = site.newMails();
    expect(site.newMails().map(({ recipients }) => recipients)).toEqual([
      ['asha@works.example'],
      ['control@works.example'],
    ]);
    expect(first?.mail.subject?.replaceAll('\u00a0', ' ')).toMatch(
      /^Main inlet: 214 KL above the daily limit since 08:50, as reported by \w+$/,
    );
    expect(first?.mail.text?.split('\n')[0]).toContain('Check who uses this water.');
    const [, link = 'none'] = /href="https:\/\/water\.example\.org(\/[^"]+)"/.exec(String(first?.mail.html)) ?? [];
    const page = await site.app.request(link);
    expect({ link, status: page.status, to: page.headers.get('location') }).toEqual({
      link: expect.stringMatching(/^\/app\/alerts\/incident\?id=/),
      status: 303,
      to: expect.stringContaining('/app/login'),
    });
    expect(site.texts.sent.find(({ to }) => to === '+919876543210')?.text).toContain(
      'Critical: Main inlet: 214 KL above the daily limit',
    );
    expect(site.texts.sent.some(({ to }) => to === 'whatsapp:+919876543210')).toBe(true);
  });

  it('leaves a notification and an event for open pages', async () => {
    await site.post(site.alert({ title: 'Night use' }));
    const [event] = await site.context.database.execute<{ name: string; payload: Json }>(
      'SELECT name, payload FROM alerting.web_event WHERE channel = $1 ORDER BY event_key DESC LIMIT 1',
      [`V2_${site.sender.industryId}`],
    );
    expect(event).toMatchObject({ name: 'alert', payload: { unitId: 'M1', alertType: 'unit_threshold', value: 1214 } });
    const notifications = await site.context.database.execute<Json>(
      `SELECT title, type, priority FROM alerting.notification WHERE industry_key = $1 AND data ->> 'alertId' = $2`,
      [site.sender.industryKey, event?.payload['alertId']],
    );
    expect(notifications).toEqual([{ title: event?.payload['title'], type: 'threshold', priority: 'medium' }]);
  });

  it('refuses createdOn that is more than 24 hours in the future, and says so', async () => {
    const inADay = (seconds: number): string =>
      `${new Date(site.context.clock.now() + 86_400_000 + seconds * 1000).toISOString().slice(0, 19)}Z`;
    const late = inADay(2);
    const { status, body } = await site.post(site.alert({ createdOn: late }));
    expect([status, body['message'], body['errors']]).toEqual([
      400,
      `Invalid 'createdOn': is '${late}', more than 24 hours in the future`,
      [{ field: 'createdOn', problem: `is '${late}', more than 24 hours in the future` }],
    ]);
    expect((await site.post(site.alert({ createdOn: inADay(-2) }))).status).toBe(200);
  });

  it('dispatches an alert type of whatever category for any unit', async () => {
    const { status, body } = await site.post(site.alert({ meta: { alertType: 'quality_threshold', parameter: 'pH' } }));
    expect([status, body['message']]).toEqual([200, 'Alert processing completed']);
  });

  it.each([['2026-06-04'], ['2026-06-04T09:00:00+05:30'], ['2026-13-04T09:00:00Z'], [''], [17]])(
    'refuses createdOn %j before anything else',
    async (createdOn) => {
      const { status, body } = await site.post({ createdOn, unitId: 'NO_SUCH', meta: { alertType: 'nonsense' } });
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
      const { status, body } = await site.post({ unitId, meta: { alertType: 'nonsense' } });
      const shown = typeof unitId === 'string' || unitId == null ? (unitId ?? '') : JSON.stringify(unitId);
      expect([status, body['status_code'], body['message']]).toEqual([
        404,
        404,
        `Invalid unitId ${shown} or you do not have permission to access this unit.`,
      ]);
    },
  );

  it('dispatches nothing for an alert type that nobody knows', async () => {
    expect(await site.post(site.alert({ meta: { alertType: 'nonsense' } }))).toEqual({
      status: 200,
      body: { message: 'Alert type not implemented', status: 'Success', success: [], failed: [], problems: [] },
    });
    expect(site.newMails()).toEqual([]);
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
    const { status, body } = await site.post(site.alert(more));
    expect([status, body['status_code'], body['message']]).toEqual([400, 400, expect.stringContaining(`'${field}'`)]);
    expect(site.newMails()).toEqual([]);
  });

  it.each([[[]], [undefined], [null]])('dispatches nothing for recipients %j', async (recipients) => {
    expect((await site.post(site.alert({ recipients }))).body).toMatchObject({
      message: 'Alert processing completed',
      success: [],
      failed: [],
    });
  });

  it("names users that are not the industry's, and sends them nothing", async () => {
    const { body } = await site.post(
      site.alert({
        recipients: [{ userId: site.stranger.userId }, { userId: 'nobody' }, { userId: site.asha.userId }],
      }),
    );
    expect(body['failed']).toEqual([`user:${site.stranger.userId}`, 'user:nobody']);
    expect(body['success']).toEqual([
      'email:asha@works.example',
      'email:control@works.example',
      `web:V2_${site.sender.industryId}`,
    ]);
    expect(site.mails.received.flatMap(({ recipients }) => recipients)).not.toContain('stranger@elsewhere.example');
  });

  it('reads addresses when it sends', async () => {
    const lina = await mintUser(site.context, { industryId: site.sender.industryId });
    const to = (emailIds: readonly string[]) =>
      site.context.database.execute('UPDATE tenant.app_user SET email_ids = $2 WHERE user_key = $1', [
        lina.userKey,
        emailIds,
      ]);
    await to(['old@works.example']);
    await login(site.app, lina);
    await to(['new@works.example']);
    const { body } = await site.post(site.alert({ recipients: [{ userId: lina.userId }] }));
    expect(body['success']).toEqual(['email:new@works.example', `web:V2_${site.sender.industryId}`]);
  });

  it('is for another industry when an operator names it, and only then', async () => {
    const headers = { targetIndustryId: site.sender.industryId };
    const { status, body } = await site.post(site.alert(), { as: site.operatorToken, headers });
    expect([status, (body['success'] as string[]).length]).toEqual([200, 5]);
    const other = await mintUser(site.context, { permissions: ['alerts:write'], role: 'admin' });
    const refused = await site.post(site.alert(), { as: (await login(site.app, other)).token, headers });
    expect([refused.status, refused.body['message']]).toEqual([
      403,
      "'targetIndustryId': only operators may act on another industry",
    ]);
    const own = await site.post(site.alert(), { as: site.operatorToken });
    expect(own.status).toBe(404);
  });

  it.each([
    ['malformed', '{"type": "threshold",', 'The request body is not valid JSON'],
    ['missing', '', 'The request body is missing'],
  ])('answers 400 to a body that is %s, as to one that does not fit', async (_, body, message) => {
    const response = await site.app.request('/api/user/alerts', {
      method: 'POST',
      headers: { ...bearer(site.token), ...(body === '' ? {} : { 'content-type': 'application/json' }) },
      body,
    });
    expect([response.status, await response.json()]).toEqual([
      400,
      expect.objectContaining({ status_code: 400, message }),
    ]);
  });

  it('needs the permission alerts:write', async () => {
    const { status, body } = await site.post(site.alert(), { as: (await login(site.app, site.asha)).token });
    expect([status, body['message']]).toEqual([401, 'Access denied. Missing required permissions: alerts:write']);
  });

  it('tells that a device is back online, of which nothing is to be done', async () => {
    await site.post(
      site.alert({ createdOn: '2026-06-04T09:10:00Z', meta: { alertType: 'device_status', status: 'online' } }),
    );
    const [first] = site.newMails();
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
    const refused = await site.post({ ...rule, units: ['NO_SUCH'], severity: 'awful' });
    expect([refused.status, refused.body['status_code'], (refused.body['errors'] as Json[]).length]).toEqual([
      400, 1430, 3,
    ]);
    const direct = await site.post({ title: 'Silent', severity: 'low', alertType: 'device_status' });
    expect(direct).toEqual({
      status: 200,
      body: {
        status: 'success',
        status_code: 200,
        message: 'Alert created successfully',
        data: { alertId: expect.any(String), createdAt: '2026-06-04T12:10:00.000Z' },
      },
    });
    const response = await site.app.request('/api/user/alerts/rules', { headers: bearer(site.token) });
    const { data } = (await response.json()) as { data: { rules: Json[] } };
    expect(data.rules.map(({ title }) => title)).toEqual(['Silent']);
    expect(site.newMails()).toEqual([]);
  });
});

describe('a channel', () => {
  it('that is out of reach holds up no other; it is listed as failed and tried again', async () => {
    const away = testApp(site.context, {
      email: { ...site.mails.settings, url: 'smtp://127.0.0.1:1' },
      sms: site.texts.settings,
    });
    const { token: own } = await login(away, site.sender);
    const sentBefore = site.texts.sent.length;
    const response = await away.request('/api/user/alerts', {
      method: 'POST',
      headers: { ...bearer(own), 'content-type': 'application/json' },
      body: JSON.stringify(site.alert()),
    });
    const body = (await response.json()) as { success: string[]; failed: string[]; problems: { problem: string }[] };
    expect(body.success).toEqual(['sms:+919876543210', `web:V2_${site.sender.industryId}`]);
    expect(body.failed).toEqual([
      'email:asha@works.example',
      'email:control@works.example',
      'chat-messaging:+919876543210',
      `push:T-${site.ravi.userId}`,
    ]);
    expect(body.problems[0]?.problem).toMatch(/cannot be reached.*it is tried again/);
    expect(body.problems[2]?.problem).toBe('Chat messages are not set up on this server');
    expect(site.texts.sent.length).toBe(sentBefore + 1);
  });
});
