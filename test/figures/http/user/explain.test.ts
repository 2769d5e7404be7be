import { beforeAll, describe, expect, it } from 'vitest';
import type { AnnotatedExplanation } from '../../../../src/figures/http/schemas/explain.ts';
import { testContext, type TestContext } from '../../../support/database.ts';
import { mintUser, testApp, type TestApp } from '../../../service/support/app-fixture.ts';
import { requireIndustry } from '../../processing/works.ts';
import { createAnnotation } from '../../../../src/annotations/annotations.ts';
import { atHour, mintWorks, type Works } from '../../../service/support/device-data-works.ts';

let context: TestContext;
let app: TestApp;
let works: Works;
let stranger: Works;

/** 10/06/2026 is closed, 11/06/2026 is running: five hours and a half of it are over. */
beforeAll(async () => {
  context = await testContext('2026-06-11T06:00:00Z');
  app = testApp(context);
  works = await mintWorks(context, app);
  stranger = await mintWorks(context, app);
  await works.send([
    { unitId: 'M1', createdOn: atHour('2026-06-10', 0), value: 1000.1 },
    { unitId: 'M1', createdOn: atHour('2026-06-10', 1), value: 2000.2 },
    { unitId: 'M1', createdOn: atHour('2026-06-11', 4), value: 500 },
    { unitId: 'M2', createdOn: atHour('2026-06-10', 1), value: 250 },
    { unitId: 'M2', createdOn: atHour('2026-06-09', 1), value: 250 },
    { unitId: 'M2', createdOn: atHour('2026-06-09', 2), value: 250, interpolated: true },
    { unitId: 'RIVER', createdOn: atHour('2026-06-10', 2), paramValue: { pH: 7.1, turbidity: 3 } },
  ]);
  await stranger.send([{ unitId: 'M1', createdOn: atHour('2026-06-10', 0), value: 999_999 }]);
});

interface Answer {
  status: string;
  status_code: number;
  message: string;
  data: AnnotatedExplanation;
}
const explain = async (query: string, of: Works = works): Promise<{ status: number; body: Answer }> => {
  const { status, body } = await of.get(`explain?${query}`);
  return { status, body: body as Answer }; // the answer's own schema
};

describe('GET /api/user/explain', () => {
  it('tells of an hour how much of that hour was estimated, not of its day', async () => {
    const shareOf = async (hour: string): Promise<number | null> =>
      (await explain(`unitId=M2&date=09/06/2026${hour}`)).body.data.figure.estimatedShare;
    expect([await shareOf(''), await shareOf('&hour=1'), await shareOf('&hour=2'), await shareOf('&hour=3')]).toEqual([
      0.5,
      0,
      1,
      null,
    ]);
  });

  it('has what was noted of the day, about the unit or the whole site, and nothing of other days or units', async () => {
    const industry = await requireIndustry(context, works.industryId);
    const by = await mintUser(context, { industryId: works.industryId });
    const note = (text: string, unitId: string | null, date: string) =>
      createAnnotation(
        context,
        industry,
        { unitId, text, fromEpochMs: Date.parse(atHour(date, 3)), toEpochMs: null },
        { userId: by.userId, industryId: works.industryId, address: null },
      );
    await note('Pump changed', 'M1', '2026-06-10');
    await note('No power', null, '2026-06-10');
    await note('Of M2', 'M2', '2026-06-10');
    await note('The day after', 'M1', '2026-06-11');
    const { body } = await explain('unitId=M1&date=10/06/2026&hour=0');
    expect(body.data.annotations.isComplete).toBe(true);
    expect(body.data.annotations.list.map(({ text }) => text).toSorted()).toEqual(['No power', 'Pump changed']);
    expect((await explain('unitId=M1&date=10/06/2026', stranger)).body.data.annotations.list).toEqual([]);
  });

  it('derives the figure of a day', async () => {
    const { status, body } = await explain('unitId=M1&date=10/06/2026');
    expect([status, body.status, body.status_code]).toEqual([200, 'success', 200]);
    expect(body.data).toMatchObject({
      unitId: 'M1',
      date: '10/06/2026',
      hour: null,
      window: { from: '2026-06-10T00:30:00.000Z', to: '2026-06-11T00:30:00.000Z', lengthHours: 24 },
      figure: { value: 3000.3, shown: 3.0003, divisionFactor: 1000, state: 'not processed', agrees: true },
      slots: { expected: 24, genuine: 2 },
      readings: { used: 2, isComplete: true },
    });
    expect(body.data.steps.find((step) => step.rule === 'sum of hours')?.text).toBe('sum of 2 hourly totals = 3000.3');
  });

  it('derives the figure of an hour, of the running day, with another divisionFactor', async () => {
    const { body } = await explain('unitId=M1&date=11/06/2026&hour=4&divisionFactor=100');
    expect(body.data).toMatchObject({
      hour: 4,
      window: { from: '2026-06-11T04:30:00.000Z', to: '2026-06-11T05:30:00.000Z' },
      figure: { value: 500, shown: 5, state: 'running' },
      readings: { used: 1 },
    });
    expect((await explain('unitId=M1&date=11/06/2026&hour=0')).body.data).toMatchObject({
      hour: 0,
      figure: { value: null },
    });
    expect((await explain('unitId=M1&date=11/06/2026&hour=')).body.data.hour).toBeNull();
  });

  it('derives virtual and quality figures', async () => {
    expect((await explain('unitId=BOTH&date=10/06/2026')).body.data).toMatchObject({
      readings: null,
      slots: null,
      formula: { text: '3000.3 + 250', result: 3250.3 },
      figure: { value: 3250.3 },
    });
    expect((await explain('unitId=RIVER&date=10/06/2026')).body.data).toMatchObject({
      figure: { value: { pH: 7.1, turbidity: 3 }, divisionFactor: 1 },
      readings: { list: [{ parameters: { pH: 7.1, turbidity: 3 } }] },
    });
  });

  it("says nothing of another industry's readings, and 404 of its units", async () => {
    expect((await explain('unitId=M1&date=10/06/2026', stranger)).body.data.figure.value).toBe(999_999);
    const { status, body } = await explain('unitId=NOBODYS&date=10/06/2026');
    expect([status, body]).toEqual([
      404,
      {
        status: 'failed',
        status_code: 404,
        message: 'Invalid unitId NOBODYS or you do not have permission to access this unit.',
      },
    ]);
  });

  it('answers 404 for a day that has not begun', async () => {
    expect(await explain('unitId=M1&date=12/06/2026')).toMatchObject({
      status: 404,
      body: { message: 'No data: business day 12/06/2026 has not begun' },
    });
  });

  it.each([
    ['date=10/06/2026', "'unitId' missing"],
    ['unitId=M1', "'date' missing"],
    ['unitId=M1&date=2026-06-10', "Invalid 'date': '2026-06-10' is not a date DD/MM/YYYY"],
    ['unitId=M1&date=10/06/2026&hour=25', "Invalid 'hour': '25' is not an hour of this day, which has hours 0 to 23"],
    ['unitId=M1&date=10/06/2026&hour=-1', "Invalid 'hour': '-1' is not a whole number from 0 to 99"],
    ['unitId=M1&date=10/06/2026&hour=1.5', "Invalid 'hour': '1.5' is not a whole number from 0 to 99"],
    ['unitId=M1&date=10/06/2026&hour=24', "Invalid 'hour': '24' is not an hour of this day, which has hours 0 to 23"],
  ])('%s is refused with 1403', async (query, message) => {
    expect(await explain(query)).toMatchObject({ status: 400, body: { status_code: 1403, message } });
  });

  it('needs a token', async () => {
    expect((await app.request('/api/user/explain?unitId=M1&date=10/06/2026')).status).toBe(401);
  });

  it('changes nothing', async () => {
    const rows = () =>
      context.database.execute(
        `SELECT (SELECT array_agg(s) FROM telemetry.stale_day s JOIN tenant.industry i USING (industry_key) WHERE i.industry_id = $1) AS stale,
              (SELECT array_agg(d) FROM telemetry.document d JOIN tenant.industry i USING (industry_key) WHERE i.industry_id = $1) AS documents,
              (SELECT array_agg(p) FROM telemetry.processed_day p JOIN tenant.industry i USING (industry_key) WHERE i.industry_id = $1) AS processed`,
        [works.industryId],
      );
    const before = await rows();
    await explain('unitId=M1&date=10/06/2026');
    expect(await rows()).toEqual(before);
  });
});
