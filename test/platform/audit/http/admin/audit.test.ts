import { beforeAll, describe, expect, it } from 'vitest';
import { writeAudit } from '../../../../../src/platform/audit/store/audit.ts';
import { COMMAND } from '../../../../../src/platform/login/rules/caller.ts';
import { testContext, type TestContext } from '../../../../support/database.ts';
import { bearer, login, mintUser, testApp, type TestApp } from '../../../../service/support/app-fixture.ts';

let context: TestContext;
let app: TestApp;
let headers: Record<string, string>;
let operatorId: string;
beforeAll(async () => {
  context = await testContext();
  app = testApp(context);
  const operator = await mintUser(context, {
    industryId: 'INTERNAL',
    role: 'admin',
    permissions: ['audit:read', 'operations:run'],
  });
  operatorId = operator.userId;
  headers = bearer((await login(app, operator)).token);
});

interface Page {
  readonly rows: readonly { id: number; subject: string; verb: string; actor: object; before: unknown }[];
  readonly next: number | null;
}
const audit = async (query: Record<string, string>, target?: string): Promise<Page> => {
  const response = await app.request(`/api/admin/audit?${new URLSearchParams(query)}`, {
    headers: { ...headers, ...(target === undefined ? {} : { targetIndustryId: target }) },
  });
  expect(response.status).toBe(200);
  return ((await response.json()) as { data: Page }).data;
};

const resent = (industryKey: number, subject: string, at: number) =>
  writeAudit(context.database, {
    at,
    actor: COMMAND,
    industryKey,
    verb: 'report.resend',
    subject,
    before: null,
    after: { recipients: ['a@b.test'] },
  });

describe('the audit', () => {
  it('has a row for a message to the dashboards, with who sent it and from where', async () => {
    const title = `Maintenance ${operatorId}`;
    await app.request('/api/admin/notification/', {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ title, body: 'Tonight.' }).toString(),
    });
    expect((await audit({ subject: title })).rows).toEqual([
      expect.objectContaining({
        verb: 'notification.broadcast',
        industryId: null,
        actor: { userId: operatorId, industryId: 'INTERNAL', address: 'local' },
        before: null,
        after: { title, body: 'Tonight.' },
      }),
    ]);
  });

  it("gives one industry's rows, the newest first, page by page, between two instants", async () => {
    const [mine, other] = [await mintUser(context), await mintUser(context)];
    const start = Date.UTC(2026, 0, 15);
    for (const [hour, subject] of ['first', 'second', 'third'].entries())
      await resent(mine.industryKey, subject, start + hour * 3_600_000);
    await resent(other.industryKey, 'of another', start);
    const page = await audit({ limit: '2' }, mine.industryId);
    expect(page.rows.map(({ subject }) => subject)).toEqual(['third', 'second']);
    const last = await audit({ limit: '2', before: String(page.next) }, mine.industryId);
    expect([last.rows.map(({ subject }) => subject), last.next]).toEqual([['first'], null]);
    const between = await audit(
      { from: '2026-01-15T01:00:00Z', to: '2026-01-15T02:00:00Z', verb: 'report.resend' },
      mine.industryId,
    );
    expect(between.rows.map(({ subject }) => subject)).toEqual(['second']);
    const reversed = await app.request('/api/admin/audit?from=2026-01-15T02:00:00Z&to=2026-01-15T01:00:00Z', {
      headers,
    });
    expect(await reversed.json()).toMatchObject({
      status_code: 1403,
      message: "Invalid 'to': '2026-01-15T01:00:00.000Z' is not after from",
    });
  });

  it('keeps no row of an act that was rolled back', async () => {
    const { industryKey, industryId } = await mintUser(context);
    await context.database
      .transaction(async (transaction) => {
        await writeAudit(transaction, {
          at: 0,
          actor: COMMAND,
          industryKey,
          verb: 'report.resend',
          subject: 'x',
          before: null,
          after: null,
        });
        throw new Error('The act failed.');
      })
      .catch(() => {});
    expect((await audit({}, industryId)).rows).toEqual([]);
  });
});
