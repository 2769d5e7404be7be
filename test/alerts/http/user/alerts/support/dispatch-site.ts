import { unit, works } from '../../../../../figures/processing/works.ts';
import { testContext } from '../../../../../support/database.ts';
import { startMailServer } from '../../../../../support/mail-server.ts';
import { fakeSmsOperator } from '../../../../../support/sms-operator.ts';
import { bearer, login, type MintedUser, mintUser, testApp } from '../../../../../service/support/app-fixture.ts';

type Json = Record<string, unknown>;

export const ALERT = { alertType: 'unit_threshold', threshold: 1000, currentValue: 1214, unit: 'KL' };
export type DispatchSite = Awaited<ReturnType<typeof dispatchSite>>;

/** An industry whose users can be reached, with a mail server and an operator of short messages. */
export async function dispatchSite() {
  const context = await testContext('2026-06-04T12:10:00Z');
  const [mails, texts] = await Promise.all([startMailServer(), fakeSmsOperator()]);
  const app = testApp(context, {
    email: mails.settings,
    sms: texts.settings,
    chatMessaging: { ...texts.settings, from: '+14155238886', templates: { alert: 'HX1' } },
    publicUrl: 'https://water.example.org',
  });
  const { industryId } = await works(context, [unit('M1', 'FLOW_CATEGORY', { displayName: 'Main inlet' })]);
  const sender = await mintUser(context, { industryId, permissions: ['alerts:write'] });
  // A user of the industry with two addresses, one with a telephone, and a user of another industry.
  const [asha, ravi, stranger] = [
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
  const { token } = await login(app, sender);
  const operator = await mintUser(context, { industryId: 'INTERNAL', role: 'admin', permissions: ['admin:*'] });
  const { token: operatorToken } = await login(app, operator);

  let mailsBefore = 0;
  return {
    ...{ context, app, mails, texts, sender, token, asha, ravi, stranger, operatorToken },
    /** Mails since they were forgotten. */
    newMails: () => mails.received.slice(mailsBefore),
    forgetMails: () => {
      mailsBefore = mails.received.length;
    },
    async post(
      body: unknown,
      { as = token, headers = {} }: { as?: string; headers?: Record<string, string> } = {},
    ): Promise<{ status: number; body: Json }> {
      const response = await app.request('/api/user/alerts', {
        method: 'POST',
        headers: { ...bearer(as), 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      });
      return { status: response.status, body: (await response.json()) as Json };
    },
    alert: (more: Json = {}): Json => ({
      type: 'threshold',
      unitId: 'M1',
      meta: ALERT,
      recipients: [{ userId: asha.userId }, { userId: ravi.userId }],
      ...more,
    }),
    stop: () => Promise.all([mails.stop(), texts.stop()]),
  };
}
