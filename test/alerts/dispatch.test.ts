import { beforeEach, describe, expect, it } from 'vitest';
import { ChannelError, type Message } from '../../src/platform/channels/channel.ts';
import type { ChatSpaceChannel } from '../../src/platform/channels/chat-space.ts';
import type { PushChannel } from '../../src/platform/channels/push.ts';
import type { RuleDefinition } from '../../src/alerts/rules/rule.ts';
import type { Industry } from '../../src/kernel/industry/industry.ts';
import { noQueue } from '../../src/platform/queue/client.ts';
import { dispatchIndustry } from '../../src/alerts/dispatch.ts';
import { claimDeliveries } from '../../src/alerts/store/deliveries.ts';
import { mintUser } from '../service/support/app-fixture.ts';
import { testContext, type TestContext } from '../support/database.ts';
import { unit, works } from '../figures/processing/works.ts';
import { addRule, fire, happens, type KeptChannel, keptChannel } from './incidents.ts';
import { sweepOf } from './own-sweep.ts';

let context: TestContext;
let industry: Industry;
let email: KeptChannel;
let sms: KeptChannel;
let web: KeptChannel;
beforeEach(async () => {
  // 17:40 in Delhi.
  context = await testContext('2026-06-04T12:10:00Z');
  industry = await works(context, [unit('M1', 'FLOW_CATEGORY', { displayName: 'Main inlet' })], {
    timezone: 'Asia/Kolkata',
  });
  [email, sms, web] = [keptChannel('email'), keptChannel('sms'), keptChannel('web')];
});

const dispatch = (): Promise<void> =>
  dispatchIndustry({ context, channels: { email, sms, web } }, noQueue, industry.industryId);
const subjects = (channel: KeptChannel = email): string[] =>
  channel.sent.map(({ title, text }: Message) => (title ?? text).replaceAll('\u00a0', ' '));
const after = (minutes: number): void =>
  context.clock.set(new Date(context.clock.now() + minutes * 60_000).toISOString());
const states = (): Promise<{ channel: string; recipient: string; state: string; problem: string | null }[]> =>
  context.database.execute(
    `SELECT channel, recipient, state, problem FROM alerting.delivery WHERE industry_key = $1 ORDER BY delivery_key`,
    [industry.industryKey],
  );
const rule = (more: Partial<RuleDefinition> = {}): Promise<number> => addRule(context, industry, more);
const NIGHT = { enabled: true, timezone: null, quietHours: { start: '17:00', end: '06:00' }, holdCritical: false };

describe('an incident of a rule', () => {
  it('is told once by each channel, however often it is dispatched, and leaves one notification', async () => {
    await fire(context, industry, await rule());
    await Promise.all([dispatch(), dispatch()]);
    await dispatch();
    expect(subjects()).toEqual(['Main inlet: flow 14.2 KL/h above 12 KL/h since 17:40']);
    expect(web.sent.map(({ to }) => to)).toEqual([`V2_${industry.industryId}`]);
    const [kept] = await context.database.execute<{ notifications: number }>(
      'SELECT count(*)::int AS notifications FROM alerting.notification WHERE industry_key = $1',
      [industry.industryKey],
    );
    expect(kept?.notifications).toBe(1);
  });

  it('tells of its end those who heard of it, with how long it lasted and its worst value', async () => {
    const ruleKey = await rule({
      channels: {
        email: { enabled: true, recipients: ['asha@works.example'] },
        sms: { enabled: true, phoneNumbers: ['9876543210'] },
      },
    });
    sms.fail('refused');
    const incident = await fire(context, industry, ruleKey);
    await dispatch();
    sms.fail(null);
    after(90);
    await happens(context, industry, incident, 'recovered');
    await dispatch();
    expect(subjects().at(-1)).toBe('Main inlet: flow back within limits after 1 h 30 min, at worst 16 KL/h');
    expect(email.sent.at(-1)?.text).toContain('Cost: 2\u00a0KL');
    expect(sms.sent).toEqual([]);
  });

  it('that corrected data take back is told once more', async () => {
    const incident = await fire(context, industry, await rule());
    await dispatch();
    await happens(context, industry, incident, 'withdrawn');
    await dispatch();
    await dispatch();
    expect(subjects().slice(1)).toEqual(['Main inlet: withdrawn by corrected data: flow above its limit since 17:40']);
  });

  it('is told in the same run as all that came before it, however many those are', async () => {
    const silent = await rule({ channels: {} });
    const told = await rule();
    for (let window = 0; window < 60; window += 1)
      await fire(context, industry, silent, { windowStart: context.clock.now() - window * 3_600_000 });
    after(1);
    await fire(context, industry, told);
    await dispatch();
    expect(email.sent).toHaveLength(1);
  });

  it('of hundreds is told to all of them before the next one is composed', async () => {
    const recipients = Array.from({ length: 250 }, (_, index) => `person${index}@works.example`);
    const ruleKey = await rule({ channels: { email: { enabled: true, recipients } } });
    for (let n = 0; n < 2; n += 1) await fire(context, industry, ruleKey, { windowStart: 1000 * n });
    const waitingAtFirst: unknown[] = [];
    const watched = {
      ...email,
      send: async (message: Message) => {
        if (email.sent.length === 0)
          waitingAtFirst.push(
            ...(await context.database.execute(
              'SELECT FROM alerting.transition WHERE industry_key = $1 AND dispatched_at IS NULL',
              [industry.industryKey],
            )),
          );
        return email.send(message);
      },
    };
    await dispatchIndustry({ context, channels: { email: watched, sms, web } }, noQueue, industry.industryId);
    expect(waitingAtFirst.length).toBeGreaterThanOrEqual(1);
    expect(email.sent).toHaveLength(500);
  });

  it('that nobody answers goes to whom its rule names next', async () => {
    const escalation = [
      {
        afterMinutes: 30,
        channels: { sms: { enabled: true, phoneNumbers: ['+4930123456'] }, web: { enabled: false } },
      },
    ];
    const incident = await fire(context, industry, await rule({ escalation }));
    await dispatch();
    after(30);
    await happens(context, industry, incident, 'escalated', { step: 0 });
    await dispatch();
    expect(sms.sent.map(({ to }) => to)).toEqual(['+4930123456']);
    expect(subjects(sms)[0]).toContain('unanswered for 30 min. Answer it, because nobody has.');
    expect(email.sent.length).toBe(1);
  });

  it('that was found in history is told to nobody', async () => {
    await fire(context, industry, await rule(), { isLate: true });
    await dispatch();
    expect(await states()).toEqual([]);
  });

  it('of which only the end is told, is told to nobody when corrected data take it back', async () => {
    const ruleKey = await rule({ alertType: 'flow_rate_back_in_range' });
    const incident = await fire(context, industry, ruleKey, { alertType: 'flow_rate_back_in_range' });
    await context.database.execute(
      'UPDATE alerting.transition SET dispatched_at = recorded_at WHERE incident_key = $1',
      [incident],
    );
    await happens(context, industry, incident, 'withdrawn');
    await dispatch();
    expect(await states()).toEqual([]);
  });

  it('of which only the end is told, is told to all then', async () => {
    const ruleKey = await rule({ alertType: 'flow_rate_back_in_range' });
    const incident = await fire(context, industry, ruleKey, { alertType: 'flow_rate_back_in_range' });
    await context.database.execute(
      'UPDATE alerting.transition SET dispatched_at = recorded_at WHERE incident_key = $1',
      [incident],
    );
    await dispatch();
    expect(email.sent).toEqual([]);
    after(20);
    await happens(context, industry, incident, 'recovered');
    await dispatch();
    expect(subjects()).toEqual(['Main inlet: flow back in range after 20 min outside, at worst 16 KL/h']);
  });
});

describe('quiet hours', () => {
  it('hold messages until they end, and tell them together, each incident by what holds then', async () => {
    const ruleKey = await rule({ schedule: NIGHT });
    const [first, taken] = [
      await fire(context, industry, ruleKey),
      await fire(context, industry, ruleKey, { windowStart: 1 }),
    ];
    await fire(context, industry, ruleKey, { windowStart: 2, severity: 'low' });
    await dispatch();
    after(60);
    await happens(context, industry, first, 'recovered');
    await happens(context, industry, taken, 'withdrawn');
    await dispatch();
    expect(email.sent).toEqual([]);
    expect(web.sent.length).toBe(5);
    // 06:00 in Delhi.
    context.clock.set('2026-06-05T00:30:00Z');
    await dispatch();
    expect(subjects()).toEqual([expect.stringMatching(/: 2 messages since 17:40 on 04 Jun 2026$/)]);
    const [{ text = '' } = {}] = email.sent;
    expect(text).toContain('back within limits after 1 h');
    expect(text).not.toContain('withdrawn');
  });

  it('do not hold what is critical', async () => {
    await fire(context, industry, await rule({ schedule: NIGHT }), { severity: 'critical' });
    await dispatch();
    expect(email.sent.length).toBe(1);
  });

  it('hold a message that is still the only one, and it is sent as what it is', async () => {
    await fire(context, industry, await rule({ schedule: NIGHT }));
    await dispatch();
    context.clock.set('2026-06-05T00:30:00Z');
    await dispatch();
    expect(subjects()).toEqual(['Main inlet: flow 14.2 KL/h above 12 KL/h since 17:40 on 04 Jun 2026']);
  });

  it('in which an incident came and was taken back send nothing', async () => {
    const incident = await fire(context, industry, await rule({ schedule: NIGHT }));
    await dispatch();
    await happens(context, industry, incident, 'withdrawn');
    await dispatch();
    context.clock.set('2026-06-05T00:30:00Z');
    await dispatch();
    expect(email.sent).toEqual([]);
    expect((await states()).filter(({ channel }) => channel === 'email').map(({ state }) => state)).toEqual([
      'suppressed',
      'suppressed',
    ]);
  });
});

describe('a recipient', () => {
  it('gets ten messages an hour, and the others in one', async () => {
    const ruleKey = await rule();
    for (let index = 0; index < 14; index += 1) {
      await fire(context, industry, ruleKey, { windowStart: index });
      await dispatch();
      after(1);
    }
    expect(email.sent.length).toBe(10);
    expect(web.sent.length).toBe(14);
    after(46);
    await dispatch();
    expect(subjects().slice(10)).toEqual([expect.stringMatching(/: 4 messages since 17:50$/)]);
    after(1);
    await fire(context, industry, ruleKey, { windowStart: 99 });
    await dispatch();
    expect(email.sent.length).toBe(12);
  });

  it('gets what is critical beyond that', async () => {
    const ruleKey = await rule();
    for (let index = 0; index < 12; index += 1) await fire(context, industry, ruleKey, { windowStart: index });
    await dispatch();
    await fire(context, industry, ruleKey, { windowStart: 99, severity: 'critical' });
    await dispatch();
    expect(email.sent.length).toBe(11);
  });
});

describe('a message', () => {
  it('whose operator is out of reach is tried again after pauses, and fails in the end', async () => {
    email.fail('unreachable');
    await fire(context, industry, await rule());
    await dispatch();
    expect((await states())[0]).toMatchObject({ state: 'queued', problem: 'The operator is unreachable' });
    await dispatch();
    email.fail(null);
    await dispatch();
    expect(email.sent).toEqual([]);
    after(1);
    await dispatch();
    expect(email.sent.length).toBe(1);

    email.fail('unreachable');
    await fire(context, industry, await rule({ title: 'Another' }));
    for (let minutes = 0; minutes < 200; minutes += 1) {
      await dispatch();
      after(1);
    }
    expect((await states()).at(-2)).toMatchObject({ channel: 'email', state: 'failed' });
  });

  it('that was refused, or of which nobody knows, is not tried again', async () => {
    email.fail('refused');
    sms.fail('unconfirmed');
    const channels = {
      email: { enabled: true, recipients: ['asha@works.example'] },
      sms: { enabled: true, phoneNumbers: ['+4930123456'] },
    };
    await fire(context, industry, await rule({ channels }));
    await dispatch();
    email.fail(null);
    sms.fail(null);
    after(120);
    await dispatch();
    expect([email.sent, sms.sent]).toEqual([[], []]);
    expect((await states()).map(({ state }) => state)).toEqual(['failed', 'unconfirmed', 'sent']);
  });

  it('to a device whose application is gone fails, and the device is forgotten', async () => {
    const asha = await mintUser(context, { industryId: industry.industryId });
    for (const device of ['here', 'gone'])
      await context.database.execute(
        'INSERT INTO alerting.push_token (industry_key, user_key, device_id, token, updated_at) VALUES ($1, $2, $3, $4, now())',
        [industry.industryKey, asha.userKey, device, `${device}-${asha.userId}`],
      );
    const batches: (readonly string[])[] = [];
    const push: PushChannel = {
      ...keptChannel('push'),
      async sendMany(tokens) {
        batches.push(tokens);
        return tokens.map((token) =>
          token.startsWith('gone')
            ? { token, providerId: null, problem: new ChannelError('refused', 'It is gone'), isDead: true }
            : { token, providerId: 'P', problem: null, isDead: false },
        );
      },
    };
    await fire(context, industry, await rule({ channels: { push: { enabled: true, userIds: [asha.userId] } } }));
    await dispatchIndustry({ context, channels: { push, web } }, noQueue, industry.industryId);
    expect(batches).toEqual([[`gone-${asha.userId}`, `here-${asha.userId}`]]);
    expect((await states()).map(({ channel, state }) => [channel, state])).toEqual([
      ['push', 'failed'],
      ['push', 'sent'],
      ['web', 'sent'],
    ]);
    const left = await context.database.execute('SELECT token FROM alerting.push_token WHERE user_key = $1', [
      asha.userKey,
    ]);
    expect(left).toEqual([{ token: `here-${asha.userId}` }]);
  });

  it("of a rule's own chat space goes to the address that the rule names", async () => {
    const addresses: string[] = [];
    const space: ChatSpaceChannel = {
      ...keptChannel('chat-space'),
      groupIds: [],
      async sendTo(address) {
        addresses.push(address);
        return { providerId: '' };
      },
    };
    const webhookUrl = 'https://chat.example/hook';
    await fire(context, industry, await rule({ channels: { chat: { enabled: true, webhookUrl } } }));
    await dispatchIndustry({ context, channels: { web, 'chat-space': space } }, noQueue, industry.industryId);
    expect(addresses).toEqual([webhookUrl]);
  });

  it('by a channel that the server has not fails, and holds up no other', async () => {
    const channels = {
      email: { enabled: true, recipients: ['asha@works.example'] },
      chat: { enabled: true, webhookUrl: 'https://chat.example/hook' },
    };
    await fire(context, industry, await rule({ channels }));
    await dispatchIndustry({ context, channels: { email, web } }, noQueue, industry.industryId);
    expect((await states()).map(({ channel, state, problem }) => [channel, state, problem])).toEqual([
      ['email', 'sent', null],
      ['web', 'sent', null],
      ['chat-space', 'failed', 'This server has no such channel'],
    ]);
  });

  it('that a killed process was sending is given up after two minutes, and never sent again', async () => {
    await fire(context, industry, await rule());
    email.fail('unreachable');
    await dispatch();
    after(1);
    const claim = { transition: null, leftAlone: [], limit: 1, pushLimit: 1, now: context.clock.now() };
    expect((await claimDeliveries(context.database, industry.industryKey, claim)).length).toBe(1);
    email.fail(null);
    const asked: object[] = [];
    const sweep = () =>
      sweepOf({ context, channels: {} }, industry, { send: async (_, payload) => void asked.push(payload) });
    await sweep();
    expect((await states())[0]).toMatchObject({ state: 'sending' });
    after(3);
    await sweep();
    await dispatch();
    expect((await states())[0]).toMatchObject({
      state: 'unconfirmed',
      problem: 'Sent, not confirmed: the process that sent it ended',
    });
    expect(email.sent).toEqual([]);
    expect(asked).not.toContainEqual({ industryId: industry.industryId });
  });

  it('that waits for its time wakes its industry then', async () => {
    await fire(context, industry, await rule({ schedule: NIGHT }));
    await dispatch();
    const asked: object[] = [];
    const sweep = () =>
      sweepOf({ context, channels: {} }, industry, { send: async (_, payload) => void asked.push(payload) });
    await sweep();
    expect(asked).not.toContainEqual({ industryId: industry.industryId });
    context.clock.set('2026-06-05T00:30:00Z');
    await sweep();
    expect(asked).toContainEqual({ industryId: industry.industryId });
  });
});
