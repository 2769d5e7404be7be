import { shownWebhook } from '../../../../../src/alerts/rules/webhook-address.ts';
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { COMMAND } from '../../../../../src/platform/login/rules/caller.ts';
import type { NewIncident } from '../../../../../src/alerts/rules/incident-record.ts';
import { noQueue } from '../../../../../src/platform/queue/client.ts';
import { addAlertRule } from '../../../../../src/alerts/manage-rules.ts';
import { findIndustry } from '../../../../../src/platform/directory/store/industries.ts';
import { addIncident } from '../../../../../src/alerts/store/incident-writes.ts';
import { holdIncident, transitionsOf } from '../../../../../src/alerts/store/incidents.ts';
import { testContext, type TestContext } from '../../../../support/database.ts';
import {
  bearer,
  login,
  mintUser,
  type MintedUser,
  testApp,
  type TestApp,
} from '../../../../service/support/app-fixture.ts';

const NOW = '2026-01-16T00:45:00Z';
let context: TestContext;
let app: TestApp;
let user: MintedUser;
let token: string;
beforeAll(async () => {
  context = await testContext(NOW);
  app = testApp(context);
  user = await mintUser(context, { permissions: ['alerts:write'] });
  ({ token } = await login(app, user));
});

interface Answer {
  readonly status: number;
  readonly etag: string | null;
  readonly body: { readonly message: string; readonly status_code: number; readonly data?: Record<string, unknown> };
}
async function send(method: string, path: string, body?: unknown, headers: object = {}): Promise<Answer> {
  const response = await app.request(`/api/user/alerts/${path}`, {
    method,
    headers: { ...bearer(token), ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  // An answer of this service has these fields.
  return {
    status: response.status,
    etag: response.headers.get('etag'),
    body: (await response.json()) as Answer['body'],
  };
}

const BODY = {
  title: 'Silent',
  severity: 'low',
  alertType: 'water_balance_leakage',
  settings: { toleranceShare: 0.2 },
};

/** A rule of the user's industry; `POST /api/user/alerts` defines them through the same service. */
async function mintRule() {
  const industry = await findIndustry(context.database, user.industryId, context.clock.now());
  if (industry === null) throw new Error('The user has an industry.');
  return {
    industry,
    ...(await addAlertRule(context, noQueue, industry, BODY, { ...COMMAND, userId: user.userId })),
  };
}

async function mintIncident(more: Partial<NewIncident> = {}): Promise<string> {
  const incidentId = randomUUID();
  await addIncident(context.database, user.industryKey, {
    incidentId,
    ruleKey: null,
    origin: 'request',
    alertType: 'water_balance_leakage',
    type: 'leak',
    unitKey: null,
    windowStart: null,
    severity: 'low',
    title: 'Leak',
    description: null,
    state: 'open',
    isLate: false,
    openedAt: context.clock.now(),
    detectedAt: context.clock.now(),
    closedAt: null,
    value: null,
    peak: null,
    threshold: null,
    unitText: null,
    parameter: null,
    litres: null,
    evidence: {},
    requestCreatedOn: null,
    ...more,
  });
  return incidentId;
}

describe('rules of alerts', () => {
  it('are listed and read by id, with their version as ETag', async () => {
    const { ruleId } = await mintRule();
    const listed = (await send('GET', 'rules')).body.data;
    const shown = {
      alertId: ruleId,
      version: 1,
      alertType: 'water_balance_leakage',
      title: 'Silent',
      severity: 'low',
      scope: { kind: 'industry', ids: [] },
      settings: { toleranceShare: 0.2, nights: 3 },
      isEnabled: true,
      createdBy: user.userId,
      createdAt: '2026-01-16T00:45:00.000Z',
    };
    expect(listed?.['rules']).toContainEqual(expect.objectContaining(shown));
    expect(await send('GET', `rules/${ruleId}`)).toMatchObject({ status: 200, etag: '"1"', body: { data: shown } });
  });

  it('are defined anew and deleted, also only while nobody else has done so', async () => {
    const { ruleId } = await mintRule();
    const changed = { ...BODY, title: 'Loud' };
    expect(await send('PUT', ruleId, changed, { 'If-Match': '"2"' })).toMatchObject({
      status: 412,
      body: {
        message: "The rule was saved by somebody else meanwhile: 'If-Match' asks for version 2, in force is version 1",
      },
    });
    expect(await send('PUT', ruleId, changed, { 'If-Match': '"1"' })).toMatchObject({
      status: 200,
      etag: '"2"',
      body: {
        message: 'Alert updated successfully',
        data: { alertId: ruleId, createdAt: '2026-01-16T00:45:00.000Z' },
      },
    });
    expect((await send('GET', `rules/${ruleId}`)).body.data).toMatchObject({ title: 'Loud' });
    expect((await send('DELETE', ruleId, undefined, { 'If-Match': '"1"' })).status).toBe(412);
    expect(await send('DELETE', ruleId)).toMatchObject({
      status: 200,
      body: { message: 'Alert deleted successfully' },
    });
    expect((await send('GET', `rules/${ruleId}`)).status).toBe(404);
    expect((await send('DELETE', ruleId)).status).toBe(404);
  });

  it('with mistakes are refused whole: 1430', async () => {
    const { ruleId } = await mintRule();
    const answer = await send('PUT', ruleId, { ...BODY, title: '', severity: 'x' });
    expect(answer).toMatchObject({
      status: 400,
      body: { status_code: 1430, errors: [{ field: 'title' }, { field: 'severity' }] },
    });
    expect((await send('GET', `rules/${ruleId}`)).body.data).toMatchObject({ version: 1, title: 'Silent' });
  });

  it.each(['https://127.0.0.1/hook?key=K', 'https://[::1]/hook', 'https://0x0a000001/hook'])(
    'whose chat space is at %s, in a private network, are refused as they are saved',
    async (webhookUrl) => {
      const { ruleId } = await mintRule();
      const chat = { enabled: true, webhookUrl };
      const answer = await send('PUT', ruleId, {
        ...BODY,
        channels: { chat },
        escalation: [{ afterMinutes: 5, channels: { chat } }],
      });
      expect(answer).toMatchObject({
        status: 400,
        body: {
          status_code: 1430,
          message: expect.stringMatching(
            /^Invalid 'body': 'channels\.chat\.webhookUrl' is at "[\d.:]+" in a private network, allowed is a public/,
          ) as string,
          errors: [{ field: 'channels.chat.webhookUrl' }, { field: 'escalation[0].channels.chat.webhookUrl' }],
        },
      });
      expect(JSON.stringify(answer.body)).not.toContain('key=K');
      const name = { ...BODY, channels: { chat: { enabled: true, webhookUrl: 'https://chat.example/hook' } } };
      expect((await send('PUT', ruleId, name)).status).toBe(200);
    },
  );

  it('whose chat space is at a plain address are refused as they are saved', async () => {
    const { ruleId } = await mintRule();
    const chat = { enabled: true, webhookUrl: 'http://chat.example/hook?key=K' };
    expect(await send('PUT', ruleId, { ...BODY, channels: { chat } })).toMatchObject({
      status: 400,
      body: {
        message: "Invalid 'body': 'channels.chat.webhookUrl' is plain http at \"chat.example\", allowed is https",
      },
    });
  });

  it('keep the key of their chat space, which nobody is shown, and show recipients to those who may change them', async () => {
    const { ruleId } = await mintRule();
    const channels = {
      email: { enabled: true, recipients: ['asha@works.example'] },
      chat: { enabled: true, webhookUrl: 'https://chat.example/hook?key=K' },
    };
    await send('PUT', ruleId, { ...BODY, channels });
    const shown = (await send('GET', `rules/${ruleId}`)).body.data;
    const asShown = { ...channels, chat: { enabled: true, webhookUrl: shownWebhook(channels.chat.webhookUrl) } };
    expect(shown?.['channels']).toEqual(asShown);
    expect((await send('PUT', ruleId, { ...BODY, title: 'Anew', channels: asShown })).status).toBe(200);
    const rows = await context.database.execute<{ url: string }>(
      "SELECT channels->'chat'->>'webhookUrl' AS url FROM alerting.rule WHERE rule_id = $1",
      [ruleId],
    );
    expect(rows).toEqual([{ url: channels.chat.webhookUrl }]);

    const guest = await mintUser(context, { industryId: user.industryId, role: 'guest', permissions: [] });
    const headers = bearer((await login(app, guest)).token);
    for (const path of ['rules', `rules/${ruleId}`]) {
      const text = await (await app.request(`/api/user/alerts/${path}`, { headers })).text();
      expect(text).toContain('"email":{"enabled":true,"count":1}');
      expect(text).not.toMatch(/asha@works|chat\.example/);
    }
  });

  it('whose recipient no mail could be sent to are refused as they are saved', async () => {
    const { ruleId } = await mintRule();
    for (const recipient of ['a@b,c@d', 'Shift <shift@works.example>', 'a@b@c'])
      expect(
        await send('PUT', ruleId, { ...BODY, channels: { email: { enabled: true, recipients: [recipient] } } }),
      ).toMatchObject({
        status: 400,
        body: { status_code: 1430, errors: [{ field: 'channels.email.recipients[0]' }] },
      });
  });

  it('resolve what is open once they watch something else, and leave it when only their recipients change', async () => {
    const { ruleId, ruleKey } = await mintRule();
    const alertId = await mintIncident({ ruleKey, origin: 'rule', type: 'rule' });
    const stateOf = async () => (await holdIncident(context.database, user.industryKey, alertId))?.state;
    await send('PUT', ruleId, { ...BODY, channels: { web: { enabled: false } } });
    expect(await stateOf()).toBe('open');
    await send('PUT', ruleId, { ...BODY, settings: { toleranceShare: 0.3 } });
    expect(await stateOf()).toBe('resolved');
  });

  it.each(['nothing', randomUUID()])('of id %s are not found', async (id) => {
    for (const [method, path, body] of [
      ['GET', `rules/${id}`],
      ['PUT', id, BODY],
      ['DELETE', id],
      ['POST', `${id}/acknowledge`],
      ['PUT', `${id}/assignee`, { userId: user.userId }],
      ['POST', `${id}/comments`, { text: 'It drips' }],
      ['POST', `${id}/snooze`, { minutes: 5 }],
      ['POST', `${id}/resolve`],
    ] as const)
      expect(await send(method, path, body)).toMatchObject({
        status: 404,
        body: { message: `Invalid alertId ${id} or you do not have permission to access this alert.` },
      });
  });
});

describe('an alert that is open', () => {
  it('is acknowledged by the first who says so', async () => {
    const alertId = await mintIncident();
    const shown = {
      alertId,
      status: 'active',
      acknowledgedAt: '2026-01-16T00:45:00.000Z',
      acknowledgedBy: user.userId,
      acknowledgedByName: user.username,
      assigneeId: null,
      assigneeName: null,
      snoozedUntil: null,
      resolvedAt: null,
    };
    expect(await send('POST', `${alertId}/acknowledge`)).toMatchObject({ status: 200, body: { data: shown } });
    expect((await send('POST', `${alertId}/acknowledge`)).body.data).toEqual(shown);
    const incident = await holdIncident(context.database, user.industryKey, alertId);
    const kinds = (await transitionsOf(context.database, user.industryKey, incident?.incidentKey ?? 0)).map(
      ({ kind, actorUserId }) => [kind, actorUserId],
    );
    expect(kinds).toEqual([
      ['fired', null],
      ['acknowledged', user.userId],
    ]);
  });

  it('is snoozed for some minutes', async () => {
    const alertId = await mintIncident();
    expect((await send('POST', `${alertId}/snooze`, { minutes: 30 })).body.data).toMatchObject({
      snoozedUntil: '2026-01-16T01:15:00.000Z',
    });
    expect(await send('POST', `${alertId}/snooze`, { minutes: 0 })).toMatchObject({
      status: 400,
      body: { status_code: 1430, message: "Invalid 'minutes': '0' is not 1 or more" },
    });
  });

  it('is snoozed until an instant of the next 30 days', async () => {
    const alertId = await mintIncident();
    const until = async (instant: string) => (await send('POST', `${alertId}/snooze`, { until: instant })).status;
    expect(await until('2026-01-16T00:45:00Z')).toBe(400);
    expect(await until('2026-02-15T00:45:00.001Z')).toBe(400);
    expect(await until('2026-02-15T06:15:00+05:30')).toBe(200);
    expect((await send('POST', `${alertId}/snooze`, { minutes: 5, until: '2026-01-17T00:00:00Z' })).status).toBe(400);
    expect((await send('POST', `${alertId}/snooze`, {})).status).toBe(400);
  });

  it('keeps what people did, with their names and words, also once it is over', async () => {
    const alertId = await mintIncident();
    const colleague = await mintUser(context, { industryId: user.industryId });
    const stranger = await mintUser(context);
    expect((await send('PUT', `${alertId}/assignee`, { userId: stranger.userId })).status).toBe(404);
    await send('POST', `${alertId}/acknowledge`, { note: 'Seen' });
    await send('PUT', `${alertId}/assignee`, { userId: colleague.userId, note: 'Please' });
    await send('POST', `${alertId}/resolve`, { reason: 'Mended' });
    await send('POST', `${alertId}/comments`, { text: 'It was the gateway' });
    const { data } = (await send('GET', alertId)).body;
    expect(data).toMatchObject({ assigneeId: colleague.userId, assigneeName: colleague.username });
    expect(data?.['transitions']).toMatchObject([
      { kind: 'fired', by: null },
      { kind: 'acknowledged', byName: user.username, detail: { note: 'Seen' } },
      { kind: 'assigned', detail: { note: 'Please' }, assigneeName: colleague.username },
      { kind: 'resolved', detail: { reason: 'Mended' } },
      { kind: 'commented', detail: { text: 'It was the gateway' } },
    ]);
    const listed = async (query: string) => {
      const { alerts } = (await send('GET', `?${query}&limit=1000`)).body.data as { alerts: { alertId: string }[] };
      return alerts.some((one) => one.alertId === alertId);
    };
    expect(await listed(`assignee=${colleague.userId}`)).toBe(true);
    expect(await listed('assignee=me')).toBe(false);
    expect(await listed('status=resolved&assignee=none')).toBe(false);
  });

  it('is handed on as reported, where somebody reported it', async () => {
    const evidence = { reportedBy: 'gateway', checked: { verdict: 'unchecked' } };
    const alertId = await mintIncident({ title: 'It drips', evidence });
    const colleague = await mintUser(context, { industryId: user.industryId });
    await send('PUT', `${alertId}/assignee`, { userId: colleague.userId });
    const [told] = await context.database.execute<{ title: string }>(
      `SELECT title FROM alerting.notification WHERE industry_key = $1 AND data ->> 'alertId' = $2`,
      [user.industryKey, alertId],
    );
    expect(told?.title).toMatch(/: It drips, as reported by gateway$/);
  });

  it('is resolved by hand once', async () => {
    const alertId = await mintIncident();
    expect((await send('POST', `${alertId}/resolve`)).body.data).toMatchObject({
      status: 'resolved',
      resolvedAt: '2026-01-16T00:45:00.000Z',
    });
    expect(await send('POST', `${alertId}/resolve`)).toMatchObject({
      status: 400,
      body: { message: `Invalid 'alertId': '${alertId}' is resolved, allowed is an alert that is open` },
    });
  });
});
