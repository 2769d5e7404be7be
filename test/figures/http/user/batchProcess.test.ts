import { beforeAll, describe, expect, it } from 'vitest';
import type { DailyDocument } from '../../../../src/kernel/document/types.ts';
import type { Industry } from '../../../../src/kernel/industry/industry.ts';
import { noQueue } from '../../../../src/platform/queue/client.ts';
import { processTime } from '../../../../src/figures/processing/batch.ts';
import { at, documents, processedOf, send, staleOf, unit, virtual, works } from '../../processing/works.ts';
import { mintId, testContext, type TestContext } from '../../../support/database.ts';
import { bearer, from, login, mintUser, testApp, type TestApp } from '../../../service/support/app-fixture.ts';

let context: TestContext;
let app: TestApp;
const SECRET = 'shared-by-callers';
beforeAll(async () => {
  context = await testContext('2026-11-21T00:00:00Z');
  app = testApp(context, { internalSecret: SECRET });
});

/** Days begin at 06:00 in Kolkata, 00:30 UTC. */
async function kolkata(): Promise<Industry> {
  const industry = await works(
    context,
    [unit('A', 'FLOW_CATEGORY'), unit('B', 'FLOW_CATEGORY'), virtual('OVER', '{A} * 2')],
    { timezone: 'Asia/Kolkata', shiftStartAt: '06:00:00' },
  );
  await send(
    context,
    industry,
    ['2026-01-13', '2026-01-14', '2026-01-15'].map((date, index) => ({
      unitId: 'A',
      createdOn: at(industry, date, 3),
      value: 10 + index,
    })),
  );
  return industry;
}
async function get(
  query: string,
  headers: Record<string, string> = { 'X-Internal-Secret': SECRET },
  asked: TestApp = app,
): Promise<{ status: number; body: unknown }> {
  const response = await asked.request(`/api/user/batchProcess/${query}`, { headers });
  return { status: response.status, body: await response.json() };
}
const counts = (daily: number, monthly: number, yearly: number) => ({ daily, monthly, yearly });

describe('GET batchProcess', () => {
  it('processes the day that ends at the shift start of the date given, without a token, for whoever shows the shared secret', async () => {
    const industry = await kolkata();
    expect(await get(`?time=2026-01-16T06:00:00&industryId=${industry.industryId}`)).toEqual({
      status: 200,
      body: {
        status: 'success',
        data: {
          days: 1,
          daysNotEnded: 0,
          daysSealed: 0,
          daysBeforeReadings: 0,
          daysUnchanged: 0,
          computed: counts(3, 3, 3),
          written: counts(3, 3, 3),
          wouldWrite: null,
        },
      },
    });
    expect(await processedOf(context, industry)).toEqual(['2026-01-15']);
    const days = await documents<DailyDocument>(context, industry, 'DAILY');
    expect(days.map((day) => [day.unitId, day.date, day.value])).toEqual([
      ['A', '15/01/2026', 12],
      ['B', '15/01/2026', null],
      ['OVER', '15/01/2026', 24],
    ]);
    // Earlier days wait, which may hand on something else.
    expect(await get(`?time=2026-01-16&industryId=${industry.industryId}&dailyOldDataEnabled=true`)).toMatchObject({
      body: { data: { days: 3, daysUnchanged: 0, computed: counts(9, 3, 3), written: { daily: 6 } } },
    });
    // Once more: nothing has changed.
    expect(await get(`?time=2026-01-16&industryId=${industry.industryId}`)).toMatchObject({
      body: { data: { days: 0, daysUnchanged: 1, computed: counts(0, 0, 0), written: counts(0, 0, 0) } },
    });
  });

  it.each([
    // The local date decides, whatever the time of day; an instant with an offset is brought to the industry's zone
    // first.
    ['2026-01-16', '2026-01-15'],
    ['2026-01-16T00:00:00', '2026-01-15'],
    ['2026-01-16T23:59:59', '2026-01-15'],
    ['2026-01-16 06:00', '2026-01-15'],
    ['2026-01-15T18:30:00Z', '2026-01-15'],
    ['2026-01-15T18:29:59Z', '2026-01-14'],
    ['2026-01-16T00:10:00%2B05:30', '2026-01-15'],
    // A '+' that was not escaped arrives as a blank.
    ['2026-01-16T00:10:00+05:30', '2026-01-15'],
    ['2026-01-15T18:30:00+00:00', '2026-01-15'],
    ['2026-01-16 00:10:00.5+0530', '2026-01-15'],
  ])('takes %s for day %s', async (time, day) => {
    const industry = await kolkata();
    expect((await get(`?time=${time.replace(' ', '%20')}&industryId=${industry.industryId}`)).status).toBe(200);
    expect(await processedOf(context, industry)).toEqual([day]);
  });

  it('counts an evening shift by the date on which its day ends', async () => {
    const industry = await works(context, [unit('A', 'FLOW_CATEGORY')], {
      timezone: 'Asia/Kolkata',
      shiftStartAt: '18:00:00',
    });
    await get(`?time=2026-01-16T18:00:00&industryId=${industry.industryId}`);
    expect(await processedOf(context, industry)).toEqual(['2026-01-16']);
  });

  it('does the periods and units that are asked for', async () => {
    const industry = await kolkata();
    const base = `?time=2026-01-16T06:00:00&industryId=${industry.industryId}`;
    const computed = async (more: string) => Object((await get(`${base}${more}`)).body).data;
    expect(await computed('&monthlyEnabled=false&yearlyEnabled=FALSE')).toMatchObject({
      computed: counts(3, 0, 0),
      written: counts(3, 0, 0),
    });
    expect(await computed('&dailyEnabled=false&yearlyEnabled=false')).toMatchObject({ computed: counts(0, 3, 0) });
    expect(await computed('&dailyEnabled=false&monthlyEnabled=false')).toMatchObject({ computed: counts(0, 0, 3) });
    expect(await computed('&updateOnlyVirtual=true')).toMatchObject({ computed: counts(1, 1, 1) });
    expect(await computed('&unitIds=A')).toMatchObject({ computed: counts(2, 2, 2) });
    expect(await computed('&unitIds=A,%20B,')).toMatchObject({ computed: counts(3, 3, 3) });
    // None of these settles the day: it would hide what they left out.
    expect(await processedOf(context, industry)).toEqual([]);
  });

  it('with updateData=false says what it computed and writes nothing', async () => {
    const industry = await kolkata();
    expect(await get(`?time=2026-01-16T06:00:00&industryId=${industry.industryId}&updateData=false`)).toMatchObject({
      status: 200,
      body: {
        data: {
          computed: counts(3, 3, 3),
          written: null,
          wouldWrite: { daily: { inserted: 3, changed: 0, unchanged: 0 } },
        },
      },
    });
    expect(await documents(context, industry, 'DAILY')).toEqual([]);
  });

  describe('of whoever shows neither the shared secret nor a token for the industry', () => {
    const tokenOf = async (asked: TestApp, industryId: string): Promise<Record<string, string>> =>
      bearer((await login(asked, await mintUser(context, { industryId }))).token);

    it('does what is asked, and says nothing of it', async () => {
      const industry = await kolkata();
      const open = testApp(context);
      const query = `?time=2026-01-16T06:00:00&industryId=${industry.industryId}`;
      const own = await tokenOf(open, industry.industryId);
      const forged = { authorization: `${own['authorization']}x` };
      for (const headers of [{}, await tokenOf(open, mintId('IND')), forged, bearer('nonsense')])
        for (const more of ['', '&updateData=false', '&dailyOldDataEnabled=true'])
          expect(await get(query + more, headers as Record<string, string>, open)).toEqual({
            status: 200,
            body: { status: 'success' },
          });
      await expect
        .poll(() => processedOf(context, industry), { timeout: 60_000 })
        .toEqual(['2026-01-13', '2026-01-14', '2026-01-15']);
      for (const headers of [own, await tokenOf(open, 'INTERNAL')])
        expect(await get(query, headers, open)).toMatchObject({ body: { data: { daysUnchanged: 1 } } });
    });

    it('is answered while the batch runs, and batches of an industry run one after another', async () => {
      const industry = await kolkata();
      const ended = Promise.withResolvers<void>();
      // The last step of a run: its days are told to their consumers.
      const queue = { send: (name: string) => (name.startsWith('day-settled') ? ended.promise : Promise.resolve()) };
      const open = testApp(context, {}, undefined, { queue });
      for (const date of ['2026-01-16', '2026-01-15'])
        expect(await get(`?time=${date}&industryId=${industry.industryId}`, {}, open)).toEqual({
          status: 200,
          body: { status: 'success' },
        });
      const processed = () => processedOf(context, industry);
      await expect.poll(processed, { timeout: 60_000 }).toEqual(['2026-01-15']);
      // The other one waits although it would take no time.
      await get(`?time=2026-01-16&industryId=${mintId('NOBODY')}`, {}, open);
      expect(await processed()).toEqual(['2026-01-15']);
      ended.resolve();
      await expect.poll(processed, { timeout: 60_000 }).toEqual(['2026-01-14', '2026-01-15']);
    });

    it('answers the same whether or not there is such an industry', async () => {
      const { industryId } = await kolkata();
      const open = testApp(context);
      const answers = async (id: string) =>
        Promise.all(
          [
            'time=2026-01-16T06:00:00',
            'time=2026-01-16T06:00:00&unitIds=NONE',
            'time=2026-01-16T06:00:00&updateData=false',
            'time=yesterday',
            'time=1066-10-14',
            'time=2026-01-16&dailyEnabled=maybe',
          ].map((query) => get(`?${query}&industryId=${id}`, {}, open)),
        );
      const there = await answers(industryId);
      expect(there).toEqual(await answers(mintId('NOBODY')));
      expect(there.map(({ status }) => status)).toEqual([200, 200, 200, 400, 400, 400]);
    });

    it('is answered only where he is on this machine or in a private network', async () => {
      const { industryId } = await kolkata();
      const open = testApp(context);
      for (const id of [industryId, mintId('NOBODY')])
        expect(
          (await open.request(`/api/user/batchProcess/?time=2026-01-16&industryId=${id}`, {}, from('203.0.113.9')))
            .status,
        ).toBe(401);
    });
  });

  it('with dailyOldDataEnabled rebuilds every stale day before it too', async () => {
    const industry = await kolkata();
    expect((await staleOf(context, industry)).length).toBe(3);
    expect(
      await get(`?time=2026-01-16T06:00:00&industryId=${industry.industryId}&dailyOldDataEnabled=true`),
    ).toMatchObject({ body: { data: { days: 3, staleDaysLeft: 0, computed: { daily: 9 } } } });
    expect(await staleOf(context, industry)).toEqual([]);
    expect(await processedOf(context, industry)).toEqual(['2026-01-13', '2026-01-14', '2026-01-15']);
  });

  it('with dailyOldDataEnabled says how many stale days are left, and takes the newest first', async () => {
    const industry = await kolkata();
    const flags = {
      daily: true,
      monthly: true,
      yearly: true,
      updateOnlyVirtual: false,
      unitIds: [],
      oldData: true,
      by: null,
      mostOldDays: 1,
    };
    const batching = { ...context, queue: noQueue };
    const left = async (write: boolean) =>
      (await processTime(batching, industry.industryId, '2026-01-16T06:00:00', { ...flags, write })).staleDaysLeft;
    // A dry run leaves all of them.
    expect(await left(false)).toBe(2);
    expect(await left(true)).toBe(1);
    expect(await staleOf(context, industry)).toEqual(['2026-01-13: A: late reading']);
    expect(await left(true)).toBe(0);
  });

  it('of a day that has not ended processes nothing', async () => {
    const industry = await kolkata();
    expect(await get(`?time=2026-11-22T06:00:00&industryId=${industry.industryId}`)).toMatchObject({
      status: 200,
      body: { data: { days: 0, daysNotEnded: 1, computed: counts(0, 0, 0) } },
    });
  });

  it('says what is missing, `time` first', async () => {
    expect(await get('')).toMatchObject({
      status: 400,
      body: { status: 'failed', status_code: 1402, message: '`time` missing' },
    });
    expect(await get('?industryId=X')).toMatchObject({
      status: 400,
      body: { status_code: 1402, message: '`time` missing' },
    });
    expect(await get('?dailyEnabled=maybe')).toMatchObject({ body: { status_code: 1402, message: '`time` missing' } });
    expect(await get('?time=2026-01-16&dailyEnabled=maybe')).toMatchObject({
      body: { status_code: 1401, message: '`industryId` missing' },
    });
    expect((await get('?time=2026-01-16T06:00:00')).body).toMatchObject({
      status: 'failed',
      status_code: 1401,
      message: '`industryId` missing',
    });
    expect((await get('?time=2026-01-16T06:00:00&industryId=')).body).toMatchObject({
      status_code: 1401,
      message: '`industryId` missing',
    });
  });

  it('refuses what it cannot read, and names it', async () => {
    const industry = await kolkata();
    const base = `?time=2026-01-16T06:00:00&industryId=${industry.industryId}`;
    expect((await get('?time=2026-01-16T06:00:00&industryId=NO_SUCH')).body).toMatchObject({
      status_code: 1401,
      message: "Invalid 'industryId': 'NO_SUCH' is not an industry",
    });
    for (const time of ['yesterday', '16/01/2026', '2026-13-01', '2026-02-30T06:00:00', '1066-10-14']) {
      expect(await get(`?time=${time}&industryId=${industry.industryId}`), time).toMatchObject({
        status: 400,
        body: {
          status_code: 1402,
          message: `Invalid 'time': '${time}' is not an ISO 8601 timestamp of the years 1910 to 2190`,
        },
      });
    }
    expect(await get(`${base}&unitIds=A,NONE`)).toMatchObject({
      status: 400,
      body: { status_code: 1403, message: "Invalid 'unitIds': 'NONE' is not a unit of the industry" },
    });
    expect(await get(`${base}&dailyEnabled=maybe`)).toMatchObject({
      status: 400,
      body: { status_code: 1403, message: expect.stringContaining('dailyEnabled') },
    });
    expect((await get(`${base}&unitIds=${encodeURIComponent("A'; DROP TABLE tenant.unit; --")}`)).status).toBe(405);
    expect(await documents(context, industry, 'DAILY')).toEqual([]);
  });

  it('can be closed by a shared secret', async () => {
    const industry = await kolkata();
    const query = `?time=2026-01-16T06:00:00&industryId=${industry.industryId}`;
    for (const headers of [{}, { 'X-Internal-Secret': 'guessed' }, { 'X-Internal-Secret': '' }]) {
      expect(await get(query, headers as Record<string, string>)).toMatchObject({
        status: 401,
        body: { status_code: 401, message: "Header 'X-Internal-Secret' is missing or wrong" },
      });
    }
    expect(await documents(context, industry, 'DAILY')).toEqual([]);
    expect((await get(query)).status).toBe(200);
  });
});
