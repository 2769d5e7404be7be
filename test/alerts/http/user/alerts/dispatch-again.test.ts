import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { mintUser } from '../../../../service/support/app-fixture.ts';
import { ALERT, type DispatchSite, dispatchSite } from './support/dispatch-site.ts';

let site: DispatchSite;
beforeAll(async () => {
  site = await dispatchSite();
});
afterAll(() => site.stop());
beforeEach(() => site.forgetMails());

describe('POST /api/user/alerts again', () => {
  it('gives the first answer again for the same alert, and sends nothing', async () => {
    const body = site.alert({ createdOn: '2026-06-04T09:00:00Z' });
    const first = await site.post(body);
    site.forgetMails();
    expect(await site.post(body)).toEqual(first);
    expect(await site.post({ ...body, meta: { ...ALERT, currentValue: 7 } })).toEqual(first);
    expect(site.newMails()).toEqual([]);
    expect((await site.post(site.alert({ createdOn: '2026-06-04T09:00:01Z' }))).status).toBe(200);
    expect(site.newMails().length).toBe(2);
  });

  it('tells those of the same alert who were not told, and answers for the recipients of the request alone', async () => {
    const body = site.alert({ createdOn: '2026-06-04T09:20:00Z' });
    const none = { message: 'Alert processing completed', status: 'Success', success: [], failed: [], problems: [] };
    expect((await site.post({ ...body, recipients: [] })).body).toEqual(none);
    const web = `web:V2_${site.sender.industryId}`;
    const [mailOfAsha, shared] = ['email:asha@works.example', 'email:control@works.example'];
    const ofAsha = { ...body, recipients: [{ userId: site.asha.userId }] };
    const ofRavi = { ...body, recipients: [{ userId: site.ravi.userId }, { userId: 'nobody' }] };
    expect((await site.post(ofAsha)).body['success']).toEqual([mailOfAsha, shared, web]);
    expect(site.newMails().map(({ recipients }) => recipients)).toEqual([
      ['asha@works.example'],
      ['control@works.example'],
    ]);

    site.forgetMails();
    const textsBefore = site.texts.sent.length;
    const second = await site.post(ofRavi);
    expect(second.body).toMatchObject({
      success: [shared, 'sms:+919876543210', 'chat-messaging:+919876543210', web],
      failed: ['user:nobody', `push:T-${site.ravi.userId}`],
    });
    expect([site.newMails().length, site.texts.sent.length - textsBefore]).toEqual([0, 2]);

    expect(await site.post(ofRavi)).toEqual(second);
    expect((await site.post({ ...body, recipients: [] })).body).toEqual(none);
    expect((await site.post(body)).body['success']).toEqual([
      mailOfAsha,
      shared,
      'sms:+919876543210',
      'chat-messaging:+919876543210',
      web,
    ]);
    expect([site.newMails().length, site.texts.sent.length - textsBefore]).toEqual([0, 2]);
    const [told] = await site.context.database.execute<{ notifications: string; events: string }>(
      `SELECT (SELECT count(*) FROM alerting.notification n JOIN alerting.incident i USING (incident_key)
               WHERE i.request_created_on = '2026-06-04T09:20:00Z') AS notifications,
              (SELECT count(*) FROM alerting.web_event e JOIN alerting.incident i ON e.payload ->> 'alertId' = i.incident_id::text
               WHERE i.request_created_on = '2026-06-04T09:20:00Z') AS events`,
    );
    expect([Number(told?.notifications), Number(told?.events)]).toEqual([1, 1]);
  });

  it('tells nobody of the same alert again who has another address since; who has the first one now is told', async () => {
    const lina = await mintUser(site.context, { industryId: site.sender.industryId });
    const to = (emailIds: readonly string[]) =>
      site.context.database.execute('UPDATE tenant.app_user SET email_ids = $2 WHERE user_key = $1', [
        lina.userKey,
        emailIds,
      ]);
    const body = site.alert({ createdOn: '2026-06-04T09:30:00Z', recipients: [{ userId: lina.userId }] });
    const web = `web:V2_${site.sender.industryId}`;
    await to([]);
    expect((await site.post(body)).body['success']).toEqual([web]);
    await to(['lina@works.example']);
    const first = await site.post(body);
    expect(first.body['success']).toEqual(['email:lina@works.example', web]);
    await to(['lina@elsewhere.example']);
    expect(await site.post(body)).toEqual(first);
    expect(site.newMails().map(({ recipients }) => recipients)).toEqual([['lina@works.example']]);
  });

  it('shares the messages of requests that come at once', async () => {
    const body = site.alert({ createdOn: '2026-06-04T09:40:00Z' });
    const ofAsha = { ...body, recipients: [{ userId: site.asha.userId }] };
    const answers = await Promise.all([site.post(body), site.post(ofAsha), site.post(body), site.post(ofAsha)]);
    expect(
      site
        .newMails()
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
    await site.post(site.alert());
    await site.post(site.alert());
    expect(site.newMails().length).toBe(4);
  });
});
