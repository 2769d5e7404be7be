import { beforeAll, describe, expect, it } from 'vitest';
import { testContext } from '../../../../support/database.ts';
import { bearer, login, mintUser, testApp, type TestApp } from '../../../../service/support/app-fixture.ts';
import { type AlertWorks, mintAlertWorks } from './support.ts';

let app: TestApp;
let works: Record<'kolkata' | 'berlin' | 'silent' | 'test', AlertWorks>;
let operator: Record<string, string>;
beforeAll(async () => {
  const context = await testContext('2026-01-20T03:10:00Z');
  app = testApp(context);
  works = {
    kolkata: await mintAlertWorks(context, app),
    berlin: await mintAlertWorks(context, app, { timezone: 'Europe/Berlin' }),
    silent: await mintAlertWorks(context, app),
    test: await mintAlertWorks(context, app, { isTest: true }),
  };
  // 15/01/2026 begins at 00:30 UTC in Kolkata, and at 05:00 UTC in Berlin.
  for (const at of [works.kolkata, works.berlin]) await at.add('2026-01-15T02:00:00Z');
  await works.kolkata.add('2026-01-03T02:00:00Z', { alertType: 'device_status' });
  await works.berlin.add('2026-01-01T04:59:59Z');
  await works.test.add('2026-01-15T02:00:00Z');
  const user = await mintUser(context, { industryId: 'INTERNAL', role: 'admin' });
  operator = bearer((await login(app, user)).token);
});

const counts = async (query: string) => {
  const response = await app.request(`/api/user/alerts/allIndustries?${query}`, { headers: operator });
  const body = (await response.json()) as {
    alertsByIndustry?: Record<string, { industryName: string; count: number }>;
    excludedIndustries?: string[];
    totalAlerts?: number;
    totalIndustries?: number;
  }; // checked below
  const { kolkata, berlin, silent } = works;
  const own = [kolkata, berlin, silent].map(
    ({ industry }) => body.alertsByIndustry?.[industry.industryId]?.count ?? null,
  );
  return { status: response.status, body, own };
};

describe('GET /api/user/alerts/allIndustries', () => {
  it.each([
    ['startDate=15/01/2026', [2, 1, 0]],
    ['startDate=15/01/2026&type=daily', [1, 0, 0]],
    ['startDate=14/01/2026&type=daily', [0, 1, 0]],
    ['startDate=31/12/2025&endDate=14/01/2026&type=dateRange', [1, 2, 0]],
    ['startDate=15/01/2026&adminAlerts=true', [1, 0, 0]],
  ])('?%s counts %j, each industry on its own days', async (query, expected) => {
    expect((await counts(query)).own).toEqual(expected);
  });

  it('says what it counted, and leaves test industries out', async () => {
    const { body } = await counts('startDate=15/01/2026');
    const { kolkata, test } = works;
    expect(body).toMatchObject({
      startDate: '01/01/2026',
      endDate: '15/01/2026',
      fetchType: 'monthly',
      adminAlertsOnly: false,
    });
    expect(body.alertsByIndustry?.[kolkata.industry.industryId]).toEqual({
      industryName: kolkata.industry.industryName,
      count: 2,
    });
    expect(body.excludedIndustries).toContain(test.industry.industryId);
    expect(Object.keys(body.alertsByIndustry ?? {})).not.toContain(test.industry.industryId);
    expect(Object.keys(body.alertsByIndustry ?? {})).not.toContain('INTERNAL');
    expect(body.totalIndustries).toBe(Object.keys(body.alertsByIndustry ?? {}).length);
    expect(body.totalAlerts).toBe(
      Object.values(body.alertsByIndustry ?? {}).reduce((sum, { count }) => sum + count, 0),
    );
  });

  it.each([
    ['', "'startDate' missing"],
    ['startDate=x', 'Invalid startDate format. Use DD/MM/YYYY'],
    ['startDate=15/01/2026&endDate=x', 'Invalid endDate format. Use DD/MM/YYYY'],
    ['startDate=15/01/2026&type=dateRange', 'endDate is required for dateRange type'],
    ['startDate=15/01/2026&endDate=14/01/2026&type=dateRange', 'startDate cannot be after endDate'],
    ['startDate=15/01/2026&type=yearly', "Invalid 'type': 'yearly' is not one of monthly, daily, dateRange"],
  ])('?%s is 1403: %s', async (query, message) => {
    expect(await counts(query)).toMatchObject({ status: 400, body: { status_code: 1403, message } });
  });

  it('is for operators', async () => {
    expect(await works.kolkata.get('alerts/allIndustries?startDate=15/01/2026')).toMatchObject({
      status: 403,
      body: { message: 'This endpoint is for operators' },
    });
  });
});
