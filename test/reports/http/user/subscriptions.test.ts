import { beforeAll, describe, expect, it } from 'vitest';
import { recipientsOf, listSubscriptions } from '../../../../src/reports/store/subscriptions.ts';
import { sendConfirmation, unsubscribeLink } from '../../../../src/reports/subscription-links.ts';
import { unit, works } from '../../../figures/processing/works.ts';
import {
  bearer,
  login,
  type MintedUser,
  mintUser,
  testApp,
  type TestApp,
} from '../../../service/support/app-fixture.ts';
import { testContext, type TestContext } from '../../../support/database.ts';
import { type MailServer, startMailServer } from '../../../support/mail-server.ts';
import { reaching } from '../../sending.ts';

const PATH = '/api/user/reports/subscriptions';
const BODY = {
  service: 'water',
  reportType: 'daily',
  frequency: 'daily',
  localTime: '07:30',
};

let context: TestContext;
let server: MailServer;
let app: TestApp;
/** May send to others, and may only read. */
let sender: MintedUser;
let reader: MintedUser;
beforeAll(async () => {
  context = await testContext('2026-01-20T08:00:00Z');
  server = await startMailServer();
  app = testApp(context, { publicUrl: 'https://water.test' });
  const { industryId } = await works(context, [unit('W1', 'FLOW_CATEGORY')]);
  sender = await mintUser(context, { industryId, permissions: ['reports:read', 'reports:send'] });
  reader = await mintUser(context, { industryId, permissions: ['reports:read'] });
  return () => server.stop();
});

/** A person who asks the endpoints of subscriptions. */
async function asking(user: MintedUser) {
  const { token } = await login(app, user);
  const headers = { ...bearer(token), 'content-type': 'application/json' };
  return async (method: string, path = '', body: object | null = null) => {
    const sent = body === null ? {} : { body: JSON.stringify(body) };
    const response = await app.request(`${PATH}${path}`, { method, headers, ...sent });
    return { status: response.status, body: (await response.json()) as { data: { subscriptionId: string } } };
  };
}
const made = async (user: MintedUser, fields: object): Promise<string> =>
  (await (await asking(user))('POST', '', { ...BODY, ...fields })).body.data.subscriptionId;

describe('subscriptions', () => {
  it('are to oneself with the right to read, and to others with the right to send', async () => {
    const ask = await asking(reader);
    const bodies = [[reader.userId], [sender.userId]].map((userIds) => ({ ...BODY, userIds }));
    const [own, others] = await Promise.all(bodies.map((body) => ask('POST', '', body)));
    expect([own?.status, others?.status]).toEqual([200, 401]);
    const outside = await ask('POST', '', { ...BODY, addresses: ['owner@out.test'] });
    expect(outside.status).toBe(401);
    const theirs = await made(sender, { userIds: [sender.userId] });
    const acts: readonly (readonly [method: string, path: string, body?: object])[] = [
      ['PUT', `/${theirs}`, { ...BODY, userIds: [reader.userId] }],
      ['POST', `/${theirs}/pause`],
      ['DELETE', `/${theirs}`],
    ];
    expect(await Promise.all(acts.map(async (act) => (await ask(...act)).status))).toEqual([401, 401, 401]);
    const unable = await mintUser(context, { industryId: reader.industryId });
    expect((await (await asking(unable))('GET')).status).toBe(401);
  });

  it('of another industry are not there', async () => {
    const subscriptionId = await made(sender, { userIds: [sender.userId] });
    const { industryId } = await works(context, [unit('W1', 'FLOW_CATEGORY')]);
    const stranger = await mintUser(context, { industryId, permissions: ['reports:read', 'reports:send'] });
    const ask = await asking(stranger);
    expect((await ask('GET')).body.data).toMatchObject({ subscriptions: [], people: [{ userId: stranger.userId }] });
    const acts = [
      ['PUT', '', { ...BODY, userIds: [stranger.userId] }],
      ['POST', '/pause'],
      ['POST', '/resume'],
      ['POST', '/test'],
      ['GET', '/preview'],
      ['DELETE', ''],
    ] as const;
    const answers = await Promise.all(acts.map(([method, end, body]) => ask(method, `/${subscriptionId}${end}`, body)));
    expect(answers.map(({ status }) => status)).toEqual(acts.map(() => 404));
    expect((await ask('POST', '', { ...BODY, userIds: [sender.userId] })).status).toBe(400);
  });
});

describe('the pages behind links in mails', () => {
  const page = async (path: string, method = 'GET') => {
    const response = await app.request(path, { method });
    return [response.status, /<h1>(.*?)<\/h1>/.exec(await response.text())?.[1]];
  };

  it('change nothing before their button, confirm once and end the mails', async () => {
    const subscriptionId = await made(sender, { addresses: ['owner@out.test'] });
    const { industryKey } = sender;
    const [subscription] = await listSubscriptions(context.database, industryKey, subscriptionId);
    const outside = async () => {
      const [found] = await recipientsOf(context.database, industryKey, [subscription?.subscriptionKey ?? 0]);
      if (found === undefined) throw new Error('Nobody was named.');
      return found;
    };
    const config = { ...context.config, publicUrl: 'https://water.test' };
    await sendConfirmation(reaching({ ...context, config }, server), (await outside()).recipientKey);
    const confirm = /https:\/\/water\.test(\S+)/.exec(server.received[0]?.mail.text ?? '')?.[1] ?? '';
    expect(await page(confirm)).toEqual([200, 'Have this report mailed?']);
    expect((await outside()).confirmedAt).toBeNull();
    expect(await page(confirm, 'POST')).toEqual([200, 'The report will be mailed']);
    expect((await outside()).confirmedAt).not.toBeNull();
    expect(await (await app.request(confirm)).text()).not.toContain('owner@out.test');
    expect(await page(confirm)).toEqual([404, 'This link is not valid any more']);

    const end = unsubscribeLink('', await outside());
    expect(await page(end)).toEqual([200, 'Stop these mails?']);
    expect((await outside()).unsubscribedAt).toBeNull();
    expect(await page(end, 'POST')).toEqual([200, 'The mails have ended']);
    expect((await outside()).unsubscribedAt).not.toBeNull();
    expect(await page(end)).toEqual([200, 'The mails have ended']);
    expect(await page('/api/user/reports/unsubscribe?token=forged', 'POST')).toEqual([
      404,
      'This link is not valid any more',
    ]);
  });
});
