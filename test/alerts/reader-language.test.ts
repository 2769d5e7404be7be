import { beforeEach, describe, expect, it } from 'vitest';
import { dispatchIndustry } from '../../src/alerts/dispatch-messages.ts';
import { readCountedNotifications } from '../../src/alerts/notifications.ts';
import type { Industry } from '../../src/kernel/industry/industry.ts';
import type { Language } from '../../src/kernel/language.ts';
import type { PushChannel } from '../../src/platform/channels/push.ts';
import { registerPushToken } from '../../src/platform/login/store/push-tokens.ts';
import { noQueue } from '../../src/platform/queue/client.ts';
import { mintUser, type MintedUser } from '../service/support/app-fixture.ts';
import { unit, works } from '../figures/processing/works.ts';
import { testContext, type TestContext } from '../support/database.ts';
import { addRule, fire, type KeptChannel, keptChannel } from './incidents.ts';

let context: TestContext;
let industry: Industry;
let asha: MintedUser;
let email: KeptChannel;
let sms: KeptChannel;
let web: KeptChannel;
let push: PushChannel;
let pushed: string[];

beforeEach(async () => {
  context = await testContext('2026-06-04T12:10:00Z');
  industry = await works(context, [unit('M1', 'FLOW_CATEGORY', { displayName: 'Main inlet' })], {
    timezone: 'Asia/Kolkata',
  });
  [email, sms, web] = [keptChannel('email'), keptChannel('sms'), keptChannel('web')];
  pushed = [];
  push = {
    ...keptChannel('push'),
    sendMany(tokens, { title = '', data }) {
      pushed.push(`${title} | ${String(data?.['title'])}`);
      return Promise.resolve(tokens.map((token) => ({ token, providerId: 'P', problem: null, isDead: false })));
    },
  };
  asha = await mintUser(context, { industryId: industry.industryId });
  await context.database.execute(
    `INSERT INTO tenant.mail_choice (user_key, gets_morning_mail, mail_language) VALUES ($1, true, 'hi')`,
    [asha.userKey],
  );
});

const dispatch = () => dispatchIndustry({ context, channels: { email, sms, web, push } }, noQueue, industry.industryId);
const plain = (text: string | undefined): string => (text ?? '').replaceAll('\u00a0', ' ');

describe('an alert', () => {
  it('is told to each person in the language that he has chosen, and to others in English', async () => {
    await context.database.execute(
      `UPDATE tenant.app_user SET email_ids = '{Asha@Works.example}', phone_no = '9000000001' WHERE user_key = $1`,
      [asha.userKey],
    );
    await registerPushToken(context.database, {
      ...{ userKey: asha.userKey, deviceId: 'phone', token: 'token-of-asha', sid: 'login' },
      at: new Date(context.clock.now()),
    });
    const ruleKey = await addRule(context, industry, {
      channels: {
        email: { enabled: true, recipients: ['asha@works.example', asha.email, 'ravi@works.example'] },
        sms: { enabled: true, phoneNumbers: ['+919000000001', '+919000000002'] },
        push: { enabled: true, userIds: [asha.userId] },
      },
    });
    await fire(context, industry, ruleKey);
    await dispatch();
    const hindi = 'Main inlet: 17:40 से प्रवाह 14.2 KL/h, 12 KL/h से ऊपर';
    const english = 'Main inlet: flow 14.2 KL/h above 12 KL/h since 17:40';
    expect(new Map(email.sent.map(({ to, title }) => [to, plain(title)]))).toEqual(
      new Map([
        ['asha@works.example', hindi],
        [asha.email, hindi],
        ['ravi@works.example', english],
      ]),
    );
    expect(email.sent[0]?.html).toContain('<html lang="hi">');
    expect(email.sent[0]?.text).toContain('जगह: Main inlet');
    expect(sms.sent.map(({ to, text }) => [to, /[\u0900-\u097f]/.test(text)])).toEqual([
      ['+919000000001', true],
      ['+919000000002', false],
    ]);
    expect(pushed.map(plain)).toEqual([`उच्च: ${hindi} | ${hindi}`]);
    // Programs and open pages of everybody read English.
    expect(web.sent.map(({ title }) => plain(title))).toEqual([english]);
  });

  it('that had to wait with others is one message in his language', async () => {
    const NIGHT = { enabled: true, timezone: null, quietHours: { start: '17:00', end: '06:00' }, holdCritical: false };
    const channels = { email: { enabled: true, recipients: [asha.email] } };
    for (const windowStart of [1, 2])
      await fire(context, industry, await addRule(context, industry, { channels, schedule: NIGHT }), { windowStart });
    await dispatch();
    context.clock.set('2026-06-05T00:31:00Z');
    await dispatch();
    expect(email.sent.map(({ title }) => plain(title))).toEqual([
      expect.stringContaining('04 जून 2026 को 17:40 से 2 संदेश'),
    ]);
    expect(email.sent[0]?.text).toMatch(/^पहले वाली देखें/);
  });

  it('is noted once, and read by each person in his language', async () => {
    await fire(context, industry, await addRule(context, industry));
    await dispatch();
    const noted = async (language: Language) =>
      (await readCountedNotifications(context, industry, true, { limit: 9, offset: 0, language })).notifications.map(
        ({ title, message }) => [plain(title), message],
      );
    expect(await noted('en')).toEqual([
      [
        'Main inlet: flow 14.2 KL/h above 12 KL/h since 17:40',
        'Look for a burst pipe or an open valve behind the meter, and shut it if nobody needs the water.',
      ],
    ]);
    expect(await noted('hi')).toEqual([
      [
        'Main inlet: 17:40 से प्रवाह 14.2 KL/h, 12 KL/h से ऊपर',
        'मीटर के आगे टूटा पाइप या खुला वाल्व खोजें, और यदि पानी किसी को नहीं चाहिए तो उसे बंद करें।',
      ],
    ]);
  });

  it('that was noted before a language was there is read in English', async () => {
    await fire(context, industry, await addRule(context, industry));
    await dispatch();
    await context.database.execute(`UPDATE alerting.notification SET translations = '{}' WHERE industry_key = $1`, [
      industry.industryKey,
    ]);
    const { notifications } = await readCountedNotifications(context, industry, false, {
      ...{ limit: 9, offset: 0, language: 'hi' },
    });
    expect(notifications.map(({ title }) => plain(title))).toEqual([
      'Main inlet: flow 14.2 KL/h above 12 KL/h since 17:40',
    ]);
  });
});
