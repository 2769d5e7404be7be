import { beforeEach, describe, expect, it } from 'vitest';
import { acknowledgeAlert } from '../../src/alerts/handle-incident.ts';
import { openIncidents } from '../../src/alerts/store/incidents.ts';
import { countNotifications } from '../../src/alerts/store/notifications.ts';
import { ChannelError, type Message } from '../../src/platform/channels/channel.ts';
import type { ChatSpaceChannel } from '../../src/platform/channels/chat-space.ts';
import type { PushChannel } from '../../src/platform/channels/push.ts';
import { COMMAND } from '../../src/platform/login/rules/caller.ts';
import { mintUser } from '../service/support/app-fixture.ts';
import { keptChannel } from './incidents.ts';
import { type AlertSite, alertSite } from './support/alert-site.ts';

let site: AlertSite;
beforeEach(async () => {
  site = await alertSite();
});

describe('an incident of a rule', () => {
  it('is told once by each channel, however often it is dispatched, and leaves one notification', async () => {
    await site.fire(await site.rule());
    await Promise.all([site.dispatch(), site.dispatch()]);
    await site.dispatch();
    expect(site.subjects()).toEqual(['Main inlet: flow 14.2 KL/h above 12 KL/h since 17:40']);
    expect(site.web.sent.map(({ to }) => to)).toEqual([`V2_${site.industry.industryId}`]);
    const [kept] = await site.context.database.execute<{ notifications: number }>(
      'SELECT count(*)::int AS notifications FROM alerting.notification WHERE industry_key = $1',
      [site.industry.industryKey],
    );
    expect(kept?.notifications).toBe(1);
  });

  it('tells of its end those who heard of it, with how long it lasted and its worst value', async () => {
    const ruleKey = await site.rule({
      channels: {
        email: { enabled: true, recipients: ['asha@works.example'] },
        sms: { enabled: true, phoneNumbers: ['9876543210'] },
      },
    });
    site.sms.fail('refused');
    const incident = await site.fire(ruleKey);
    await site.dispatch();
    site.sms.fail(null);
    site.after(90);
    await site.happens(incident, 'recovered');
    await site.dispatch();
    expect(site.subjects().at(-1)).toBe('Main inlet: flow back within limits after 1 h 30 min, at worst 16 KL/h');
    expect(site.email.sent.at(-1)?.text).toContain('Cost: 2\u00a0KL');
    expect(site.sms.sent).toEqual([]);
  });

  it('that corrected data take back is told once more', async () => {
    const incident = await site.fire(await site.rule());
    await site.dispatch();
    await site.happens(incident, 'withdrawn');
    await site.dispatch();
    await site.dispatch();
    expect(site.subjects().slice(1)).toEqual([
      'Main inlet: withdrawn by corrected data: flow above its limit since 17:40',
    ]);
  });

  it('is told in the same run as all that came before it, however many those are', async () => {
    const silent = await site.rule({ channels: {} });
    const told = await site.rule();
    for (let window = 0; window < 60; window += 1)
      await site.fire(silent, { windowStart: site.context.clock.now() - window * 3_600_000 });
    site.after(1);
    await site.fire(told);
    await site.dispatch();
    expect(site.email.sent).toHaveLength(1);
  });

  it('of hundreds is told to all of them before the next one is composed', async () => {
    const recipients = Array.from({ length: 250 }, (_, index) => `person${index}@works.example`);
    const ruleKey = await site.rule({ channels: { email: { enabled: true, recipients } } });
    for (let n = 0; n < 2; n += 1) await site.fire(ruleKey, { windowStart: 1000 * n });
    const waitingAtFirst: unknown[] = [];
    const watched = {
      ...site.email,
      send: async (message: Message) => {
        if (site.email.sent.length === 0)
          waitingAtFirst.push(
            ...(await site.context.database.execute(
              'SELECT FROM alerting.transition WHERE industry_key = $1 AND dispatched_at IS NULL',
              [site.industry.industryKey],
            )),
          );
        return site.email.send(message);
      },
    };
    await site.dispatch({ email: watched, sms: site.sms, web: site.web });
    expect(waitingAtFirst.length).toBeGreaterThanOrEqual(1);
    expect(site.email.sent).toHaveLength(500);
  });

  it('that nobody answers goes to whom its rule names next', async () => {
    const escalation = [
      {
        afterMinutes: 30,
        channels: { sms: { enabled: true, phoneNumbers: ['+4930123456'] }, web: { enabled: false } },
      },
    ];
    const incident = await site.fire(await site.rule({ escalation }));
    await site.dispatch();
    site.after(30);
    await site.happens(incident, 'escalated', { step: 0 });
    await site.dispatch();
    expect(site.sms.sent.map(({ to }) => to)).toEqual(['+4930123456']);
    expect(site.subjects(site.sms)[0]).toContain('unanswered for 30 min. Answer it, because nobody has.');
    expect(site.email.sent.length).toBe(1);
  });

  it('that somebody has answered since is not called unanswered, within the application either', async () => {
    const { context, industry } = site;
    const escalation = [{ afterMinutes: 30, channels: { sms: { enabled: true, phoneNumbers: ['+4930123456'] } } }];
    const incident = await site.fire(await site.rule({ escalation }));
    await site.dispatch();
    site.after(30);
    await site.happens(incident, 'escalated', { step: 0 });
    const [{ incidentId = '' } = {}] = await openIncidents(context.database, industry.industryKey);
    await acknowledgeAlert(context, industry, COMMAND, { alertId: incidentId, note: null });
    await site.dispatch();
    expect(site.sms.sent).toEqual([]);
    expect(await countNotifications(context.database, industry.industryKey)).toEqual({ total: 1, unread: 1 });
  });

  it('that was found in history is told to nobody', async () => {
    await site.fire(await site.rule(), { isLate: true });
    await site.dispatch();
    expect(await site.deliveries()).toEqual([]);
  });

  it('of which only the end is told, is told to nobody when corrected data take it back', async () => {
    const ruleKey = await site.rule({ alertType: 'flow_rate_back_in_range' });
    const incident = await site.fire(ruleKey, { alertType: 'flow_rate_back_in_range' });
    await site.context.database.execute(
      'UPDATE alerting.transition SET dispatched_at = recorded_at WHERE incident_key = $1',
      [incident],
    );
    await site.happens(incident, 'withdrawn');
    await site.dispatch();
    expect(await site.deliveries()).toEqual([]);
  });

  it('of which only the end is told, is told to all then', async () => {
    const ruleKey = await site.rule({ alertType: 'flow_rate_back_in_range' });
    const incident = await site.fire(ruleKey, { alertType: 'flow_rate_back_in_range' });
    await site.context.database.execute(
      'UPDATE alerting.transition SET dispatched_at = recorded_at WHERE incident_key = $1',
      [incident],
    );
    await site.dispatch();
    expect(site.email.sent).toEqual([]);
    site.after(20);
    await site.happens(incident, 'recovered');
    await site.dispatch();
    expect(site.subjects()).toEqual(['Main inlet: flow back in range after 20 min outside, at worst 16 KL/h']);
  });
});

describe('a message', () => {
  it('to a device whose application is gone fails, and the device is forgotten', async () => {
    const asha = await mintUser(site.context, { industryId: site.industry.industryId });
    for (const device of ['here', 'gone'])
      await site.context.database.execute(
        'INSERT INTO alerting.push_token (industry_key, user_key, device_id, token, updated_at) VALUES ($1, $2, $3, $4, now())',
        [site.industry.industryKey, asha.userKey, device, `${device}-${asha.userId}`],
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
    await site.fire(await site.rule({ channels: { push: { enabled: true, userIds: [asha.userId] } } }));
    await site.dispatch({ push, web: site.web });
    expect(batches).toEqual([[`gone-${asha.userId}`, `here-${asha.userId}`]]);
    expect((await site.deliveries()).map(({ channel, state }) => [channel, state])).toEqual([
      ['push', 'failed'],
      ['push', 'sent'],
      ['web', 'sent'],
    ]);
    const left = await site.context.database.execute('SELECT token FROM alerting.push_token WHERE user_key = $1', [
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
    await site.fire(await site.rule({ channels: { chat: { enabled: true, webhookUrl } } }));
    await site.dispatch({ web: site.web, 'chat-space': space });
    expect(addresses).toEqual([webhookUrl]);
  });

  it('by a channel that the server has not fails, and holds up no other', async () => {
    const channels = {
      email: { enabled: true, recipients: ['asha@works.example'] },
      chat: { enabled: true, webhookUrl: 'https://chat.example/hook' },
    };
    await site.fire(await site.rule({ channels }));
    await site.dispatch({ email: site.email, web: site.web });
    expect((await site.deliveries()).map(({ channel, state, problem }) => [channel, state, problem])).toEqual([
      ['email', 'sent', null],
      ['web', 'sent', null],
      ['chat-space', 'failed', 'This server has no such channel'],
    ]);
  });
});
