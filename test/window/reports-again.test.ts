import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { process, send, at } from '../figures/processing/works.ts';
import { reportWorks } from '../reports/sending.ts';
import { testContext, type TestContext } from '../support/database.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { bearer, login, mintUser, PASSWORD, testApp, type TestApp } from '../service/support/app-fixture.ts';
import { browserSession } from './support/browser-session.ts';

const READER = 'ann@again.page.test';

let context: TestContext;
let server: MailServer;
let app: TestApp;
let industryId: string;
beforeAll(async () => {
  context = await testContext('2026-03-03T00:20:00Z');
  server = await startMailServer();
  app = testApp(context, { email: server.settings });
  const industry = await reportWorks(context, [READER, 'no address <b>'], { is_consumption_enabled: true });
  industryId = industry.industryId;
  await send(context, industry, [{ unitId: 'A', createdOn: at(industry, '2026-02-28', 5), value: 1000 }]);
  await process(context, industry, '2026-02-01', '2026-02-28');
  const sender = await mintUser(context, { industryId: 'INTERNAL', role: 'admin', permissions: ['reports:send'] });
  server.fail('hangs up after');
  const answer = await app.request(
    `/api/admin/automated/report?date=01/02/2026&types=monthly&formats=csv&targetIndustryId=${industryId}`,
    { headers: bearer((await login(app, sender)).token) },
  );
  server.fail(null);
  expect(answer.status).toBe(400);
});
afterAll(() => server.stop());

async function pageOf(permissions: readonly string[], industry: string) {
  const { username } = await mintUser(context, { industryId: industry, role: 'admin', permissions: [...permissions] });
  const session = browserSession(app);
  await session.post('/app/login', { username, password: PASSWORD, next: '' });
  if (industry === 'INTERNAL') await session.post('/app/industry', { industry: industryId });
  const history = async () => (await (await session.get('/app/reports')).text()).split('id="history"')[1] ?? '';
  return { session, history };
}

describe('a mailed report that somebody does not have', () => {
  it('is sent again from the page by an operator, who sees who lacks it and why', async () => {
    const { session, history } = await pageOf(['reports:read', 'reports:send'], 'INTERNAL');
    const page = await history();
    expect(page).toContain(`${READER}: not confirmed. The mail server did not answer`);
    expect(page).toContain('no address &lt;b&gt;: failed. The recipient is not a mail address.');
    const reportId = /name="reportId" value="([\w-]+)"/.exec(page)?.[1] ?? '';
    const sent = await session.post('/app/reports', { act: 'sendAgain', reportId });
    expect([sent.status, sent.headers.get('location')]).toEqual([303, '/app/reports?sent=lacking#history']);
    const received = server.received.filter(({ recipients }) => recipients.includes(READER));
    expect(new Set(received.map(({ mail }) => mail.messageId)).size).toBe(1);
    expect(received).toHaveLength(2);
    const after = await history();
    expect([after.includes(`${READER}:`), after.includes('no address')]).toEqual([false, true]);
    expect(await (await session.get('/app/reports?sent=lacking')).text()).toContain('Not everybody has it');
  });

  it('shows nobody else an address or the button', async () => {
    const { session, history } = await pageOf(['reports:read'], industryId);
    const page = await history();
    expect(page).toContain('1 failed');
    expect([page.includes('no address'), page.includes('sendAgain')]).toEqual([false, false]);
    const refused = await session.post('/app/reports', {
      act: 'sendAgain',
      reportId: '0b6a9c1e-6f0e-4a57-9c86-0f171e237256',
    });
    expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('role="alert"')]);
    const looking = await pageOf(['reports:read'], 'INTERNAL');
    expect((await looking.history()).includes('sendAgain')).toBe(false);
  });
});
