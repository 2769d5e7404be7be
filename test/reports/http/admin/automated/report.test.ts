import exceljs from 'exceljs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { at, process as processDays, send } from '../../../../figures/processing/works.ts';
import { reportWorks } from '../../../sending.ts';
import { testContext, type TestContext } from '../../../../support/database.ts';
import { type MailServer, startMailServer } from '../../../../support/mail-server.ts';
import { bearer, login, mintUser, testApp, type TestApp } from '../../../../service/support/app-fixture.ts';

const PATH = '/api/admin/automated/report';
const DAY = '2026-03-02';

let context: TestContext;
let server: MailServer;
let app: TestApp;
let operator: Record<string, string>;
beforeAll(async () => {
  context = await testContext('2026-03-03T00:20:00Z');
  server = await startMailServer();
  app = testApp(context, {
    email: server.settings,
    reports: { ...context.config.reports, supportEmail: 'help@own.test' },
  });
  const user = await mintUser(context, { industryId: 'INTERNAL', role: 'admin', permissions: ['reports:send'] });
  operator = bearer((await login(app, user)).token);
});
afterAll(() => server.stop());

/** With 24 m³ on the second of March, which has settled. */
async function measuredWorks(recipient: string, services = {}) {
  const industry = await reportWorks(context, [recipient], services);
  await send(
    context,
    industry,
    Array.from({ length: 24 }, (_, hour) => ({ unitId: 'A', createdOn: at(industry, DAY, hour + 0.5), value: 1000 })),
  );
  await processDays(context, industry, DAY, DAY);
  return industry;
}

interface Answer {
  message: string;
  status: string;
  errors?: { field: string; problem: string }[];
  data: {
    sentBefore: string | null;
    reportId: string | null;
    files: string[];
    recipients: { recipient: string; state: string }[];
  }[];
}
async function ask(query: string, headers: Record<string, string> = {}, path = PATH) {
  const response = await app.request(`${path}?${query}`, { headers: { ...operator, ...headers } });
  return { status: response.status, body: (await response.json()) as Answer };
}
const mailsTo = (recipient: string) =>
  server.received.filter(({ recipients }) => recipients.includes(recipient)).map(({ mail }) => mail);

describe('GET /api/admin/automated/report', () => {
  it('sends the daily reports as pdf and xlsx to the support address, the industry and whoever is named', async () => {
    const { industryId } = await measuredWorks('ann@http.test');
    const { status, body } = await ask('date=02/03/2026&types=daily&emails=eve@http.test&emails=bob@http.test', {
      targetIndustryId: industryId,
    });
    expect([status, body.message, body.status]).toEqual([200, 'Automated Daily Report Sent Successfully', 'Success']);
    expect(
      body.data.map(({ recipients }) => recipients.map(({ recipient, state }) => `${recipient} ${state}`)),
    ).toEqual(
      Array.from({ length: 2 }, () =>
        ['ann@http.test', 'bob@http.test', 'eve@http.test', 'help@own.test'].map((name) => `${name} sent`),
      ),
    );
    const [water] = mailsTo('eve@http.test');
    expect(water?.attachments.map(({ filename }) => filename)).toEqual(
      ['pdf', 'xlsx'].map((format) => `${industryId}_water_daily_2026-03-02.${format}`),
    );
    const [pdf, xlsx] = water?.attachments ?? [];
    expect(
      Buffer.from(pdf?.content as ArrayBuffer)
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
    const book = new exceljs.Workbook();
    await book.xlsx.load(xlsx?.content as ArrayBuffer);
    const values = book.worksheets.flatMap((sheet) => sheet.getSheetValues().flat());
    expect(values.some((value) => value === 24)).toBe(true);
  });

  it('answers a month in the printed words', async () => {
    const { industryId } = await measuredWorks('ann@month.http.test', { is_consumption_enabled: true });
    const { status, body } = await ask(`date=15/03/2026&types=monthly&formats=csv&targetIndustryId=${industryId}`);
    expect([status, body.message]).toEqual([200, 'Automated Monthly Report Sent Successfully']);
    expect(body.data.map(({ files }) => files)).toEqual([[`${industryId}_water_monthly_2026-03-01_2026-03-31.csv`]]);
  });

  it('says that the same request was sent before, mails nobody again, and does so when it is forced', async () => {
    const { industryId } = await measuredWorks('ann@again.http.test');
    const target = { targetIndustryId: industryId };
    const query = 'date=02/03/2026&types=daily&formats=csv';
    const first = await ask(query, target);
    context.clock.set('2026-03-03T00:22:10Z');
    const again = await ask(query, target);
    expect([again.status, again.body.message, again.body.status]).toEqual([
      200,
      'Automated Daily Report was sent 2 minutes ago; force=true sends it again',
      'Success',
    ]);
    expect(again.body.data.map(({ reportId, sentBefore }) => [reportId, sentBefore])).toEqual(
      first.body.data.map(({ reportId }) => [reportId, '2026-03-03T00:20:00.000Z']),
    );
    expect(mailsTo('ann@again.http.test')).toHaveLength(2);
    const more = await ask(`${query}&emails=new@again.http.test`, target);
    expect(more.body.message).toBe('Automated Daily Report Sent Successfully');
    expect([mailsTo('ann@again.http.test').length, mailsTo('new@again.http.test').length]).toEqual([2, 2]);
    const forced = await ask(`${query}&force=true`, target);
    expect(forced.body).toMatchObject({
      message: 'Automated Daily Report Sent Successfully',
      data: [{ sentBefore: null }, { sentBefore: null }],
    });
    expect(mailsTo('ann@again.http.test')).toHaveLength(4);
    context.clock.set('2026-03-03T00:20:00Z');
  });

  it('as a test makes the files and sends nothing', async () => {
    const { industryId } = await measuredWorks('ann@try.http.test');
    const { body } = await ask('date=02/03/2026&types=daily&test=true', { targetIndustryId: industryId });
    expect(body.message).toBe('Automated Daily Report Generated Successfully');
    expect(body.data.map(({ files }) => files.length)).toEqual([2, 2]);
    expect(mailsTo('ann@try.http.test')).toEqual([]);
  });

  it.each([
    ['date=02/03/2026&types=weekly', 400, "Invalid 'types': 'weekly' is not one of daily, monthly"],
    ['types=daily', 400, "'date' missing"],
    ['date=02/03/2026', 400, "'types' missing"],
    ['date=2026-03-02&types=daily', 400, "Invalid 'date'"],
    ['date=05/03/2026&types=daily', 400, "Invalid 'date': the day has not begun"],
    ['date=02/03/2026&types=daily&formats=doc', 400, "Invalid 'formats': 'doc' is none of html, pdf, xlsx, csv"],
    [
      'date=02/03/2026&types=daily&formats=pdf&formats=doc',
      400,
      `Invalid 'formats': '["pdf","doc"]' has 'doc', which is none of html, pdf, xlsx, csv`,
    ],
    ['date=02/03/2026&types=daily&emails=ann', 400, "Invalid 'emails': 'ann' is no mail address"],
    ['date=02/03/2026&types=daily&emails=a@b.org&emails=ann', 400, "has 'ann', which is no mail address"],
    ['date=02/03/2026&types=daily&emails=a@b.org,c@d.org', 400, 'is no mail address'],
  ])('refuses %s with %i and says what is wrong', async (query, expected, message) => {
    const { industryId } = await measuredWorks('ann@wrong.http.test');
    const { status, body } = await ask(query, { targetIndustryId: industryId });
    expect([status, body.message]).toEqual([expected, expect.stringContaining(message)]);
    expect(mailsTo('ann@wrong.http.test')).toEqual([]);
  });

  it('asks for the industry', async () => {
    const { status, body } = await ask('date=02/03/2026&types=daily');
    expect([status, body.message]).toEqual([400, "'targetIndustryId' missing"]);
  });

  it('is for operators', async () => {
    const user = await mintUser(context, { permissions: ['admin:*'] });
    const response = await app.request(`${PATH}?date=02/03/2026&types=daily`, {
      headers: bearer((await login(app, user)).token),
    });
    expect(response.status).toBe(403);
  });

  it('says what waits for its server, which is sent without being asked for again', async () => {
    const { industryId } = await measuredWorks('ann@queued.test');
    server.fail({ at: 'recipient', code: 451 });
    const answered = await ask('date=02/03/2026&types=daily&formats=csv', { targetIndustryId: industryId });
    server.fail(null);
    expect(answered.status).toBe(200);
    expect(answered.body.data[0]?.recipients.map(({ state }) => state)).toEqual(['queued', 'queued']);
  });

  it('names everybody who has no mail', async () => {
    const { industryId } = await measuredWorks('nobody at all');
    const { status, body } = await ask('date=02/03/2026&types=daily&formats=csv', { targetIndustryId: industryId });
    expect([status, body.errors?.[0]]).toEqual([
      400,
      { field: 'nobody at all', problem: 'failed: The recipient is not a mail address' },
    ]);
  });
});

describe('GET /api/admin/automated/report/history', () => {
  it('lists what was sent, and POST ../resend sends it again', async () => {
    const { industryId } = await measuredWorks('ann@history.http.test');
    const target = { targetIndustryId: industryId };
    await ask('date=02/03/2026&types=daily&formats=csv', target);
    const { body } = await ask('limit=1', target, `${PATH}/history`);
    const { reports, next } = body.data as unknown as {
      reports: { reportId: string; mail: string; startDate: string; mails: { recipient: string; state: string }[] }[];
      next: string | null;
    };
    expect(next).not.toBeNull();
    expect(reports[0]).toMatchObject({ mail: 'summary', startDate: '02/03/2026' });
    const resend = async (fields: Readonly<Record<string, unknown>>) => {
      const answer = await app.request(`${PATH}/resend`, {
        method: 'POST',
        headers: { ...operator, ...target, 'content-type': 'application/json' },
        body: JSON.stringify({ reportId: reports[0]?.reportId, ...fields }),
      });
      return answer.json();
    };
    expect(await resend({ emails: ['new@history.http.test'] })).toMatchObject({
      data: { recipients: [{ recipient: 'new@history.http.test', state: 'sent' }] },
    });
    // Without `emails` it would go to everybody who lacks it.
    expect(await resend({ email: 'new@history.http.test' })).toMatchObject({
      status_code: 1430,
      message: "Invalid 'body': 'email' is not a field of it",
    });
    expect(mailsTo('new@history.http.test')[0]?.attachments).toHaveLength(1);
  });
});
