import { callsOfOpen, openIncidents } from '../../src/alerts/store/incidents.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { ChannelError } from '../../src/platform/channels/channel.ts';
import type { ChatSpaceChannel } from '../../src/platform/channels/chat-space.ts';
import type { PushChannel } from '../../src/platform/channels/push.ts';
import type { CountMessage } from '../../src/platform/channels/counted.ts';
import type { Querier } from '../../src/platform/database/database.ts';
import type { Industry } from '../../src/kernel/industry/industry.ts';
import { COMMAND } from '../../src/platform/login/rules/caller.ts';
import { requestAlert } from '../../src/alerts/request-alert.ts';
import { dueEscalations } from '../../src/alerts/escalate.ts';
import { noQueue, type QueueClient } from '../../src/platform/queue/client.ts';
import { dispatchIndustry } from '../../src/alerts/dispatch-messages.ts';
import { listRules } from '../../src/alerts/store/alert-rules.ts';
import { listLogs } from '../../src/platform/global-logs/store/global-logs.ts';
import { registerPushToken } from '../../src/platform/login/store/push-tokens.ts';
import { mintUser } from '../service/support/app-fixture.ts';
import { testContext, type TestContext } from '../support/database.ts';
import { unit, works } from '../figures/processing/works.ts';
import { addRule, fire, happens, keptChannel } from './incidents.ts';
import { sweepOf } from './own-sweep.ts';

const NIGHT = { enabled: true, timezone: null, quietHours: { start: '09:00', end: '22:00' }, holdCritical: false };

let context: TestContext;
let industry: Industry;
beforeEach(async () => {
  context = await testContext('2026-06-04T12:10:00Z');
  industry = await works(context, [unit('M1', 'FLOW_CATEGORY')]);
});

it('a chat space that is out of reach is asked once a run, and holds up no other chat space', async () => {
  const asked: string[] = [];
  const space: ChatSpaceChannel = {
    ...keptChannel('chat-space'),
    groupIds: [],
    async sendTo(address) {
      asked.push(address);
      if (address.includes('gone')) throw new ChannelError('unreachable', 'The chat space cannot be reached');
      return { providerId: '' };
    },
  };
  const ruleWith = (webhookUrl: string) =>
    addRule(context, industry, { channels: { chat: { enabled: true, webhookUrl } } });
  const [gone, there] = [await ruleWith('https://gone.example/hook'), await ruleWith('https://there.example/hook')];
  for (let window = 0; window < 3; window += 1) {
    await fire(context, industry, gone, { windowStart: window });
    await fire(context, industry, there, { windowStart: window });
  }
  await dispatchIndustry(
    { context, channels: { web: keptChannel('web'), 'chat-space': space } },
    noQueue,
    industry.industryId,
  );
  expect(asked.sort()).toEqual(['https://gone.example/hook', ...Array<string>(3).fill('https://there.example/hook')]);
});

it('an operator that does not answer is asked once a run, and holds up no other', async () => {
  const [sms, web] = [keptChannel('sms'), keptChannel('web')];
  let asked = 0;
  const hanging = {
    ...sms,
    send: () => {
      asked += 1;
      return Promise.reject(new ChannelError('unconfirmed', 'The operator did not answer'));
    },
  };
  const channels = { sms: { enabled: true, phoneNumbers: ['+919000000001'] } };
  const ruleKey = await addRule(context, industry, { channels });
  for (let windowStart = 0; windowStart < 3; windowStart += 1) await fire(context, industry, ruleKey, { windowStart });
  const dispatch = () => dispatchIndustry({ context, channels: { sms: hanging, web } }, noQueue, industry.industryId);
  await dispatch();
  expect([asked, web.sent.length]).toEqual([1, 3]);
  // Nobody knows of the first one; the others have not left yet.
  await dispatch();
  expect(asked).toBe(2);
});

it.each(['unreachable', 'unconfirmed'] as const)(
  'one number that is %s is left alone for a run, and its operator after the second one',
  async (kind) => {
    const [sms, web] = [keptChannel('sms'), keptChannel('web')];
    const asked: string[] = [];
    const bad = new Set(['+919000000001']);
    const operator = {
      ...sms,
      send: async ({ to }: { readonly to: string }) => {
        asked.push(to);
        if (bad.has(to)) throw new ChannelError(kind, 'No answer about this number');
        return { providerId: '' };
      },
    };
    const dispatch = () =>
      dispatchIndustry({ context, channels: { sms: operator, web } }, noQueue, industry.industryId);
    const fireFor = async (...phoneNumbers: string[]): Promise<void> => {
      for (const number of phoneNumbers) {
        const channels = { sms: { enabled: true, phoneNumbers: [number] } };
        await fire(context, industry, await addRule(context, industry, { channels }));
      }
    };
    await fireFor('+919000000001', '+919000000002', '+919000000001', '+919000000003');
    await dispatch();
    // Everybody else has been told in the same run.
    expect(asked.splice(0)).toEqual(['+919000000001', '+919000000002', '+919000000003']);
    for (const number of ['+919000000004', '+919000000005', '+919000000006']) bad.add(number);
    context.clock.set('2026-06-04T12:10:01Z');
    await fireFor('+919000000004', '+919000000005', '+919000000006');
    await dispatch();
    expect(asked.filter((number) => number >= '+919000000004')).toHaveLength(1);
  },
);

it('a device that has changed hands since gets nothing more of the industry', async () => {
  const other = await works(context, [unit('M1', 'FLOW_CATEGORY')]);
  const [asha, stranger] = [
    await mintUser(context, { industryId: industry.industryId }),
    await mintUser(context, { industryId: other.industryId }),
  ];
  const [kept, moved] = [`kept-${asha.userId}`, `moved-${asha.userId}`];
  const register = (user: typeof asha, deviceId: string, token: string) =>
    context.database.transaction((transaction) =>
      registerPushToken(transaction, {
        userKey: user.userKey,
        deviceId,
        token,
        sid: 'login',
        at: new Date(context.clock.now()),
      }),
    );
  await register(asha, 'phone', kept);
  await register(asha, 'tablet', moved);
  const sent: string[] = [];
  const push: PushChannel = {
    ...keptChannel('push'),
    sendMany: async (tokens) => {
      sent.push(...tokens);
      return tokens.map((token) => ({ token, providerId: 'P', problem: null, isDead: false }));
    },
  };
  const dispatch = () => dispatchIndustry({ context, channels: { push } }, noQueue, industry.industryId);
  const channels = { push: { enabled: true, userIds: [asha.userId] }, web: { enabled: false } };
  const incident = await fire(context, industry, await addRule(context, industry, { channels }));
  await dispatch();
  expect(sent.splice(0).sort()).toEqual([kept, moved]);
  await register(stranger, 'tablet', moved);
  await happens(context, industry, incident, 'recovered');
  await dispatch();
  expect(sent).toEqual([kept]);
  const failed = await context.database.execute(
    "SELECT recipient, problem FROM alerting.delivery WHERE industry_key = $1 AND state = 'failed'",
    [industry.industryKey],
  );
  expect(failed).toEqual([{ recipient: moved, problem: 'The device has another token or another user by now' }]);
});

describe('a message that fails for good', () => {
  const mails = (): Promise<{ state: string; problem: string | null }[]> =>
    context.database.execute(
      "SELECT state, problem FROM alerting.delivery WHERE industry_key = $1 AND channel = 'email' ORDER BY delivery_key",
      [industry.industryKey],
    );
  const logs = () =>
    listLogs(context.database, {
      industryId: industry.industryId,
      unitId: null,
      from: null,
      to: null,
      limit: 10,
      offset: 0,
    });

  it('fails what it was to tell beside its own, so that nobody counts as told of it', async () => {
    const email = keptChannel('email');
    const dispatch = () =>
      dispatchIndustry({ context, channels: { email, web: keptChannel('web') } }, noQueue, industry.industryId);
    const ruleKey = await addRule(context, industry, { schedule: NIGHT });
    const incidents: number[] = [];
    for (let window = 0; window < 3; window += 1) {
      incidents.push(await fire(context, industry, ruleKey, { windowStart: window }));
      await dispatch();
    }
    expect((await mails()).map(({ state }) => state)).toEqual(['queued', 'suppressed', 'suppressed']);
    email.fail('refused');
    context.clock.set('2026-06-04T22:30:00Z');
    await dispatch();
    expect(await mails()).toEqual(Array(3).fill({ state: 'failed', problem: 'The operator is refused' }));
    email.fail(null);
    for (const incident of incidents) await happens(context, industry, incident, 'recovered');
    await dispatch();
    expect(email.sent).toEqual([]);
    expect(await logs()).toMatchObject([
      {
        group: 'alerts',
        title: 'Nobody could be told of an alert',
        description: 'Flow (Unit M1): The operator is refused; '.repeat(3).slice(0, -2),
      },
    ]);
  });

  it('is told to operators where only what it was to tell beside its own has reached nobody', async () => {
    const [email, sms] = [keptChannel('email'), keptChannel('sms')];
    const asha = { email: { enabled: true, recipients: ['asha@works.example'] } };
    const both = { ...asha, sms: { enabled: true, phoneNumbers: ['+919000000001'] } };
    const reached = await addRule(context, industry, { schedule: NIGHT, title: 'Reached', channels: both });
    const unreached = await addRule(context, industry, { schedule: NIGHT, title: 'Unreached', channels: asha });
    const dispatch = () => dispatchIndustry({ context, channels: { email, sms } }, noQueue, industry.industryId);
    for (const [ruleKey, title] of [
      [reached, 'Reached'],
      [unreached, 'Unreached'],
    ] as const) {
      await fire(context, industry, ruleKey, { title });
      await dispatch();
    }
    expect((await mails()).map(({ state }) => state)).toEqual(['queued', 'suppressed']);
    email.fail('refused');
    context.clock.set('2026-06-04T22:30:00Z');
    await dispatch();
    expect(sms.sent).toHaveLength(1);
    expect((await logs()).map(({ description }) => description)).toEqual([
      'Unreached (Unit M1): The operator is refused',
    ]);
  });

  it('that was overdue fails what it was to tell, too, and both are counted', async () => {
    const overdue: string[] = [];
    const countMessage: CountMessage = (channel, outcome) => void overdue.push(`${channel} ${outcome}`);
    const ruleKey = await addRule(context, industry, { schedule: NIGHT });
    const email = keptChannel('email');
    for (let window = 0; window < 2; window += 1) {
      await fire(context, industry, ruleKey, { windowStart: window });
      await dispatchIndustry({ context, channels: { email } }, noQueue, industry.industryId);
    }
    context.clock.set('2026-06-05T12:10:00Z');
    await sweepOf({ context, channels: { email }, countMessage }, industry);
    expect((await mails()).map(({ state }) => state)).toEqual(['failed', 'failed']);
    expect((await logs()).map(({ description }) => description)).toEqual([
      'Flow (Unit M1): It could not be sent for six hours; '.repeat(2).slice(0, -2),
    ]);
    expect(overdue.filter((counted) => counted === 'email overdue')).toHaveLength(2);
  });

  it('of all who were to be told calls the next ones at once, and those once', async () => {
    const next = { email: { enabled: true, recipients: ['ravi@works.example'] } };
    const ruleKey = await addRule(context, industry, { escalation: [{ afterMinutes: 60, channels: next }] });
    const incidentKey = await fire(context, industry, ruleKey);
    const email = keptChannel('email');
    const dispatch = () =>
      dispatchIndustry({ context, channels: { email, web: keptChannel('web') } }, noQueue, industry.industryId);
    const { database, clock } = context;
    const called = async () =>
      dueEscalations(
        await openIncidents(database, industry.industryKey),
        await listRules(database, industry.industryKey),
        await callsOfOpen(database, industry.industryKey),
        { now: clock.now(), timezone: industry.clock.timezone },
      ).map(({ kind, detail }) => ({ kind, ...detail }));
    expect(await called()).toEqual([]);
    email.fail('refused');
    await dispatch();
    const escalated = { step: 0, because: 'nobody could be reached' };
    expect(await called()).toEqual([{ kind: 'escalated', ...escalated }]);
    await happens(context, industry, incidentKey, 'escalated', escalated);
    expect(await called()).toEqual([]);
    email.fail(null);
    await dispatch();
    expect(email.sent.map(({ to }) => to)).toEqual(['ravi@works.example']);
    expect(await called()).toEqual([]);
  });
});

it('a message whose facts cannot be read for once is sent by the next run', async () => {
  const { database } = context;
  let isBroken = true;
  const failing = (querier: Querier): Querier => ({
    ...querier,
    many: (name, values) =>
      isBroken && name === 'deliveries.carried'
        ? Promise.reject(new Error('The connection is gone'))
        : querier.many(name, values),
  });
  const by: TestContext = {
    ...context,
    database: {
      ...database,
      ...failing(database),
      transaction: (work) => database.transaction((transaction) => work(failing(transaction))),
    },
  };
  const email = keptChannel('email');
  const dispatch = () => dispatchIndustry({ context: by, channels: { email } }, noQueue, industry.industryId);
  await fire(context, industry, await addRule(context, industry));
  await expect(dispatch()).rejects.toThrow('The connection is gone');
  isBroken = false;
  await dispatch();
  expect(email.sent).toHaveLength(1);
});

it('messages that another one tells are counted as carried', async () => {
  const counts: Record<string, number> = {};
  const countMessage: CountMessage = (channel, outcome, count = 1) => {
    const name = `${channel} ${outcome}`;
    counts[name] = (counts[name] ?? 0) + count;
  };
  const delivering = { context, channels: { email: keptChannel('email'), web: keptChannel('web') }, countMessage };
  const ruleKey = await addRule(context, industry, { schedule: NIGHT });
  for (const windowStart of [0, 1, 2]) {
    await fire(context, industry, ruleKey, { windowStart });
    await dispatchIndustry(delivering, noQueue, industry.industryId);
  }
  expect(counts).toEqual({});
  context.clock.set('2026-06-04T22:30:00Z');
  await dispatchIndustry(delivering, noQueue, industry.industryId);
  expect(counts).toEqual({ 'email carried': 2 });
});

describe('a message that waits', () => {
  const asked: { payload: object; key: string; startAfter: string | undefined }[] = [];
  const queue: QueueClient = {
    send: async (_, payload, { singletonKey, startAfter }) =>
      void asked.push({ payload, key: singletonKey, startAfter: startAfter?.toISOString() }),
  };
  const jobAt = (startAfter: string) => ({
    payload: { industryId: industry.industryId, awaited: Date.parse(startAfter) },
    key: `${industry.industryId} ${startAfter}`,
    startAfter,
  });
  beforeEach(() => void asked.splice(0));

  it('for its operator is asked for when its pause ends, and not once more by whom that wakes', async () => {
    context.clock.set('2026-06-04T12:10:00.250Z');
    const email = keptChannel('email');
    const dispatch = (awaited: number | null = null) =>
      dispatchIndustry({ context, channels: { email } }, queue, industry.industryId, awaited);
    email.fail('unreachable');
    await fire(context, industry, await addRule(context, industry));
    await dispatch();
    // A minute later, and in the same job as all of that second.
    expect(asked.splice(0)).toEqual([jobAt('2026-06-04T12:11:01.000Z')]);
    // Where the clock of the queue is ahead.
    await dispatch(Date.parse('2026-06-04T12:11:01.000Z'));
    expect(asked).toEqual([]);
    context.clock.set('2026-06-04T12:11:01.000Z');
    email.fail(null);
    await dispatch(Date.parse('2026-06-04T12:11:01.000Z'));
    expect(email.sent).toHaveLength(1);
    expect(asked).toEqual([]);
  });

  it('for the end of quiet hours is asked for then', async () => {
    await fire(context, industry, await addRule(context, industry, { schedule: NIGHT }));
    await dispatchIndustry({ context, channels: { email: keptChannel('email') } }, queue, industry.industryId);
    expect(asked).toEqual([jobAt('2026-06-04T22:00:00.000Z')]);
  });

  it('since a request, too, and the request is answered also where nobody can be asked', async () => {
    const email = keptChannel('email');
    email.fail('unreachable');
    const { userId, userKey } = await mintUser(context, { industryId: industry.industryId });
    await context.database.execute("UPDATE tenant.app_user SET email_ids = '{ops@example.org}' WHERE user_key = $1", [
      userKey,
    ]);
    const request = (by: QueueClient) =>
      requestAlert(
        { context, channels: { email, web: keptChannel('web') } },
        by,
        industry,
        { type: 'threshold', unitId: 'M1', recipients: [{ userId }], meta: { alertType: 'unit_threshold' } },
        COMMAND,
      );
    expect((await request(queue)).failed).toHaveLength(1);
    expect(asked).toEqual([jobAt('2026-06-04T12:11:00.000Z')]);
    const gone = { send: () => Promise.reject(new Error('no queue')) };
    expect((await request(gone)).message).toBe('Alert processing completed');
  });
});
