import { beforeAll, describe, expect, it } from 'vitest';
import type { Industry } from '../../../../src/kernel/industry/industry.ts';
import { businessDate } from '../../../../src/kernel/time/business-date.ts';
import { COMMAND } from '../../../../src/platform/login/rules/caller.ts';
import { noQueue, type QueueClient } from '../../../../src/platform/queue/client.ts';
import { computeAllInsights } from '../../../../src/findings/insights/request-insights.ts';
import { computeInsights } from '../../../../src/findings/insights/compute-insights.ts';
import { computeInsightsOf } from '../../../../src/findings/insights/due-insights.ts';
import {
  beginJudgement,
  requestInsights,
  dueInsightOf,
  markInsightsDue,
  noteInsightFailed,
  noteInsightJudged,
  statesOfRequested,
} from '../../../../src/findings/store/insights.ts';
import { testContext, type TestContext } from '../../../support/database.ts';
import { at, dates, process, send, unit, works } from '../../../figures/processing/works.ts';
import { bearer, login, mintUser, testApp, type TestApp } from '../../../service/support/app-fixture.ts';

let context: TestContext;
let app: TestApp;
let industry: Industry;
let operator: Record<string, string>;
let user: Record<string, string>;
let reader: Record<string, string>;

const headersOf = async (who: Parameters<typeof mintUser>[1]) =>
  bearer((await login(app, await mintUser(context, who))).token);
const get = async (query: string, more: Record<string, string> = {}) =>
  app.request(`/api/admin/insights/${query}`, { headers: { ...operator, ...more } });
const judge = (id: string, body: object, headers = user) =>
  app.request(`/api/user/insights/${id}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

beforeAll(async () => {
  context = await testContext('2026-03-01T02:30:00Z');
  app = testApp(context);
  industry = await works(context, [unit('LEAKY', 'FLOW_CATEGORY')]);
  const rows = dates('2026-01-10', '2026-02-28').flatMap((date) =>
    Array.from({ length: 24 }, (_, hour) => ({
      unitId: 'LEAKY',
      createdOn: at(industry, date, hour),
      value: (hour >= 8 && hour < 18 ? 1000 : 0) + (date >= '2026-02-20' ? 300 : 0),
    })),
  );
  await send(context, industry, rows);
  await process(context, industry, '2026-01-10', '2026-02-28');
  operator = await headersOf({ industryId: 'INTERNAL', role: 'admin', permissions: ['operations:run'] });
  user = await headersOf({ industryId: industry.industryId, permissions: ['alerts:write'] });
  reader = await headersOf({ industryId: industry.industryId });
  await computeInsights(context, industry);
});

interface Answer {
  readonly status: string;
  readonly data: {
    readonly date: string;
    readonly industries: readonly {
      readonly industryId: string;
      readonly totalConsumption: number | null;
      readonly onlineUnits: number;
      readonly offlineUnits: number;
      readonly findings: readonly { readonly id: string; readonly kind: string }[];
    }[];
  };
}

describe('GET /api/admin/insights/', () => {
  it('has the record of the day for the industry, and what was found', async () => {
    const response = await get('?date=28_02_2026', { targetIndustryId: industry.industryId });
    expect(response.status).toBe(200);
    const { status, data } = (await response.json()) as Answer;
    expect(status).toBe('success');
    expect(data).toMatchObject({
      date: '28_02_2026',
      industries: [
        {
          industryId: industry.industryId,
          totalConsumption: 17.2,
          onlineUnits: 1,
          offlineUnits: 0,
          findings: [
            { rank: 1, kind: 'leak', unitId: 'LEAKY', firstDay: '20/02/2026', isOpen: true, litresPerDay: 7200 },
          ],
        },
      ],
    });
  });

  it('has all industries without a target', async () => {
    const { data } = (await (await get('?date=28_02_2026')).json()) as Answer;
    expect(data.industries.map(({ industryId }) => industryId)).toContain(industry.industryId);
  });

  it.each(['', '?date=', '?date=28/02/2026', '?date=31_02_2026', '?date=2026_02_28'])(
    'refuses %j with 1403',
    async (query) => {
      const response = await get(query);
      expect([response.status, ((await response.json()) as { status_code: number }).status_code]).toEqual([400, 1403]);
    },
  );
});

describe('POST /api/admin/insights/', () => {
  it("computes today's and leaves an audit row", async () => {
    const headers = { ...operator, targetIndustryId: industry.industryId };
    const response = await app.request('/api/admin/insights/', { method: 'POST', headers });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ message: 'Insights stored', data: { waiting: 0 } });
    const rows = await context.database.execute<{ verb: string }>(
      "SELECT verb FROM operations.audit WHERE verb = 'insights.compute' AND after -> 'asked' @> to_jsonb($1::text)",
      [industry.industryId],
    );
    expect(rows.length).toBeGreaterThan(0);
  });

  it('does not say that insights are stored of an industry that is not in use', async () => {
    const idle = await works(context, [unit('IDLE', 'FLOW_CATEGORY')], { isActive: false });
    const headers = { ...operator, targetIndustryId: idle.industryId };
    const response = await app.request('/api/admin/insights/', { method: 'POST', headers });
    expect([response.status, await response.json()]).toMatchObject([
      200,
      { message: 'No industry that was asked for is active', data: { industries: 0, stored: 0, waiting: 0 } },
    ]);
  });

  const ask = (queue: QueueClient) => computeAllInsights(context, queue, COMMAND, industry.industryId, 0);

  it('answers before long work is done, says what waits, and a worker does it', async () => {
    expect(await ask(noQueue)).toEqual({ industries: 1, stored: 0, waiting: 1 });
    await computeInsightsOf(context, industry.industryId);
    expect(await dueInsightOf(context.database, industry.industryId, new Date(context.clock.now()))).toBeNull();
  });

  it('names the industry that could not be computed', async () => {
    const failed = async (later: Date) => {
      const due = await dueInsightOf(context.database, industry.industryId, new Date(context.clock.now()));
      if (due !== null) await noteInsightFailed(context.database, due, later);
    };
    const failing: QueueClient = {
      send: () =>
        // As after a failure.
        failed(new Date(context.clock.now() + 1_800_000)),
    };
    await expect(ask(failing)).rejects.toThrow(`Insights could not be computed for ${industry.industryId}`);
  });

  it('answers both of two who ask at once, while the first is still computed', async () => {
    const { database, clock } = context;
    const now = new Date(clock.now());
    const later = new Date(clock.now() + 600_000);
    const first = await requestInsights(database, [industry.industryKey], now);
    const taken = await dueInsightOf(database, industry.industryId, now);
    const second = await requestInsights(database, [industry.industryKey], now);
    if (taken === null) throw new Error('The industry is due.');
    await noteInsightJudged(database, taken, { judgedUpTo: null, laterAt: later });
    expect(await statesOfRequested(database, first)).toEqual({ waiting: [], failed: [] });
    expect(await statesOfRequested(database, second)).toEqual({ waiting: [industry.industryKey], failed: [] });
    // What was asked for meanwhile is due at once, and no quiet time puts it off.
    await computeInsightsOf(context, industry.industryId);
    expect(await statesOfRequested(database, second)).toEqual({ waiting: [], failed: [] });
  });

  it('leaves no day to be judged when a slower worker, judging piece by piece, ends behind one that judged all', async () => {
    const { database, clock } = context;
    const [now, later] = [new Date(clock.now()), new Date(clock.now() + 600_000)];
    await requestInsights(database, [industry.industryKey], now);
    const taken = await dueInsightOf(database, industry.industryId, now);
    if (taken === null) throw new Error('The industry is due.');
    const from = businessDate('2026-01-05');
    const begin = () => beginJudgement(database, industry.industryKey, { atLeastFrom: from, now });
    expect([await begin(), await begin()]).toEqual([from, from]);
    await noteInsightJudged(database, taken, { judgedUpTo: null, laterAt: later });
    await noteInsightJudged(database, taken, { judgedUpTo: businessDate('2026-01-20'), laterAt: later });
    expect(await beginJudgement(database, industry.industryKey, { atLeastFrom: null, now })).toBeNull();
    await computeInsightsOf(context, industry.industryId);
  });

  it('is done for whoever asked, though figures have changed since', async () => {
    const { database, clock } = context;
    const asked = await requestInsights(database, [industry.industryKey], new Date(clock.now()));
    await computeInsightsOf(context, industry.industryId);
    await markInsightsDue(database, {
      industryKey: industry.industryKey,
      dueAt: new Date(clock.now() + 600_000),
      changedFrom: null,
    });
    expect(await statesOfRequested(database, asked)).toEqual({ waiting: [], failed: [] });
  });

  it('answers eight who ask at once with what is stored', async () => {
    const headers = { ...operator, targetIndustryId: industry.industryId };
    const working: QueueClient = { send: () => computeInsightsOf(context, industry.industryId) };
    const asked = await Promise.all(
      Array.from({ length: 8 }, () => computeAllInsights(context, working, COMMAND, industry.industryId, 60_000)),
    );
    expect(asked).toEqual(Array.from({ length: 8 }, () => ({ industries: 1, stored: 1, waiting: 0 })));
    const answers = await Promise.all(
      [1, 2].map(() => app.request('/api/admin/insights/', { method: 'POST', headers })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  });

  it('is not for operators without the permission', async () => {
    const other = await headersOf({ industryId: 'INTERNAL', role: 'admin' });
    expect((await app.request('/api/admin/insights/', { method: 'POST', headers: other })).status).toBe(401);
  });
});

describe('findings of a user', () => {
  const findings = async (query = '') => {
    const response = await app.request(`/api/user/insights${query}`, { headers: reader });
    const { data } = (await response.json()) as {
      data: { findings: { id: string; kind: string; fate: string | null }[] };
    };
    // No reading is sent on the running day, so every unit is silent.
    return data.findings.filter(({ kind }) => kind !== 'silence');
  };

  it('are those of the own industry, and a person says what they are', async () => {
    const [leak] = await findings();
    expect(leak).toMatchObject({ kind: 'leak', unitName: 'Unit LEAKY', fate: null, money: null });
    const judged = await judge(leak?.id ?? '', { verdict: 'confirmed', reason: 'Cistern' });
    expect(await judged.json()).toMatchObject({ data: { fate: 'confirmed', fateReason: 'Cistern' } });
    expect(await findings()).toMatchObject([{ fate: 'confirmed' }]);
    expect((await judge(leak?.id ?? '', { verdict: 'none' })).status).toBe(200);
    expect(await findings()).toMatchObject([{ fate: null, fateReason: null }]);
  });

  it('are judged by those who may, and a wrong word is refused by name', async () => {
    const [leak] = await findings();
    expect((await judge(leak?.id ?? '', { verdict: 'confirmed' }, reader)).status).toBe(401);
    expect((await judge(leak?.id ?? '', { verdict: 'maybe' })).status).toBe(400);
    expect((await judge('x', { verdict: 'confirmed' })).status).toBe(400);
    expect((await judge('3f0a6a4e-52c1-4d0e-9d8e-3f6f1f0a2c41', { verdict: 'confirmed' })).status).toBe(404);
  });
});
