import { beforeAll, describe, expect, it } from 'vitest';
import type { Industry } from '../../../../../src/kernel/industry/industry.ts';
import {
  at,
  documents,
  processedOf,
  requireIndustry,
  send,
  staleOf,
  unit,
  virtual,
  works,
} from '../../../processing/works.ts';
import { testContext, type TestContext } from '../../../../support/database.ts';
import { bearer, login, mintUser, testApp, type TestApp } from '../../../../service/support/app-fixture.ts';

let context: TestContext;
let app: TestApp;
beforeAll(async () => {
  context = await testContext('2026-11-21T00:00:00Z');
  app = testApp(context);
});

async function get(query: string, headers: Record<string, string>): Promise<{ status: number; body: unknown }> {
  const response = await app.request(`/api/user/batchProcess/range${query}`, { headers });
  return { status: response.status, body: await response.json() };
}

/** An industry with a user who may run batches. */
async function worksOfUser(
  permissions: readonly string[] = ['batch:run'],
): Promise<{ industry: Industry; headers: Record<string, string> }> {
  const minted = await mintUser(context, { permissions });
  await works(context, [unit('A', 'FLOW_CATEGORY'), unit('B', 'FLOW_CATEGORY'), virtual('OVER', '{A} * 2')], {
    industryId: minted.industryId,
    timezone: 'Asia/Kolkata',
    shiftStartAt: '06:00:00',
  });
  const industry = await requireIndustry(context, minted.industryId);
  await send(
    context,
    industry,
    ['2026-01-30', '2026-02-01'].map((date) => ({ unitId: 'A', createdOn: at(industry, date, 3), value: 10 })),
  );
  return { industry, headers: bearer((await login(app, minted)).token) };
}
const counts = (daily: number, monthly: number, yearly: number) => ({ daily, monthly, yearly });

describe('GET batchProcess/range', () => {
  it("processes the request dates, both included, of the token's industry", async () => {
    const { industry, headers } = await worksOfUser();
    expect(await get('?startDate=30/01/2026&endDate=01/02/2026', headers)).toEqual({
      status: 200,
      body: {
        status: 'success',
        data: {
          days: 3,
          daysNotEnded: 0,
          daysSealed: 0,
          daysBeforeReadings: 0,
          daysUnchanged: 0,
          computed: counts(9, 6, 3),
          written: counts(9, 6, 3),
          wouldWrite: null,
        },
      },
    });
    expect(await processedOf(context, industry)).toEqual(['2026-01-30', '2026-01-31', '2026-02-01']);
    expect(await staleOf(context, industry)).toEqual([]);
  });

  it('does nothing, successfully, when it ends before it starts', async () => {
    const { industry, headers } = await worksOfUser();
    expect(await get('?startDate=02/02/2026&endDate=01/02/2026', headers)).toMatchObject({
      status: 200,
      body: { status: 'success', data: { days: 0, daysNotEnded: 0, computed: counts(0, 0, 0) } },
    });
    expect(await processedOf(context, industry)).toEqual([]);
  });

  it('takes 1,100 days at most, and says which field asks for more', async () => {
    const { industry, headers } = await worksOfUser();
    const message = "Invalid 'endDate': '06/01/2026' is 1101 days from startDate, allowed are 1100";
    expect(await get('?startDate=02/01/2023&endDate=06/01/2026', headers)).toMatchObject({
      status: 400,
      body: { status_code: 1403, message, errors: [{ field: 'endDate' }] },
    });
    expect(await processedOf(context, industry)).toEqual([]);
    // Years before its first reading have nothing to compute.
    expect(await get('?startDate=03/01/2023&endDate=06/01/2026', headers)).toMatchObject({
      status: 200,
      body: { data: { days: 6, daysBeforeReadings: 1094 } },
    });
  });

  it('takes the flags of the other endpoint', async () => {
    const { industry, headers } = await worksOfUser();
    const range = '?startDate=30/01/2026&endDate=30/01/2026';
    expect(await get(`${range}&updateData=false`, headers)).toMatchObject({
      body: { data: { computed: counts(3, 3, 3), written: null } },
    });
    expect(await documents(context, industry, 'DAILY')).toEqual([]);
    expect(await get(`${range}&updateOnlyVirtual=true`, headers)).toMatchObject({
      body: { data: { computed: counts(1, 1, 1) } },
    });
    expect(await get(`${range}&unitIds=B`, headers)).toMatchObject({ body: { data: { computed: counts(1, 1, 1) } } });
    expect(await get(`${range}&unitIds=NONE`, headers)).toMatchObject({
      status: 400,
      body: { status_code: 1403, message: "Invalid 'unitIds': 'NONE' is not a unit of the industry" },
    });
  });

  it('says which date is missing or is none', async () => {
    const { headers } = await worksOfUser();
    expect(await get('?endDate=01/02/2026', headers)).toMatchObject({
      status: 400,
      body: { status_code: 1403, message: "'startDate' missing" },
    });
    expect(await get('?startDate=01/02/2026', headers)).toMatchObject({
      status: 400,
      body: { status_code: 1403, message: "'endDate' missing" },
    });
    for (const wrong of ['2026-02-01', '31/02/2026', '1/2/2026', '01-02-2026']) {
      expect(await get(`?startDate=${wrong}&endDate=01/02/2026`, headers), wrong).toMatchObject({
        status: 400,
        body: { status_code: 1403, message: `Invalid 'startDate': '${wrong}' is not a date DD/MM/YYYY` },
      });
    }
  });

  it('needs its permission', async () => {
    const { industry, headers } = await worksOfUser(['readings:write']);
    expect(await get('?startDate=30/01/2026&endDate=01/02/2026', headers)).toMatchObject({
      status: 401,
      body: { status: 'failed', status_code: 401, message: 'Access denied. Missing required permissions: batch:run' },
    });
    expect(await processedOf(context, industry)).toEqual([]);
  });

  it('lets an operator choose the industry, and asks which one it is', async () => {
    const { industry } = await worksOfUser();
    const operator = await mintUser(context, {
      industryId: 'INTERNAL',
      role: 'admin',
      permissions: ['admin:*', 'batch:run'],
    });
    const headers = bearer((await login(app, operator)).token);
    for (const target of ['', 'NO_SUCH_INDUSTRY']) {
      expect(await get('?startDate=30/01/2026&endDate=30/01/2026', { ...headers, targetIndustryId: target })).toEqual({
        status: 400,
        body: {
          status: 'failed',
          status_code: 400,
          message: 'Industry ID not found. Please provide targetIndustryId header or ensure valid authentication.',
        },
      });
    }
    expect(
      await get('?startDate=30/01/2026&endDate=30/01/2026', { ...headers, targetIndustryId: industry.industryId }),
    ).toMatchObject({ status: 200, body: { data: { days: 1 } } });
    expect(await processedOf(context, industry)).toEqual(['2026-01-30']);
  });

  it('never processes another industry for a user who names one', async () => {
    const [own, other] = [await worksOfUser(), await worksOfUser()];
    await get('?startDate=30/01/2026&endDate=30/01/2026', {
      ...own.headers,
      targetIndustryId: other.industry.industryId,
    });
    expect(await processedOf(context, other.industry)).toEqual([]);
  });
});
