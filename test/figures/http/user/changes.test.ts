import { beforeAll, describe, expect, it } from 'vitest';
import type { Industry } from '../../../../src/kernel/industry/industry.ts';
import { exportedLines } from '../../changes/copy.ts';
import { at, process, send, unit, works } from '../../processing/works.ts';
import { testContext, type TestContext } from '../../../support/database.ts';
import { bearer, login, mintUser, testApp, type TestApp } from '../../../service/support/app-fixture.ts';

let context: TestContext;
let app: TestApp;
let industry: Industry;
let token: string;
beforeAll(async () => {
  context = await testContext('2026-03-10T00:00:00Z');
  app = testApp(context);
  industry = await works(context, [
    unit('A', 'FLOW_CATEGORY'),
    unit('Q', 'QUALITY_CATEGORY', { siUnit: '', params: { pH: { displayName: 'pH', siUnit: '', isLatest: false } } }),
  ]);
  token = (await login(app, await mintUser(context, { industryId: industry.industryId }))).token;
  await send(context, industry, [
    { unitId: 'A', createdOn: at(industry, '2026-03-01', 3), value: 5 },
    { unitId: 'Q', createdOn: at(industry, '2026-03-01', 3), value: { pH: 7.5 } },
  ]);
  await process(context, industry, '2026-03-01', '2026-03-02');
});

interface Answer {
  status_code: number;
  message: string;
  errors?: unknown;
  data: { changes: { id: string; document: Record<string, unknown> | null }[]; next: string; hasMore: boolean };
}
async function get(query: string): Promise<{ status: number; body: Answer }> {
  const response = await app.request(`/api/user/changes?${query}`, { headers: bearer(token) });
  return { status: response.status, body: (await response.json()) as Answer };
}

describe('GET /api/user/changes', () => {
  it('gives pages whose documents are the lines of the export', async () => {
    const lines: string[] = [];
    let next = '';
    for (let hasMore = true; hasMore;) {
      const { status, body } = await get(`limit=3&since=${next}`);
      expect(status).toBe(200);
      lines.push(...body.data.changes.map((change) => JSON.stringify(change.document)));
      ({ next, hasMore } = body.data);
    }
    expect(lines.length).toBe(8);
    expect(lines.sort()).toEqual(await exportedLines(context, industry));
    expect((await get(`since=${next}`)).body.data).toEqual({ changes: [], next, hasMore: false });
  });

  it('tells of each change what it was before and is now, and why; quality units by parameter', async () => {
    const { changes } = (await get('period=daily')).body.data;
    expect(changes).toHaveLength(4);
    expect(changes[0]).toMatchObject({
      id: `${industry.industryId}_01-03-2026_A_DAILY`,
      period: 'daily',
      unitId: 'A',
      start: '01/03/2026',
      oldValue: null,
      newValue: 5,
      causes: ['late reading'],
    });
    const before = (await get('')).body.data.next;
    await send(context, industry, [{ unitId: 'Q', createdOn: at(industry, '2026-03-01', 3), value: { pH: 8 } }]);
    await process(context, industry, '2026-03-01', '2026-03-01');
    const corrected = (await get(`since=${before}`)).body.data.changes;
    expect(corrected[0]).toMatchObject({
      id: `${industry.industryId}_01-03-2026_Q_DAILY`,
      oldValue: { pH: 7.5 },
      newValue: { pH: 8 },
      causes: ['correction'],
    });
    expect(corrected[1]).toMatchObject({
      period: 'monthly',
      start: '01/03/2026',
      oldValue: { pH: 7.5 },
      newValue: { pH: 8 },
    });
    expect(corrected[2]).toMatchObject({ period: 'yearly', start: '01/01/2026' });
  });

  it.each([
    [
      'since=17',
      "Invalid 'since': '17' is not a position in this feed: allowed is `next` of an earlier answer to the same period, or nothing to begin anew",
    ],
    ['limit=0', "Invalid 'limit': '0' is not a whole number from 1 to 1000"],
    ['limit=1001', "Invalid 'limit': '1001' is not a whole number from 1 to 1000"],
    ['period=weekly', "Invalid 'period': 'weekly' is not one of all, daily, monthly, yearly"],
  ])('refuses %s and says what is allowed', async (query, message) => {
    expect(await get(query)).toMatchObject({ status: 400, body: { status_code: 1403, message } });
  });

  it('refuses a position of another industry, and shows nothing of it', async () => {
    const { industryId } = await works(context, [unit('A', 'FLOW_CATEGORY')]);
    const { token: stranger } = await login(app, await mintUser(context, { industryId }));
    const since = (await get('')).body.data.next;
    const response = await app.request(`/api/user/changes?since=${since}`, { headers: bearer(stranger) });
    expect(response.status).toBe(400);
    const empty = (await (await app.request('/api/user/changes', { headers: bearer(stranger) })).json()) as Answer;
    expect(empty.data).toMatchObject({ changes: [], hasMore: false });
  });
});
